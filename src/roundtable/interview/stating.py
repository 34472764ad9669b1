"""An answer as statements: the person's sentences, whole and in order, each sorted.

A sentence that leans on the one before it stays with it; a word or two go with their neighbour.

Elsewhere: from a statement to a fact (`recording`), which sort of statement (`language.statements`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from roundtable.interview.denials import OBJECTIONS, objects
from roundtable.interview.lead_ins import announces, takes_back
from roundtable.interview.named import files_in
from roundtable.interview.situation import Situation
from roundtable.interview.slots import given_when_then, rank_in
from roundtable.interview.which_fact import ID
from roundtable.interview.wording import blanked, content_words
from roundtable.language.acts import asks_table, main_act
from roundtable.language.phrases import any_form, any_phrase, leading_phrase, rows
from roundtable.language.sentences import FRAGMENT, sentences
from roundtable.language.statements import AREAS, sort_statement
from roundtable.language.tongue import language_of

_LEANS: Final = rows(
    "it | its | it's | they | their | them | that | that's | this | these | those | same | the same | then "
    "| each | so | and | but | not | later | unless | otherwise"
)
"""How a sentence begins that is about what the one before it names."""
_TURNS_AWAY: Final = rows(r"(?:\w+ )?by the way | (?:\w+ )?btw | and another thing")
"""How a sentence begins that is about something else, whatever stands in front."""
_PLACES: Final = frozenset({"direct_change", "change", "no_change"})
_STANDS_ALONE: Final = _PLACES | {"quality", "out_of_scope", "priority", "success_metric", "open_question"}
"""Kinds that are looked for by themselves, whatever they lean on."""
TODAY: Final = rows("today | at the moment | currently | right now | so far")
_ASKED_FOR: Final = frozenset(
    rows(
        "problem | user_type | business_rule | error_case | constraint | out_of_scope | success_metric | criterion"
    )
)
"""Kinds that an answer begins with where nothing else is clear: of first sentences people mean nearly all so."""
_STAGES: Final = rows("now | afterwards | after | with | instead")
"""How a sentence begins that tells what becomes of the case before it."""
_SETS_UP: Final = rows("(?:so,? )?(?:let'?s )?say | suppose | imagine | assume")
"""How a sentence begins that only tells the case, and not what comes of it."""
_POINTS: Final = rows("it | them")
_PLAINLY: Final = 0.6
_FEW: Final = 2
"""A sentence with no more words of its own than these, and one that points back, is about what was named before."""


LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    "decision": rows("decision | decided"),
    "out_of_scope": rows("out of scope | not in scope | not part of it | left out | not now"),
    "constraint": rows("must not break | constraint | compatibility"),
    "requirement": rows("requirement | wish | what i want"),
    "criterion": rows("test | check | acceptance | criterion | criteria"),
    "business_rule": rows("rule | default"),
    "error_case": rows("error"),
    "user_type": rows("user | for whom"),
    "problem": rows("problem | why | reason"),
    "assumption": rows("assumption"),
    "risk": rows("risk"),
    "open_question": rows("open question | open point | still open | question"),
    "priority": rows("priority | prio"),
    "change": rows("file that changes | files that change"),
}
"""Whoever writes one of these, or several of them, in front of what they say has sorted it, whatever was asked."""

_SAID_OF_ITSELF: Final = ("out_of_scope", "open_question")
_STORY: Final = re.compile(r"as an? [^,.;]{2,60}, i (?:want|need|would like|'d like) ", re.IGNORECASE)
_KEEP_LABEL: Final = frozenset({"criterion"})
"""Kinds whose label says something: "Tests: one for each ending"."""
_LEADS: Final = rows("as for | about | also | and | new | another | one more | what | the | add | a | an")
"""What may stand before such a label."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the person's, where it stands, and what it states."""

    text: str
    start: int
    end: int
    kind: str | None
    area: str | None
    is_labelled: bool = False
    """Whether the person wrote what it is in front of it."""


def statements_in(situation: Situation, spans: Iterable[tuple[int, int]]) -> list[Statement]:
    """The sentences of these parts of what was heard, each sorted."""
    text, asked = situation.heard.text, situation.asked
    question, kinds = (asked.text, asked.kinds) if not objects(situation) else ("", OBJECTIONS)
    found: list[Statement] = []
    before = ""
    for start, end in _stretches(text, spans):
        for low, high in _joined(text[start:end]):
            sentence = text[start + low : start + high]
            is_words = any(letter.isalnum() for letter in sentence)
            if not is_words and any(letter.isalnum() for letter in text):
                continue
            if not ID.sub("", sentence).strip(" .,") or (sentence.endswith("?") and asks_table(sentence)):
                continue  # an id says nothing of the item, and neither does a question to somebody here
            kind, area, form = None, None, None
            if (labelled := label_of(sentence)) is not None:
                kind, area = labelled[0], AREAS[labelled[0]]
                low += labelled[1] if kind not in _KEEP_LABEL else 0
                sentence = text[start + low : start + high]
            elif (form := _by_form(sentence)) is not None:
                kind, area = form, AREAS[form]  # whatever was asked
            elif is_words and language_of(sentence) == "en":
                told = sort_statement(
                    sentence, question=question, asked=kinds, before=before, item=situation.analysis.title
                )
                # Behind the word on who uses it comes what may be about anything.
                asked_kind = None if found and told.area == "who" else _as_asked(told.area, kinds)
                kind, area = told.kind or asked_kind, told.area
                if not found and area is None and kinds and kinds[0] in _ASKED_FOR:
                    kind, area = kinds[0], AREAS[kinds[0]]
                if _is_unknown(sentence):
                    kind, area = "open_question", AREAS["open_question"]
                elif area == "rank" and kinds[:1] == ("out_of_scope",):
                    kind, area = kinds[0], "not"  # "would be nice, but later"
            if kinds[:1] == ("criterion",) and leading_phrase(TODAY, sentence):
                kind, area = None, "why"  # how it goes today is no check of what it will do
            elif kinds[:1] == ("criterion",) and area == "why":
                kind, area = "criterion", "what"  # whoever is asked how to see it tells that
            is_called_so = labelled is not None or form == "requirement"
            said = Statement(sentence, start + low, start + high, kind, area, is_called_so)
            names_code = any(situation.sight.resolve(one.text) for one in files_in(sentence))
            if found and _leans_on(found[-1], said, text, kinds[:1], names_code=names_code):
                found[-1] = _one_of_both(found[-1], said, text)
            else:
                found.append(said)
            before = sentence
    return _as_one_case(found, text) if kinds[:1] == ("criterion",) else found


def _as_one_case(found: list[Statement], text: str) -> list[Statement]:
    """Before and after of one case are one check: "It prints 3 today. Afterwards: it prints 4"."""
    told = [said for said in found if said.kind not in _STANDS_ALONE and not said.is_labelled]
    if not told[1:] or any(text[a.end : b.start].strip() for a, b in pairwise(told)):
        return found
    start, end = told[0].start, told[-1].end
    later = [text[start + a : end] for a, _ in sentences(text[start:end])[1:]]
    is_set_up = leading_phrase(_SETS_UP, told[0].text)
    if not is_set_up and not any(leading_phrase(_STAGES, said) for said in later):
        return found
    case = Statement(text[start:end], start, end, "criterion", "what")
    return sorted((case, *(said for said in found if said not in told)), key=lambda said: said.start)


def _is_unknown(sentence: str) -> bool:
    """Whether somebody says of something that they do not know it: "how long we keep them i dont know"."""
    read = main_act(sentence, "talk", "", "")
    return read.kind == "unknown" and len(content_words(sentence)) >= _FEW and read.share >= _PLAINLY


def label_of(sentence: str) -> tuple[str, int] | None:
    """The kind that somebody writes in front of what they say ("out of scope: …"), and where that begins."""
    for kind, labels in LABELS.items():
        found = _labelled(labels, _LEADS).match(sentence)
        if found is not None and any(letter.isalnum() for letter in sentence[found.end() :]):
            return kind, found.end()
    return None


@lru_cache(maxsize=64)
def _labelled(labels: tuple[str, ...], leads: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:[^:.\n]{{0,40}},\s+)?(?:{any_phrase(leads).pattern}\s+){{0,3}}(?:{any_form(labels).pattern})s?"
        r"(?:\s+(?:is|are)(?:\s+also)?)?:\s+"
        rf"|(?:please\s+)?add\s+(?:(?:it\s+)?as\s+)?(?:an?|another|the)\s+(?:{any_form(labels).pattern})\s*(?::|,?\s+that)\s+",
        re.IGNORECASE,
    )


def _by_form(sentence: str) -> str | None:
    """The kind of a sentence that has the form of it: Given/When/Then, a story, "… is out of scope", "… is still open"."""
    if given_when_then(sentence):
        return "criterion"
    if _STORY.match(sentence):
        return "requirement"
    named = (kind for kind in _SAID_OF_ITSELF if _says_it_is(LABELS[kind]).search(sentence))
    return next(named, None)


@lru_cache(maxsize=8)
def _says_it_is(labels: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:is|are)\s+(?:(?:both|all)\s+)?(?:{any_form(labels).pattern})[\s.!]*$"
        rf"|^(?:{any_form(labels).pattern})\s+(?:is|are)\s",
        re.IGNORECASE,
    )


def _as_asked(area: str | None, kinds: Sequence[str]) -> str | None:
    """The kind that was asked for, where a sentence is about the same and no kind of it is clearer."""
    main = kinds[0] if kinds else ""
    return main if area in {"why", "who", "limits", "not"} and AREAS.get(main) == area else None


def _asks(statement: Statement) -> bool:
    return statement.text.rstrip().endswith("?")


def _leans_on(
    first: Statement, second: Statement, text: str, asked: Sequence[str] = (), *, names_code: bool = False
) -> bool:
    """Whether a sentence means nothing without the one right before it ("It prints nothing.")."""
    stands_alone = announces(second.text) or takes_back(second.text) or rank_in(second.text)
    between = text[first.end : second.start].split()  # "… now? hm, no"
    if _asks(first) and not _asks(second) and second.kind not in _PLACES and len(between) <= 1:
        return not stands_alone
    if between or stands_alone:
        return False
    if first.text.rstrip().endswith(":"):  # "Here is the log:"
        return True
    if second.kind in asked and second.kind != first.kind:
        return False  # what answers the question stands for itself, whatever it leans on
    if (files_in(first.text) and files_in(second.text)) or (names_code and "direct_change" not in asked):
        return False  # each file has a sentence of its own, and "it's all in x.py" is about the item
    if files_in(first.text) and len(content_words(_without_files(first.text))) <= 1:
        return False  # "x.py is missing. And the flag turns it off"
    apart = second.kind in _STANDS_ALONE and second.kind != first.kind
    apart = apart or (first.kind, second.kind) == ("problem", "requirement")  # "It crashes. It should go on."
    points = any_phrase(_POINTS).search(second.text) is not None
    if points and second.kind not in _PLACES and len(content_words(second.text)) <= _FEW:
        return True
    return not apart and leans(second.text)


def _without_files(text: str) -> str:
    for name in reversed(files_in(text)):
        text = blanked(text, name.start, name.end)
    return text


def leans(text: str) -> bool:
    """Whether a sentence begins as one that is about what was said before."""
    is_apart = leading_phrase(_TURNS_AWAY, text) is not None
    return not is_apart and (leading_phrase(_LEANS, text) is not None or text.rstrip(" .!").endswith(" too"))


def _one_of_both(first: Statement, second: Statement, text: str) -> Statement:
    if _asks(first):  # open only where somebody else has to answer it
        is_open = main_act(second.text, "talk", first.text, "").kind in {"delegate", "unknown"}
        kind = "open_question" if is_open else second.kind if second.kind != "assumption" else None
        return Statement(text[first.start : second.end], first.start, second.end, kind, AREAS.get(kind or ""))
    kind, area = (first.kind, first.area) if first.kind else (second.kind, first.area or second.area)
    return Statement(text[first.start : second.end], first.start, second.end, kind, area)


def _stretches(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Parts with nothing between them are one."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _joined(text: str) -> list[tuple[int, int]]:
    """The sentences, where a word or two ("Empty.") go with the sentence that follows, or else with the one before."""
    found: list[tuple[int, int]] = []
    waiting: int | None = None
    last = (0, 0)
    for start, end in sentences(text):
        if waiting is not None and found and files_in(text[start:end]):
            found[-1], waiting = (found[-1][0], last[1]), None  # what follows is about a file
        begin = start if waiting is None else waiting
        is_word = len(text[begin:end].split()) <= FRAGMENT and not files_in(text[begin:end])
        waiting = begin if is_word else None
        if waiting is None:
            found.append((begin, end))
        last = (begin, end)
        if waiting is not None and end >= len(text.rstrip()):
            found[-1:] = [(found[-1][0], end)] if found else [last]
    return found
