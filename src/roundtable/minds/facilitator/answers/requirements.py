"""Requirements: the sentence in EARS form where its own words allow it, and a short title.

"Users should be able to redeem one code" becomes "The system shall let users redeem one code."; "show an error when the code
has expired" becomes "When the code has expired, the system shall show an error." Only the words of the person and the fixed
words of the form appear. A sentence that fits no form stays as it was said.
"""

import re
from typing import Final, NamedTuple

from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.words import (
    AUXILIARIES,
    base_form,
    is_clause,
    is_command,
    is_english,
    third_person,
    word_set,
    words_in,
)

__all__ = ["Phrased", "phrase_requirement", "reads_as_requirement"]


class Phrased(NamedTuple):
    """A requirement as documents show it."""

    title: str
    text: str


_SUBJECT: Final = r"(?:the (?:system|app(?:lication)?|tool|program|software|site|website|service|product|feature|backend|server)|it|this|we)"
_MODAL: Final = r"(?:must|shall|should|will|needs? to|ha(?:s|ve) to|ought to|would|can)"
_LEAD: Final = re.compile(r"^(?:and|also|then|plus|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|additionally|besides|well|so|ok(?:ay)?|yes|yeah)[,:]?\s+|^(?:FR|US|R|REQ)-?\d+\s*[:.)-]\s*", re.IGNORECASE)  # fmt: skip
_CONDITION_FIRST: Final = re.compile(
    r"^(?P<word>when(?:ever)?|if|while|once(?!\s+(?:per|a|an|every|each|more|again|only)\b)|as soon as|after|unless|where|before|until|during)\s+(?P<condition>[^,;]{3,200}?)\s*(?:,\s*(?:then\s+)?|\s+then\s+)(?P<response>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION_LAST: Final = re.compile(
    r"^(?P<response>.{3,200}?)\s+(?P<word>when(?:ever)?|if|once(?!\s+(?:per|a|an|every|each|more|again|only)\b)|as soon as|unless)\s+(?P<condition>(?!to\b|(?:the|a|an)?\s*$)[^,;]{3,200})$",
    re.IGNORECASE | re.DOTALL,
)
_ABLE: Final = re.compile(
    r"^(?P<who>(?!(?:it|this|that|there|which)\b)[^,;:]{1,60}?)\s+(?:(?:must|shall|should|will|would|needs? to|ha(?:s|ve) to|want to|wants to)\s+be\s+(?:able|allowed)\s+to|(?:wants?|would like|wish(?:es)?) to|can|may|(?:is|are) able to|(?:is|are) allowed to)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ALLOW: Final = re.compile(rf"^(?:{_SUBJECT}\s+(?:{_MODAL}\s+)?)?(?:allows?|lets?|enables?)\s+(?P<who>[^,;]{{1,60}}?)\s+(?:to\s+)?(?P<what>(?=\w+).+)$", re.IGNORECASE | re.DOTALL)  # fmt: skip
_SYSTEM: Final = re.compile(
    rf"^{_SUBJECT}\s+{_MODAL}\s+(?P<not>not\s+|never\s+)?(?P<what>.+)$", re.IGNORECASE | re.DOTALL
)
_NAMED: Final = re.compile(r"^(?P<who>(?:the|our|every|each|all|an?)\s+[^,;]{2,60}?|[A-Z`][\w`./-]*(?:\s+[\w`./-]+){0,3}?)\s+(?:must|shall|should|needs? to|ha(?:s|ve) to)\s+(?P<not>not\s+|never\s+)?(?P<what>.+)$", re.DOTALL)  # fmt: skip
_WANT: Final = re.compile(
    r"^(?:i|we|they)(?:'d| would)?\s+(?:really\s+)?(?:want|need|like|love|require|expect|wish)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_WANT_WHO: Final = re.compile(
    r"^(?P<who>(?!to\b)[^,;]{1,60}?)\s+to\s+(?:be able to\s+)?(?P<what>.+)$", re.IGNORECASE | re.DOTALL
)
_DONT: Final = re.compile(
    r"^(?:please\s+)?(?:don['’]?t|do not|never)\s+(?P<what>.+)$", re.IGNORECASE | re.DOTALL
)
_MODAL_ANYWHERE: Final = re.compile(rf"\b(?:{_MODAL}|allow\w*|support\w*)\b", re.IGNORECASE)


def phrase_requirement(said: str) -> Phrased:
    """Title and text of the requirement that a sentence states."""
    flat = " ".join(said.split()).strip().rstrip(".!;。 ")
    bare = _LEAD.sub("", _LEAD.sub("", flat)).strip()
    if not is_english(bare):
        said_flat = " ".join(said.split())
        return Phrased(_title(bare), said_flat)
    if re.search(r"\bshall\b", bare) or "`" * 3 in bare:
        return Phrased(_title(bare), _sentence(bare))
    phrased = _in_form(bare)
    return phrased if phrased is not None else Phrased(_title(bare), _sentence(bare))


def reads_as_requirement(said: str) -> bool:
    """Whether a sentence states something that has to be done, rather than a remark."""
    flat = " ".join(said.split())
    if not is_english(flat):
        return True
    bare = _LEAD.sub("", flat).rstrip(".! ")
    if bare.endswith("?"):
        return False
    if is_command(bare) or _CONDITION_FIRST.match(bare) or _MODAL_ANYWHERE.search(bare) or _WANT.match(bare):
        return True
    if (able := _ABLE.match(bare)) is not None and _starts_with_verb(able["what"]):
        return True
    return any(third_person(word) for word in words_in(bare)[1:6]) and not re.match(
        r"^(?:that|this|it|there|which|i|we)(?:'s|\b)", bare, re.IGNORECASE
    )


def _in_form(bare: str) -> Phrased | None:
    first = _CONDITION_FIRST.match(bare)
    if first is not None:
        action = _action(first["response"])
        keyword = {"if": "If", "while": "While", "during": "During"}.get(
            first["word"].lower(), first["word"].capitalize()
        )
        if action is not None:
            then = "then " if keyword == "If" else ""
            return Phrased(
                _title(action.title), f"{keyword} {first['condition'].strip()}, {then}{_lower(action.text)}."
            )
        return Phrased(_title(first["response"]), _sentence(bare))
    last = _CONDITION_LAST.match(bare)
    # Of two things said, a condition at the end belongs to the second alone.
    if last is not None and ", and " not in last["response"]:
        action = _action(last["response"])
        if action is not None:
            keyword = last["word"].capitalize()
            then = "then " if keyword == "If" else ""
            return Phrased(
                _title(action.title), f"{keyword} {last['condition'].strip()}, {then}{_lower(action.text)}."
            )
    action = _action(bare)
    return Phrased(_title(action.title), f"{action.text}.") if action is not None else None


def _action(said: str) -> Phrased | None:
    """What the system shall do, from one main clause."""
    said = said.strip().rstrip(".!; ")
    if match := _DONT.match(said):
        return Phrased(f"do not {match['what']}", f"The system shall not {_bare_verb(match['what'])}")
    if match := _SYSTEM.match(said):
        what = match["what"]
        if able := re.match(
            r"(?:be (?:able|possible) to|allow(?:s)? (?=to ))\s*(?P<rest>.+)$",
            what,
            re.IGNORECASE | re.DOTALL,
        ):
            what = able["rest"]
        if _starts_with_verb(what) or what.lower().startswith("be "):
            no = "not " if match["not"] else ""
            return Phrased(what if not no else f"do not {what}", f"The system shall {no}{_bare_verb(what)}")
        return None
    if (
        (match := _ALLOW.match(said))
        and _starts_with_verb(match["what"])
        and not _starts_with_verb(match["who"])
    ):
        return Phrased(
            match["what"], f"The system shall let {_lower(match['who'])} {_bare_verb(match['what'])}"
        )
    if (
        (match := _ABLE.match(said))
        and _starts_with_verb(match["what"])
        and match["who"].lower() not in ("i", "we", "you")
    ):
        return Phrased(match["what"], f"The system shall let {_lower(match['who'])} {match['what']}")
    if match := _WANT.match(said):
        return _wanted(match["what"])
    if (match := _NAMED.match(said)) and (
        _starts_with_verb(match["what"]) or match["what"].lower().startswith("be ")
    ):
        no = "not " if match["not"] else ""
        return Phrased(said, f"{_upper(match['who'])} shall {no}{match['what']}")
    if is_command(said):
        return Phrased(said, f"The system shall {_lower(said)}")
    # "it shows an error", "we reject the code"
    if match := re.match(rf"^{_SUBJECT}\s+(?P<verb>[a-z]+)\b(?P<rest>.*)$", said, re.IGNORECASE | re.DOTALL):
        verb = base_form(match["verb"]) if match["verb"].lower() not in AUXILIARIES else None
        if verb is not None and verb != "be":
            return Phrased(f"{verb}{match['rest']}", f"The system shall {verb}{match['rest']}")
    return None


def _wanted(what: str) -> Phrased | None:
    what = what.strip()
    if match := re.match(r"to\s+(?:be able to\s+)?(?P<what>.+)$", what, re.IGNORECASE | re.DOTALL):
        return Phrased(match["what"], f"The system shall make it possible to {match['what']}")
    if (match := _WANT_WHO.match(what)) and _starts_with_verb(match["what"]):
        who = match["who"].strip()
        if who.lower() in ("it", "this", "the system", "the app", "the tool"):
            return Phrased(match["what"], f"The system shall {match['what']}")
        return Phrased(match["what"], f"The system shall let {_lower(who)} {match['what']}")
    if re.match(r"(?:an?|the|some|more|better|our|two|three|\d+)\s", what, re.IGNORECASE):
        return Phrased(re.sub(r"^(?:an?|the|some)\s+", "", what), f"The system shall provide {what}")
    return None


def _starts_with_verb(text: str) -> bool:
    words = words_in(text)
    if words and words[0].lower() in (
        "also",
        "only",
        "always",
        "automatically",
        "never",
        "not",
        "still",
        "just",
        "immediately",
    ):
        words = words[1:]
    return (
        bool(words)
        and base_form(words[0]) is not None
        and words[0].lower() not in AUXILIARIES - {"get", "do", "have", "need"}
    )


def _bare_verb(text: str) -> str:
    """The phrase with its first verb in the base form: "shows an error" becomes "show an error"."""
    words = text.split(maxsplit=1)
    verb = base_form(words[0]) if words else None
    if verb is None or words[0].lower() == verb:
        return text
    return f"{verb} {words[1]}" if len(words) > 1 else verb


def _title(text: str) -> str:
    return _upper(shorten(text, most=11, longest=72))


def _sentence(text: str) -> str:
    text = _upper(text)
    if not is_clause(text) and not is_command(text):
        return text
    return text if text[-1:] in ".!?。！？`" or not text.isascii() else f"{text}."


def _upper(text: str) -> str:
    # A file, a flag or a mixed-case name keeps its spelling.
    first = text.split(maxsplit=1)[0] if text.split() else ""
    return (
        text
        if re.search(r"[._/`]|[a-z][A-Z]|\d", first.rstrip("."))
        else (text[:1].upper() + text[1:] if text[:1].isascii() else text)
    )


def _lower(text: str) -> str:
    """First letter small, unless the first word is a name or an acronym."""
    words = text.split()
    first = words[0] if words else ""
    if first == "I" or re.search(r"[A-Z].*[A-Z]|[`_/.]", first) or find_technologies(first):
        return text
    # A capital at the beginning of a sentence says nothing; a single unknown word may be a name.
    common = (
        base_form(first) is not None
        or first.lower() in _COMMON
        or first.lower().endswith("s")
        or len(words) > 1
    )
    if first[:1].isupper() and not common:
        return text
    return text[:1].lower() + text[1:]


_COMMON: Final = word_set(
    "the a an all any every each users user customers customer admins admin people developers support only our registered new no"
    " someone anyone everyone operators they it this that when if show guests visitors members"
)
