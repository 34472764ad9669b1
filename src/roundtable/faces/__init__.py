"""Faces show events and take words. They are handed a session (`roundtable.driver`) and build nothing."""
