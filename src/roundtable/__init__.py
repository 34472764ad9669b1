"""Roundtable: three specialists turn a vague backlog item into build-ready documents.

The command line is `roundtable`; programs drive the same sessions over JSON lines (`analyze --protocol jsonl`).
"""

import os

__all__ = ["__version__"]

__version__ = "0.1.0"

# numpy would start a thread for each core as it is loaded, for products of matrices that nobody here multiplies.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
