"""Events as JSON objects: the shape that editors, tests and other programs rely on (docs/protocol.md)."""

from collections.abc import Iterator
from typing import Any, Final

from roundtable.engine.events import (
    AnyEvent,
    Awaited,
    DocumentsWritten,
    Ended,
    InputRefused,
    MenuShown,
    Said,
    SessionOpened,
)

PROTOCOL: Final = 1


def as_json(event: AnyEvent, slug: str) -> Iterator[dict[str, Any]]:
    """What a program sees of an event: nothing for the ones that are not for show, several for several documents."""
    match event:
        case SessionOpened():
            yield {
                "event": "session",
                "protocol": PROTOCOL,
                "slug": event.slug,
                "mode": event.mode,
                "mind": event.mind,
                "resumed": event.resumed,
            }
        case Said():
            yield {
                "event": "say",
                "persona": event.persona,
                "name": event.name,
                "role": event.role,
                "kind": event.say,
                "text": event.text,
            }
        case MenuShown():
            yield {
                "event": "menu",
                "place": event.place,
                "options": [option.model_dump() for option in event.options],
                "text": event.text,
            }
        case DocumentsWritten():
            for written in event.written:
                yield {
                    "event": "document",
                    "path": written.path,
                    "action": written.action,
                    "section": written.section,
                    "summary": written.summary,
                }
        case InputRefused():
            yield {"event": "error", "message": event.reason, "recoverable": True}
        case Awaited():
            yield {"event": "awaiting", "what": event.what}
        case Ended():
            yield {"event": "end", "status": event.status, "slug": slug}
        case _:
            return
