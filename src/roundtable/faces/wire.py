"""Events as JSON objects: the shape that editors, tests and other programs rely on (docs/protocol.md)."""

from collections.abc import Iterator
from typing import Any, Final

from roundtable.engine import events

PROTOCOL: Final = 1
_OURS: Final = {"kind", "at"}  # fields of every event that are for the journal


def as_json(event: events.AnyEvent, slug: str) -> Iterator[dict[str, Any]]:
    """What a program sees of an event: nothing for the ones that are not for show, several for several documents."""
    match event:
        case events.SessionOpened():
            yield {"event": "session", "protocol": PROTOCOL, **event.model_dump(exclude=_OURS)}
        case events.Said():
            said = event.model_dump(exclude=_OURS).items()
            yield {"event": "say", **{"kind" if key == "say" else key: value for key, value in said}}
        case events.MenuShown():
            yield {"event": "menu", **event.model_dump(exclude=_OURS)}
        case events.DocumentsWritten():
            for written in event.written:
                yield {"event": "document", **written.model_dump()}
        case events.InputRefused():
            yield {"event": "error", "message": event.reason, "recoverable": True}
        case events.Awaited():
            yield {"event": "awaiting", "what": event.what}
        case events.Ended():
            yield {"event": "end", "status": event.status, "slug": slug}
        case _:
            return
