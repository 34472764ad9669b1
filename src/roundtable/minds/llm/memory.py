"""What a model is told again with every request: the whole talk and the code it was shown, in the order in which they came.

Each request stands alone, so what was said and seen has to be sent again. It is a log that only grows at its end: a provider
keeps everything before that in its cache. When a model's context is too small for it, the oldest pieces are left out, code
before words; facts are no part of it, and are never left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from roundtable.analysis.analysis import grouped
from roundtable.engine.briefing import Briefing, Shown, TaskKind
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.ports import CodeView

_DISCUSSED: Final[frozenset[TaskKind]] = frozenset({"frame", "contribute", "synthesise"})
_LEFT_OUT: Final = "[Earlier parts of the talk were left out here. What came of them is among the facts.]"

_RECITAL: Final = "[reads out the known facts]"
_LISTED: Final = re.compile(r"[A-Z]{2,4}-\d{3,4}(?:-\d{2})? \"")
_FEWEST_LINES: Final = 3
_CITED: Final = re.compile(r"(?P<path>[\w@.+-]+(?:/[\w@.+-]+)*):(?P<line>\d+)")
LOOKED_AT: Final = "code that you looked at"
_NEAR: Final = 30
"""Lines before and behind one that is at fault: enough to cite the right one."""


class Piece(NamedTuple):
    text: str
    is_code: bool = False


@dataclass(slots=True)
class Memory:
    """The log of one session. Nothing in it is needed to go on: without it, it is made anew from the briefing."""

    pieces: list[Piece] = field(default_factory=list[Piece])
    shown: list[Shown] = field(default_factory=list[Shown])  # the code that stands in the log
    _heard: set[int | str] = field(default_factory=set[int | str])
    """Numbers of turns, and lines that are no turn."""

    def hear(self, briefing: Briefing, sending: Sending) -> None:
        heard = briefing.heard.number if briefing.heard is not None else None
        lines = briefing.said if briefing.mode == "conversation" or briefing.task.kind in _DISCUSSED else ()
        waiting = [turn for turn in briefing.analysis.turns if turn.number > 0 and turn.number != heard]
        spoken = [line.text for line in lines if line.persona is None]
        fresh: list[list[str]] = []
        for turn in waiting:
            if turn.text not in spoken:
                asked = f"Asked: {turn.question}\n" if turn.question else ""
                fresh += [[said] for said in self._unheard(turn.number, f"{asked}Person: {turn.text}")]
        for line in lines:
            who = briefing.library.persona(line.persona).first_name if line.persona else "Person"
            said = f"{who}: {_RECITAL if _recites(line.text) else line.text}"
            meant = [turn for turn in briefing.analysis.turns if not line.persona and turn.text == line.text]
            turn = next((one for one in meant if one in waiting and one.number not in self._heard), None)
            if turn is not None:
                fresh += [[one] for one in self._unheard(turn.number, said)]
            elif not meant:
                # Answers of the table stand with the words that they answer: a turn is one piece.
                fresh = fresh or [[]]
                fresh[-1] += self._unheard(said, said)
        for told in fresh:
            if told:
                self.pieces.append(Piece(fence("said", "\n".join(told), sending, 1_000_000)))

    def recall(self, looked: Sequence[str], code: CodeView | None, sending: Sending) -> None:
        """What was looked at in a session before this one, as it stands now."""
        found: list[Shown] = []
        if code is None or not sending.code:
            return
        for place in looked:
            path, _, lines = place.rpartition(":")
            first, last = (int(number) for number in lines.split("-"))
            if sending.allows(path) and (text := "\n".join(code.lines(path, first, last)).rstrip()):
                found.append(Shown(path=path, first=first, text=text))
        self.see(found, sending, because=LOOKED_AT)

    def see(self, shown: Sequence[Shown], sending: Sending, *, because: str) -> None:
        """Take in code, as far as it was not shown before."""
        before = len(self.shown)
        for one in shown:
            self.shown += [part for part in self._unseen(one) if part.text.strip()]
        fresh = self.shown[before:]
        if not fresh:
            return
        by_path = grouped((one.path, numbered(one)) for one in fresh).items()
        text = "\n\n".join("\n".join((path, *listed)) for path, listed in by_path)
        self.pieces.append(Piece(fence(because, text, sending, 1_000_000), is_code=True))

    def near(self, text: str, sending: Sending) -> str:
        """The lines of the log around those that a text cites; nothing where it names files alone."""
        found: list[str] = []
        for cited in _CITED.finditer(text):
            first, last = (int(cited["line"]) + by for by in (-_NEAR, _NEAR))
            for one in self.shown:
                if one.path == cited["path"] and first <= one.last and one.first <= last:
                    lines = enumerate(one.text.split("\n"), one.first)
                    text_ = "\n".join(line for at, line in lines if first <= at <= last)
                    found.append(
                        f"{one.path}\n{numbered(one.changed(first=max(first, one.first), text=text_))}"
                    )
        return fence("code that you saw", "\n\n".join(dict.fromkeys(found)), sending, 20_000) if found else ""

    def _unseen(self, one: Shown) -> list[Shown]:
        """The runs of lines in it that do not stand in the log yet."""
        same = [old for old in self.shown if old.path == one.path]
        known = {line for old in same for line in range(old.first, old.last + 1)}
        runs: list[Shown] = []
        for number, text in enumerate(one.text.split("\n"), one.first):
            if number in known:
                continue
            if runs and runs[-1].last == number - 1:
                runs[-1] = runs[-1].changed(text=f"{runs[-1].text}\n{text}")
            else:
                runs.append(Shown(path=one.path, first=number, text=text))
        return runs

    def _unheard(self, key: int | str, text: str) -> list[str]:
        known = key in self._heard
        self._heard.add(key)
        return [] if known else [text]


def _recites(text: str) -> bool:
    """Whether somebody was read the list of facts: it stands whole among the known facts of each request."""
    lines = text.splitlines()
    return len(lines) >= _FEWEST_LINES and sum(bool(_LISTED.match(line)) for line in lines) > len(lines) / 2


def numbered(shown: Shown) -> str:
    return "\n".join(f"{number}: {line}" for number, line in enumerate(shown.text.split("\n"), shown.first))


def fitted(pieces: Sequence[Piece], room: int | None) -> list[str]:
    """The pieces that fit into so many characters: all of them, or without the oldest, code before words."""
    kept = list(pieces)
    if room is None or sum(len(piece.text) for piece in kept) <= room:
        return [piece.text for piece in kept]
    over = sum(len(piece.text) for piece in kept) + len(_LEFT_OUT) - room
    for code in (True, False):
        for piece in [piece for piece in kept if piece.is_code is code]:
            if over <= 0:
                break
            kept.remove(piece)
            over -= len(piece.text)
    return [_LEFT_OUT, *(piece.text for piece in kept)]
