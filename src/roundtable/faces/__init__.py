"""Faces show events and take words. They are handed a session and build nothing."""
