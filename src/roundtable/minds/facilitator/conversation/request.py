"""What a request is about: its nature, the deeds in it with their objects, the things and the people it names.

`read_request` takes any text. What it does not understand it leaves out; every user of a `Request` has to cope with an empty
one.

Elsewhere: what sort of item it is (`nature`), verbs with their objects (`actions`), things and people (`named`), what to ask
about them (`subjects`).
"""

import re
from dataclasses import dataclass, field
from typing import Final

from roundtable.minds.facilitator.answers.reading import names_in
from roundtable.minds.facilitator.conversation.actions import Action, read_actions
from roundtable.minds.facilitator.conversation.deeds import Deed
from roundtable.minds.facilitator.conversation.named import actors_in, things_in
from roundtable.minds.facilitator.conversation.nature import READ, Nature, nature_of
from roundtable.minds.facilitator.words import is_english

__all__ = ["Action", "Nature", "Request", "read_request"]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as far as it could be read."""

    text: str
    nature: Nature
    actions: tuple[Action, ...] = ()
    """What somebody does with the result; what the developer is asked to do is in `asks`."""
    asks: tuple[Action, ...] = ()
    things: tuple[str, ...] = ()
    """Noun phrases, the most central first, each once."""
    actors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Files, functions, flags: words that look like code."""
    english: bool = True
    deeds: frozenset[Deed] = field(default_factory=frozenset[Deed])

    def with_deed(self, *deeds: Deed) -> tuple[Action, ...]:
        """The actions of these classes that have an object."""
        return tuple(action for action in self.actions if action.deed in deeds and action.thing)


_NAME: Final = re.compile(r"[\w./:@#-]{2,60}(?:\(\))?")


def read_request(text: str, title: str = "") -> Request:
    """Read a draft; its title counts as its first sentence when the draft does not begin with it."""
    whole = text if not title or title.lower() in text.lower() else f"{title}. {text}"
    whole = re.sub(r"```.*?(?:```|$)", " ", whole[:READ], flags=re.DOTALL)
    names = tuple(name for name in names_in(whole) if _NAME.fullmatch(name))
    names += tuple(dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][\w-]+", whole)))
    spoken = _english_part(whole)
    nature = nature_of(whole, names)
    every = read_actions(spoken)
    actions = tuple(action for action in every if not action.asked)
    return Request(
        text=whole,
        nature=nature,
        actions=actions,
        asks=tuple(action for action in every if action.asked),
        things=things_in(spoken, every) if spoken else (),
        actors=actors_in(spoken),
        names=names,
        english=bool(spoken),
        deeds=frozenset(action.deed for action in actions),
    )


def _english_part(text: str) -> str:
    """The sentences that read as English: the words of another language do not fit into our questions."""
    parts = re.split(r"(?<=[.!?])\s+|\n+", text)
    return " ".join(part for part in parts if is_english(part) and re.search(r"[A-Za-z]", part))
