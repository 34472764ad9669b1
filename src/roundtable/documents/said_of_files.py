"""What was said of each file that changes, and what the code shows there.

Of a sentence about several files each has its clause; one that does not come apart stands once, below them.

Elsewhere: the table and the list (`impact`), where what was named stands (`occurrences`).
"""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from roundtable import facts
from roundtable.documents import occurrences, typography
from roundtable.documents.escaping import code, one_line
from roundtable.documents.page import Page
from roundtable.documents.typography import normal
from roundtable.facts.evidence import CodeAnchor, Confirmed, HandEdit, Quote
from roundtable.language.closed_forms import closed_form
from roundtable.language.places import FILE
from roundtable.language.sentences import sentences, shelters
from roundtable.language.tongue import small_words

_Changes = Sequence[facts.DirectChange]
_ADDS: Final = frozenset({"plus", "too"})
"""Beside the small words, what joins a file to others and says nothing of it."""
_NAME_OR_WORD: Final = re.compile(rf"{FILE.pattern}|(?P<word>[^\W_]+|\()")
_FOLDER: Final = re.compile(r"\w[\w.-]*/[\w./-]*")
_SET_OFF: Final = re.compile(r"`?[,;:.]\s+|\s+(?=\()")
_JOINT: Final = re.compile(r"(?:(?P<join>and|also|plus)|(?P<word>\w+),)\s+", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[;,]\s+(?:and\s+)?|(?<=[.!?])\s+(?=[A-Z])")
_AND: Final = re.compile(r"(?<![,;\s])\s+and\s+")
_MARK: Final = re.compile(r"[;,.]\s|\sand\s")
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_SAYS_SOMETHING: Final = 2
"""Words beside the name of a file, on either side of an "and" that parts what is said of two ("… and shown by b.py")."""
_NOT_YET: Final = "is not in it yet"
_NAMED: Final = "named in the text"
"""The scan's reason for what the person named: nothing that was seen."""


def about_each(page: Page, direct: _Changes) -> Iterator[tuple[facts.DirectChange, str, str]]:
    """Each file with what the person said about it, and what the code shows."""
    is_column = any(fact.text for fact in direct)
    denied = {one.path.rpartition("/")[2] for one in page.analysis.of(facts.NoChange)} - {""}
    elsewhere = page.analysis.of(facts.Requirement, facts.Problem)  # what the page says already
    known = {normal(one.text) for one in elsewhere}
    before = set[str]()
    for fact in direct:
        page.show(fact)
        said = _without(denied, _clause(fact, direct)) if fact.text else ""
        is_new = normal(said) not in before and normal(fact.text) not in known
        is_told = is_new and _says_more(said, fact.path)
        before.add(normal(said))
        if fact.text and not is_told:
            told_ = page.mark(fact, fact.text)  # it was named, and that is all
        elif said:
            told_ = f"{page.words(said.rstrip(' .'), opens=False)}{page.doubt(fact)}{page.mark(fact, said)}"
        else:
            is_unnamed = is_column and not (is_named(fact) or is_argued(fact))
            told_ = f"nobody named it{page.doubt(fact)}{page.mark(fact)}" if is_unnamed else ""
        held = occurrences.seen_in(fact.path, page.context.scan, page.analysis, fact.text)
        seen = _seen(page, fact, held) + (page.doubt(fact) if not told_ else "")
        is_worded = fact.why and (not held or is_argued(fact))  # lines of the code are their own source
        if is_worded and not fact.text and (not is_column or is_named(fact)):
            seen += page.mark(fact, fact.why)
        yield fact, told_, seen


def of_several(page: Page, direct: _Changes) -> str:
    """What was said of several files in one sentence that does not come apart."""
    denied = {one.path.rpartition("/")[2] for one in page.analysis.of(facts.NoChange)} - {""}
    shared = {fact.text: fact for fact in direct if fact.text and not _clause(fact, direct)}
    told_of = [fact for text, fact in shared.items() if _says_more(text, fact.path)]
    return page.paragraph(fact for fact in told_of if not any(name in fact.text for name in denied))


def _without(denied: Set[str], said: str) -> str:
    """The sentences that name no file which is left alone."""
    parts = [said[a:b] for a, b in sentences(said)]
    return " ".join(part for part in parts if not any(name in part for name in denied))


def _says_more(said: str, path: str) -> bool:
    """Whether something is said of files beside their names, their folders and a yes ("Also `x.py`, yes.")."""
    left = _FOLDER.sub(" ", FILE.sub(" ", said.replace(path, " ")))
    return not all(map(_is_nod, re.findall(r"[^\W_]+(?:['’]\w+)?", left)))


def _is_nod(word: str) -> bool:
    said = re.split("['’]", word.casefold(), maxsplit=1)[0]  # "it's"
    return said in small_words("en") | _ADDS or closed_form(word, "choice") is not None


def _without_yes(text: str) -> str:
    """What is said beside the names of files and a yes to them: "main()" of "`cli.py` yes, main()", "b.py" of "yep, and b.py"."""
    words = (one for one in _NAME_OR_WORD.finditer(text) if one["word"] and not _is_nod(one["word"]))
    end = next((one.start() + 1 for one in words), len(text))
    names = [one.end() for one in FILE.finditer(text, 0, end)]
    cuts = [one.end() for one in _SET_OFF.finditer(text, names[-1], end)] if names else []
    rest = text[cuts[-1] :] if cuts else text
    while (joint := _JOINT.match(rest)) and (joint["join"] or closed_form(joint["word"], "choice")):
        rest = rest[joint.end() :]
    return rest.removesuffix(")").lstrip("(") if rest.startswith("(") else rest


def is_named(fact: facts.DirectChange) -> bool:
    """Whether the person named the file, agreed to it or wrote it down."""
    name = fact.path.rpartition("/")[2]
    quotes = [item for item in fact.evidence if isinstance(item, Quote)]
    by_hand = any(isinstance(item, Confirmed | HandEdit) for item in fact.evidence)
    return by_hand or any(name in quote.text for quote in quotes)


def _clause(fact: facts.DirectChange, others: Sequence[facts.DirectChange]) -> str:
    """The sentence, without the path that stands beside it; of one about several files the clause about this one, if it has one."""
    text, name, mine = one_line(fact.text), fact.path.rpartition("/")[2], [""]
    if any(other.text == fact.text for other in others if other is not fact):
        closed = [*shelters(text)]
        every = sorted((*_CLAUSE.finditer(text), *_ands_between(text, others)), key=lambda m: m.start())
        cuts = [m for m in every if not any(a <= m.start() < b for a, b in closed)]
        bounds = zip([0, *(m.end() for m in cuts)], [*(m.start() for m in cuts), len(text)], strict=True)
        names = {one for other in others for one in _names_of(other)}
        pieces: list[tuple[int, int]] = []
        # What names no file goes with what stands before it: "b.py for the counting, one line".
        for a, b in bounds:
            if any(one in text[a:b] for one in names) or (not pieces and _says_more(text[a:b], fact.path)):
                pieces.append((a, b))
            elif pieces:
                pieces[-1] = (pieces[-1][0], b)
        is_list = all(any(one in text[a:b] for one in names) for a, b in pieces)
        own = [text[a:b].strip() for a, b in pieces if any(one in text[a:b] for one in _names_of(fact))]
        mine = own if is_list else []
        along = [one for other in others if other is not fact for one in _names_of(other)]
        if len(mine) != 1 or any(one in _BRACKETS.sub("", mine[0]) for one in along):
            return ""  # said of several: below them
        text = mine[0]
    text = _without_yes(text.rstrip(" .")) if len(mine) == 1 else text
    place = rf"`?(?:{re.escape(fact.path)}|{re.escape(name)})`?"
    own_name = re.match(rf"{place},?\s+(?=[a-z])", text)
    return text[own_name.end() :] if own_name else text  # it stands in front already


def _ands_between(text: str, others: _Changes) -> Iterator[re.Match[str]]:
    """Each "and" with one file and a few words of its own on both sides, up to the next mark."""
    names = [one for other in others for one in _names_of(other)]

    def is_told(piece: str) -> bool:
        named = [one for one in names if one in piece]
        return len({one.partition(".")[0] for one in named}) == 1 and len(piece.split()) > _SAYS_SOMETHING

    for joint in _AND.finditer(text):
        before, after = _MARK.split(text[: joint.start()])[-1], _MARK.split(text[joint.end() :])[0]
        starts = any(after.lstrip("`").startswith(one) for one in (*names, *(fact.path for fact in others)))
        if is_told(after) and (is_told(before) or (not starts and FILE.search(before))):
            yield joint


def _names_of(fact: facts.DirectChange) -> list[str]:
    """How somebody may call a file: by its name, or without its ending where that is no plain word."""
    name = fact.path.rpartition("/")[2]
    stem = name.partition(".")[0]
    return [name, stem] if re.search(r"[a-z][A-Z]|_", stem) else [name]


def _seen(page: Page, fact: facts.DirectChange, held: str) -> str:
    """What the code shows: where that stands which was named, else the reason and the places it was found at."""
    parts = ["new file" if fact.change == "create" else "to be deleted" if fact.change == "delete" else ""]
    why = fact.why
    if held:
        parts += [page.words(why, fact.path) if is_argued(fact) else "", held]
        parts += [page.words(why, fact.path, opens=False) if why.endswith(_NOT_YET) else ""]
    elif why != _NAMED:
        parts.append(page.words(why, fact.path, opens=False))
    is_cited = is_argued(fact) or fact.is_stated  # whoever speaks for it tells where
    for item in fact.evidence if is_cited or not held else ():
        is_told = is_cited and item.kind == "code" and item.line
        if (
            isinstance(item, CodeAnchor)
            and item.path == fact.path
            and (item.symbol or is_told or not (why or held))
        ):
            named = item.symbol and normal(item.symbol) in normal(why)
            line = typography.line_link(item.path, item.line, text=str(item.line)) if item.line else ""
            symbol = code(item.symbol or "") if not named else ""
            if not any(re.search(rf"#L{item.line}\b", part) for part in parts):
                parts.append(" ".join(part for part in (symbol, line) if part))
    return " · ".join(filter(None, parts))


def is_argued(fact: facts.DirectChange) -> bool:
    """Whether the reason is a sentence of somebody's who read the code: the scan's own are no sentences."""
    return fact.why.endswith(".")
