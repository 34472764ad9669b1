"""The system in the form of its seeds: agent, persona, step and topic files for a coding agent, made from the library.

Elsewhere: what they say (`texts`), where each coding agent looks (`places`), what is written (`roundtable.commands.agents`).
"""

from roundtable.library.agent_files.places import CODING_AGENTS, CodingAgent, agent_files

__all__ = ["CODING_AGENTS", "CodingAgent", "agent_files"]
