"""What was typed, read once: every input of a person becomes an `Utterance` here, in both modes and at every place.

- Nothing else asks what somebody does with their words; the acts travel in `Heard` and in the place.
- Commands, questions back, talk and "that's all" are never kept as a turn, so no fact can come from them.

Elsewhere: the acts themselves (`roundtable.language.acts`), what follows from them (`routing`), commands (`commands`).
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Final, cast

from roundtable.analysis.analysis import Analysis
from roundtable.engine import place as places
from roundtable.engine.briefing import Ask
from roundtable.engine.depth import trigger_of
from roundtable.engine.events import Heard
from roundtable.engine.place import REVIEW
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of
from roundtable.facts import Fact
from roundtable.facts.record import Record
from roundtable.language.acts import CONTENT_ACTS, Act, ActKind, ActPlace, read_acts
from roundtable.language.closed_forms import closed_form
from roundtable.language.natures import names_of_natures
from roundtable.language.places import places_a_file
from roundtable.language.tokens import content_stems, tokens
from roundtable.language.tongue import language_of

_STATEMENTS: Final = frozenset({"answer", "assent_but", "denial_instead"})
CHANGES: Final = frozenset({"correction", "retraction"})
_SETTLING: Final = frozenset({"assent", "denial", "unknown", "not_applicable", "delegate"})
_KEEPING: Final = frozenset({"unknown", "not_applicable", "delegate"})
"""What settles a question and may come with something to keep."""
_NAMESAKES: Final = ("help", "undo", "status", "show", "deeper", "shorter")
_ENDS: Final = {"/quit": "pause", "/exit": "pause", "/done": "stop_now"}
_SLASH: Final[Mapping[str, str]] = {f"/{name}": name for name in _NAMESAKES} | _ENDS
"""Commands as they are typed; what follows the name is what they are about."""
_MAY_TELL: Final = frozenset({"unsure", "talk", "question_back", "done", "decline"})
_MAY_NAME: Final = _MAY_TELL | {"denial", "denial_instead", "not_applicable", "correction"}
_ENOUGH: Final = frozenset({"that's enough", "i'm done", "let's stop"})
"""The seeds' own words for an early end, wherever they are typed."""
_KEYS: Final[Mapping[type[Record], Mapping[str, ActKind]]] = {
    places.AtBoundary: {**dict.fromkeys(("", "y", "c"), "assent"), "n": "denial"},
    places.AtReanalysis: {"r": "assent", "": "denial", "c": "denial"},
}
"""Where a question is settled with a key: what each of them means."""
_MENU: Final = "[E] Elaboration Mode [C] Continue [S] Skip"


class Utterance(Record):
    text: str
    acts: tuple[Act, ...]

    def act(self, *kinds: ActKind) -> Act | None:
        return next((act for act in self.acts if act.kind in kinds), None)

    def commands(self, *names: str) -> Act | None:
        """The first of these commands; without names, the first command."""
        found = (act for act in self.acts if act.kind == "command")
        return next((act for act in found if not names or act.what in names), None)

    @property
    def says_something(self) -> bool:
        """Whether there is something in it for the mind: a statement, a correction, an answer of any kind."""
        sure = (act for act in self.acts if act.kind != "unsure")
        return any(act.kind in _STATEMENTS | CHANGES | _SETTLING or act.content for act in sure)

    @property
    def only_settles(self) -> bool:
        """A yes, a no, "I don't know", "nothing" or "you decide", and nothing beside it."""
        return all(act.kind in _SETTLING and not act.content for act in self.acts)

    @property
    def agrees(self) -> bool:
        """Plain agreement, and nothing beside it."""
        return self.act("assent") is not None and not self.is_about_the_item

    @property
    def refuses(self) -> bool:
        """Plain refusal, and nothing beside it."""
        return self.act("denial", "not_applicable") is not None and not self.is_about_the_item

    @property
    def is_about_the_item(self) -> bool:
        """Whether something is said, changed or taken back; not only agreed to, refused or left open."""
        return any(act.kind in _STATEMENTS | CHANGES or act.content for act in self.acts)

    @property
    def ending(self) -> places.Ending:
        """What the person wants once what they said is taken in: to be done, to pause, to stop here."""
        wanted = self.commands("pause") or self.commands("stop_now")
        return cast("places.Ending", wanted.what) if wanted else "done" if self.act("done") else ""

    def words_of(self, act: Act) -> str:
        """The part of the input that does it, without the name of a slash command."""
        words = self.text[act.start : act.end].strip() or self.text.strip()
        return words.partition(" ")[2].strip() if words.startswith("/") else words


def listen(scene: Scene, text: str) -> Utterance:
    if key := _KEYS.get(type(scene.state.place), {}).get(text.strip().lower()):
        return Utterance(text=text, acts=(Act(kind=key, start=0, end=len(text)),))
    trigger = trigger_of(bare(text))
    typed = _SLASH.get(text.strip().partition(" ")[0].lower())
    enough = "stop_now" if bare(text) in _ENOUGH else None
    if (name := trigger or typed or enough) is not None:
        return Utterance(text=text, acts=(Act(kind="command", what=name, start=0, end=len(text)),))
    before, _, last = text.rstrip().rpartition(" ")
    if (name := _SLASH.get(last.lower())) is not None and before.strip():  # "nothing else. /done"
        first = listen(scene, before)
        behind = Act(kind="command", what=name, start=len(before) + 1, end=len(text))
        return Utterance(text=text, acts=(*first.acts, behind))
    place, question = _where(scene, scene.state.place)
    earlier = _on_record(scene.state.analysis, text, looks_back=place in {"review", "menu"})
    acts = _unread(text) or read_acts(text, place=place, question=question, earlier=earlier)
    settled = tuple(_telling(text, _without_needless_doubt(act, place)) for act in acts)
    if scene.state.mind != "offline" and place in {"opening", "talk"}:
        settled = _answering(text, settled, place)
    return Utterance(text=text, acts=settled)


def _answering(text: str, acts: tuple[Act, ...], place: ActPlace) -> tuple[Act, ...]:
    """A "no" with which somebody is done is a "no" to the question first, and whoever asked it has to hear it.

    Questions of the content are never answered with yes or no; those of a mind that finds its own may be.
    """
    first = next(iter(text.split()), "").rstrip(",;:")
    form = closed_form(first, place)
    if [act.kind for act in acts] != ["done"] or form is None or form.kind != "denial":
        return acts
    at = text.index(first) + len(first)
    return (Act(kind="denial", start=acts[0].start, end=at), acts[0].changed(start=at))


def _unread(text: str) -> tuple[Act, ...]:
    """What nobody here can read: words of another script or language are kept as they are, signs alone are asked about."""
    if not any(letter.isalnum() or letter in "/?" for letter in text):
        return (Act(kind="unsure", start=0, end=len(text), candidates=("answer", "talk")),)
    if language_of(text) == "other":
        return (Act(kind="answer", start=0, end=len(text), content=((0, len(text)),)),)
    return ()


def _without_needless_doubt(act: Act, place: ActPlace) -> Act:
    """A doubt is worth a question only where one of the two likeliest readings would put something on record.

    In a discussion what is most likely said to the table is said to the table: a question would only get in its way.
    """
    likely = act.candidates[:2]
    if act.kind != "unsure":
        return act
    # At the review "done" ends everything; elsewhere it leaves one question, as "none" does.
    settling = _SETTLING if place == "review" else {*_SETTLING, "done"}
    same = set(likely) <= _STATEMENTS or set(likely) <= CHANGES or set(likely) <= settling
    shown = {"review": CHANGES, "discussion": _STATEMENTS}.get(place, ())  # what is shown is what is changed
    # "Nothing is printed, it is a refactoring" settles the question, and its words are kept.
    settles = (
        place != "review" and likely[0] in _KEEPING and likely[1] in _STATEMENTS if likely[1:] else False
    )
    if likely and (same or settles or likely[0] in shown):
        kind = likely[0]
    elif set(likely) & (_STATEMENTS | CHANGES):
        return act
    else:
        kind = "question_back" if "question_back" in likely else "talk"
    whole = ((act.start, act.end),) if kind in CONTENT_ACTS or settles else ()
    return act.changed(kind=kind, content=act.content or whole, candidates=())


def _telling(text: str, act: Act) -> Act:
    """Whoever says of a file that it is in or out, or what sort of item this is, tells something, however they put it."""
    said = text[act.start : act.end]
    places = act.kind in _MAY_TELL and places_a_file(said)
    if not places and not (act.kind in _MAY_NAME and names_of_natures(said)):
        return act
    return act.changed(kind="answer", what="", content=((act.start, act.end),), candidates=())


def prepare_to_listen() -> None:
    """Load what the first input will need, while nobody waits."""
    read_acts("What is this for", place="talk")


def keep_in_mind(scene: Scene, said: Utterance, *, keep: bool, **asked: str | None) -> None:
    """The person said this; `keep` makes it a turn, `asked` says where (`question`, `step_id`, `persona`)."""
    heard = {"at": scene.at, "text": said.text, "keep": keep, "acts": said.acts, **asked}
    scene.tell(Heard.model_validate(heard))


def bare(text: str) -> str:
    """A message without case, needless space and the marks around it."""
    return " ".join(text.replace("’", "'").lower().split()).strip(" .,;:!?\"'()…")


def _where(scene: Scene, place: places.Place) -> tuple[ActPlace, str]:
    """The place in the reader's words, and what was just asked or proposed there."""
    match place:
        case places.AtMenu():
            return ("menu", _MENU) if place.asked is None else ("choice", place.asked.text)
        case places.InDiscussion(stage="waiting"):
            spoken = (line.text for line in reversed(place.said) if line.persona is not None)
            return "discussion", next(spoken, place.focus)
        case places.InStep() if place.asked is not None:
            return _of_question(place, place.asked), place.asked.text
        case places.InConversation() if place.asked is not None:
            return _of_question(place, place.asked), _proposed(scene, place.asked.text)
        case _ if isinstance(place, places.Resting | places.Aside):
            said = (line.text for line in reversed(scene.state.said))
            return "choice", next((text for text in said if text.rstrip().endswith(("?", "]"))), "")
        case _:
            return "talk", ""


def _of_question(place: places.InStep | places.InConversation, asked: Ask) -> ActPlace:
    if isinstance(place, places.InConversation) and place.stage != "waiting":
        return "choice"
    if asked.about == REVIEW:
        return "review"
    is_of_lines = asked.about.startswith((places.WHICH, places.REPLACES, places.KEEPS))
    if is_of_lines or asked.origin == "draft" or asked.options or asked.proposes or asked.offers:
        return "choice"
    return "opening" if isinstance(place, places.InConversation) and place.exchanges == 0 else "talk"


def _proposed(scene: Scene, question: str) -> str:
    """In a conversation: the question with what Alex and Jordan brought up since the person last spoke: a "no" may be to that."""
    said = takewhile(lambda line: line.persona is not None, reversed(scene.state.said))
    lead = lead_of(scene).key
    brought = [line.text for line in said if line.persona != lead and line.text != question]
    return " ".join((*reversed(brought[:2]), question))


def _on_record(analysis: Analysis, text: str, *, looks_back: bool) -> str:
    """The recorded line that the words may be about: by its id anywhere; by the words they share at the review and
    at the menu after a step, where somebody looks back at what is known.

    Whatever else is known says nothing about what somebody does with a sentence, so it is left out.
    """
    facts = [fact for fact in analysis.facts if fact.area != "code"]
    named = [fact for fact in facts if fact.id in text]
    if not named and looks_back:
        words = content_stems(tokens(text))
        near = [(len(words & content_stems(tokens(fact.headline))), fact) for fact in reversed(facts)]
        shared = max(near, key=lambda entry: entry[0], default=None)  # of several, the latest
        named = [shared[1]] if shared and shared[0] else []
    return "; ".join(_line(analysis, fact) for fact in named[:2])


def _line(analysis: Analysis, fact: Fact) -> str:
    level = analysis.priority_of(fact.id)
    return f"{fact.id}: {' '.join(fact.headline.split())}{f' ({level})' if level else ''}"
