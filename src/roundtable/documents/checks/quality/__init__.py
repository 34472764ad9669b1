"""Words and grammar that leave a requirement open: `smells_in(sentence, kind)`."""

from roundtable.documents.checks.quality.smells import Kind, Smell, masked, sentences_of, smells_in

__all__ = ["Kind", "Smell", "masked", "sentences_of", "smells_in"]
