"""Whole sessions over step files of other people: three steps and no more, another house's style, files full of faults."""

import re
from pathlib import Path
from typing import Final

import pytest

from library_files import discover_steps
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.documents.checks import CheckContext, check_item
from roundtable.library import load_library
from talking import Talk, a_shop

STEPS: Final = ".roundtable/steps"


def without_ours(repo: Path) -> Path:
    """A repository in which none of the shipped steps runs."""
    for phase in ANALYSIS_PHASES:
        for path in discover_steps(None, phase):
            put(repo, f"{STEPS}/{phase}/{path.name}", "---\nenabled: false\n---\n")
    return repo


def put(repo: Path, name: str, text: str | bytes) -> None:
    path = repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def a_file(step_id: str, title: str, body: str, **fields: str) -> str:
    known = {
        "persona": "business-analyst",
        "depth": "standard",
        "outputs": "[requirements-spec.md]",
        **fields,
    }
    front = "\n".join(f"{key}: {value}" for key, value in known.items())
    return f'---\nstep_id: "{step_id}"\ntitle: {title}\n{front}\n---\n{body}'


def played(talk: Talk) -> list[str]:
    """Every question answered with words of its own, every menu with [C]; what was said."""
    said: list[str] = []
    while talk.awaiting:
        if talk.awaiting == "menu":
            talk.say("c")
        elif talk.awaiting == "confirm":
            talk.say("yes")
        else:
            number = len(said) + 1
            said.append(f"the zebra{number} crosses the yard before harvest{number}")
            talk.say(said[-1])
    return said


def documents(talk: Talk) -> str:
    """The words of every document, on one line."""
    kept = ("analysis.json", "meta.json", "draft.md", "journal.jsonl")
    texts = [path.read_text(encoding="utf-8") for path in talk.item.iterdir() if path.name not in kept]
    return " ".join(re.findall(r"\w+", " ".join(texts).lower()))


@pytest.mark.slow
@pytest.mark.rule("P-STEP-22", "P-LOOP-10", "P-STEP-04", "P-PERS-10")
def test_three_plain_steps_are_a_whole_session_and_every_word_is_in_a_document(tmp_path: Path) -> None:
    repo = without_ours(a_shop(tmp_path / "shop"))
    put(
        repo,
        f"{STEPS}/00-quick-scan/10-size.md",
        a_file("00-10", "Size", "How big is it?", outputs="[quick-scan.md]"),
    )
    put(
        repo,
        f"{STEPS}/01-requirements/10-what.md",
        a_file("01-10", "What", "What bothers people today?\n\nAnything about the weather?"),
    )
    put(
        repo,
        f"{STEPS}/04-design/10-build.md",
        a_file(
            "04-10",
            "Build",
            "Describe how it fits together.",
            outputs="[build-notes.md, extra.json]",
            persona="builder",
        ),
    )
    put(
        repo,
        ".roundtable/personas/persona-builder.md",
        "---\nkey: builder\nname: Bo Li\nrole: Builder\n---\nBo builds.\n",
    )
    with Talk(repo, flags=("--steps", "--depth", "standard")) as talk:
        said = played(talk)
    assert (talk.code, talk.end) == (0, "completed")
    assert [text.partition(" -- ")[2] for text in talk.said("header")] == [
        "Step 00-10: Size",
        "Step 01-10: What",
        "Step 04-10: Build",
    ]
    assert talk.said("question")[-1] == "Describe how it fits together."
    assert talk.said("contribution").count("Describe how it fits together.") == 0
    words = documents(talk)
    assert [text for text in said if text not in words] == []
    own = (talk.item / "build-notes.md").read_text(encoding="utf-8")
    assert f"**Describe how it fits together.**\n\n{said[-1]}[^t{len(said)}]" in own
    files = {path.name: path.read_text(encoding="utf-8") for path in talk.item.iterdir()}
    findings = check_item(files, None, CheckContext(slug=talk.item.name, folder=str(talk.item)))
    assert [finding for finding in findings if finding.rule == "RT133"] == []
    created = [
        event["path"]
        for event in talk.events
        if event["event"] == "document" and event["action"] == "created"
    ]
    assert len(created) == len(set(created))


HOUSE: Final = """
# Intake

> House rule: never longer than five minutes.

## Brief Mode

Confirm with the user:
- Background and motivation
- Target audience

"Have I understood you correctly?"

## Standard Mode

Purpose: find out what they want.

| # | Question | Why |
|---|----------|-----|
| 1 | What made this land on your desk? | history |
| 2 | What ought to be possible afterwards? | wishes |

3. List whatever must not change.

## Deep Mode

**Q1.** What made this land on your desk?
   - If vague, ask: when did it happen last?

## Validation

- [ ] The user can state the problem

## Artifacts

Append to requirements-spec.md.
"""


@pytest.mark.slow
@pytest.mark.rule("P-LOOP-07", "P-LOOP-09", "P-LOOP-14", "P-STEP-07")
def test_a_file_in_another_houses_style_is_asked_as_it_stands_and_its_brief_mode_is_a_draft(
    tmp_path: Path,
) -> None:
    repo = without_ours(a_shop(tmp_path / "shop"))
    put(
        repo,
        f"{STEPS}/01-requirements/01-intake.md",
        a_file("01-01", "Intake", HOUSE, owner="office", version="2.3"),
    )
    with Talk(repo, flags=("--steps", "--depth", "standard")) as talk:
        said = played(talk)
    asked = [text for text in talk.said("question") if "[Y/n]" not in text]
    assert asked[:3] == [
        "What made this land on your desk?",
        "What ought to be possible afterwards?",
        "List whatever must not change.",
    ]
    assert [text for text in said if text not in documents(talk)] == []
    other = "Shoppers cannot redeem codes, which the marketing team hears every day. Shoppers must be able to enter a code."
    with Talk(repo, what=other, flags=("--steps", "--depth", "brief")) as brief:
        while brief.awaiting == "confirm" and not brief.said("draft"):
            brief.say("yes")
        assert (
            "- Shoppers cannot redeem codes, which the marketing team hears every day."
            in brief.said("draft")[0]
        )
        assert brief.said("question")[-1] == "Is that right, or what is wrong or missing?"


@pytest.mark.slow
@pytest.mark.rule("P-STEP-15", "P-STEP-16", "P-STEP-17", "P-STEP-18", "P-STEP-21", "P-LOOP-02", "P-LOOP-05")
def test_files_full_of_faults_cost_one_sentence_each_and_the_good_ones_run(tmp_path: Path) -> None:
    repo = without_ours(a_shop(tmp_path / "shop"))
    phase = f"{STEPS}/01-requirements"
    put(repo, f"{phase}/11-good.md", a_file("01-11", "Good", "What is broken today?"))
    put(repo, f"{phase}/12-tab.md", '---\nstep_id: "01-12"\n\ttitle: x\n---\n')
    put(repo, f"{phase}/13-no.md", a_file("01-13", "No", "What?"))
    put(repo, f"{phase}/14-twice.md", a_file("01-11", "Twice", "What?"))
    put(repo, f"{phase}/15-latin.md", b"---\ntitle: caf\xe9\n---\n")
    put(repo, f"{phase}/16-gone.md", a_file("01-16", "Gone", "What?", depends_on='["09-99"]'))
    put(
        repo,
        f"{phase}/17-skip.md",
        a_file("01-17", "Skip", "What may go wrong?", skip_if="\"__import__('os')\""),
    )
    put(repo, f"{phase}/18-out.md", a_file("01-18", "Out", "What?", outputs='["../../../x.md"]'))
    crlf = a_file("01-19", "Marked", "## Standard Mode\n1. How fast must it be?\n").replace("\n", "\r\n")
    put(repo, f"{phase}/19-marked.md", b"\xef\xbb\xbf" + crlf.encode())
    with Talk(repo, flags=("--steps", "--depth", "standard")) as talk:
        said = played(talk)
    assert (talk.code, talk.end) == (0, "completed")
    assert [text.partition(" -- ")[2] for text in talk.said("header")] == [
        "Step 01-11: Good",
        "Step 01-17: Skip",
        "Step 01-19: Marked",
    ]
    skipped = [text for text in talk.said("notice") if text.endswith("Skipping.")]
    assert [re.search(r"1\d-\w+\.md|01-16", text) is not None for text in skipped] == [True] * 6
    assert "To see what is wrong in a file and on which line: roundtable library check" in talk.said("notice")
    assert "Traceback" not in talk.complaint
    assert [text for text in said if text not in documents(talk)] == []
    assert not (repo.parent / "x.md").exists()


TOPIC: Final = """---
topic_id: allergens
topic_name: Allergens
primary_persona: business-analyst
coverage_criteria: [The allergens are named, The owner of the list is known]
---
## Analytical Knowledge
### The allergens are named
- Which allergens does the shop handle?
### The owner of the list is known
- Who updates the list when a recipe changes?
"""


@pytest.mark.slow
@pytest.mark.rule("L-DISC-01")
def test_the_questions_of_a_projects_own_topic_are_asked_in_conversation(tmp_path: Path) -> None:
    repo = a_shop(tmp_path / "shop")
    put(repo, ".roundtable/topics/allergens.md", TOPIC)
    with Talk(repo, flags=("--conversation",)) as talk:
        for turn in range(8):
            talk.say(f"the zebra{turn} crosses the yard before harvest{turn}")
    asked = talk.said("question")
    own = [at for at, text in enumerate(asked) if text in TOPIC]
    assert [asked[at] for at in own] == [
        "Which allergens does the shop handle?",
        "Who updates the list when a recipe changes?",
    ]
    assert own[0] > 1, "after the item's first questions"


@pytest.mark.slow
@pytest.mark.rule("L-DISC-01")
def test_without_any_shipped_topic_only_the_projects_own_are_asked(tmp_path: Path) -> None:
    repo = a_shop(tmp_path / "shop")
    for topic in load_library(None).topics:
        put(repo, f".roundtable/topics/{Path(topic.path).name}", "---\nenabled: false\n---\n")
    put(repo, ".roundtable/topics/allergens.md", TOPIC)
    with Talk(repo, flags=("--conversation",)) as talk:
        for turn in range(4):
            talk.say(f"the zebra{turn} crosses the yard before harvest{turn}")
    asked = talk.said("question")
    assert [text for text in asked if text in TOPIC] == [
        "Which allergens does the shop handle?",
        "Who updates the list when a recipe changes?",
    ]
    assert asked[-1] == "What would you like to change or explore further before I finalize this?"


@pytest.mark.slow
@pytest.mark.rule("P-STEP-08", "P-STEP-20", "P-PROG-06")
def test_ids_of_any_kind_run_where_their_file_is_and_are_resumed_there(tmp_path: Path) -> None:
    repo = without_ours(a_shop(tmp_path / "shop"))
    two = "1. What hurts today?\n2. What does it cost?\n"
    put(repo, f"{STEPS}/01-requirements/a.md", a_file("04-99", "Alpha", "1. Why now?\n"))
    put(repo, f"{STEPS}/01-requirements/b.md", a_file("REQ/B", "Beta", two))
    put(
        repo,
        f"{STEPS}/04-design/z.md",
        a_file("\u0661", "Zeta", "1. \u54ea\u4e9b\u6a21\u5757\uff1f\n", persona="system-designer"),
    )
    with Talk(repo, flags=("--steps", "--depth", "standard")) as first:
        first.say(
            "yes",
            "The shop gets a second counter in March, so we need it before that.",
            "c",
            "People stand in long queues at seven in the morning.",
        )
    with Talk(repo, flags=("--steps", "--depth", "standard")) as second:
        assert second.said("greeting") == [
            "Maya Chen: Welcome back. Last time we completed Alpha. Let's pick up from Beta."
        ]
        assert second.said("question") == ["What does it cost?"]
        said = played(second)
    assert second.end == "completed"
    assert second.meta["steps_completed"] == ["04-99", "REQ/B", "\u0661"]
    assert "Welcome back" not in second.said("greeting")[-1]
    assert [text for text in said if text not in documents(second)] == []
