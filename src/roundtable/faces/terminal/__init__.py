"""The face for people at a terminal, and for text over a pipe."""
