"""Who could settle an open question: somebody the person named, else whoever usually knows."""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Stakeholder

__all__ = ["who_could_settle"]

_USUALLY: Final = {
    "problem": "whoever asked for this",
    "success_metric": "whoever asked for this",
    "stakeholder": "whoever asked for this",
    "user_type": "somebody who talks to the users",
    "need": "somebody who uses it",
    "journey": "somebody who uses it",
    "priority": "whoever decides what ships",
    "out_of_scope": "whoever decides what ships",
    "scope": "whoever decides what ships",
    "quality": "whoever runs it in production",
    "risk": "whoever runs it in production",
    "constraint": "whoever runs it in production",
    "direct_change": "whoever knows that part of the code",
    "indirect_change": "whoever knows that part of the code",
    "entry_point": "whoever knows that part of the code",
    "risk_zone": "whoever knows that part of the code",
    "file_count": "whoever knows that part of the code",
    "keyword": "whoever knows that part of the code",
    "order": "the team that builds it",
    "option": "the team that builds it",
    "decision": "the team that builds it",
    "technology": "the team that builds it",
    "module": "the team that builds it",
    "interface": "the team that builds it",
    "data_flow": "the team that builds it",
    "state": "the team that builds it",
    "error_case": "the team that builds it",
    "integration": "the team on the other side",
}


def who_could_settle(kinds: tuple[str, ...], analysis: Analysis) -> str:
    """A stakeholder for business questions when one is known, else whoever usually knows; never a made-up name."""
    usual = next((_USUALLY[kind] for kind in kinds if kind in _USUALLY), "the person who asked for it")
    if usual in ("whoever asked for this", "whoever decides what ships"):
        known = analysis.of(Stakeholder)
        return known[0].name if known else usual
    return usual
