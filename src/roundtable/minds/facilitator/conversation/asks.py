"""What a developer is asked to do, said as what holds once it is done.

"Add a --json flag to the list command" is no duty of the system: nobody wants it to add flags. It becomes "The list command
shall have a --json flag."; "Make `parse_date` accept names" becomes "`parse_date` shall accept names." Only the words of the
request and the fixed words of the form appear.
"""

import re
from typing import Final

from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.answers.requirements import Phrased, phrase_requirement
from roundtable.minds.facilitator.words import base_form, is_command

__all__ = ["phrase_ask"]

_LONGEST: Final = 11
_ADD: Final = re.compile(
    r"^(?:please\s+)?(?P<verb>add|introduce|implement|provide|create|build|write|develop|expose)\s+"
    r"(?P<what>(?:an?|the|some|more|new|support for|exponential|[a-z`-][\w`'-]*)\b.*?|`.+?|-.+?)$",
    re.IGNORECASE | re.DOTALL,
)
_INTO: Final = re.compile(
    r"^(?P<what>.+?)\s+(?:to|into)\s+(?P<where>(?:the |our |all |every |each )?[\w`./() -]{2,50})$",
    re.DOTALL,
)
_MAKE: Final = re.compile(
    r"^(?:please\s+)?make\s+(?P<who>(?:the |our )?[\w`./()-]+(?: [\w`./()-]+){0,2}?)\s+(?P<verb>[a-z]+)\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_WHEN: Final = re.compile(
    r"^(?P<what>.+?)\s+(?P<word>when(?:ever)?|if|while|once|as soon as)\s+(?P<condition>.+)$", re.DOTALL
)


_LABELLED: Final = re.compile(r"^(?P<where>[^:`]{3,60}):\s+(?P<ask>\S.*)$", re.DOTALL)


def phrase_ask(said: str) -> Phrased | None:
    """Title and text of what the request wants to hold; none when it is no request to change the code."""
    flat = " ".join(said.split()).rstrip(".!; ")
    labelled = _LABELLED.match(flat)
    if labelled is not None and is_command(labelled["ask"]):
        # "Nightly import: support decimal commas": the label says where, the rest what.
        inner = phrase_ask(labelled["ask"]) or phrase_requirement(labelled["ask"])
        if "shall" in inner.text:
            return Phrased(inner.title, f"{_upper(labelled['where'])}: {_small(inner.text)}")
    made = _MAKE.match(flat)
    if (
        made is not None
        and base_form(made["verb"]) == made["verb"].lower()
        and not made["who"].lower().startswith("it")
    ):
        text = f"{_upper(made['who'])} shall {made['verb']} {made['rest']}."
        return Phrased(_title(f"{made['who']} {_third(made['verb'])} {made['rest']}"), text)
    added = _ADD.match(flat)
    if added is None:
        return None
    what = added["what"].strip()
    when = _WHEN.match(what)
    condition = f"{when['word'].capitalize()} {when['condition']}, " if when else ""
    what = when["what"] if when else what
    into = _INTO.match(what) if added["verb"].lower() in ("add", "introduce") else None
    if into is not None and not re.match(
        r"(?:an?|the)? ?(?:way|option|ability|possibility|chance|method)\b", what, re.IGNORECASE
    ):
        clause = f"{into['where']} shall have {into['what']}"
        what = f"{into['what']} for {into['where']}"
    else:
        clause = f"the system shall provide {what}"
    title = f"{what} {when['word']} {when['condition']}" if when else what
    return Phrased(_title(title), f"{_upper(condition + clause)}.")


def _third(verb: str) -> str:
    return (
        f"{verb}es"
        if re.search(r"(?:s|sh|ch|x|z|o)$", verb)
        else re.sub(r"(?<=[^aeiou])y$", "ie", verb) + "s"
    )


def _title(text: str) -> str:
    # A short phrase is its own title; where it is long, it ends with a thought.
    whole = len(text.split()) <= _LONGEST and len(text) <= 72
    return _upper(text if whole else shorten(text, most=_LONGEST, longest=72))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if text.startswith(("The ", "When", "If ")) else text


def _upper(text: str) -> str:
    # A name keeps its spelling: `parse_date`, --json, iPhone.
    first = text.split(maxsplit=1)[0] if text.split() else ""
    return text if re.search(r"[._/`-]|[a-z][A-Z]|\d", first.rstrip(".,")) else text[:1].upper() + text[1:]
