"""Faults in items that others wrote, in their own house styles: each is found, at its file; the items themselves are clean.

Unlike the mutations of our own clean item these ask for a finding that names the fault, not for one rule alone: one fault in
somebody's documents often has two sides.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from roundtable.documents.checks import CheckContext, Finding, check_item

ITEMS = Path(__file__).parent / "fixtures" / "foreign_items"
CODE: dict[str, str] = dict.fromkeys(
    (
        "src/theme.py",
        "src/settings.py",
        "src/rides.py",
        "src/stations.py",
        "src/staff/list.py",
        "src/app.py",
        "src/report.py",
    ),
    "def book(rider, station):\n    return rider, station\n\n\nclass Rides:\n    def cancel(self):\n        return 1\n",
)
CODE.update(
    {
        "loans/desk.py": "def lend(store, member, copy_id, today):\n    return 1\n\n\ndef renew(store, loan, today):\n    return 2\n",
        "loans/models.py": "class Member:\n    number = 1\n",
        "loans/store.py": "class Store:\n    rows = 1\n",
        "loans/web.py": "from loans.desk import renew\n\nprint(renew)\n",
        "loans/mail.py": "def send(member):\n    return member\n",
    }
)
SPEC, STORIES, MATRIX = "requirements-spec.md", "user-stories.json", "traceability-matrix.csv"
IMPACT, DESIGN, OVERVIEW = "impact-analysis.md", "module-design.md", "architecture-overview.md"
SUMMARY, SCAN, ADR = "design-summary.md", "quick-scan.md", "adr-0001-bookings-in-the-rides-table.md"
Edit = Callable[[dict[str, str]], None]


@dataclass(frozen=True)
class Seeded:
    """A fault, and what a finding about it has to match: `RULE file:line message`."""

    item: str
    what: str
    edit: Edit
    found: str


def swap(name: str, old: str, new: str, *, everywhere: bool = False) -> Edit:
    """Replace a text that has to be there."""

    def edit(files: dict[str, str]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, -1 if everywhere else 1)

    return edit


def cut(name: str, pattern: str) -> Edit:
    """Remove what a pattern matches."""

    def edit(files: dict[str, str]) -> None:
        files[name], count = re.subn(pattern, "", files[name], flags=re.MULTILINE)
        assert count

    return edit


def append(name: str, text: str) -> Edit:
    """Add to the end."""

    def edit(files: dict[str, str]) -> None:
        files[name] += text

    return edit


def put(name: str, text: str) -> Edit:
    """Write a whole file."""
    return lambda files: files.__setitem__(name, text)


def drop(name: str) -> Edit:
    """Remove a file."""
    return lambda files: files.__delitem__(name)


def reshape(name: str, change: Callable[[Any], object]) -> Edit:
    """Change a JSON file in place."""

    def edit(files: dict[str, str]) -> None:
        value = json.loads(files[name])
        change(value)
        files[name] = json.dumps(value, indent=2, ensure_ascii=False)

    return edit


def both(*edits: Edit) -> Edit:
    """Several changes that make one fault."""

    def edit(files: dict[str, str]) -> None:
        for one in edits:
            one(files)

    return edit


def meta(**fields: object) -> Edit:
    """Other fields in meta.json."""
    return reshape("meta.json", lambda value: value.update(fields))


@cache
def clean(item: str) -> tuple[tuple[str, str], ...]:
    """The files of an item, as they are."""
    return tuple(
        sorted((path.name, path.read_bytes().decode()) for path in (ITEMS / item).iterdir() if path.is_file())
    )


def resolves(anchor: str) -> bool:
    """Whether the made-up code has that place."""
    path, _, rest = re.sub(r"#L", ":", anchor).partition(":")
    if path not in CODE:
        return False
    return not rest or (rest.isdigit() and int(rest) <= 7) or rest.strip(":") in CODE[path]


def check(item: str, files: dict[str, str]) -> tuple[Finding, ...]:
    """What there is to say about these files."""
    slug = "gh-412-book-a-bike" if item == "family" else item
    folder = f"docs/requirements/{slug}"
    return check_item(
        files, None, CheckContext(slug=slug, folder=folder, resolve_anchor=resolves, read_file=CODE.get)
    )


@pytest.mark.parametrize("item", sorted(path.name for path in ITEMS.iterdir()))
def test_an_item_in_another_house_style_is_clean(item: str) -> None:
    findings = [f for f in check(item, dict(clean(item))) if f.severity != "info"]
    assert findings == [], [f"{f.rule} {f.path}:{f.line} {f.message}" for f in findings]


BIKES = "family"
LIST = "spec_list"
NUMBERED = "numbered_scenarios"
TABLES = "word_tables"
GERMAN = "german"
AREAS = "area_ids"
LOCKERS = "bold_names"
FEES = "plain_labels"
QUEUES = "rows_and_lists"
FLAT, RETURNS = "adr-002-whole-cents.md", "adr-001-book-fees-on-return.md"
FRENCH = "french"
UNDERLINED = "underlined"

SEEDED = (
    Seeded(BIKES, "dup FR heading", swap(SPEC, "### FR-003:", "### FR-002:"), "RT201.*FR-002"),
    Seeded(BIKES, "FR removed", cut(SPEC, "### FR-003[\\s\\S]*?(?=## 4)"), "RT202.*FR-003"),
    Seeded(BIKES, "FR in impact dangling", swap(IMPACT, "FR-003", "FR-030"), "RT202.*FR-030"),
    Seeded(BIKES, "AC dup", swap(SPEC, "AC-001-02", "AC-001-01"), "RT201.*AC-001-01"),
    Seeded(BIKES, "AC dangling in stories", swap(STORIES, "AC-003-02", "AC-003-09"), "RT203.*AC-003-09"),
    Seeded(BIKES, "AC misplaced", swap(SPEC, "AC-002-02", "AC-003-05"), "(RT209|RT203).*"),
    Seeded(BIKES, "FR w/o AC", cut(SPEC, "- \\[ \\] AC-003.*\\n"), "RT207.*FR-003"),
    Seeded(BIKES, "number contradicts in summary 800->300", swap(SUMMARY, "800 ms", "300 ms"), "NFR-001"),
    Seeded(BIKES, "number contradicts in summary 30->45 min", swap(SUMMARY, "30 minutes", "45 minutes"), "FR-001"),
    Seeded(BIKES, "number contradicts AC spec vs story 10->60 s", swap(STORIES, "within 10 seconds", "within 60 seconds"), "AC-002-01"),
    Seeded(BIKES, "summary count 3 files wrong", swap(IMPACT, "3 files are directly", "5 files are directly"), "impact-analysis.*(5|3)"),
    Seeded(BIKES, "json count wrong", swap(IMPACT, '"files_directly_affected": 3', '"files_directly_affected": 7'), "impact-analysis.*(7|3)"),
    Seeded(BIKES, "indirect count wrong", swap(IMPACT, "2 indirectly", "9 indirectly"), "impact-analysis"),
    Seeded(BIKES, "risk level differs json/summary", swap(IMPACT, '"risk_level": "medium"', '"risk_level": "low"'), "impact-analysis.*risk"),
    Seeded(BIKES, "scope differs json/label", swap(SCAN, '"scope_estimate": "medium"', '"scope_estimate": "small"'), "quick-scan"),
    Seeded(BIKES, "scope vs count", swap(SCAN, "~8 files", "~60 files"), "RT241"),
    Seeded(BIKES, "files_matched wrong? keywords", swap(SCAN, '"keywords_searched": ["booking", "station"]', '"keywords_searched": ["booking", "station", "garage"]'), "quick-scan"),
    Seeded(BIKES, "story orphan", reshape(STORIES, lambda v: v["stories"][2].update(requirements=[], acceptance_criteria=["It works for 3 stations."])), "(RT212.*US-003|RT211.*FR-003)"),
    Seeded(BIKES, "story removed", reshape(STORIES, lambda v: v["stories"].pop(1)), "US-002"),
    Seeded(BIKES, "story dup id", swap(STORIES, '"US-003"', '"US-002"'), "RT201.*US-002"),
    Seeded(BIKES, "story no id", swap(STORIES, '"id": "US-003",', ""), "RT108|RT204"),
    Seeded(BIKES, "story cyc dep", swap(STORIES, '"depends_on": []', '"depends_on": ["US-002"]'), "circle|cycle|US-001"),
    Seeded(BIKES, "story dep dangling", swap(STORIES, '"depends_on": ["US-001"]', '"depends_on": ["US-009"]'), "US-009"),
    Seeded(BIKES, "story self dep", swap(STORIES, '"depends_on": []', '"depends_on": ["US-001"]'), "US-001"),
    Seeded(BIKES, "story priority differs", swap(STORIES, '"priority": "Must Have"', '"priority": "Could Have"'), "RT216.*FR-001"),
    Seeded(BIKES, "priority table differs", swap(SPEC, "| Should Have | FR-002 |", "| Must Have | FR-002 |"), "RT216.*FR-002"),
    Seeded(BIKES, "priority matrix differs", swap(MATRIX, "US-002,Should Have", "US-002,Must Have", everywhere=True), "FR-002"),
    Seeded(BIKES, "priority table omits", swap(SPEC, "| Could Have | FR-003 |\n", ""), "FR-003"),
    Seeded(BIKES, "matrix row missing", cut(MATRIX, "FR-003,.*AC-003-02.*\\n"), "RT213.*AC-003-02"),
    Seeded(BIKES, "matrix FR missing", cut(MATRIX, "FR-003.*\\n"), "RT213.*FR-003"),
    Seeded(BIKES, "matrix wrong FR", swap(MATRIX, "FR-002,Cancel a booking,AC-002-01", "FR-003,See bookings per station,AC-002-01"), "RT214"),
    Seeded(BIKES, "matrix dangling", append(MATRIX, "FR-004,Pay,AC-004-01,US-004,Must Have\n"), "RT202.*FR-004"),
    Seeded(BIKES, "matrix wrong story", swap(MATRIX, "AC-002-02,US-002", "AC-002-02,US-001"), "RT214"),
    Seeded(BIKES, "matrix dup row", append(MATRIX, "FR-003,See bookings per station,AC-003-02,US-003,Could Have\n"), "traceability.*AC-003-02"),
    Seeded(BIKES, "matrix ragged", append(MATRIX, "FR-003,AC-003-02\n"), "RT103"),
    Seeded(BIKES, "matrix title differs", swap(MATRIX, "FR-002,Cancel a booking,AC-002-01", "FR-002,Pay with points,AC-002-01"), "FR-002"),
    Seeded(BIKES, "title differs in architecture? heading renamed", swap(SPEC, "### FR-002: Cancel a booking", "### FR-002: Export invoices"), "FR-002"),
    Seeded(BIKES, "citation gone file", swap(IMPACT, "`src/report.py`", "`src/reports.py`"), "RT301.*reports.py"),
    Seeded(BIKES, "citation gone line", swap(IMPACT, "`src/rides.py:3`", "`src/rides.py:300`"), "RT301.*300"),
    Seeded(BIKES, "citation gone symbol ::", swap(IMPACT, "`src/rides.py:3`", "`src/rides.py::reserve`"), "RT301.*reserve"),
    Seeded(BIKES, "citation gone symbol dotted", swap(IMPACT, "calls `book` in", "calls `Rides.cancle` in"), "RT301.*cancle"),
    Seeded(BIKES, "citation bare symbol with call", swap(IMPACT, "calls `book` in", "calls `bokk()` in"), "RT301.*bokk"),
    Seeded(BIKES, "citation plain no backquotes", append(IMPACT, "\nSee src/ridez.py:12 for the lock.\n"), "RT301.*ridez"),
    Seeded(BIKES, "citation md link", append(IMPACT, "\nSee [rides](../../../src/ridez.py#L3).\n"), "ridez"),
    Seeded(BIKES, "citation in ADR", append(ADR, "\nThe lock is in `src/lock.py`.\n"), "RT301.*lock.py"),
    Seeded(BIKES, "citation in YAML", append("interface-spec.yaml", "x-source: src/gone.py:7\n"), "gone.py"),
    Seeded(BIKES, "link to missing doc", swap(OVERVIEW, "(module-design.md)", "(modules.md)"), "RT124"),
    Seeded(BIKES, "link to missing anchor", swap(OVERVIEW, "(module-design.md)", "(#no-such-part)"), "architecture.*no-such-part"),
    Seeded(BIKES, "link to anchor in other doc", swap(OVERVIEW, "(module-design.md)", "(module-design.md#payment-service)"), "architecture.*payment-service"),
    Seeded(BIKES, "module cycle", swap(DESIGN, "**Dependencies**: none", "**Dependencies**: Dispatcher list"), "RT223"),
    Seeded(BIKES, "module unknown", swap(DESIGN, "**Dependencies**: Booking service", "**Dependencies**: Payment gateway"), "RT222"),
    Seeded(BIKES, "module no purpose", swap(DESIGN, "**Purpose**: shows bookings per station\n", ""), "RT224"),
    Seeded(BIKES, "module dup", append(DESIGN, "\n### Station service\n\n**Purpose**: counts\n**Requirements**: FR-001\n"), "Station service"),
    Seeded(BIKES, "FR not designed", both(swap(DESIGN, "**Requirements**: FR-003\n", ""), swap(OVERVIEW, " (FR-003)", ""), swap(IMPACT, "| FR-003 |", "| |"), swap(SUMMARY, "| FR-003 | Dispatcher list |\n", ""), swap("interface-spec.yaml", " (FR-003)", "")), "RT233.*FR-003"),
    Seeded(BIKES, "interface w/o errors", swap("interface-spec.yaml", '        "409": {description: "ERR-001"}\n', ""), "RT225"),
    Seeded(BIKES, "err undefined", swap("interface-spec.yaml", "ERR-003", "ERR-007"), "RT206.*ERR-007"),
    Seeded(BIKES, "err dup", swap("error-taxonomy.md", "| ERR-003", "| ERR-002"), "RT201.*ERR-002"),
    Seeded(BIKES, "adr number", swap(ADR, "# ADR-0001", "# ADR-0002"), "RT240"),
    Seeded(BIKES, "adr one option", swap(ADR, "2. A table of its own.\n", ""), "RT230"),
    Seeded(BIKES, "adr no status", swap(ADR, "Accepted", "Whatever"), "RT231"),
    Seeded(BIKES, "adr proposed in complete arch", swap(ADR, "Accepted", "Proposed"), "RT231"),
    Seeded(BIKES, "adr superseded by unknown", swap(ADR, "Accepted", "Superseded by ADR-0009"), "ADR-0009"),
    Seeded(BIKES, "adr without decision text", swap(ADR, "Option 1, because the lock is already there.\n", ""), "adr-0001.*(Decision|decided)"),
    Seeded(BIKES, "risk w/o mitigation", swap(IMPACT, "one row per bike, locked while booking", ""), "RT232"),
    Seeded(BIKES, "integration unknown", swap(OVERVIEW, "| Booking service | Station service |", "| Loyalty system | Points ledger |"), "RT227"),
    Seeded(BIKES, "vague AC", swap(SPEC, "then the bike is free within 10 seconds", "then the bike is free quickly"), "RT401|RT402"),
    Seeded(BIKES, "AC cannot fail: works as expected", swap(SPEC, "then the bike is free again", "then the system works as expected"), "AC-001-03"),
    Seeded(BIKES, "AC cannot fail: works correctly", swap(SPEC, "then the bike is free again", "then everything works correctly"), "RT4.*AC-001-03"),
    Seeded(BIKES, "AC cannot fail: or not", swap(SPEC, "then the bike is free again", "then the bike is free or it is not free"), "AC-001-03"),
    Seeded(BIKES, "AC cannot fail: may", swap(SPEC, "then the bike is free again", "then the bike may be free"), "AC-001-03"),
    Seeded(BIKES, "AC no then", swap(SPEC, ", then the bike is free again", ""), "RT419"),
    Seeded(BIKES, "AC empty", cut(SPEC, "(?<=AC-001-03:).*"), "AC-001-03"),
    Seeded(BIKES, "vague FR", swap(SPEC, "for up to 30 minutes", "in a user-friendly way"), "RT401.*FR-001"),
    Seeded(BIKES, "TBD FR", swap(SPEC, "for up to 30 minutes", "for up to TBD minutes"), "RT424|RT114"),
    Seeded(BIKES, "tbd spelled out", swap(SPEC, "for up to 30 minutes", "for a time to be determined"), "FR-001"),
    Seeded(BIKES, "placeholder", swap(SPEC, "Riders walk to a station and find it empty in 14 % of all cases.", "[Describe the project here]"), "requirements-spec"),
    Seeded(BIKES, "lorem ipsum", swap(SPEC, "Riders walk to a station and find it empty in 14 % of all cases.", "Lorem ipsum dolor sit amet."), "requirements-spec"),
    Seeded(BIKES, "NFR no figure", swap(SPEC, "< 800 ms at the 95th percentile", "fast"), "NFR-001"),
    Seeded(BIKES, "NFR dup", swap(SPEC, "| NFR-002", "| NFR-001"), "RT201.*NFR-001"),
    Seeded(BIKES, "NFR dangling", swap(SUMMARY, "(NFR-001)", "(NFR-011)"), "RT202.*NFR-011"),
    Seeded(BIKES, "ragged table", swap(SPEC, "| Rider | user | finds a bike where the app says there is one |", "| Rider | user |"), "RT122"),
    Seeded(BIKES, "table delimiter lost", swap(IMPACT, "|------|--------|-------------|\n", ""), "impact-analysis"),
    Seeded(BIKES, "heading without space", swap(SPEC, "### FR-002: Cancel", "###FR-002: Cancel"), "requirements-spec.*FR-002|RT129"),
    Seeded(BIKES, "heading of impact renamed", swap(IMPACT, "## Directly Affected Files", "## Touched Places"), "impact-analysis|RT303"),
    Seeded(BIKES, "doc missing main", drop(DESIGN), "RT115"),
    Seeded(BIKES, "doc missing impact", drop(IMPACT), "RT115"),
    Seeded(BIKES, "spec missing", drop(SPEC), "RT115"),
    Seeded(BIKES, "ADR file missing linked", drop(ADR), "RT124|RT205"),
    Seeded(BIKES, "status mismatch raw", meta(analysis_status="raw"), "RT117"),
    Seeded(BIKES, "status bogus", meta(analysis_status="finished"), "meta.json"),
    Seeded(BIKES, "phase unknown", reshape("meta.json", lambda v: v["phases_completed"].append("03-architektur")), "RT116"),
    Seeded(BIKES, "phase gap", reshape("meta.json", lambda v: v.update(phases_completed=["00-quick-scan", "02-impact-analysis"], analysis_status="partial")), "RT119|RT120"),
    Seeded(BIKES, "slug other", meta(slug="pay-by-card"), "RT121"),
    Seeded(BIKES, "source id other", meta(source_id="GH-999"), "meta.json"),
    Seeded(BIKES, "doc draft though phase complete", swap(SPEC, "**Status**: Complete", "**Status**: Draft"), "requirements-spec.*[Dd]raft"),
    Seeded(BIKES, "status unknown word", swap(SPEC, "**Status**: Complete", "**Status**: Donee"), "RT110"),
    Seeded(BIKES, "pending in complete", append(SPEC, "\n## Pending Sections\n\n- **Data**: to be asked.\n"), "RT112"),
    Seeded(BIKES, "TBD in complete", append(OVERVIEW, "\n## Security\n\nTBD\n"), "RT114"),
    Seeded(BIKES, "merge conflict", append(SPEC, "\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n"), "RT126"),
    Seeded(BIKES, "json truncated", lambda fs: fs.update({STORIES: fs[STORIES][:900]}), "RT102"),
    Seeded(BIKES, "yaml broken", append("interface-spec.yaml", "  bad: [1,\n"), "RT104"),
    Seeded(BIKES, "empty doc", put("error-taxonomy.md", ""), "RT106"),
    Seeded(BIKES, "fence open", cut(IMPACT, "^```\n\\Z"), "RT123"),
    Seeded(BIKES, "comment open", swap(SPEC, "## 4. Non-Functional", "<!-- later\n## 4. Non-Functional"), "requirements-spec.*(comment|NFR)|RT202"),
    Seeded(BIKES, "fr cyc dep", swap(SPEC, "| FR-002 | FR-001 | only a booking can be cancelled |", "| FR-001 | FR-003 | why |"), "circle"),
    Seeded(BIKES, "fr dep dangling", swap(SPEC, "| FR-003 | FR-001 | the list", "| FR-003 | FR-010 | the list"), "FR-010"),
    Seeded(BIKES, "same AC twice", swap(SPEC, "Given no booking, when the rider opens the page, then no cancel button is shown.", "Given a booking, when the rider cancels it, then the bike is free within 10 seconds."), "RT238|AC-002-02"),
    Seeded(BIKES, "same FR twice", swap(SPEC, "The dispatcher's list shall show the bookings of each station for the next 12 hours.", "The app shall let a rider cancel a booking before it ends."), "FR-003"),
    Seeded(BIKES, "AC text differs spec/story", swap(STORIES, "the app shows 'One booking at a time'", "the app shows 'Sold out'"), "AC-001-02"),
    Seeded(BIKES, "file in two tiers", swap(IMPACT, "`src/report.py`", "`src/rides.py`"), "RT236"),
    Seeded(BIKES, "NFR priority bogus/ confid", swap(SCAN, "**Confidence**: Medium", "**Confidence**: 110%"), "RT110"),
    Seeded(BIKES, "fr heading w/o id", swap(SPEC, "### FR-003: See bookings", "### See bookings"), "requirements-spec|FR-003"),
    Seeded(BIKES, "fr id typo letters", swap(OVERVIEW, "(FR-003)", "(FR-O03)"), "architecture.*FR-O03"),
    Seeded(BIKES, "two adr same number", put("adr-0001-other.md", "# ADR-0001: Other\n\n## Status\n\nAccepted\n\n## Considered Options\n\n1. a\n2. b\n"), "RT201"),
    Seeded(BIKES, "goal out of scope contradiction", append(SPEC, "\n## 7. Out of Scope\n\n- FR-002: cancelling\n"), "FR-002"),
    Seeded(LIST, "dup FR", swap(SPEC, "**FR-004**", "**FR-003**"), "RT201.*FR-003"),
    Seeded(LIST, "dangling FR", swap(IMPACT, "FR-004", "FR-014"), "RT202.*FR-014"),
    Seeded(LIST, "needs clarification", swap(SPEC, "within 24 hours.\n\n### Key", "within [NEEDS CLARIFICATION: how long?].\n\n### Key"), "FR-004"),
    Seeded(LIST, "vague", swap(SPEC, "when all seats are taken", "in an intuitive way"), "RT401.*FR-001"),
    Seeded(LIST, "scenario without then", swap(SPEC, ", **Then** the student receives an offer by mail", ""), "requirements-spec.*"),
    Seeded(LIST, "scenario cannot fail", swap(SPEC, "**Then** the student receives an offer by mail", "**Then** everything works as expected"), "RT4"),
    Seeded(LIST, "SC dup", swap(SPEC, "**SC-002**", "**SC-001**"), "RT201.*SC-001"),
    Seeded(LIST, "SC no figure", swap(SPEC, "The office spends at most 10 minutes per week on waiting students, counted over one term", "The office is happy"), "SC-002"),
    Seeded(LIST, "SC dangling", append(IMPACT, "\nSC-009 is measured in the report.\n"), "SC-009"),
    Seeded(LIST, "story number dup", swap(SPEC, "### User Story 2", "### User Story 1"), "User Story 1|RT201"),
    Seeded(LIST, "story without scenarios", cut(SPEC, "\\*\\*Acceptance Scenarios\\*\\*:\\n\\n1\\. \\*\\*Given\\*\\* a waiting[\\s\\S]*?(?=### Edge)"), "Story 2"),
    Seeded(LIST, "criteria all gone", cut(SPEC, "\\*\\*Acceptance Scenarios\\*\\*:\\n\\n(?:\\d\\. .*\\n)+"), "RT207"),
    Seeded(NUMBERED, "dup requirement number", swap(SPEC, "### Requirement 2:", "### Requirement 1:"), "RT201|Requirement 1"),
    Seeded(NUMBERED, "dangling requirement prose", swap("design.md", "(Requirement 2)", "(Requirement 5)"), "Requirement 5"),
    Seeded(NUMBERED, "dangling criterion in tasks", swap("tasks.md", "2.1_", "2.7_"), "2\\.7"),
    Seeded(NUMBERED, "dangling in table", swap("design.md", "Requirements 1.2, 2.2", "Requirements 1.2, 3.2"), "3\\.2"),
    Seeded(NUMBERED, "no criteria", cut(SPEC, "1\\. WHEN an invoice is unpaid[\\s\\S]*"), "RT207|RT113"),
    Seeded(NUMBERED, "criteria section removed", cut(SPEC, "#### Acceptance Criteria\\n\\n1\\. WHEN an invoice is unpaid[\\s\\S]*"), "RT207"),
    Seeded(NUMBERED, "story without benefit", swap(SPEC, ", so that customers pay without a call", ""), "RT418|benefit"),
    Seeded(NUMBERED, "vague criterion", swap(SPEC, "SHALL send one reminder", "SHALL promptly send a nice reminder"), "RT401"),
    Seeded(NUMBERED, "criterion no then", swap(SPEC, " THEN the billing job SHALL send one reminder", ""), "RT419"),
    Seeded(NUMBERED, "criterion cannot fail", swap(SPEC, "SHALL send one reminder", "SHALL work properly"), "RT4"),
    Seeded(NUMBERED, "TBD", swap(SPEC, "unpaid for 14 days", "unpaid for TBD days"), "RT424"),
    Seeded(TABLES, "dup req", swap(SPEC, "| REQ_03", "| REQ_02"), "RT201.*REQ_02"),
    Seeded(TABLES, "dangling in stories", swap(STORIES, '"REQ_03"', '"REQ_07"'), "RT202.*REQ_07"),
    Seeded(TABLES, "dangling in matrix", swap(MATRIX, "REQ_03", "REQ_33"), "RT202.*REQ_33"),
    Seeded(TABLES, "story dangling in matrix", swap(MATRIX, "US2", "US5"), "US5"),
    Seeded(TABLES, "untraced req story", reshape(STORIES, lambda v: v["userStories"][1].update(requirements=["REQ_02"])), "RT211.*REQ_03"),
    Seeded(TABLES, "matrix missing", cut(MATRIX, "REQ_02.*\r\n"), "RT213.*REQ_02"),
    Seeded(TABLES, "vague", swap(SPEC, "at most one alert per article and day", "alerts in an efficient manner"), "RT401.*REQ_02"),
    Seeded(TABLES, "nfr dup", swap(SPEC, "| NFR_02", "| NFR_01"), "RT201.*NFR_01"),
    Seeded(TABLES, "nfr no figure", swap(SPEC, "| at most 5 minutes |", "| low |"), "NFR_01"),
    Seeded(TABLES, "number contradiction story vs req", swap(STORIES, "within 5 minutes", "within 15 minutes"), "5 minutes|15"),
    Seeded(TABLES, "story w/o criteria", reshape(STORIES, lambda v: v["userStories"][1].update(acceptanceCriteria=[])), "RT108.*US2"),
    Seeded(TABLES, "ragged", swap(SPEC, "| NFR_02 | Alerts lost during a restart | 0 |", "| NFR_02 | Alerts lost during a restart |"), "RT122"),
    Seeded(TABLES, "tbd cell", swap(SPEC, "| at most 5 minutes |", "| TBD |"), "NFR_01|RT114"),
    Seeded(GERMAN, "dup", swap(SPEC, "FR-2: Fund", "FR-1: Fund"), "RT201.*FR-1"),
    Seeded(GERMAN, "dangling story trace", swap(STORIES, '["FR-2"]', '["FR-9"]'), "RT202.*FR-9"),
    Seeded(GERMAN, "dangling AC", swap(STORIES, '"AC-2.2"', '"AC-2.9"'), "RT203.*AC-2.9"),
    Seeded(GERMAN, "no criteria", cut(SPEC, "\\*\\*Akzeptanzkriterien\\*\\*\\n\\n- AC-2.*\\n- AC-2.*\\n"), "RT207.*FR-2"),
    Seeded(GERMAN, "misnumbered", swap(SPEC, "AC-2.2:", "AC-1.3:"), "RT209|RT210"),
    Seeded(GERMAN, "priority differs", swap(STORIES, '"Soll"', '"Muss"'), "RT216"),
    Seeded(GERMAN, "TBD german", swap(SPEC, "der letzten 30 Tage", "der letzten TBD Tage"), "RT424"),
    Seeded(GERMAN, "noch zu klären", swap(SPEC, "der letzten 30 Tage", "der letzten (noch zu klären) Tage"), "FR-2"),
    Seeded(GERMAN, "nfr dup", swap(SPEC, "| NFR-2", "| NFR-1"), "RT201.*NFR-1"),
    Seeded(GERMAN, "nfr no figure", swap(SPEC, "höchstens 2 s", "schnell"), "NFR-1"),
    Seeded(GERMAN, "ragged", swap(SPEC, "| NFR-2 | Aufbewahrung der Meldungen | 90 Tage |", "| NFR-2 | Aufbewahrung der Meldungen |"), "RT122"),
    Seeded(GERMAN, "story missing", reshape(STORIES, lambda v: v.pop()), "RT211.*FR-2"),
    Seeded(AREAS, "dup", swap(SPEC, "[FR-LOGIN-02]", "[FR-LOGIN-01]"), "RT201.*FR-LOGIN-01"),
    Seeded(AREAS, "dangling", swap(OVERVIEW, "| FR-ENROL-01 |", "| FR-ENROL-04 |"), "RT202.*FR-ENROL-04"),
    Seeded(AREAS, "no criteria", cut(SPEC, "    \\* AC-LOGIN-02.*\\n"), "RT207.*FR-LOGIN-02"),
    Seeded(AREAS, "AC misplaced", swap(SPEC, "AC-LOGIN-02-1", "AC-LOGIN-01-3"), "(RT209|RT207|RT203)"),
    Seeded(AREAS, "AC dup", swap(SPEC, "AC-ENROL-01-2", "AC-ENROL-01-1"), "RT201.*AC-ENROL-01-1"),
    Seeded(AREAS, "vague", swap(SPEC, "by scanning a picture", "in a simple way"), "RT401.*FR-ENROL-01"),
    Seeded(AREAS, "prio dangling", swap(SPEC, "Should: FR-ENROL-01", "Should: FR-ENROL-02"), "FR-ENROL-02"),
    Seeded(AREAS, "nfr dup", swap(SPEC, "NFR-SEC-01", "NFR-PERF-01"), "RT201.*NFR-PERF-01"),
    Seeded(AREAS, "nfr no figure", swap(SPEC, "A code is accepted once and expires after 30 s.", "Codes are secure."), "NFR-SEC-01|RT401|RT417"),
    Seeded(AREAS, "component cycle", swap(OVERVIEW, "| none | FR-ENROL-01", "| Login page | FR-ENROL-01"), "circle"),
    Seeded(AREAS, "component unknown", swap(OVERVIEW, "| Secret store | FR-LOGIN-01, F", "| Vault adapter | FR-LOGIN-01, F"), "Vault adapter"),
    Seeded(AREAS, "ADR no options", swap(OVERVIEW, "**Options:** server, browser\n", ""), "RT230"),
    Seeded(LOCKERS, "dup FR", swap(SPEC, "**FR3 Return", "**FR2 Return"), r"RT201.*FR2"),
    Seeded(LOCKERS, "dangling FR in story", swap("user-stories.md", "Covers FR3", "Covers FR8"), r"FR8"),
    Seeded(LOCKERS, "dangling US", swap(SPEC, "| FR3 | T3 |", "| FR3 | US9 |"), r"US9"),
    Seeded(LOCKERS, "story without criteria", cut("user-stories.md", r"^Acceptance criteria:\n- The list.*\n"), r"RT108.*US2"),
    Seeded(LOCKERS, "story without benefit", swap("user-stories.md", ", so that lockers do not stay full", ""), r"RT418.*US2"),
    Seeded(LOCKERS, "uncovered FR", swap("user-stories.md", "Covers FR3.", "It is about lists."), r"FR3|US2"),
    Seeded(LOCKERS, "vague FR", swap(SPEC, "within 3 seconds after", "quickly after"), r"RT401.*FR1"),
    Seeded(LOCKERS, "AC cannot fail", swap(SPEC, "On day 8 the parcel is on the list of the driver", "The list works properly"), r"AC3.1"),
    Seeded(LOCKERS, "AC vague", swap(SPEC, "The message holds the code and the address of the locker", "The message is user-friendly"), r"RT401.*AC2.1"),
    Seeded(LOCKERS, "AC dup", swap(SPEC, "AC1.2 A code", "AC1.1 A code"), r"RT201.*AC1.1"),
    Seeded(LOCKERS, "AC under wrong FR", swap(SPEC, "- AC3.2 A parcel", "- AC1.3 A parcel"), r"AC1.3"),
    Seeded(LOCKERS, "AC of unknown FR", swap(SPEC, "- AC3.2 A parcel", "- AC7.2 A parcel"), r"AC7.2"),
    Seeded(LOCKERS, "NFR dup", swap(SPEC, "| NFR2 |", "| NFR1 |"), r"RT201.*NFR1"),
    Seeded(LOCKERS, "NFR no target", swap(SPEC, "| 99 % of an hour |", "| high |"), r"NFR1"),
    Seeded(LOCKERS, "NFR empty target", swap(SPEC, "| 99 % of an hour |", "| |"), r"NFR1"),
    Seeded(LOCKERS, "figure differs story", swap("user-stories.md", "within 3 seconds", "within 30 seconds"), r"RT242"),
    Seeded(LOCKERS, "component cycle", swap(OVERVIEW, "| none |", "| Locker |"), r"circle"),
    Seeded(LOCKERS, "component unknown", swap(OVERVIEW, "| Text gateway |\n| Text", "| SMS broker |\n| Text"), r"SMS broker"),
    Seeded(LOCKERS, "TBD", swap(SPEC, "within 7 days", "within TBD days"), r"RT424.*FR3"),
    Seeded(LOCKERS, "placeholder figure", swap(SPEC, "within 7 days", "within XX days"), r"RT424.*FR3"),
    Seeded(LOCKERS, "broken table", swap(SPEC, "| NFR2 | Codes guessed in a row before a lock | 5 |", "| NFR2 | Codes guessed in a row before a lock |"), r"RT122"),
    Seeded(LOCKERS, "loophole", swap(SPEC, "within 7 days.", "within 7 days if possible."), r"RT404.*FR3"),
    Seeded(LOCKERS, "open list", swap(SPEC, "the code and the address of the locker", "the code, the address, etc."), r"RT405"),
    Seeded(LOCKERS, "and/or", swap(SPEC, "sends a letter", "sends a letter and/or a mail"), r"RT422"),
    Seeded(LOCKERS, "dup heading", swap(SPEC, "## 4 Traceability", "## 3 Specific requirements"), r"RT125"),
    Seeded(LOCKERS, "trace row dangling", swap(SPEC, "| FR3 | T3 |", "| FR3 | T3 |\n| FR4 | T4 |"), r"FR4"),
    Seeded(LOCKERS, "trace row missing", swap(SPEC, "| FR3 | T3 |\n", ""), r"FR3"),
    Seeded(LOCKERS, "same criterion", swap(SPEC, "A parcel that was fetched on day 7 is not on the list", "On day 8 the parcel is on the list of the driver"), r"RT238"),
    Seeded(FRENCH, "fr dup", swap(SPEC, "RF-02 —", "RF-01 —"), r"RT201.*RF-01"),
    Seeded(FRENCH, "fr dangling story", swap(STORIES, '"RF-02"', '"RF-09"'), r"RF-09"),
    Seeded(FRENCH, "ca dangling", swap(STORIES, "CA-02-2", "CA-02-9"), r"CA-02-9"),
    Seeded(FRENCH, "no criteria", cut(SPEC, r"^- CA-02.*\n"), r"RT207.*RF-02"),
    Seeded(FRENCH, "nfr dup", swap(SPEC, "RNF-02", "RNF-01"), r"RT201.*RNF-01"),
    Seeded(FRENCH, "nfr no figure", swap(SPEC, "| 2 s |", "| rapide |"), r"RNF-01"),
    Seeded(FRENCH, "tbd", swap(SPEC, "dans les 5 secondes", "dans un délai à définir"), r"RF-02"),
    Seeded(FRENCH, "story dup", swap(STORIES, "HU-02", "HU-01"), r"RT201.*HU-01"),
    Seeded(FRENCH, "matrix dangling", swap(MATRIX, "RF-02;CA-02-2;HU-02", "RF-03;CA-03-1;HU-03"), r"RF-03"),
    Seeded(FRENCH, "matrix missing", swap(MATRIX, "RF-02;CA-02-2;HU-02\n", ""), r"CA-02-2"),
    Seeded(FRENCH, "figure ac", swap(STORIES, '"CA-02-1"', '"CA-02-1 : Après l\'annulation, la salle est libre en 50 secondes."'), r"CA-02-1"),
    Seeded(FRENCH, "adr dangling", swap(OVERVIEW, "RF-01 et RF-02.", "RF-01 et RF-02, voir ADR-007."), r"ADR-007"),
    Seeded(FRENCH, "arch fr dangling", swap(OVERVIEW, "RF-02", "RF-08"), r"RF-08"),
    Seeded(FRENCH, "ca misplaced", swap(SPEC, "CA-02-2 :", "CA-01-3 :"), r"CA-01-3|CA-02-2"),
    Seeded(FRENCH, "ragged csv", swap(MATRIX, "RF-02;CA-02-2;HU-02", "RF-02;CA-02-2"), r"RT103"),
    Seeded(UNDERLINED, "dup", swap(SPEC, "**REQ-2**", "**REQ-1**"), r"RT201.*REQ-1"),
    Seeded(UNDERLINED, "dangling", swap(IMPACT, "REQ-2", "REQ-5"), r"REQ-5"),
    Seeded(UNDERLINED, "no acc", cut(SPEC, r"^   - \*Acceptance\*: (Choose|If).*\n"), r"RT207.*REQ-2"),
    Seeded(UNDERLINED, "vague", swap(SPEC, "at the hour that the user set", "in a smart way"), r"RT401.*REQ-1"),
    Seeded(UNDERLINED, "qr", swap(SPEC, "takes less than 200 ms on the slowest supported device", "is fast"), r"QR-1"),
    Seeded(UNDERLINED, "cyc", swap(DESIGN, "| - |", "| Theme |"), r"circle"),
    Seeded(UNDERLINED, "unknown mod", swap(DESIGN, "| Settings | REQ-1", "| Clock | REQ-1"), r"Clock"),
    Seeded(UNDERLINED, "tbd", swap(SPEC, "at the hour that the user set", "at TBD"), r"RT424.*REQ-1"),
    Seeded(UNDERLINED, "acc unfailing", swap(SPEC, "the colours are dark at 21:00 and light at 20:59", "it works as expected"), r"RT426"),
    Seeded(UNDERLINED, "module no purpose", swap(DESIGN, "keeps what the user chose", ""), r"RT224"),
    Seeded(UNDERLINED, "mod dup", swap(DESIGN, "| Settings | keeps", "| Theme | keeps"), r"RT251|Theme"),
    Seeded(UNDERLINED, "figure", swap(IMPACT, "colours (REQ-1)", "switches in 900 ms (QR-1)"), r"QR-1"),
    Seeded(UNDERLINED, "dangling qr", swap(IMPACT, "colours (REQ-1)", "colours (QR-4)"), r"QR-4"),
    Seeded(FEES, "status of a decision in plain words", swap(FLAT, "Status: Accepted", "Status: Rejected"), "RT257.*ADR-002 has another status"),
    Seeded(FEES, "choice against the title", swap(RETURNS, "We book the fee when the copy returns.", "We book a fee each night."), "RT257.*ADR-001 decides"),
    Seeded(FEES, "name of a decision", swap(OVERVIEW, "whole cents |", "floating point |"), "RT257.*ADR-002 has another name"),
    Seeded(FEES, "decision left out of the overview", swap(OVERVIEW, "| ADR-002 | Amounts", "| ADR-003 | Amounts"), "RT257.*ADR-002 is missing"),
    Seeded(FEES, "title of a requirement out of scope", swap(SPEC, "| Paying online |", "| Monthly figure |"), "RT247.*FR-04"),
    Seeded(FEES, "level in brackets against the story", swap(STORIES, '"priority": "Could"', '"priority": "Must"'), "RT216.*FR-04 is Could"),
    Seeded(FEES, "signature that stays", swap(DESIGN, "`renew(store, loan, today)`", "`renew(loan, days)`"), "RT304.*renew takes loan, days"),
    Seeded(FEES, "error code of a series", swap(SPEC, "E-PAY-01", "E-PAY-09"), "RT206.*E-PAY-09"),
    Seeded(FEES, "unknown module in plain words", swap(DESIGN, "Depends on: Fees, Store", "Depends on: Ledger, Store"), "RT222.*Ledger"),
    Seeded(FEES, "circle in plain words", append(DESIGN, "\n## Clock\n\nResponsibility: tells the day.\n\nDepends on: Alarm\n\n## Alarm\n\nResponsibility: rings.\n\nDepends on: Clock\n"), "RT223.*Alarm"),
    Seeded(FEES, "import that is not there", append(DESIGN, "\n`loans/web.py` imports `loans/mail.py`.\n"), "RT304.*does not import"),
    Seeded(FEES, "a file that stays in a table of another document", append(DESIGN, "\n| File | Change |\n| --- | --- |\n| `loans/mail.py` | tells the fee |\n"), "RT254.*loans/mail.py"),
    Seeded(FEES, "a box that nothing names", swap(OVERVIEW, "Fees --> Store[Store]", "Fees --> Vault[Vault]"), "RT258.*Vault"),
    Seeded(FEES, "a step of a task that is not there", append(DESIGN, "\n- TK-1 Write it\n- TK-1.a Read it\n- TK-2 Say it, after TK-1.b\n"), "RT202.*TK-1.b"),
    Seeded(FEES, "a task twice in its headings", append(DESIGN, "\n## Tasks\n\n### TK-1 Write it\n\nNow.\n\n### TK-2 Read it\n\nThen.\n\n### TK-2 Say it\n\nLast.\n"), "RT201.*TK-2"),
    Seeded(QUEUES, "days of a story in Markdown", swap("user-stories.md", "kept for 7 days", "kept for 14 days"), "RT242.*US-03 says 14 days"),
    Seeded(QUEUES, "error code that is a word", swap(SPEC, "ERR-LIMIT", "ERR-TOOMANY"), "RT206.*ERR-TOOMANY"),
    Seeded(QUEUES, "risk in words against the table", swap(IMPACT, "risk: medium", "risk: low"), "RT243.*risk is low"),
    Seeded(QUEUES, "message to nobody", swap(OVERVIEW, "Web->>Queue: append", "Web->>: append"), "RT135.*nobody"),
    Seeded(QUEUES, "day of the front matter", swap(SPEC, "2026-08-03", "2026-02-30"), "RT136.*2026-02-30"),
)  # fmt: skip


@pytest.mark.parametrize("fault", SEEDED, ids=lambda fault: f"{fault.item}-{fault.what}".replace(" ", "-"))
def test_a_fault_in_somebody_elses_item_is_found_where_it_is(fault: Seeded) -> None:
    files = dict(clean(fault.item))
    known = {finding.id for finding in check(fault.item, files)}
    fault.edit(files)
    new = [
        f"{f.rule} {f.path.rsplit('/', 1)[-1]}:{f.line} {f.message}"
        for f in check(fault.item, files)
        if f.id not in known
    ]
    assert any(re.search(fault.found, said) for said in new), new


@pytest.mark.parametrize(
    "words",
    [
        "- **FR-001**: a lock that is released after 90 seconds",
        "- FR-003: handled by the nightly scheduler",
        "FR-009 was dropped; see the minutes.",
        "Spec 014 has an FR-099 that asks for more.",
        "FR-001–FR-003 share one screen.",
        "See [the overview](#overview) and `src/queue.py` (new).",
        "Requirement 7 of the city's rules was read by the lawyers.",
        "| `src/lock.py` | new file |",
    ],
)
def test_what_a_sensible_author_writes_is_left_alone(words: str) -> None:
    files = dict(clean(BIKES))
    files[OVERVIEW] += f"\n{words}\n"
    assert [f"{f.rule} {f.line} {f.message}" for f in check(BIKES, files)] == []
