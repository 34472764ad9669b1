"""A long answer, written in the person's own editor."""

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_NOTE: Final = "<!-- {question} Write below, save and close; this line is left out. -->\n\n"


def answer_from_editor(question: str) -> str | None:
    """What was written; none when no editor could be opened."""
    wanted = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if os.name == "nt" else "vi")
    note = _NOTE.format(question=" ".join(question.replace("-->", "").split())).replace("  ", " ")
    with tempfile.TemporaryDirectory(prefix="roundtable-") as folder:
        path = Path(folder) / "answer.md"
        path.write_text(note, encoding="utf-8")
        try:
            subprocess.run([*shlex.split(wanted, posix=os.name != "nt"), str(path)], check=True)
        except (OSError, ValueError, subprocess.CalledProcessError):
            return None
        written = path.read_text(encoding="utf-8", errors="replace")
    return written.replace(note.strip(), "").strip()
