"""The path of the data: who calls the contract, and what each call takes and gives back.

Only what the import graph and the signatures show; a path of one step is none.
"""

from typing import Final

from roundtable.analysis.evidence import CodeAnchor, Inferred, Quote
from roundtable.analysis.facts import DataFlow, Fact, Interface
from roundtable.minds.facilitator.conversation.alex import code_callers, short_path
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["flows"]

_TOPIC: Final = "specification"


def flows(talk: Talk, interfaces: list[Interface]) -> list[Fact]:
    """From where it comes in to what is given back, as far as code or request show it; a path of one step is none."""
    if talk.analysis.of(DataFlow) or not interfaces:
        return []
    steps = _callers(talk, interfaces[0]) if talk.has_code else []
    # Deeds of a request follow each other as it names them; functions of the code stand beside each other.
    along = interfaces[:1] if talk.has_code else interfaces[:3]
    steps += [_passage(interface) for interface in along if interface.inputs or interface.output]
    if len(steps) < 2:
        return []
    anchors = tuple(item for item in interfaces[0].evidence if isinstance(item, CodeAnchor | Quote))
    return [
        DataFlow(
            id="new:df-1",
            step_id=_TOPIC,
            title=talk.analysis.title or "The main path",
            steps=tuple(steps),
            evidence=(
                *anchors,
                Inferred(because="who calls whom, and what the signatures take and give back"),
            ),
        )
    ]


def _callers(talk: Talk, interface: Interface) -> list[str]:
    """Who calls this very function, as far as the code shows."""
    own = interface.name.rpartition(".")[2]
    known = code_callers(talk, interface.module)
    return [
        f"`{short_path(caller.path)}` calls `{own}` in `{short_path(interface.module)}`"
        for caller in [caller for caller in known if own in caller.names][:1]
    ]


def _passage(interface: Interface) -> str:
    takes = f" takes {listed([f'`{one.name}`' for one in interface.inputs[:3]])}" if interface.inputs else ""
    gives = f" gives back {interface.output}" if interface.output else ""
    return f"`{interface.name}`{takes}{' and' if takes and gives else ''}{gives}"
