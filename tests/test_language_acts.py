"""What people do with what they type: plain inputs of every act, closed forms, several acts in one input, what is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.language.acts import CONTENT_ACTS, Act, ActKind, ActPlace, main_act, read_acts
from roundtable.language.targets import target_of

INPUTS: Final = Path(__file__).parent / "fixtures" / "language" / "acts.txt"
REVIEW: Final = "What would you like to change or explore further before I finalize this?"
RECORD: Final = "FR-002: the report is sent every Monday (Must)"
QUESTIONS: Final[dict[ActPlace, str]] = {
    "opening": "What would you like to build?",
    "talk": "What happens when the import fails?",
    "choice": "Shall the import run at night?",
    "review": REVIEW,
    "discussion": "Alex: I would cache it. Jordan: People would see old data. Maya: What do you say?",
    "menu": "[E] Elaborate  [C] Continue  [S] Skip",
}
RECORDS: Final[dict[ActPlace, str]] = {
    "review": f"{RECORD}; NFR-001: search answers within 2 seconds (Should)",
    "discussion": RECORD,
    "menu": RECORD,
}


def acts_of(
    text: str, place: ActPlace = "talk", question: str = "", earlier: str | None = None
) -> tuple[Act, ...]:
    record = RECORDS.get(place, "") if earlier is None else earlier
    return read_acts(text, place=place, question=question or QUESTIONS[place], earlier=record)


def kinds(acts: tuple[Act, ...]) -> list[str]:
    return [act.kind for act in acts]


def kept(text: str, acts: tuple[Act, ...]) -> list[str]:
    return [text[start:end] for act in acts for start, end in act.content]


def plain_inputs() -> Iterator[tuple[str, ActPlace, str]]:
    act = ""
    for line in INPUTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            act = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            place, _, said = line.partition(" | ")
            yield act, cast("ActPlace", place), said


@pytest.mark.parametrize("act", [kind for kind in get_args(ActKind) if kind != "unsure"])
def test_plain_inputs_are_read_as_what_they_are(act: str) -> None:
    inputs: list[tuple[ActPlace, str]] = [
        (place, said) for kind, place, said in plain_inputs() if kind == act
    ]
    assert len(inputs) >= 59
    operates = act in ("correction", "retraction")
    misread = [
        (place, said, found)
        for place, said in inputs
        if (found := kinds(acts_of(said, place, earlier=RECORD if operates and place == "talk" else None)))
        != [act]
    ]
    assert not misread


@pytest.mark.parametrize(
    ("said", "place", "act"),
    [
        ("help pages must load offline", "talk", "answer"),
        ("the user quits the game and the score is kept", "talk", "answer"),
        ("no customer may see another's invoice", "talk", "answer"),
        ("leave it out and log it", "talk", "answer"),
        ("nothing changes for existing callers", "talk", "answer"),
        ("drop the table index before loading", "talk", "answer"),
        ("status 404 is not an error here", "talk", "answer"),
        ("skip the header line of each file", "talk", "answer"),
    ],
)
def test_words_of_a_command_inside_a_sentence_command_nothing(said: str, place: ActPlace, act: str) -> None:
    assert kinds(acts_of(said, place)) == [act]


@pytest.mark.parametrize(
    ("said", "place", "expected"),
    [
        ("yes, but only for admins. And drop FR-002", "review", ["assent_but", "retraction"]),
        ("yes but only admins. why do you need that?", "choice", ["assent_but", "question_back"]),
        ("Exports older than a year are deleted. That's all.", "review", ["answer", "done"]),
        (
            "FR-002 should say Fridays, not Mondays. And remove NFR-001.",
            "review",
            ["correction", "retraction"],
        ),
        ("What if the disk is full? Then it must stop before writing anything.", "talk", ["answer"]),
        ("It stops. It writes a line. The operator starts it again.", "talk", ["answer"]),
    ],
)
def test_sentences_that_do_different_things_become_several_acts(
    said: str, place: ActPlace, expected: list[str]
) -> None:
    assert kinds(acts_of(said, place)) == expected


@pytest.mark.parametrize(
    ("said", "place", "content"),
    [
        ("yes but only admins. why do you need that?", "choice", ["only admins."]),
        ("no, it runs every hour", "choice", ["it runs every hour"]),
        ("nein, der Import läuft stündlich", "choice", ["der Import läuft stündlich"]),
        (
            "leave it out and log it. more than 10,000 of them, refuse to start",
            "talk",
            ["leave it out and log it. more than 10,000 of them, refuse to start"],
        ),
        ("thanks, bye", "talk", []),
        ("you decide", "talk", []),
        ("drop FR-002", "review", []),
    ],
)
def test_what_is_kept_is_what_was_told(said: str, place: ActPlace, content: list[str]) -> None:
    assert kept(said, acts_of(said, place)) == content


@pytest.mark.parametrize(
    ("said", "place", "what"),
    [
        ("drop FR-002", "review", "FR-002"),
        ("remove the requirement about the search", "review", "NFR-001"),
        ("the report is sent every Friday, not every Monday", "review", "FR-002"),
        ("Alex, how long would that take?", "talk", "alex"),
        ("why do you ask?", "talk", "maya"),
        ("what do the three of you recommend?", "discussion", "table"),
        ("show me what you have", "talk", "show"),
        ("let's continue tomorrow", "talk", "pause"),
        ("that's enough, write it up", "talk", "stop_now"),
        ("undo my last answer", "talk", "undo"),
        ("next question", "talk", "move_on"),
        ("who said that?", "review", "who_said"),
    ],
)
def test_what_an_act_is_about_is_named(said: str, place: ActPlace, what: str) -> None:
    assert [act.what for act in acts_of(said, place)] == [what]


def test_a_question_goes_to_whoever_asked_unless_somebody_is_named() -> None:
    asked = "Jordan: What should the screen show?"
    assert acts_of("what do you mean?", question=asked)[0].what == "jordan"
    assert acts_of("Alex, what do you mean?", question=asked)[0].what == "alex"


def test_what_cannot_be_told_is_unsure_and_names_what_it_might_be() -> None:
    inputs = [
        "the thing",
        "as discussed with Bernd",
        "we had that",
        "purple",
        "make that a warning",
        "the other one",
    ]
    unsure = [act for said in inputs for act in acts_of(said, "discussion") if act.kind == "unsure"]
    assert unsure
    assert all(act.candidates and "unsure" not in act.candidates and not act.content for act in unsure)


@given(
    st.text(max_size=120)
    | st.lists(
        st.sampled_from(
            ["yes", "no", "drop", "FR-002", ".", ",", "?", "the", "report", "help\n", "İ", "🙂", "é"]
        )
    ).map(" ".join),
    st.sampled_from(get_args(ActPlace)),
)
def test_any_input_has_acts_whose_spans_lie_in_order_inside_it(text: str, place: ActPlace) -> None:
    acts = acts_of(text, place)
    assert bool(acts) == bool(text.strip())
    edges = [edge for act in acts for edge in (act.start, *sum(act.content, ()), act.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(text) for edge in edges)
    assert all(act.content for act in acts if act.kind in CONTENT_ACTS)


def test_an_input_of_many_pages_is_read_too() -> None:
    page = "The import stops and the old data stays as it is, see log 4711.\n" * 800
    assert kinds(acts_of(page)) == ["answer"]


class _Shares:
    """A decider that has made up its mind."""

    def __init__(self, **found: float) -> None:
        self._found = found

    def shares(self, _features: object) -> dict[str, float]:
        return dict(sorted(self._found.items(), key=lambda pair: -pair[1]))


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ({"done": 0.65, "answer": 0.35}, "unsure"),
        ({"done": 0.75, "answer": 0.25}, "done"),
        ({"talk": 0.38, "answer": 0.36, "unknown": 0.26}, "unsure"),
        ({"talk": 0.5, "answer": 0.3, "unknown": 0.2}, "talk"),
        ({"answer": 0.5, "talk": 0.45, "unknown": 0.05}, "unsure"),
        ({"answer": 0.35, "correction": 0.25, "talk": 0.3, "unknown": 0.1}, "answer"),
    ],
)
def test_words_are_dropped_only_when_that_is_clear(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, float], kind: str
) -> None:
    def model(_name: str) -> _Shares:
        return _Shares(**found)

    monkeypatch.setattr("roundtable.language.acts.model", model)
    assert main_act("some words of somebody", "talk", "", "").kind == kind


def test_what_names_a_file_or_a_name_is_not_dropped_as_the_end() -> None:
    assert main_act("README.rst stays as it is", "review", "", "").kind == "unsure"
    assert main_act("it stays as it is", "review", "", "").kind == "done"


def test_a_correction_is_about_the_entry_that_holds_the_old_figure() -> None:
    record = "FR-001: keep the last copies (Must); FR-002: wait 40 seconds (Must)"
    assert target_of("nicht 40, sondern 60", "", record) == "FR-002"


@pytest.mark.parametrize(
    "said",
    [
        "Only managers may see it. What do you have so far?",
        "It has to keep the date. Who said that?",
    ],
)
def test_what_is_told_before_a_look_at_the_record_is_told(said: str) -> None:
    acts = read_acts(said, place="talk", question="Which rules hold?")
    assert [act.kind for act in acts] == ["answer", "command"]
    assert said[slice(*acts[0].content[0])] == said.partition(".")[0] + "."


def test_why_somebody_leaves_is_not_told_about_the_item() -> None:
    acts = read_acts(
        "I have a meeting now. Let's go on tomorrow.", place="talk", question="Which rules hold?"
    )
    assert [(act.kind, act.what) for act in acts] == [("command", "pause")]


def test_whoever_says_at_length_that_there_is_nothing_is_kept() -> None:
    said = "There is nothing to set, no option, no environment variable, the number is in the code and that's it."
    acts = read_acts(said, place="talk", question="What is the default?")
    assert any(act.content for act in acts)


def test_a_slip_undoes_nothing() -> None:
    said = "Oops, I wanted to answer that. Only whole numbers from 0 up, anything else is refused."
    acts = read_acts(said, place="menu", question="[E] Elaboration Mode [C] Continue [S] Skip")
    assert "undo" not in {act.what for act in acts}
    assert any(act.content for act in acts)


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("why do you ask? the export must keep its order", ["question_back", "answer"]),
        ("It lives in net/client.go, doesn't it?", ["answer"]),
        ("you said that already. jordan should it be 2 tables? i'd say 2 because the keys differ", ["talk", "question_back", "answer"]),
        ("At most ten per hour. Alex who else reads maxDepth?", ["answer", "question_back"]),
        ("what if both are set? then the flag wins", ["answer"]),
        ("At most ten per hour. What happens today with ErrMismatch there?", ["answer", "question_back"]),
        ("At most ten per hour. Should read_rows() keep the rest?", ["answer"]),
    ],
)  # fmt: skip
def test_a_message_that_tells_and_asks_does_both_and_a_question_that_is_asked_of_nobody_stays_whole(
    said: str, kinds: list[str]
) -> None:
    assert [act.kind for act in read_acts(said, place="talk", question="Which rules hold?")] == kinds


def test_a_question_in_front_of_an_order_is_asked_of_nobody() -> None:
    said, record = "must or should? make FR-001 a should", "FR-001: export as CSV"
    acts = read_acts(said, place="review", question="What would you like to change?", earlier=record)
    assert [act.kind for act in acts if act.kind != "talk"] == ["correction"]
