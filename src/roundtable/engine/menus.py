"""The menus of stepped mode, word for word, and what an input at one of them means."""

from typing import Final, Literal

from roundtable.analysis.phases import next_phase
from roundtable.engine.events import MenuOption

MENU_PLACE = Literal["step", "phase", "final"]

_ELABORATE: Final = MenuOption(
    key="E", label="Elaboration Mode -- bring all perspectives to discuss this topic"
)
_CONTINUE: Final = MenuOption(key="C", label="Continue -- move to the next step")
_SKIP: Final = MenuOption(key="S", label="Skip remaining steps in this phase")
_COMPLETE: Final = MenuOption(key="C", label="Complete analysis")
_NATURAL: Final = "Or type naturally to provide feedback."


def menu_options(place: MENU_PLACE, phase_key: str) -> tuple[MenuOption, ...]:
    """What can be chosen: [S] only where something is left to skip."""
    if place == "step":
        return (_ELABORATE, _CONTINUE, _SKIP)
    following = next_phase(phase_key)
    if place == "final" or following is None:
        return (_ELABORATE, _COMPLETE)
    return (_ELABORATE, MenuOption(key="C", label=f"Continue to {following.label}"))


def menu_text(options: tuple[MenuOption, ...]) -> str:
    """The menu exactly as a terminal shows it."""
    lines = [f"[{option.key}] {option.label}" for option in options]
    return "\n".join(["---", *lines, _NATURAL, "---"])


def reanalysis_text(commits: int | None) -> tuple[str, tuple[MenuOption, ...]]:
    """The question put when a finished item's code has changed, and its two choices."""
    count = "an unknown number of" if commits is None or commits < 0 else str(commits)
    noun = "commit" if commits == 1 else "commits"
    question = f"Codebase has changed since analysis ({count} {noun}). Re-run analysis?"
    options = (MenuOption(key="R", label="Re-analyze"), MenuOption(key="C", label="Cancel"))
    return question, options
