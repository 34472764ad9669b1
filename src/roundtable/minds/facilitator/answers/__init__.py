"""Turning what a person said into typed facts, each with a quote that is exact to the character."""
