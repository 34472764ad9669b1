"""What was said so far, for the scan: the person's statements, what they named as code, the plan and what is out of it.

Called by the driver before every scan. A sentence that rules something out is no description of the change, and neither is
one that was taken back; what was said last has not been understood yet and counts as it stands.
"""

import re
from collections.abc import Iterable

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Focus
from roundtable.facts import DirectChange, Fact, NoChange, Note, OutOfScope
from roundtable.facts.evidence import Quote
from roundtable.interview.named import messages_in, own_names, ticked_in
from roundtable.language.phrases import leading_phrase, rows

_ENDING = re.compile(r"/|\.[A-Za-z]\w{0,5}(?![\w(])")
"""What follows a name that is part of a path."""
_SAYS_NO = rows("no | nope | nah")
_STAYS = (
    r"(?:exactly |just )?as (?:it is|they are|before|today)",
    r"(?:stays?|remains?) (?:as|the same|unchanged)",
    r"(?:is|are) (?:not touched|left alone|unchanged)",
    r"(?:is|are) out of scope",
    r"(?:must|should|may|will|does|do|shall)(?: not|n't) change",
    r"keeps? (?:its|their|working)",
)
"""Behind a name: that it is none of what changes."""
_JOINS = frozenset(("", "and", "or"))


def focus_of(analysis: Analysis, refused: Iterable[str] = ()) -> Focus:
    """The focus of a scan at this point of the talk; `refused` are files that were proposed and not wanted."""
    statements = _statements(analysis)
    texts = (analysis.draft, *statements)
    plan = dict.fromkeys(fact.path for fact in analysis.of(DirectChange))
    out = [*(fact.path for fact in analysis.of(NoChange) if fact.path), *_refused(analysis), *refused]
    return Focus(
        statements=statements,
        names=tuple(dict.fromkeys(name for text in texts for name in _names(text))),
        messages=tuple(dict.fromkeys(message for text in texts for message in messages_in(text))),
        plan=tuple(plan),
        ruled_out=tuple(dict.fromkeys(path for path in out if path not in plan)),
    )


def _statements(analysis: Analysis) -> tuple[str, ...]:
    told = [(quote, fact) for fact in analysis.facts for quote in _quotes(fact)]
    found: list[str] = []
    for turn in analysis.turns:
        here = [(quote, fact) for quote, fact in told if quote.turn == turn.number > 0]
        if turn is analysis.turns[-1] and turn.number > 0 and not here:
            found.append(turn.text)
        spans = {(quote.start, quote.end) for quote, fact in here if not _is_out(fact)}
        found += [turn.text[start:end] for start, end in sorted(spans)]
    return tuple(dict.fromkeys(found))


def _is_out(fact: Fact) -> bool:
    return isinstance(fact, NoChange | OutOfScope) or (isinstance(fact, Note) and fact.about == "not")


def refuses(text: str) -> bool:
    """Whether an answer begins with no."""
    return leading_phrase(_SAYS_NO, text) is not None


def _refused(analysis: Analysis) -> list[str]:
    """The files of a question that was answered with no, or with other files alone."""
    found: list[str] = []
    for turn in analysis.turns:
        offered = [name for name in ticked_in(turn.question or "") if "." in name]
        changes = [(fact.path, quote) for fact in analysis.of(DirectChange) for quote in _quotes(fact)]
        told = {path for path, quote in changes if quote.turn == turn.number}
        if offered and (refuses(turn.text) or (told and told.isdisjoint(offered))):
            found += offered
    return found


def _names(text: str) -> list[str]:
    """What is written as code, is no part of a file's name, and is not said to stay as it is."""
    names = own_names(text)
    ends = [name.end for name in names]
    for at in reversed(range(len(names) - 1)):  # what is said behind a list is said of each
        if text[names[at].end : names[at + 1].start].strip("`, ") in _JOINS:
            ends[at] = ends[at + 1]
    told = zip(names, ends, strict=True)
    return [one.text for one, end in told if not _ENDING.match(text, one.end) and not _stays(text[end:])]


def _stays(behind: str) -> bool:
    """Whether the words behind a name leave it alone."""
    rest = behind.lstrip("`, ")
    return rest[:1].isalpha() and leading_phrase(_STAYS, rest) is not None


def _quotes(fact: Fact) -> list[Quote]:
    return [item for item in fact.evidence if isinstance(item, Quote)]
