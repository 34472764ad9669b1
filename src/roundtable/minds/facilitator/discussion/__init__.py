"""Three specialists and the person discuss one step: each speaks from its own evidence, or not at all."""
