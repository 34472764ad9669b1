"""Inputs that are one closed form from beginning to end: leaving, a bare id, yes or no.

They are looked up before anything learned is asked, because they must never be misread. A form is kept only
while it is read wrongly without it; a test drops each in turn. Anything longer or freer is learned (`acts`), slash
commands are known to the engine (`hearing`).
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from roundtable.language.phrases import any_form, rows
from roundtable.language.tokens import ID, tokens


class ClosedForm(NamedTuple):
    """Words that, alone, are one act; at one place only if it is named."""

    kind: str
    forms: frozenset[str]
    what: str = ""
    places: tuple[str, ...] = ()


def _row(kind: str, forms: str, *, what: str = "", places: str = "") -> ClosedForm:
    return ClosedForm(kind, frozenset(rows(forms)), what, tuple(places.split()))


CLOSED_FORMS: Final = (
    _row("command", ID, what="show", places="opening talk review discussion menu"),
    _row("answer", ID, places="choice"),
    _row("command", "help | ? | hilfe | ayuda | aide", what="help"),
    _row("command", "quit | exit | bye | tschüss | adiós | au revoir | salir | beenden", what="pause"),
    _row("command", "undo | rückgängig | deshacer | annuler", what="undo"),
    _row("command", "status", what="status"),
    _row("command", "show", what="show"),
    _row("command", "deeper", what="deeper"),
    _row("command", "shorter", what="shorter"),
    _row("done", "no | nope | nein | non | nichts | ok | okay | vale", places="review"),
    _row(
        "done",
        "done | that's all | that is all | thats all | das ist alles | das war's | eso es todo | c'est tout | fertig | listo",
    ),
    _row("assent", "y | yes | yep | yeah | ok | okay | ja | sí | si | oui | d'accord | vale"),
    _row("talk", "never mind | nevermind"),
    _row("denial", "n | no | nope | nein | nee | non"),
)


EDITS: Final[Mapping[str, tuple[str, ...]]] = {
    "correction": (r"\s*[A-Za-z]{2,3}-\d{3}(?:-\d{2})?\s*:",),
    "retraction": (r"\s*(?:please\s+)?(?:drop|remove|delete)\s+[\"“'‘]",),
}
"""How an edit begins that the review itself offers: what follows are words of the page, whatever they sound like."""


def closed_form(text: str, place: str) -> ClosedForm | None:
    """The row whose forms hold the whole text, if any; at the review also an edit."""
    edits = (kind for kind, forms in EDITS.items() if any_form(forms).match(text))
    if place == "review" and (kind := next(edits, "")):
        return ClosedForm(kind, frozenset())
    bare = " ".join(text.casefold().replace("’", "'").strip(" \t\r\n.!¡").split()) or text.strip()
    bare = ID if tokens(bare) == (ID,) else bare
    here = (row for row in CLOSED_FORMS if not row.places or place in row.places)
    return next((row for row in here if bare in row.forms), None)


def first_word(reply: str) -> ClosedForm | None:
    """The row of the first word of a reply: whether it begins with a yes or a no."""
    return closed_form(next(iter(reply.split()), "").strip(",.;:!"), "choice")
