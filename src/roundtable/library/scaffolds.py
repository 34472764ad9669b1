"""New content: a well-formed file to start from, in the repository's own `.roundtable/` folder.

`new_entry` writes a commented template that passes the check as it is, and answers with its path. It never replaces a
file, never takes over a built-in name by accident, and never writes outside the repository. A gap in a template is `${name}`;
every other brace is part of the text.
"""

import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template, capwords
from typing import Final, Literal

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES
from roundtable.analysis.slugs import name_problem
from roundtable.errors import UnsafePath, WriteFailed, WrongUse
from roundtable.library.loading import Loaded, load
from roundtable.library.overlays import discover, layers_of
from roundtable.library.steps import NUMBERED

EntryKind = Literal["step", "topic", "persona"]

_DEFAULT_PHASE: Final = "01-requirements"
_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_NAME: Final = 60
_LAST_NUMBER: Final = 99


def new_entry(kind: EntryKind, name: str, repo: Path) -> Path:
    """Write a template and say where.

    A step is named `compliance-check`, `09-compliance-check`, or with its phase, `04-design/accessibility`; without a
    number it gets the next one of its phase. Raises `WrongUse` for a name that cannot be used or is taken.
    """
    path, text = {"step": _step, "topic": _topic, "persona": _persona}[kind](name, repo)
    _write_new(path, text, repo)
    return path


def _step(name: str, repo: Path) -> tuple[Path, str]:
    phase_part, slash, last = name.strip().removesuffix(".md").rpartition("/")
    phase = _phase(phase_part) if slash else _DEFAULT_PHASE
    words = _plain_name(last)
    loaded = load(repo)
    numbered = NUMBERED.fullmatch(words)
    prefix = numbered["number"] if numbered else _next_number(phase, loaded, repo)
    words = numbered["words"] if numbered else words
    step_id = f"{phase[:2]}-{prefix}"
    taken = next((step for step in loaded.library.steps if step.step_id == step_id), None)
    if taken is not None:
        free = _next_number(phase, loaded, repo)
        raise WrongUse(
            f"Step {step_id} exists already ({Path(taken.path).name}). Use another number, such as {free}-{words}."
        )
    led = PHASES[ANALYSIS_PHASES.index(phase)]
    filled = {"step_id": step_id, "title": _title(words), "persona": led.persona, "output": led.main_document}
    text = filled_template("step", **filled)
    return repo / ".roundtable" / "steps" / phase / f"{prefix}-{words}.md", text


def _phase(said: str) -> str:
    """`04-design`, `04` or `design`."""
    fits = [key for key in ANALYSIS_PHASES if said.lower() in (key, key[:2], key[3:])]
    if not fits:
        raise WrongUse(f"{said!r} is no phase. Use one of {', '.join(ANALYSIS_PHASES)}.")
    return fits[0]


def _next_number(phase: str, loaded: Loaded, repo: Path) -> str:
    """The first number that no file name and no id of the phase uses."""
    steps, _problems = discover("steps", layers_of(repo))
    names = [found.filename for found in steps if found.name.startswith(f"{phase}/")]
    ids = [step.step_id[3:] for step in loaded.library.steps if step.step_id.startswith(phase[:3])]
    used = {int(start[:2]) for start in (*names, *ids) if re.match(r"[0-9]{2}", start)}
    free = next((number for number in range(1, _LAST_NUMBER + 1) if number not in used), None)
    if free is None:
        raise WrongUse(f"Phase {phase} has no two-digit number left; give the name one, such as 50a-name.")
    return f"{free:02d}"


def _topic(name: str, repo: Path) -> tuple[Path, str]:
    words = _plain_name(name.strip().removesuffix(".md"))
    _refuse_taken("Topic", words, {one.topic_id: one.path for one in load(repo).library.topics if one.path})
    path = repo / ".roundtable" / "topics" / f"{words}.md"
    return path, filled_template("topic", topic_id=words, title=_title(words))


def _persona(name: str, repo: Path) -> tuple[Path, str]:
    words = _plain_name(name.strip().removesuffix(".md")).removeprefix("persona-")
    _refuse_taken("Persona", words, {one.key: one.path for one in load(repo).library.personas})
    path = repo / ".roundtable" / "personas" / f"persona-{words}.md"
    return path, filled_template("persona", key=words, title=capwords(words.replace("-", " ")))


def _refuse_taken(noun: str, name: str, paths: Mapping[str, str]) -> None:
    if (path := paths.get(name)) is None:
        return
    if ".roundtable" in Path(path).parts:
        raise WrongUse(f"{noun} {name} exists already: edit {path}, or choose another name.")
    own = f".roundtable/{noun.lower()}s/"
    raise WrongUse(f"{noun} {name} exists already. To change it, copy {path} into {own} and edit the copy.")


def _plain_name(said: str) -> str:
    """`Compliance check` -> `compliance-check`; anything a file system or a reader would stumble over is refused."""
    words = re.sub(r"[\s_]+", "-", said.strip().lower())
    if not _NAME.fullmatch(words) or len(words) > _LONGEST_NAME or name_problem(words) is not None:
        raise UnsafePath(
            f"{said!r} cannot be a file name here. Use letters, digits and hyphens, such as compliance-check."
        )
    return words


def _title(words: str) -> str:
    return words.replace("-", " ").capitalize()


def _write_new(path: Path, text: str, repo: Path) -> None:
    """Create the file, which must not exist, at a place that is really inside the repository."""
    root = repo.resolve()
    shown = path.relative_to(repo).as_posix()
    try:
        # Links are followed as far as the folders exist; what is created below them cannot lead anywhere else.
        if not path.parent.resolve().is_relative_to(root):
            raise UnsafePath(
                f"{shown} would be written outside the repository: one of its folders is a link that leaves it."
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                path.unlink(missing_ok=True)  # half a template is worse than none
                raise
    except FileExistsError:
        raise WrongUse(
            f"{shown} exists already; nothing was changed. Edit it, or choose another name."
        ) from None
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise WriteFailed(shown, reason) from None


def filled_template(name: str, **values: str) -> str:
    text = files("roundtable.library").joinpath("templates", f"{name}.md").read_text(encoding="utf-8")
    return Template(text).substitute(values)
