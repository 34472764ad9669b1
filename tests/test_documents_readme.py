"""README.md has all that somebody said, each thing where it can be told whom or what it is about."""

import json
from typing import Any

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.changes import add
from roundtable.analysis.scanning import Impact, Impacted, RankedFile, ScanResult
from roundtable.documents.checks import check_item
from roundtable.documents.page import RenderContext
from roundtable.documents.readme import readme_page
from roundtable.documents.rendering import render_document
from roundtable.documents.stories import story_entries
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    Fact,
    Interface,
    NoChange,
    Note,
    Priority,
    Problem,
    Quality,
    Requirement,
    UserType,
)
from roundtable.facts.evidence import CodeAnchor, Quote
from sample import render_documents

CONTEXT = RenderContext(date="2031-04-02", slug="x", title="X")


def told(kind: type[Fact], text: str, **fields: Any) -> Fact:
    quote = Quote(turn=1, start=0, end=len(text), text=text)
    return kind.model_validate({"text": text, "evidence": (quote,), **fields})


def item(*facts: Fact) -> Analysis:
    required = told(Requirement, "Retries wait", title="Retries wait")
    turns = (Turn(number=1, question="What?", text=" ".join(fact.headline for fact in facts)),)
    return add(Analysis(slug="x", title="X", turns=turns), (required, *facts))[0]


def page(*facts: Fact, name: str = "README.md") -> str:
    return render_document(name, item(*facts), CONTEXT) or ""


def test_qualities_interfaces_and_notes_about_anything_stand_on_the_page() -> None:
    text = page(
        told(Quality, "A run may get slower by 5 % at most."),
        told(Interface, "`wait_for(seconds)` is all that others call.", name="wait_for"),
        told(Note, "The lock in the pool is taken once.", about="where"),
        told(Note, "Nothing changes for the scheduler.", about="not_where"),
        told(Note, "The counter starts at one."),
    )
    for words in (
        "slower by 5 %",
        "all that others call",
        "taken once",
        "for the scheduler",
        "starts at one",
    ):
        assert words in text


def test_a_long_paste_is_read_where_it_stands() -> None:
    log = "\n".join(f"attempt {number}" for number in range(12))
    assert "attempt 7" not in page(told(Note, log))
    assert "attempt 7" in page(told(Note, log), name="requirements-spec.md")


def test_a_check_with_lines_below_it_keeps_them_as_they_are_and_is_known_to_check() -> None:
    example = "The file says:\n\n[run]\nretries = 2\n* not a list"
    known = item(
        told(Criterion, example, requirement="FR-001"), told(Criterion, "It ends.", requirement="FR-001")
    )
    documents = render_documents(known, CONTEXT)
    block = "```text\n  [run]\n  retries = 2\n  * not a list\n  ```"
    assert f"- [ ] The file says:\n\n  {block}" in documents["README.md"]
    assert f"- **AC-001-01**: The file says:[^t1]\n\n  {block}" in documents["requirements-spec.md"]
    assert not [one for one in check_item(documents) if one.rule == "RT203"]


def test_a_check_that_is_nothing_but_pasted_lines_is_known_to_check() -> None:
    known = item(
        told(Criterion, "[run]\nretries = 2", requirement="FR-001"),
        told(Criterion, "It ends.", requirement="FR-001"),
    )
    assert not [one for one in check_item(render_documents(known, CONTEXT)) if one.rule == "RT203"]


def test_a_check_whose_requirement_became_something_else_keeps_its_number_and_is_no_mistake() -> None:
    known = item(told(Criterion, "It ends.", requirement="FR-001"))
    documents = {
        name: text.replace("FR-001", "FR-002") for name, text in render_documents(known, CONTEXT).items()
    }
    assert [one.rule for one in check_item(documents) if one.rule == "RT203"]
    facts = {"AC-001-01": {"id": "AC-001-01", "kind": "criterion", "text": "It ends."}}
    documents["analysis.json"] = json.dumps({"analysis": {"facts": facts}})
    assert not [one.rule for one in check_item(documents) if one.rule == "RT203"]


def test_a_sentence_about_several_files_that_does_not_come_apart_stands_once_below_them() -> None:
    said = "While we are there the old name goes away in a.py and b.py alike"
    text = page(told(DirectChange, said, path="a.py"), told(DirectChange, said, path="b.py"))
    assert text.count("the old name goes away") == 1
    assert "the old name" not in text.partition("## Where in the code")[2].partition("While we")[0]
    table = page(
        told(DirectChange, said, path="a.py"),
        told(DirectChange, said, path="b.py"),
        name="impact-analysis.md",
    )
    assert all("the old name" not in line for line in table.splitlines() if line.startswith("|"))
    assert table.count("the old name goes away") == 1


def test_the_priority_of_a_part_stands_behind_it_and_costs_no_story() -> None:
    known = item(told(BusinessRule, "Never twice.", requirement="FR-001"), told(UserType, "Operators."))
    known = add(known, [Priority(target="BR-001", level="Could", evidence=known.facts[0].evidence)])[0]
    assert "Never twice (Could)" in (render_document("requirements-spec.md", known, CONTEXT) or "")
    assert [story.traces for story in story_entries(known)] == [("FR-001",)]


def test_a_story_is_told_as_it_was_and_has_somebody_in_front_only_where_one_was_named() -> None:
    wish = told(Requirement, "As a tenant, I want a mail.", title="As a tenant, I want a mail")
    known = add(Analysis(slug="x", title="X"), (wish, told(UserType, "Tenants.")))[0]
    assert [story.story for story in story_entries(known)] == ["As a tenant, I want a mail."]
    assert not story_entries(item(told(UserType, "Two groups: tenants and porters.")))
    assert [story.story for story in story_entries(item(told(UserType, "Tenants.")))] == [
        "Tenants: Retries wait"
    ]


def test_a_file_that_changes_and_is_left_alone_is_found() -> None:
    documents = render_documents(item(told(DirectChange, "The loop goes there.", path="a.py")), CONTEXT)
    assert not [one for one in check_item(documents) if one.rule == "RT243"]
    documents["README.md"] += "\nLeft alone: `a.py`.\n"
    (found,) = [one for one in check_item(documents) if one.rule == "RT243"]
    assert found.message == "a.py is left alone here, and changes."


def test_a_mere_guess_and_what_is_left_behind_a_denial_are_no_plan_on_the_page() -> None:
    guess = RankedFile(path="a.py", score=1.0, reasons=("speaks of waiting",))
    scan = ScanResult(
        description="",
        files=(guess,),
        impact=Impact(direct=(Impacted(path="a.py", reason="speaks of waiting"),)),
    )
    for confidence, facts, is_shown in (
        ("high", (), True),
        ("low", (), False),
        ("high", (told(NoChange, "Not b.py.", path="b.py"),), False),
    ):
        seen = scan.model_copy(update={"confidence": confidence})
        text = render_document("README.md", item(*facts), CONTEXT.model_copy(update={"scan": seen})) or ""
        assert ("## Where in the code" in text) == is_shown, (confidence, facts)


def test_what_was_argued_for_stands_beside_what_was_named_and_what_the_scan_alone_shows_does_not() -> None:
    argued = DirectChange(path="b.py", why="The loop is there.", evidence=(CodeAnchor(path="b.py", line=3),))
    facts = (told(DirectChange, "The call goes there, in a.py.", path="a.py"), argued)
    scan = ScanResult(description="", suggested=(Impacted(path="c.py", reason="defines `wait`"),))
    seen = CONTEXT.changed(scan=scan)
    text = render_document("README.md", item(*facts), seen) or ""
    assert [line[:9] for line in text.splitlines() if line.startswith(("1. ", "2. ", "3. "))] == [
        "1. [`a.py",
        "2. [`b.py",
    ]
    assert "nobody named it" not in text


def test_lines_that_were_cited_for_a_file_stand_beside_it_whatever_else_the_code_shows() -> None:
    cited = (
        told(DirectChange, "The call goes there.", path="a.py").evidence[0],
        CodeAnchor(path="a.py", line=635),
    )
    fact = told(DirectChange, "The call goes there.", path="a.py", why="It reads the value.", evidence=cited)
    assert "[635](../../../a.py#L635)" in page(fact, name="impact-analysis.md")


def test_of_what_is_said_of_a_file_the_sentence_about_another_that_is_left_alone_is_not_told() -> None:
    said = "It documents the call, so it needs the new form. Not src/parser.py, that counts by itself."
    facts = (
        told(DirectChange, said, path="docs/call.md"),
        told(NoChange, "Not src/parser.py", path="src/parser.py"),
    )
    line = next(line for line in page(*facts).splitlines() if line.startswith("1. "))
    assert "needs the new form" in line
    assert "parser" not in line


def test_what_was_said_stands_in_its_order_each_answer_by_itself() -> None:
    quoted = [Quote(turn=turn, start=turn, end=9, text="It") for turn in (3, 2)]
    rule = BusinessRule(text="It is off by default.", requirement="FR-001", evidence=(quoted[0],))
    note = Note(text="The option is called keep.", about="what", evidence=(quoted[1],))
    assert "\n\nThe option is called keep.\n\nIt is off by default.\n\n" in page(rule, note)


def test_what_is_said_right_behind_a_check_goes_on_with_it() -> None:
    behind = Note(
        text="No log line.", about="limits", evidence=(Quote(turn=2, start=20, end=32, text="No log line."),)
    )
    check = Criterion(
        text="A bad entry is skipped.",
        requirement="FR-001",
        evidence=(Quote(turn=2, start=0, end=19, text="A"),),
    )
    assert "- [ ] A bad entry is skipped. No log line.[^t2]\n" in page(behind, check)
    elsewhere = behind.model_copy(update={"evidence": (Quote(turn=3, start=0, end=12, text="No log line."),)})
    assert "- [ ] A bad entry is skipped.\n\nNo log line.[^t3]\n" in page(elsewhere, check)


def test_an_answer_to_what_must_not_break_stands_behind_what_was_asked() -> None:
    said = "the order of the columns"
    binding = Constraint(text=said, evidence=(Quote(turn=2, start=0, end=24, text=said),))
    for question, lead in (("What must not break?", "**Has to stay**: "), ("Who will use it?", "")):
        turns = (Turn(number=2, text=said, question=question),)
        known = item(binding).model_copy(update={"turns": turns})
        text = render_document("README.md", known, CONTEXT) or ""
        assert f"\n\n{lead}The order of the columns.[^t2]\n" in text


def test_the_label_of_an_answer_stands_once_in_front_of_it() -> None:
    said = ("Calls without it do the same.", "Goes in the notes.")
    binding = Constraint(text=said[0], evidence=(Quote(turn=2, start=0, end=29, text=said[0]),))
    note = Note(
        text=said[1],
        question="Has to stay",
        about="limits",
        evidence=(Quote(turn=2, start=30, end=48, text=said[1]),),
    )
    turns = (Turn(number=2, text=" ".join(said), question="What must not break?"),)
    known = item(binding, note).model_copy(update={"turns": turns})
    assert (render_document("README.md", known, CONTEXT) or "").count("**Has to stay**") == 1


def test_the_page_leads_to_no_overview_that_says_nothing() -> None:
    def last_line(*known: Fact) -> str:
        return readme_page(item(*known), CONTEXT, ("architecture-overview.md", "module-design.md")).last_words

    assert "[architecture]" not in last_line()
    assert "[design](module-design.md)" in last_line()
    assert "[architecture](architecture-overview.md)" in last_line(
        Decision(
            title="Queues", choice="One queue", evidence=(Quote(turn=1, start=0, end=9, text="One queue"),)
        )
    )


def test_what_binds_and_was_told_with_the_trouble_is_part_of_the_why() -> None:
    trouble, binding = (
        kind(text=f"{kind.__name__} {turn}.", evidence=(Quote(turn=1, start=turn, end=9, text="It"),))
        for turn, kind in enumerate((Problem, Constraint))
    )
    assert "Problem 0. Constraint 1.[^t1]\n\n## What" in page(binding, trouble)


def test_the_ways_that_a_question_put_are_told_under_what_was_decided() -> None:
    chosen = Decision(
        title="In Meta",
        choice="In Meta.",
        status="Accepted",
        evidence=(Quote(turn=1, start=0, end=1, text="1"),),
    )
    question = "Where shall it be set: (1) in Meta, recommended, or (2) in load?"
    known = item(chosen).changed(turns=(Turn(number=1, question=question, text="1, in Meta."),))
    text = render_document("architecture-overview.md", known, CONTEXT) or ""
    assert "Asked was: (1) in Meta, recommended, or (2) in load." in text
    assert "not discussed" not in text
    assert "not discussed" in (render_document("architecture-overview.md", item(chosen), CONTEXT) or "")


def test_what_a_line_of_code_shows_has_that_line_for_its_source() -> None:
    seen = (CodeAnchor(path="src/a.py", line=41), CodeAnchor(path="src/a.py"))
    rule = BusinessRule(text="A null is kept.", evidence=seen)
    known = item(rule)
    text = render_document("requirements-spec.md", known, CONTEXT) or ""
    (line,) = [line for line in text.splitlines() if line.startswith("[^s1]")]
    assert line == "[^s1]: `src/a.py:41`"
    assert "A null is kept. (Low)[^s1]" in text
