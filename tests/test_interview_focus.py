"""What was said, for the scan: statements that describe the change, names as they were written, the plan, what is out."""

from interview_table import known
from roundtable.analysis import changes
from roundtable.facts import BusinessRule, DirectChange, NoChange, OutOfScope
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.interview import focus
from roundtable.interview.focus import focus_of
from tables import check_rows, each

TURNS = (
    'set_size loops forever, it says "Negative total given".',
    "No, src/console.py only passes the call on, Console.rule stays. Leave out send_file.",
    "Two places: src/rule.py and src/old_cells.py get the guard.",
)


def quote(turn: int, words: str = "") -> Quote:
    text = words or TURNS[turn - 1]
    start = TURNS[turn - 1].index(text)
    return Quote(turn=turn, start=start, end=start + len(text), text=text)


RULE = BusinessRule(text=TURNS[0], evidence=(quote(1),))
OUT = NoChange(
    path="src/console.py",
    text="No",
    evidence=(quote(2, "No, src/console.py only passes the call on, Console.rule stays."),),
)
LATER = OutOfScope(text="Leave out send_file.", evidence=(quote(2, "Leave out send_file."),))
PLAN = DirectChange(path="src/rule.py", text=TURNS[2], evidence=(quote(3), CodeAnchor(path="src/rule.py")))


def test_what_describes_the_change_is_told_and_what_rules_something_out_is_not() -> None:
    found = focus_of(known(RULE, OUT, LATER, PLAN, title="A rule never returns", turns=TURNS))
    assert found.statements == (TURNS[0], TURNS[2])
    assert found.names == ("set_size",)
    assert found.messages == ("Negative total given",)
    assert found.plan == ("src/rule.py",)
    assert found.ruled_out == ("src/console.py",)


def test_what_was_said_last_counts_before_it_is_understood_and_what_was_taken_back_does_not() -> None:
    assert focus_of(known(RULE, title="A rule", turns=TURNS[:2])).statements == TURNS[:2]
    assert focus_of(known(title="A rule", turns=TURNS[:2])).statements == (TURNS[1],)


def test_a_name_that_is_said_to_stay_as_it_is_leads_nowhere_and_every_row_is_needed() -> None:
    left_alone = each(
        (),
        "The other one, `send_page`, is not touched.",
        "`send_page` and `read_page` stay as they are.",
        "`send_page` keeps its signature.",
        "`send_page` does not change.",
        "`send_page` is out of scope.",
        "Missing files are `not_found` as today.",
        "It must keep `--pid` exactly as it is.",
    )
    meant = each(
        ("send_page",),
        "`send_page` must not be ignored any more.",
        "`send_page` shows the old list without any warning.",
        "`send_page` is never called.",
        "It is `send_page`. As it is, nobody can use it.",
        "With `send_page` nothing changes today.",
        "`send_page` must be as fast as it is today.",
    )
    check_rows(focus, "_STAYS", lambda said: focus_of(known(title=said)).names, left_alone | meant)


def test_names_in_the_request_count_too() -> None:
    assert focus_of(known(title="Make write_rows faster")).names == ("write_rows",)


def test_files_of_a_proposal_that_was_refused_are_out_unless_they_were_named_since() -> None:
    refused = "No. The setting is right."
    told = known(PLAN, title="A rule", turns=TURNS)
    asked = "I would plan with `src/config.py` and `src/rule.py`. Does that fit, or which file or module would you touch?"
    said_no, _ = changes.hear(told, refused, question=asked)
    assert focus_of(said_no).ruled_out == ("src/config.py",)
    said_more, _ = changes.hear(told, "The loop, in the second one.", question=asked)
    assert focus_of(said_more).ruled_out == ()


def test_files_of_a_proposal_that_was_answered_with_others_are_out() -> None:
    asked = "I would plan with `src/a.py` and `src/b.py`. Does that fit?"
    said = "src/rule.py has to be fixed"
    told, _ = changes.hear(known(title="A rule never returns"), said, question=asked)
    other = DirectChange(path="src/rule.py", evidence=(Quote(turn=1, start=0, end=len(said), text=said),))
    assert focus_of(changes.add(told, (other,))[0]).ruled_out == ("src/a.py", "src/b.py")
    same = other.model_copy(update={"path": "src/a.py"})
    assert focus_of(changes.add(told, (same,))[0]).ruled_out == ()
