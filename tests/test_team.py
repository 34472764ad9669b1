"""Teammates: what they are told and tell, what the lead makes of it, and that the person notices nothing but good findings."""

import asyncio
import json
from argparse import Namespace
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_table import Script, scripted
from play import plain_reader
from roundtable.commands.model_choice import TEAMS, wants_team
from roundtable.config import Config
from roundtable.driver.session import Session
from roundtable.engine.briefing import Briefing, Spending
from roundtable.engine.events import AnyEvent, Said
from roundtable.interview import Interviewer
from roundtable.minds.llm.ledger import Budget
from roundtable.minds.llm.options import ModelOptions
from roundtable.minds.team.briefs import CONSTRAINTS, SPAWN_ORDER, TeammateBrief
from roundtable.minds.team.lead import Team
from roundtable.minds.team.messages import Complete, Finding, Progress, message_schema, read_message
from roundtable.minds.team.teammate import ModelTeammate, Teammate
from roundtable.sessions import Choices
from roundtable.stores.session_store import TeamInbox
from stores_repositories import a_repository
from test_driver_session import IDEA, journal, seated

__all__ = ["plain_reader"]

ALEX, MAYA, JORDAN = SPAWN_ORDER
ARTIFACTS: Final = ("impact-analysis.md", "module-design.md")
ANSWERS: Final = (
    "Managers create codes; shoppers type them at the checkout.",
    "A code takes 10 percent off one order and ends after 30 days.",
    "We keep the codes in the table of the shop.",
)
WORDS: Final = "The checkout and the refund job share one lock, so a code has to be read inside it."


QUOTE: Final = {"kind": "quote", "turn": 0, "start": 0, "end": len(IDEA), "text": IDEA}
MODULE: Final = {"kind": "module", "text": "A module for codes.", "name": "codes", "evidence": [QUOTE]}


class Scripted:
    """A teammate that sends prepared messages, one round for each time it is given work."""

    def __init__(self, *rounds: Sequence[object], spawns: bool = True) -> None:
        self.rounds = list(rounds)
        self.spawns = spawns
        self.briefs: list[TeammateBrief] = []
        self.relayed: list[str] = []
        self.rest = asyncio.Event()

    async def begin(self, brief: TeammateBrief) -> None:
        if not self.spawns:
            raise OSError("no seat")
        self.briefs.append(brief)

    async def work(self, briefing: Briefing, relayed: Sequence[str]) -> AsyncIterator[object]:
        self.relayed += relayed
        for message in self.rounds.pop(0) if self.rounds else ():
            if isinstance(message, Exception):
                raise message
            if message == "wait":
                await self.rest.wait()
            else:
                yield message

    def spent(self) -> Spending | None:
        return None

    async def close(self) -> None:
        self.rest.set()


class Memory:
    """An inbox that only remembers."""

    def __init__(self) -> None:
        self.kept: Mapping[str, Any] = {}

    def load(self) -> Mapping[str, Any]:
        return self.kept

    def save(self, waiting: Mapping[str, Any]) -> None:
        self.kept = waiting


def finding(persona: str = ALEX, **more: object) -> dict[str, object]:
    return {
        "type": "finding",
        "persona": persona,
        "topic": "architecture",
        "content": WORDS,
        "confidence": "medium",
        **more,
    }


def a_team(
    alex: Teammate | None = None, jordan: Teammate | None = None, **more: Any
) -> tuple[Team, list[str]]:
    order: list[str] = []
    seats = {ALEX: alex or Scripted(), JORDAN: jordan or Scripted()}

    def spawn(key: str) -> Teammate:
        order.append(key)
        return seats[key]

    given: dict[str, Any] = {"inbox": Memory(), "documents": dict, **more}
    return Team(Interviewer(), spawn, **given), order


def talked(folder: Path, team: Team | None, *answers: str, between: Any = None) -> list[tuple[str, str]]:
    """A conversation with a disk under it: who said what. Teammates are waited for after each turn, so that no clock decides."""
    said: list[tuple[str, str]] = []

    async def talk() -> None:
        session, home = seated(folder, team or Interviewer())

        def hear(events: Sequence[AnyEvent]) -> None:
            said.extend((event.persona or "", event.text) for event in events if isinstance(event, Said))

        session.show = hear
        await session.begin()
        for answer in answers:
            if team is not None and between is not False:
                await team.settled()
            if callable(between):
                between(home, session)
            await session.hear(answer)
        await session.close()

    asyncio.run(talk())
    return said


def notes(folder: Path) -> list[str]:
    (home,) = (folder / "docs" / "requirements").iterdir()
    return [
        line["text"]
        for line in journal(home)
        if line["kind"] == "noted" and line["text"].startswith("team: ")
    ]


# -- spawning --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-TEAM-01", "L-TEAM-02")
def test_they_are_briefed_in_order_each_with_its_own_persona_and_only_alex_with_keywords(
    tmp_path: Path,
) -> None:
    alex, jordan = Scripted(), Scripted()
    team, order = a_team(alex, jordan)
    talked(tmp_path, team, ANSWERS[0])
    assert list(team.briefs) == [ALEX, MAYA, JORDAN]
    assert order == [ALEX, JORDAN]  # Maya is the voice that opens the talk
    (brief,), (other,) = alex.briefs, jordan.briefs
    assert "Alex" in brief.persona_text
    assert "Jordan" in other.persona_text
    assert brief.artifact_folder == f"docs/requirements/{brief.slug}"
    assert (brief.slug, brief.source_id) == ("add-discount-codes-to-the-checkout", "none")
    assert 3 <= brief.summary.count(". ") + 1 <= 5
    assert IDEA in brief.summary
    assert ("discount" in brief.keywords, other.keywords) == (True, ())
    for each in (brief, other):
        assert each.constraints == CONSTRAINTS
        for word in (
            "progress",
            "finding",
            "complete",
            "cross-check",
            "error",
            each.persona_text,
            each.summary,
        ):
            assert word in each.text
    assert any("meta.json" in line for line in CONSTRAINTS)
    assert any("state.json" in line for line in CONSTRAINTS)
    assert any("branch" in line for line in CONSTRAINTS)


@pytest.mark.rule("L-TEAM-08")
def test_the_person_is_asked_while_alex_still_reads_and_jordan_waits_for_an_architecture(
    tmp_path: Path,
) -> None:
    alex = Scripted(["wait", finding()])
    jordan = Scripted([finding(JORDAN)])
    team, _ = a_team(alex, jordan)
    said = talked(tmp_path, team, ANSWERS[0], between=False)
    assert said == talked(tmp_path / "alone", None, ANSWERS[0])
    assert len(jordan.rounds) == 1  # nothing is decided yet, so there is nothing to design


# -- messages ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-TEAM-03")
def test_every_kind_of_message_is_read_and_fits_the_published_schema() -> None:
    published = json.loads(
        (files("roundtable.minds.team") / "schemas" / "team-message.schema.json").read_text("utf-8")
    )
    assert published == message_schema()
    messages: list[dict[str, Any]] = [
        {
            "type": "progress",
            "artifact": ARTIFACTS[0],
            "status": "finalized",
            "coverage_summary": "all files",
        },
        {"type": "finding", "topic": "architecture", "content": WORDS, "confidence": "high"},
        {"type": "complete", "artifacts_written": [ARTIFACTS[0]], "open_questions": ["Who pays?"]},
        {"type": "cross-check", "inconsistencies": ["FR-002 is in no plan."]},
        {"type": "error", "reason": "no answer"},
    ]
    for raw in messages:
        whole = {**raw, "persona": ALEX}
        message, warnings = read_message(whole, ALEX, ARTIFACTS)
        assert warnings == ()
        assert message is not None
        assert message.model_dump(mode="json", exclude={"facts", "shown"}) == whole
        jsonschema.Draft202012Validator(published).validate(whole)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.rule("L-TEAM-04")
@pytest.mark.parametrize(
    ("raw", "code", "kept"),
    [
        ("hello", "RT-403", None),
        ({"persona": ALEX}, "RT-404", None),
        ({"type": "poem", "persona": ALEX}, "RT-404", None),
        ({"type": "progress", "persona": ALEX}, "RT-403", None),
        ({"type": "progress", "persona": ALEX, "artifact": "secret.md"}, "RT-406", None),
        (
            {"type": "progress", "persona": ALEX, "artifact": ARTIFACTS[0], "status": "eaten"},
            "RT-403",
            Progress,
        ),
        ({"type": "finding", "persona": MAYA, "content": WORDS}, "RT-403", Finding),
        (
            {"type": "finding", "persona": ALEX, "content": WORDS, "facts": [{"kind": "poem"}]},
            "RT-403",
            Finding,
        ),
        ({"type": "complete", "persona": ALEX, "artifacts_written": ["x", ARTIFACTS[0]]}, "RT-406", Complete),
    ],
)
def test_what_is_wrong_with_a_message_is_warned_about_and_what_is_there_is_used(
    raw: object, code: str, kept: type | None
) -> None:
    message, warnings = read_message(raw, ALEX, ARTIFACTS)
    assert warnings[0].startswith(code)
    assert (None if message is None else type(message)) == kept
    assert message is None or message.persona == ALEX
    if isinstance(message, Complete):
        assert message.artifacts_written == (ARTIFACTS[0],)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from((ALEX, *ARTIFACTS, "written")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "persona",
    "artifact",
    "status",
    "content",
    "topic",
    "confidence",
    "facts",
    "artifacts_written",
    "reason",
)


@pytest.mark.rule("L-TEAM-04")
@given(
    st.sampled_from(("progress", "finding", "complete", "cross-check", "error", "poem", None)),
    st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=5),
)
def test_no_message_whatever_it_says_breaks_the_lead(kind: str | None, fields: dict[str, Any]) -> None:
    message, warnings = read_message({"type": kind, **fields}, ALEX, ARTIFACTS)
    assert message is None or (message.persona, message.type) == (ALEX, kind)
    assert message is not None or warnings


# -- weaving -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-TEAM-05")
def test_a_finding_is_said_at_the_next_break_and_its_facts_are_taken_in(tmp_path: Path) -> None:
    fact = {
        "kind": "risk_zone",
        "text": "Discount codes at the checkout may be guessed.",
        "evidence": [QUOTE],
    }
    alex = Scripted([finding(facts=[fact])])
    team, _ = a_team(alex)
    said = talked(tmp_path, team, *ANSWERS[:2])
    assert (ALEX, WORDS) in said
    assert [words for persona, words in said if persona == ALEX].count(WORDS) == 1
    (home,) = (tmp_path / "docs" / "requirements").iterdir()
    saved = json.loads((home / "analysis.json").read_text(encoding="utf-8"))
    assert [one["text"] for one in saved["analysis"]["facts"].values() if one["kind"] == "risk_zone"] == [
        fact["text"]
    ]


@pytest.mark.rule("L-TEAM-05")
def test_progress_is_tracked_and_who_is_complete_gets_no_more_work(tmp_path: Path) -> None:
    progress = {"type": "progress", "persona": ALEX, "artifact": ARTIFACTS[0], "status": "written"}
    complete = {
        "type": "complete",
        "persona": ALEX,
        "artifacts_written": [ARTIFACTS[0]],
        "open_questions": ["Who pays?"],
    }
    alex = Scripted([progress, complete], [finding()])
    team, _ = a_team(alex)
    told: list[str] = []

    def watch(_home: Path, session: Session) -> None:
        told.append(team.tracker[ARTIFACTS[0]].status)
        save = session._store.save_progress

        def saving(progress: Any, *, phase_done: str | None) -> None:
            told.append("meta.json")
            save(progress, phase_done=phase_done)

        if len(told) == 1:
            session._store.save_progress = saving  # pyright: ignore[reportAttributeAccessIssue]

    talked(tmp_path, team, *ANSWERS, between=watch)
    assert told == ["written", "meta.json", "written", "written"]
    assert team.tracker[ARTIFACTS[0]].status == "written"
    assert team.done[ALEX].open_questions == ("Who pays?",)
    assert len(alex.rounds) == 1
    assert f"team: {ALEX} leaves open: Who pays?" in notes(tmp_path)


@pytest.mark.rule("L-TEAM-06")
def test_meta_json_changes_only_while_the_lead_has_the_word(tmp_path: Path) -> None:
    progress = {"type": "progress", "persona": ALEX, "artifact": ARTIFACTS[0], "status": "written"}
    alex = Scripted([progress, finding()], [progress], [progress])
    team, _ = a_team(alex)
    before_and_after: list[tuple[bytes, bytes]] = []
    left = [b""]

    def look(home: Path, session: Session) -> None:
        """Everything the teammates do happens between the lead's last word and this moment."""
        before_and_after.append(
            (left[0] or (home / "meta.json").read_bytes(), (home / "meta.json").read_bytes())
        )
        shown = session.show

        def keep(events: Sequence[AnyEvent]) -> None:
            shown(events)
            left[0] = (home / "meta.json").read_bytes()

        session.show = keep

    talked(tmp_path, team, *ANSWERS, between=look)
    assert len(before_and_after) == len(ANSWERS)
    assert all(before == after for before, after in before_and_after)
    assert team.tracker[ARTIFACTS[0]].status == "written"


def test_what_belongs_into_anothers_document_is_relayed_to_its_owner(tmp_path: Path) -> None:
    alex, jordan = Scripted([finding(facts=[MODULE])]), Scripted()
    team, _ = a_team(alex, jordan)
    talked(tmp_path, team, *ANSWERS)
    assert jordan.relayed == [f"{ALEX}: A module for codes."]


def test_a_finding_that_breaks_a_rule_is_not_said_and_the_journal_says_why(tmp_path: Path) -> None:
    alex = Scripted([finding(content="Phase 02: [E] Elaborate [C] Continue")])
    team, _ = a_team(alex)
    assert talked(tmp_path, team, ANSWERS[0]) == talked(tmp_path / "alone", None, ANSWERS[0])


def test_what_was_not_heard_waits_for_the_next_session(tmp_path: Path) -> None:
    inbox = TeamInbox(a_repository(tmp_path), "add-discount-codes-to-the-checkout")
    team, _ = a_team(Scripted([finding()]), inbox=inbox)

    async def opened_and_left() -> None:
        session, _home = seated(tmp_path, team)
        await session.begin()
        await team.settled()
        await session.close()

    asyncio.run(opened_and_left())
    assert [one["content"] for one in inbox.load()["findings"]] == [WORDS]
    again, _ = a_team(inbox=inbox)
    said = talked(tmp_path / "again", again, ANSWERS[0])
    assert (ALEX, WORDS) in said
    assert inbox.load()["findings"] == []


def test_who_is_killed_after_a_finding_was_woven_and_before_it_was_kept_hears_it_once_more(
    tmp_path: Path,
) -> None:
    inbox = Memory()
    team, _ = a_team(Scripted([finding()]), inbox=inbox)
    at_the_turn: list[list[Any]] = []

    async def cut_off() -> None:
        session, _home = seated(tmp_path, team)
        await session.begin()
        await team.settled()
        session.show = lambda _events: at_the_turn.append(inbox.load()["findings"])
        await session.hear(ANSWERS[0])  # and nobody closes it

    asyncio.run(cut_off())
    assert [one["content"] for one in at_the_turn[-1]] == [WORDS]
    again, _ = a_team(inbox=inbox)
    assert (ALEX, WORDS) in talked(tmp_path / "again", again, ANSWERS[0])
    assert inbox.kept["findings"] == []


# -- failing -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-TEAM-07")
def test_who_cannot_be_spawned_or_crashes_is_replaced_by_the_lead_from_what_is_on_disk(
    tmp_path: Path,
) -> None:
    header = "# Impact\n\n**Status**: Draft · **Confidence**: High · **Coverage**: 2 of 3 topics\n"
    alex, jordan = Scripted([OSError("broke off")]), Scripted(spawns=False)
    team, _ = a_team(alex, jordan, documents=lambda: {"impact-analysis.md": header})
    assert talked(tmp_path, team, *ANSWERS) == talked(tmp_path / "alone", None, *ANSWERS)
    told = notes(tmp_path)
    assert f"team: RT-401: {JORDAN} is gone (OSError: no seat)." in told
    assert f"team: RT-402: {ALEX} is gone (broke off)." in told
    assert any("stands at Status Draft, Coverage 2 of 3 topics" in line for line in told)
    assert any(line.startswith("team: RT-405") for line in told)


FAULTS: Final[tuple[object, ...]] = (
    OSError("broke off"),
    {"type": "error", "persona": ALEX, "reason": "no answer"},
    "nonsense",
    {},
)


@pytest.mark.rule("L-TEAM-07", "L-MODE-03")
@pytest.mark.parametrize("who", ["alex", "jordan"])
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_teammate_may_fail_at_any_message_and_the_person_sees_what_they_see_without_a_team(
    tmp_path: Path, who: str, at: int, fault: object
) -> None:
    quiet: list[object] = [{"type": "progress", "persona": ALEX, "artifact": ARTIFACTS[0]} for _ in range(3)]
    quiet.insert(at, fault)
    failing = Scripted(quiet)
    team, _ = a_team(**{who: failing})
    if who == "alex":
        alone = talked(tmp_path / "alone", None, *ANSWERS)
    else:  # Jordan begins when there is something to design for
        team, _ = a_team(Scripted([finding(content="", facts=[MODULE])]), failing)
        well, _ = a_team(Scripted([finding(content="", facts=[MODULE])]))
        alone = talked(tmp_path / "well", well, *ANSWERS)
    assert talked(tmp_path / "team", team, *ANSWERS) == alone
    assert failing.rounds == []


# -- models ------------------------------------------------------------------------------------------------------------------


def test_a_teammate_with_a_model_has_its_own_context_account_and_budget(tmp_path: Path) -> None:
    script = Script(
        {"lines": [{"persona": ALEX, "text": WORDS}, {"persona": MAYA, "text": "Not mine to say."}]}
    )
    alex = ModelTeammate(ALEX, scripted(script), first_name="Alex")
    team, _ = a_team(alex)
    said = talked(tmp_path, team, ANSWERS[0])
    assert (ALEX, WORDS) in said
    assert "Not mine to say." not in [words for _, words in said]
    assert script.instructions[0].startswith(team.briefs[ALEX].text)
    (home,) = (tmp_path / "docs" / "requirements").iterdir()
    accounts = json.loads((home / "analysis.json").read_text(encoding="utf-8"))["analysis"]["extra"][
        "spending"
    ]
    assert [account["model"] for account in accounts if account["model"].endswith("(Alex)")] == [
        "test:script (Alex)"
    ]
    assert Budget(tokens=300).shared(3).tokens == 100


@pytest.mark.rule("L-MODE-02")
@pytest.mark.parametrize(
    ("flag", "setting", "variable", "wanted"),
    [
        (False, None, "", False),
        (True, None, "", True),
        (False, True, "", True),
        (False, None, "1", True),
        (False, None, "0", False),
        (
            False,
            False,
            "1",
            False,
        ),  # who says no in the settings is not overruled by a variable for other tools
    ],
)
def test_a_team_is_opted_in_by_flag_setting_or_variable(
    flag: bool, setting: bool | None, variable: str, wanted: bool
) -> None:
    environment = {TEAMS: variable} if variable else {}
    assert wants_team(Namespace(team=flag), Config(team=setting), environment) is wanted


@pytest.mark.rule("L-MODE-02")
def test_without_a_model_or_in_steps_there_is_no_team() -> None:
    model = ModelOptions(name="test:x")
    assert Choices(mode="conversation", team=True, model=model).team
    assert not Choices(mode="conversation", team=True).team
    assert not Choices(mode="steps", team=True, model=model).team
    assert not Choices(mode="conversation", model=model).team
