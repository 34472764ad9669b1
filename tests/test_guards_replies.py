"""The guards on thirty good and thirty bad replies as a model writes them."""

from typing import Any

from guards_replies import BAD, GOOD, Booth, a_briefing
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.llm.replies import read_reply, to_thought

BOOTH = Booth()


def verdict_on(reply: dict[str, Any]) -> Verdict:
    briefing = a_briefing()
    return judge(to_thought(read_reply(reply), briefing, BOOTH), briefing, BOOTH)


def is_stopped(reply: dict[str, Any]) -> bool:
    verdict = verdict_on(reply)
    return bool(verdict.refusals or verdict.dropped)


def test_at_least_29_of_30_bad_replies_are_caught() -> None:
    missed = [reply for reply in BAD if not is_stopped(reply)]
    assert len(BAD) == 30
    assert len(missed) <= 1, missed


def test_no_good_reply_of_30_is_refused() -> None:
    refused = [(reply, verdict_on(reply).reasons) for reply in GOOD if is_stopped(reply)]
    assert len(GOOD) == 30
    assert not refused
