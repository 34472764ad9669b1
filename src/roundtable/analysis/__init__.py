"""The vocabulary everybody shares: facts, evidence, identifiers; personas, phases, steps, topics. Pure data."""
