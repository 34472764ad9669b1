"""What follows from single sentences and signatures in a talk: checks, demands taken apart, anecdotes, contracts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import BusinessRule, Criterion, Fact, Note, Requirement
from roundtable.analysis.scanning import Definition
from roundtable.minds.facilitator.conversation.anecdotes import without_anecdotes
from roundtable.minds.facilitator.conversation.compound import taken_apart
from roundtable.minds.facilitator.conversation.nature import nature_of
from roundtable.minds.facilitator.conversation.spelled import is_public, spelled
from roundtable.minds.facilitator.conversation.unsaid import unsaid
from roundtable.minds.facilitator.observations import check_of
from roundtable.minds.facilitator.spans import Heard


@pytest.mark.parametrize(
    ("requirement", "check"),
    [
        ("The system shall let customers redeem one code.", "Customers can redeem one code."),
        ("The system shall not let guests delete orders.", "Guests cannot delete orders."),
        ("The system shall make it possible to export everything.", "Somebody can export everything."),
        ("HTTPAdapter shall have exponential backoff.", "HTTPAdapter has exponential backoff."),
        ("The system shall keep lap times and show a pause screen.", "The system keeps lap times and shows a pause screen."),
        ("Reports shall be readable offline.", "Reports are readable offline."),
        ("The system shall not wait for POST.", "The system does not wait for POST."),
        ("When the sensor fails, the system shall provide a failsafe.", "When the sensor fails, the system provides a failsafe."),
        ("`parse_date` shall accept timezone names.", "`parse_date` accepts timezone names."),
        ("Kunden sollen einen Code eingeben können.", "Kunden sollen einen Code eingeben können."),
    ],
)  # fmt: skip
def test_a_check_is_the_requirement_seen_to_hold(requirement: str, check: str) -> None:
    assert check_of(requirement) == check


def said(text: str) -> tuple[Requirement, Heard]:
    heard = Heard(3, text)
    return Requirement(id="new:1", title="x", text=text, evidence=(heard.quote(0, len(text)),)), heard


def test_several_demands_in_one_sentence_become_one_requirement_each_with_its_own_words() -> None:
    fact, heard = said(
        "It should log each wait, and respect Retry-After when the server sends one, and it must not wait for POST, etc."
    )
    parts = taken_apart([fact], heard)
    assert [part.text for part in parts if isinstance(part, Requirement)] == [
        "The system shall log each wait.",
        "When the server sends one, the system shall respect Retry-After.",
        "The system shall not wait for POST.",
    ]
    for part in parts:
        quote = part.evidence[0]
        assert isinstance(quote, Quote)
        assert heard.text[quote.start : quote.end] == quote.text


@pytest.mark.parametrize(
    "text",
    [
        "It must export orders and invoices.",
        "It must keep lap times and show a pause screen.",
        "Show an error",
    ],
)
def test_what_is_one_demand_stays_whole(text: str) -> None:
    fact, heard = said(text)
    assert taken_apart([fact], heard) == [fact]


def test_two_conditions_are_two_demands() -> None:
    fact, heard = said("Save the race when the lid is closed and resume it when it opens")
    assert [part.headline for part in taken_apart([fact], heard)] == [
        "When the lid is closed, the system shall save the race.",
        "When it opens, the system shall resume it.",
    ]


@given(st.text(max_size=200))
def test_taking_apart_loses_no_fact_and_quotes_letter_for_letter(text: str) -> None:
    fact, heard = said(text)
    for part in taken_apart([fact], heard):
        quote = part.evidence[0]
        assert isinstance(quote, Quote)
        assert heard.text[quote.start : quote.end] == quote.text


def test_what_happened_once_is_no_rule() -> None:
    facts: list[Fact] = [
        BusinessRule(id="new:1", text="Never more than three waits."),
        BusinessRule(id="new:2", text="We had that in 2019 and it was not pretty."),
    ]
    assert [fact.kind for fact in without_anecdotes(facts)] == ["business_rule", "note"]


def test_how_a_real_case_begins_goes_with_its_check() -> None:
    facts: list[Fact] = [
        Criterion(id="new:1", requirement="FR-001", text="Last Tuesday the gateway answered 503."),
        Criterion(id="new:2", requirement="FR-001", text="What I want is that it waits one second."),
    ]
    after = without_anecdotes(facts)
    assert [(fact.given, fact.text) for fact in after if isinstance(fact, Criterion)] == [
        ("Last Tuesday the gateway answered 503", "It waits one second.")
    ]
    assert not any(isinstance(fact, Note) for fact in after)


@pytest.mark.parametrize(
    ("path", "signature", "inputs", "output"),
    [
        ("thermo.c", "int16_t read_sensor(uint8_t bus)", [("bus", "uint8_t")], "int16_t"),
        ("a.cpp", "const char *name_of(const Item &item, int n = 3)", [("item", "const Item &"), ("n", "int")], "const char *"),
        ("A.java", "public static <T> List<T> read(Class<T> type, int max)", [("type", "Class<T>"), ("max", "int")], "List<T>"),
        ("A.java", "public boolean isNumber()", [], "boolean"),
        ("c.go", "func (c *Command) Help(out, err io.Writer) error {", [("out", "io.Writer"), ("err", "io.Writer")], "error"),
        ("c.go", "func Parse(line string) (int, error)", [("line", "string")], "(int, error)"),
        ("m.c", "void stop(void)", [], "void"),
        ("p.py", "def parse(text: str) -> date", [("text", "str")], "date"),
    ],
)  # fmt: skip
def test_types_are_read_as_the_language_spells_them(
    path: str, signature: str, inputs: list[tuple[str, str]], output: str
) -> None:
    definition = Definition(name="f", kind="function", path=path, line=1, signature=signature)
    found, back = spelled(definition)
    assert ([(one.name, one.type) for one in found], back) == (inputs, output)


@pytest.mark.parametrize(
    ("path", "name", "signature", "public"),
    [
        ("a.go", "getOut", "func (c *Command) getOut() io.Writer", False),
        ("a.go", "Help", "func (c *Command) Help() error", True),
        ("A.java", "asBigDecimal", "private BigDecimal asBigDecimal()", False),
        ("a.py", "_hidden", "def _hidden()", False),
        ("a.py", "shown", "def shown()", True),
    ],
)
def test_only_what_others_may_call_is_a_contract(path: str, name: str, signature: str, public: bool) -> None:
    assert is_public(Definition(name=name, kind="function", path=path, line=1, signature=signature)) is public


@given(st.text(max_size=120), st.sampled_from(["a.go", "a.c", "A.java", "a.py", "a.rs"]))
def test_any_signature_can_be_read(signature: str, path: str) -> None:
    spelled(Definition(name="f", kind="function", path=path, line=1, signature=signature))


@pytest.mark.parametrize(
    ("draft", "nature"),
    [
        ("Shell completion is slow for commands with many subcommands", "bug"),
        ("The export takes too long on Mondays", "bug"),
        ("Let people export the report as CSV", "change"),
        ("Nightly export of invoices as CSV", "pipeline"),
    ],
)
def test_complaints_are_defects_and_a_format_alone_is_no_pipeline(draft: str, nature: str) -> None:
    assert nature_of(draft) == nature


def test_what_nobody_said_is_an_open_question_that_somebody_could_answer() -> None:
    assert unsaid("journey", "One good run is described").endswith("?")
    assert unsaid("note", "The weather is known") == "Still to be settled: The weather is known."
