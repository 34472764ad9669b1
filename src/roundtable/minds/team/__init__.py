"""Teammates: the three specialists, each a mind of its own with its own context, and a lead who speaks for them.

Elsewhere: one mind with three voices, which is the default (`roundtable.minds.guarded`).
"""
