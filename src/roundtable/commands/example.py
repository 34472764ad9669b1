"""The example repository that ships with the package: unpacked with its history, and the answers that go with it.

Both are text files in `roundtable/example/`, so that nothing of it can be imported or run by accident.
"""

import os
import re
import subprocess
import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.engine.place import AtBoundary, AtMenu, InConversation, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.facts.record import Record

_COMMIT: Final = re.compile(r"^=== (?P<who>.+? <\S+>) (?P<when>\S+) (?P<why>.+)$")
_FILE: Final = re.compile(r"^(?P<how>---|\+\+\+) (?P<path>\S+)$")
_UNKNOWN: Final = "I don't know yet."
_ENOUGH: Final = 4
"""The score from which an answer counts as one to the question."""
_MEANT: Final = 6
"""The same for a draft, a recommendation or a follow-up: only what was written for it fits."""


@dataclass
class _Commit:
    who: str
    when: datetime
    why: str
    files: dict[str, str] = field(default_factory=dict)


# -- the repository ----------------------------------------------------------------------------------------------------


def unpack_shop(folder: Path) -> None:
    """Write the shop into an empty folder; with its history where git is installed, else the files alone."""
    folder.mkdir(parents=True, exist_ok=True)
    commits = _commits(_text("shop.txt"))
    if not _import_history(folder, commits):
        for commit in commits:
            for path, text in commit.files.items():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text.encode())


def _commits(bundle: str) -> list[_Commit]:
    commits: list[_Commit] = []
    latest: dict[str, str] = {}
    path = ""
    for line in bundle.splitlines():
        if commit := _COMMIT.match(line):
            commits.append(_Commit(commit["who"], datetime.fromisoformat(commit["when"]), commit["why"]))
            path = ""
        elif commits and (entry := _FILE.match(line)):
            path = entry["path"]
            commits[-1].files[path] = latest.get(path, "") if entry["how"] == "+++" else ""
        elif path:
            commits[-1].files[path] += f"{line}\n"
            latest[path] = commits[-1].files[path]
    return commits


def _import_history(folder: Path, commits: list[_Commit]) -> bool:
    """One stream for `git fast-import`: the same commits, to the letter, on every machine."""
    stream: list[str] = []
    for number, commit in enumerate(commits, start=1):
        when = f"{int(commit.when.timestamp())} +0000"
        stream += [f"commit refs/heads/main\nmark :{number}\n", f"author {commit.who} {when}\n"]
        stream += [f"committer {commit.who} {when}\n", _data(commit.why)]
        stream += [f"from :{number - 1}\n"] if number > 1 else []
        stream += [f"M 100644 inline {path}\n{_data(text)}" for path, text in commit.files.items()]
    return (
        _git(folder, "init", "--quiet", "--initial-branch=main")
        and _git(folder, "fast-import", "--quiet", feed="".join(stream))
        and _git(folder, "reset", "--quiet", "--hard", "main")
    )


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"


def _git(folder: Path, *words: str, feed: str = "") -> bool:
    # The example is the same for everybody: no settings, hooks or templates of whoever runs it.
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment = {**own, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TEMPLATE_DIR": ""}
    try:
        done = subprocess.run(
            ["git", *words],
            cwd=folder,
            env=environment,
            input=feed.encode(),
            capture_output=True,
            check=False,
        )
    except OSError:
        return False
    return done.returncode == 0


def _text(name: str) -> str:
    return files("roundtable").joinpath("example", name).read_text(encoding="utf-8")


# -- the answers -------------------------------------------------------------------------------------------------------


class _Answer(Record):
    text: str
    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    def fits(self, ask: Ask, step_id: str) -> int:
        """How well this answers a question."""
        score = 0
        if ask.kinds and self.kinds:
            score += 4 if ask.kinds[0] == self.kinds[0] else 2 if ask.kinds[0] in self.kinds else 0
            score += 1 if set(ask.kinds[1:]) & set(self.kinds) else 0
        question = ask.text.lower()
        score += 2 * sum(word in question for word in self.words)
        return score + (5 if step_id in self.steps and ask.origin in {"step", "draft"} else 0)


class Answers:
    """Answers by what is asked, so that the example stays in step with whatever questions there are."""

    def __init__(
        self,
        idea: str,
        answers: tuple[_Answer, ...],
        discuss: str,
        remarks: tuple[str, ...],
        review: tuple[str, ...] = (),
    ) -> None:
        self.idea = idea
        self._left = list(answers)
        self._discuss: str | None = discuss
        self._remarks = list(remarks)
        self._review = list(review)

    def choose(self, state: SessionState) -> str:
        """What to say now."""
        match state.place:
            case AtMenu(step_id=step_id):
                if step_id == self._discuss:
                    self._discuss = None
                    return "E"
                return "C"
            case InDiscussion():
                return self._remarks.pop(0) if self._remarks else "done"
            case InStep(asked=Ask() as ask, step_id=step_id):
                return self._best(ask, step_id) or ("yes" if ask.origin == "draft" else _UNKNOWN)
            case InConversation(asked=Ask(about="review")):
                return self._review.pop(0) if self._review else "That is all."
            case InConversation(stage="waiting", asked=Ask() as ask):
                return self._best(ask, "") or (
                    "yes" if ask.options or ask.proposes or ask.offers else _UNKNOWN
                )
            case AtBoundary():
                return "y"
            case _:
                return "yes"

    def _best(self, ask: Ask, step_id: str) -> str | None:
        """The best answer that was not given yet."""
        is_open = ask.origin in {"step", "topic"} and not ask.options
        enough = _ENOUGH if is_open else _MEANT
        best = max(self._left, key=lambda answer: answer.fits(ask, step_id), default=None)
        if best is None or best.fits(ask, step_id) < enough:
            return None
        self._left.remove(best)
        return best.text.strip()


def read_answers() -> Answers:
    """The prepared answers, none of them given yet."""
    raw = tomllib.loads(_text("answers.toml"))
    answers = tuple(_Answer.model_validate(entry) for entry in raw["answer"])
    return Answers(
        str(raw["idea"]), answers, str(raw["discuss"]), tuple(raw["remarks"]), tuple(raw["review"])
    )
