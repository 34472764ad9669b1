"""The system in the form of its seeds: agent, persona, step and topic files for a coding agent, made from the library.

Everything is generated: personas, phases, menus and documents come from the same places that drive a session, so the files
cannot drift from it.

Elsewhere: the analyst (`analyst`, `elaboration`), the lead (`lead`), where each coding agent looks (`places`), what is
written (`roundtable.commands.agents`).
"""

from roundtable.library.agent_files.places import CODING_AGENTS, CodingAgent, agent_files

__all__ = ["CODING_AGENTS", "CodingAgent", "agent_files"]
