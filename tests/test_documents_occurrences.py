"""What the code shows about what was named: in the files that change, in those around them, and in no test."""

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add
from roundtable.analysis.scanning import (
    EntryPoint,
    FileKind,
    Mention,
    Occurrence,
    Role,
    ScanResult,
)
from roundtable.documents import occurrences
from roundtable.documents.occurrences import first_line
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import render_document
from roundtable.facts import (
    BusinessRule,
    Constraint,
    DirectChange,
    Fact,
    NoChange,
    OutOfScope,
    Problem,
    Requirement,
)
from roundtable.facts.evidence import Quote
from tables import check_rows, each

SAID = Quote(turn=1, start=0, end=1, text="I")
CELLS, RULE = "src/cells.py", "src/rule.py"


def at(path: str, line: int, role: Role = "calls", inside: str = "") -> Occurrence:
    kind: FileKind = "test" if path.startswith("tests/") else "docs" if path.startswith("docs/") else "source"
    return Occurrence(path=path, line=line, role=role, inside=inside, kind=kind)


def named(text: str, *lines: Occurrence, is_message: bool = False) -> Mention:
    return Mention(text=text, occurrences=lines, is_message=is_message)


def impact(*mentions: Mention, facts: tuple[Fact, ...] = (), wish: str = "", **found: object) -> str:
    """The page of a plan with one file; `wish` is what is wanted."""
    scan = ScanResult.model_validate({"description": "", "mentions": mentions, **found})
    plan = DirectChange(path=CELLS, text="The guard goes here.", evidence=(SAID,))
    wanted = (Requirement(title="W", text=wish, evidence=(SAID,)),) if wish else ()
    known, _ = add(Analysis(slug="x", title="X"), (plan, *wanted, *facts))
    text = render_document("impact-analysis.md", known, RenderContext(scan=scan, slug="x", title="X"))
    assert text is not None
    return text


def test_a_row_tells_what_is_defined_once_then_messages_and_of_what_is_used_only_what_was_said_of_the_file() -> (
    None
):
    text = impact(
        named("other_cell", at(CELLS, 5)),
        named("too wide", at(CELLS, 7, "names"), is_message=True),
        named("set_size", at(CELLS, 74, "defines"), at(CELLS, 80)),
        named("advance", at(CELLS, 90, "defines"), at(CELLS, 130, "defines")),
        named("guard", at(CELLS, 95)),
        wish='`set_size` and `advance` say "too wide".',
    )
    assert (
        f"| `{CELLS}` | The guard goes here[^t1] | `set_size` [74](../../../{CELLS}#L74) · "
        f'"too wide" [7](../../../{CELLS}#L7) · calls `guard` [95](../../../{CELLS}#L95) |' in text
    )


def test_a_name_that_stands_only_in_what_stays_or_who_uses_it_is_no_place_to_change() -> None:
    names = [named(name, at(CELLS, line, "defines")) for name, line in (("Reader", 7), ("Writer", 9))]
    stays = Constraint(text="Reader stays as it is", evidence=(SAID,))
    wish = Requirement(title="Writer is fast", text="Writer is fast.", evidence=(SAID,))
    text = impact(*names, facts=(stays, wish))
    assert "`Writer` [9]" in text
    assert "`Reader` [7]" not in text


def test_a_name_that_is_no_part_of_it_is_no_place_to_change() -> None:
    names = [named(name, at(CELLS, line, "defines")) for name, line in (("OneOf", 7), ("NoneOf", 9))]
    out = OutOfScope(text="NoneOf and OneOf for dicts", evidence=(SAID,))
    wish = Requirement(title="OneOf is fast", text="OneOf is fast.", evidence=(SAID,))
    text = impact(*names, facts=(out, wish))
    assert "`OneOf` [7]" in text
    assert "`NoneOf` [9]" not in text


def test_without_anything_to_show_there_is_no_column() -> None:
    text = impact(named("set_size", at("src/other.py", 3, "defines")))
    assert "| File | Said about it |\n" in text
    often = named("width", *(at(CELLS, line) for line in range(1, 9)))
    assert "| File | Said about it |\n" in impact(often), "what stands in many lines is a word of the file"


def test_who_does_the_same_with_what_changes_is_told_in_one_line_with_every_line_of_code() -> None:
    text = impact(
        named(
            "set_size",
            at(CELLS, 74, "defines"),
            at("src/segment.py", 349),
            at("src/text.py", 806),
            at("src/text.py", 808),
            at("tests/test_cells.py", 5),
            at("tests/test_cells.py", 6),
            at("src/importer.py", 1, "imports"),
        ),
        wish="`set_size` takes a limit.",
    )
    assert "One file was named; three more mention what changes." in text
    assert (
        "- `src/segment.py` ([349](../../../src/segment.py#L349)) and `src/text.py` "
        "([806](../../../src/text.py#L806), [808](../../../src/text.py#L808)) call `set_size`." in text
    )
    assert "- `tests/test_cells.py` calls `set_size` ([5–6](../../../tests/test_cells.py#L5-L6))." in text
    assert "importer" not in text


def test_what_is_defined_elsewhere_makes_nobody_a_neighbour() -> None:
    error = named("OperationalError", at(CELLS, 4, "catches"), at("src/a.py", 9, "raises"))
    text = impact(error, wish="An OperationalError is told.")
    assert "catches `OperationalError`" in text
    assert "src/a.py" not in text


def test_too_many_to_name_are_counted_whole() -> None:
    crowd = [at(f"src/{number}.py", 1) for number in range(24)]
    text = impact(named("set_size", at(CELLS, 74, "defines"), *crowd), wish="`set_size` takes a limit.")
    assert "One file was named; 24 more mention what changes." in text
    assert "- `set_size` stands in 24 more files." in text


def test_a_file_that_was_ruled_out_is_told_neutrally_where_the_code_touches_it() -> None:
    no = NoChange(path="src/text.py", text="Not the text.", evidence=(SAID,))
    text = impact(
        named("set_size", at(CELLS, 74, "defines"), at("src/text.py", 8), at("src/a.py", 9)),
        facts=(no,),
        wish="`set_size` takes a limit.",
    )
    assert "- `src/text.py` calls `set_size` ([8](../../../src/text.py#L8)) and is not touched.[^t1]" in text
    assert "- `src/a.py` calls `set_size` ([9](../../../src/a.py#L9))." in text


def test_a_test_that_names_what_a_file_defines_reaches_it() -> None:
    gap = [{"path": CELLS, "reason": "no test imports it"}]
    text = impact(named("set_size", at(CELLS, 74, "defines")), coverage_gaps=gap)
    assert f"No test was seen to reach `{CELLS}`." in text
    reached = named("set_size", at(CELLS, 74, "defines"), at("tests/test_cells.py", 5))
    assert "No test was seen" not in impact(reached, coverage_gaps=gap)


def test_an_entry_point_is_one_that_was_named() -> None:
    ways = (
        EntryPoint(path=CELLS, name="create-index", kind="command", line=638),
        EntryPoint(path=CELLS, name="optimize", kind="command", line=354),
        EntryPoint(path=CELLS, name="drop-view", kind="command", line=700),
        EntryPoint(path="src/other.py", name="create-index", kind="command", line=1),
    )
    told = (
        Requirement(title="Next to create-index", text="Next to create-index", evidence=(SAID,)),
        Constraint(text="Nothing changes for drop-view", evidence=(SAID,)),
    )
    text = impact(
        named(
            "set_size",
            at(CELLS, 74, "defines"),
            at(CELLS, 90, inside="Rule.draw"),
            at("src/a.py", 9, inside="main"),
        ),
        facts=told,
        entry_points=ways,
    )
    section = text.split("## Entry Points\n\n")[1].split("\n\n")[0]
    assert section.splitlines() == [
        f"- `create-index`, command ([cells.py:638](../../../{CELLS}#L638))",
    ]
    assert "Entry Points" not in impact(entry_points=ways)


def test_the_link_of_a_file_leads_to_what_is_to_change_and_not_to_what_is_left_alone() -> None:
    mentions = (named("Reader", at(CELLS, 182, "names")), named("advance", at(CELLS, 1517, "defines")))
    scan = ScanResult.model_validate({"description": "", "mentions": mentions})
    assert first_line(CELLS, scan, "only the Reader class, don't touch advance") == 182
    assert first_line(CELLS, scan, "both, Reader and advance") == 1517
    assert first_line(CELLS, scan, "it belongs there") is None


def test_of_several_definitions_the_link_leads_to_the_one_that_was_named_first() -> None:
    mentions = (named("send_page", at(CELLS, 426, "defines")), named("not_found", at(CELLS, 357, "defines")))
    scan = ScanResult.model_validate({"description": "", "mentions": mentions})
    assert first_line(CELLS, scan, "send_page, and not_found with it") == 426


def test_a_file_that_means_another_thing_of_the_same_name_is_no_neighbour() -> None:
    other = Occurrence(path="src/far.py", line=3, role="calls", meant=("src/other.py",))
    mine = Occurrence(path="src/near.py", line=3, role="calls", meant=(CELLS,))
    sized = named("set_size", at(CELLS, 74, "defines"), at("src/other.py", 5, "defines"), mine, other)
    text = impact(sized, wish="`set_size` takes a limit.")
    assert "`src/near.py` calls `set_size`" in text
    assert "src/other.py" not in text
    assert "src/far.py" not in text


def test_a_name_that_only_a_rule_or_todays_trouble_has_is_no_place_to_change_and_makes_no_neighbour() -> None:
    guard = named("path_exists", at(CELLS, 58, "defines"), at("src/a.py", 9))
    told = (
        Problem(text="Today people call path_exists first.", evidence=(SAID,)),
        BusinessRule(text="Do not call path_exists before the read.", evidence=(SAID,)),
    )
    assert "path_exists" not in impact(guard, facts=told)


def test_a_longer_name_is_another_one() -> None:
    scan = ScanResult.model_validate({"description": "", "mentions": (named("Request", at(CELLS, 24)),)})
    assert first_line(CELLS, scan, "TestRequest_NotAltered has to change") is None
    assert first_line(CELLS, scan, "the Request there has to change") == 24


def test_whoever_calls_what_changes_only_for_those_who_ask_for_it_is_not_near_the_change() -> None:
    places = (
        at(CELLS, 74, "defines"),
        at("src/a.py", 9),
        at("src/b.py", 4, "overrides"),
        at("tests/test_a.py", 5),
    )

    def reads(rule: str) -> str:
        text = impact(
            named("set_size", *places),
            wish="`set_size` takes a limit.",
            facts=(BusinessRule(text=rule, evidence=(SAID,)),),
        )
        assert "`src/b.py` overrides" in text
        assert "`tests/test_a.py` calls" in text
        return "near" if "`src/a.py` calls" in text else "as before"

    said = (
        "It is off by default.",
        "The limit is opt-in.",
        "The limit defaults to false.",
        "Nothing changes for existing callers.",
        "Without it nothing changes.",
    )
    others = ("The limit is four by default.", "Nothing changes for drop-view.")
    check_rows(occurrences, "_OPT_IN", reads, {**each("as before", *said), **each("near", *others)})
