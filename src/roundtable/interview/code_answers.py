"""What a question about the code is answered with: what it names, or the files that change.

What is said is what was looked up; where the code ends, that is said, too.

Elsewhere: what Alex and Jordan say unasked (`code_talk`), which of the answers is given (`answering`).
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from roundtable.analysis.scanning import Occurrence
from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.briefing import Contribution
from roundtable.facts import DirectChange
from roundtable.interview.code_talk import (
    ALEX,
    HAS_FILE,
    MOST_FILES,
    MOST_PLACES,
    TELLING,
    definition_meant,
    imported_by,
    is_used,
    likely_files,
    names_as_code,
    stands_at,
)
from roundtable.interview.name_answers import (
    ASKED,
    UNTOLD,
    forms_of,
    kind_asked,
    of_name,
    related_in,
)  # fmt: skip
from roundtable.interview.named import (
    IN_CODE,
    files_named,
    likely_names,
    messages_in,
    names_asked,
    own_names,
    pieces_in,
)
from roundtable.interview.situation import Situation
from roundtable.interview.wording import capital, content_words, listed
from roundtable.language.phrases import any_phrase, rows

NO_NAME: Final = "I find no name in that to look up; name a function, a file or a message."
_WHERE_WE_ARE: Final = rows("are we | were we | we are | we stand | things stand")


def about_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """What the code shows about what a question names, said by Alex unless another was asked; nothing without a name."""
    files, told, rest = files_named(text, situation.sight), list[str](), text
    for piece in pieces_in(text):
        told.append(stands_at(situation, f"`{piece}`", piece))
        rest = rest.replace(piece, " ") if told[-1] else rest
    messages = [words for words in messages_in(text) if len(words.split()) > 1]
    told += [stands_at(situation, f'"{words}"', words) for words in messages]
    for words in (*messages, *(file.text for file in files)):
        rest = rest.replace(words, " ")
    near = {file.found.path for file in files if file.found}
    named = _of_names(situation, rest, near, is_alone=not any(told))
    shown = f"{named} {named.replace('_', '-')}".casefold()
    untold = {word for word in _words_asked(situation, rest) if word not in shown}
    told.append(f"{named}{_NO_MORE}" if named and untold and UNTOLD not in named else named)
    for path in sorted(near):
        if f"`{path}:" not in "".join(told):
            asks_users = kind_asked(rest) in {"breaks", "tests", "calls"}
            told.append(capital(imported_by(situation, path)) if asks_users or not untold else f"{UNTOLD}.")
    return situation.says(" ".join(filter(None, dict.fromkeys(told))), _who_looks_up(situation, text))


def _of_names(situation: Situation, text: str, near: Collection[str], *, is_alone: bool) -> str:
    """What is told of the names in a question; of names that nothing defines only where nothing else was told."""
    if related := related_in(situation, text):
        return related
    meant = _names_meant(situation, text)[:MOST_PLACES]
    if meant or not is_alone:
        told = [of_name(situation, *one, near, text) for one in meant]
        known = [one for one in told if not one.startswith(UNTOLD)]
        return " ".join(
            known or (one.removeprefix(f"{UNTOLD}; " if at else "") for at, one in enumerate(told))
        )
    names = [*_coded(situation, text), *(name.text for name in own_names(text))]
    forms = [form for name in dict.fromkeys(names) for form in forms_of(situation, name)]
    return next(filter(None, (stands_at(situation, f"`{form}`", form) for form in forms)), "")


def _names_meant(situation: Situation, text: str) -> list[tuple[str, Sequence[Occurrence]]]:
    """Names that the code defines: as written in code, or by a plain word in a question about code or about nothing else.

    Where a question about code says "it", what was named last is meant.
    """
    sight = situation.sight
    is_about_code = any_phrase(IN_CODE).search(text) or kind_asked(text) in {"breaks", "overrides", "tests"}
    found, written = names_asked(text, sight), {name.text for name in own_names(text)}
    if not found and not written and is_about_code and _IT.search(text):
        meant = definition_meant(situation, situation.analysis)
        full = f"{meant.parent}.{meant.name}" if meant and meant.parent else meant.name if meant else ""
        found = names_asked(f"`{full}`", sight)
    if is_about_code or len(_words_asked(situation, text)) == 1:
        return found
    return [one for one in found if one[0] in written or one[0].startswith("-")]


_IT: Final = re.compile(r"\b(?:it|its|that|this)\b", re.IGNORECASE)


def _words_asked(situation: Situation, text: str) -> frozenset[str]:
    """What a question is about, without names of code, who is asked, and the words with which people ask about code."""
    for name in own_names(text):
        text = text.replace(name.text, " ")
    people = " ".join(persona.first_name for persona in situation.briefing.library.personas)
    asking = any_phrase((*IN_CODE, *_ASKS, *chain(*ASKED.values())))
    return content_words(asking.sub(" ", text)) - content_words(people)


_ASKS: Final = rows(
    "see | whether | gets? | check | currently | anywhere | else | project | option | mentions?"
)
"""Words of a question about code that ask for nothing."""
_NO_MORE: Final = " More than that the code search does not tell."


def about_plan(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """Who imports and tests the files that change, for whoever asks that and nothing else; of a name nobody knows that it is not told."""
    plan = [fact.path for fact in situation.analysis.of(DirectChange)] or likely_files(situation)
    asked = [f"`{one.path}`" for one in files_named(text, situation.sight)]
    told = ""
    if asked and any_phrase(IN_CODE).search(text):  # what was asked is not the plan
        told = f"I see nothing that imports {listed(asked)}."
    elif own_names(text) and situation.briefing.scan is not None:
        told = f"{UNTOLD}."
    elif any_phrase(IN_CODE).search(text) and not _words_asked(situation, text):
        told = " ".join(filter(None, (capital(imported_by(situation, path)) for path in plan[:MOST_FILES])))
    return situation.says(told, _who_looks_up(situation, text))


def not_in_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """That a name or a piece of code which a question has is nowhere, as far as that can be told."""
    wanted = [*pieces_in(text), *_coded(situation, text)] if situation.briefing.scan is not None else []
    lost = [
        one
        for one in wanted
        if len(one) >= TELLING and not any(map(situation.sight.search, forms_of(situation, one)))
    ]
    words = f"I do not find `{lost[0]}` in the code." if lost else ""
    return situation.says(words, _who_looks_up(situation, text))


def _coded(situation: Situation, text: str) -> list[str]:
    """What a question names as code; in one about code that names no file also by a word that is no everyday one."""
    if not any_phrase(IN_CODE).search(text) or files_named(text, situation.sight):
        return names_as_code(situation, text)
    people = {persona.first_name for persona in situation.briefing.library.personas}
    is_alone, written = len(_words_asked(situation, text)) == 1, {name.text for name in own_names(text)}
    return [
        name
        for name in likely_names(text)
        if name not in people
        and not HAS_FILE.search(name)
        and (is_alone or name in written or is_used(situation, name))
    ]


def asks_for_place(text: str) -> bool:
    """Whether somebody wants to know where in the code something is; where we are is another question."""
    is_ours = any_phrase(_WHERE_WE_ARE).search(text) is not None
    return "where" in text.casefold().split() and not is_ours and len(content_words(text)) > 1


def _who_looks_up(situation: Situation, text: str) -> str:
    addressed = address_of(text, situation.briefing.library.personas)
    return addressed if addressed and addressed != EVERYBODY else ALEX
