"""Small readings of text that several guards share: sentences, content words, questions, what was said before."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from roundtable.engine.briefing import Briefing
from roundtable.language.tongue import language_of, small_words

_CONTROL: Final = re.compile(
    r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Letters of languages that put no spaces between words."""
_WORD: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_STOP_WORDS: Final = """
a about all also am an and any are as at be because been before but by can could did do does each for from had has
have he her here his how i if in into is it its just let like may me might more most must my no nor not now of off
on one only or other our out over own same shall she should so some such than that the their them then there these
they this those through to too under up us very was we well were what when where which while who why will with would
you your yours theirs ours hers mine yes i'm i'd i'll it's that's we're we'll let's don't doesn't isn't maya alex jordan
"""
FIRST_PERSON: Final = re.compile(r"\b(?:I|me|my|we|us|our)\b")
_SHORTEST: Final = 3
_VOWEL: Final = re.compile(r"[^\Wbcdfghj-np-tv-xz]")
_ENDINGS: Final = ({"ies": "", "es": "", "s": "su"}, {"ing": "", "ed": "e", "ly": ""})
"""Each with the letters behind which it is none: status, class, speed."""
_STOP: Final = frozenset(_STOP_WORDS.split())
_OTHERS: Final = frozenset({"de", "es", "fr"})
_ENDS: Final = re.compile(r"(?<=[.!?…؟])\s+|(?<=[。！？])\s*|\n+")
HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between the words that a name in code puts together."""
_APART: Final = str.maketrans("_./-", "    ")
QUOTED: Final = re.compile(r"[\"“”„«»](?:[^\"“”„«»\n]{1,400})[\"“”„«»]|`[^`\n]{1,200}`")


def plain(text: str) -> str:
    """For comparing: lower case, straight quotes, single spaces."""
    straight = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    return " ".join(straight.lower().split())


def without_controls(text: str) -> str:
    """Without what a terminal or an editor would act on instead of showing it."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """One line: whatever begins a line in a document has a meaning there."""
    return " ".join(without_controls(text).split())


def word_count(text: str) -> int:
    return len(text.split())


def content_words(text: str) -> tuple[str, ...]:
    """The words that carry the meaning, without endings, each once, in order."""
    language = language_of(text)
    small = small_words(language) if language in _OTHERS else frozenset[str]()
    return tuple(
        dict.fromkeys(
            piece
            for word in _words(text)
            if word not in _STOP and word not in small and len(word) > 1
            # Where nothing separates words, every two neighbouring letters stand for one.
            for piece in (map("".join, pairwise(word)) if _UNSPACED.search(word) else (_stem(word),))
        )
    )


def words_in_code(text: str) -> tuple[str, ...]:
    """The words that carry the meaning, those in names one by one."""
    return content_words(HUMP.sub(" ", text.translate(_APART)))


def stems(text: str) -> tuple[str, ...]:
    return tuple(map(_stem, _words(text)))


def _words(text: str) -> Iterator[str]:
    return (match.group().lower().replace("’", "'") for match in _WORD.finditer(text))


def _stem(word: str) -> str:
    """What is left without the endings that change no meaning: "files" and "file", "cancelled" and "cancels"."""
    word = word.removesuffix("'s")
    for endings in _ENDINGS:
        for ending, unended in endings.items():
            rest = word.removesuffix(ending)
            if rest != word and len(rest) >= _SHORTEST and _VOWEL.search(rest) and rest[-1] not in unended:
                word = f"{rest}y" if ending == "ies" else rest
                break
    word = word[:-1] if word.endswith("e") and len(word) > _SHORTEST else word
    return word[:-1] if len(word) > _SHORTEST and word[-1] == word[-2] else word


def sentences(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, _ENDS.split(text))))


def without_quotations(text: str) -> str:
    """The text without what stands in quotation marks or back-ticks: somebody else's words."""
    return QUOTED.sub(" ", text)


def question_marks(text: str) -> int:
    return len(re.findall(r"[?？؟]+", without_quotations(text)))


def spoken_by_the_person(briefing: Briefing) -> Iterator[str]:
    """Everything the person said or wrote, the draft first."""
    yield from (turn.text for turn in briefing.analysis.turns)
    if briefing.heard is not None:
        yield briefing.heard.text
    if briefing.task.kind == "contribute":
        yield from (line.text for line in briefing.said if line.persona is None)
    yield briefing.analysis.title


def known_words(briefing: Briefing) -> frozenset[str]:
    """The words that carry meaning in what was said and found, and in facts that rest on that."""
    texts = list(spoken_by_the_person(briefing))
    texts += [turn.question for turn in briefing.analysis.turns]
    facts = briefing.analysis.facts
    known = [fact for fact in facts if any(item.kind != "assumed" for item in fact.evidence)]
    texts += [f"{fact.headline} {getattr(fact, 'text', '')}" for fact in known]
    for file in briefing.scan.files if briefing.scan is not None else ():
        names = HUMP.sub(" ", f"{file.path} {' '.join(file.symbols)}".translate(_APART))
        texts.append(f"{names} {' '.join(file.reasons)}")
    return frozenset(word for text in texts for word in content_words(text))
