"""Roundtable: three specialists turn a vague backlog item into build-ready documents.

The command line is `roundtable`; programs drive the same sessions over JSON lines (`analyze --protocol jsonl`).
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
