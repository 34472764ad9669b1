"""Inputs that are one closed form from beginning to end: slash commands, leaving, a bare id, yes or no.

They are looked up before anything learned is asked, because they must never be misread. A row is kept only while a
sentence is read wrongly without it; a test drops each in turn. Anything longer or freer is learned (`acts`).
"""

from typing import Final, NamedTuple

from roundtable.language.tokens import ID, tokens

__all__ = ["CLOSED_FORMS", "ClosedForm", "closed_form"]


class ClosedForm(NamedTuple):
    """Words that, alone, are one act; at one place only if it is named."""

    kind: str
    forms: frozenset[str]
    like: str
    what: str = ""
    places: tuple[str, ...] = ()


def _row(kind: str, forms: str, *, like: str, what: str = "", places: str = "") -> ClosedForm:
    return ClosedForm(
        kind, frozenset(each.strip() for each in forms.split("|")), like, what, tuple(places.split())
    )


CLOSED_FORMS: Final = (
    _row("command", ID, what="show", places="opening talk review discussion menu", like="FR-002"),
    _row("answer", ID, places="choice", like="FR-002"),
    _row("command", "/help | help | ? | hilfe | ayuda | aide", what="help", like="?"),
    _row(
        "command",
        "/quit | /exit | quit | exit | bye | tschüss | adiós | au revoir | salir | beenden",
        what="pause",
        like="/quit",
    ),
    _row("command", "/undo | undo | rückgängig | deshacer | annuler", what="undo", like="/undo"),
    _row("command", "/status | status", what="status", like="/status"),
    _row("command", "/show | show", what="show", like="/show"),
    _row("command", "/deeper | deeper", what="deeper", like="/deeper"),
    _row("command", "/shorter | shorter", what="shorter", like="/shorter"),
    _row(
        "done",
        "no | nope | nein | non | nothing | nichts | nada | rien | ok | okay | passt | vale",
        places="review",
        like="no",
    ),
    _row(
        "done",
        "/done | done | that's all | that is all | thats all | das ist alles | das war's | eso es todo | c'est tout | fertig | listo",
        like="/done",
    ),
    _row("assent", "y | yes | yep | yeah | ok | okay | ja | sí | si | oui | d'accord | vale", like="sí"),
    _row("denial", "n | no | nope | nein | nee | non", like="n"),
)


def closed_form(text: str, place: str) -> ClosedForm | None:
    """The row whose forms hold the whole text, if any."""
    bare = " ".join(text.casefold().replace("’", "'").strip(" \t\r\n.!¡").split()) or text.strip()
    bare = ID if tokens(bare) == (ID,) else bare
    return next(
        (row for row in CLOSED_FORMS if bare in row.forms and (not row.places or place in row.places)), None
    )
