"""The system in the form of its seeds: agent, persona, step and topic files for a coding agent, made from the library.

Elsewhere: what they say (`texts`), where each coding agent looks (`places`), what is written (`roundtable.commands.agents`).
"""
