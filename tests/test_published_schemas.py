"""What the program sends and stores is what the shipped JSON schemas and docs/protocol.md say, line by line and file by file."""

import csv
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from model_server import ModelServer
from talking import SLUG, Talk, a_shop

PAGE = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
ANSWERS = (
    "Shop managers lose sales because customers expect codes; support gets 40 mails a week.",
    "The system shall accept one code per order, and at most 5 seconds may pass.",
    "A customer types the code SUMMER at the checkout and pays 10 percent less.",
    "If the code is unknown the order is not changed and a message says so.",
    "Only shop managers may create codes.",
    "I do not know",
)


def schema(name: str) -> dict[str, Any]:
    package = "roundtable.faces" if name.startswith("session-") else "roundtable.documents"
    return json.loads((files(package) / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def validated(name: str, value: object) -> None:
    jsonschema.Draft202012Validator(schema(name)).validate(value)  # pyright: ignore[reportUnknownMemberType]


def shapes() -> dict[str, dict[str, Any]]:
    """The events of the schema by their names."""
    return {shape["properties"]["event"]["const"]: shape for shape in schema("session-event")["oneOf"]}


def follows_the_protocol(talk: Talk) -> None:
    """Every line fits its schema exactly, and the order is what the page promises."""
    known = shapes()
    for event in talk.events:
        validated("session-event", event)
        assert set(event) == set(known[event["event"]]["required"])
    assert talk.events[0]["event"] == "session"
    assert [event["event"] for event in talk.events].count("end") == 1
    assert talk.events[-1]["event"] == "end"
    turn: list[dict[str, Any]] = []
    for event in talk.events:
        turn.append(event)
        if event["event"] == "awaiting":
            says = [one for one in turn if one["event"] == "say"]
            questions = [one for one in says if one["kind"] == "question"]
            assert len(questions) <= 1
            assert not questions or says[-1] is questions[0]
            assert (event["what"] == "menu") == any(one["event"] == "menu" for one in turn)
            turn = []


def answered_to_the_end(talk: Talk, *, elaborate: bool = False) -> None:
    """Say something sensible to whatever is asked, until there is nothing left to ask."""
    for number in range(400):
        if talk.events[-1]["event"] == "end":
            return
        if talk.awaiting == "menu":
            talk.say("E" if elaborate else "C")
            elaborate = False
        elif talk.awaiting == "confirm":
            talk.say("y")
        elif talk.awaiting == "message" and number > 20:
            talk.say("that's all, finish")
        else:
            talk.say(ANSWERS[number % len(ANSWERS)])
    pytest.fail("the session does not end")


def stored_files_fit(folder: Path) -> None:
    validated("analysis", json.loads((folder / "analysis.json").read_text(encoding="utf-8")))
    for stories in folder.glob("user-stories.json"):  # none without a story or a confirmed user
        validated("user-stories", json.loads(stories.read_text(encoding="utf-8")))
    with (folder / "traceability-matrix.csv").open(encoding="utf-8", newline="") as matrix:
        validated("traceability-matrix", list(csv.DictReader(matrix)))
    blocks = re.findall(
        r"```json\n(.*?)\n```", (folder / "impact-analysis.md").read_text(encoding="utf-8"), flags=re.DOTALL
    )
    validated("impact-summary", json.loads(blocks[-1]))
    for spec in folder.glob("interface-spec.yaml"):
        validated("interface-spec", yaml.safe_load(spec.read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["--steps", "--conversation", "--headless"])
def test_every_line_and_every_file_of_a_whole_session_fits_its_schema(tmp_path: Path, mode: str) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop, flags=(mode,)) as talk:
        answered_to_the_end(talk, elaborate=mode == "--steps")
    assert (talk.code, talk.end) == (0, "completed")
    follows_the_protocol(talk)
    stored_files_fit(shop / "docs" / "requirements" / SLUG)


@pytest.mark.slow
def test_refused_lines_and_a_model_that_streams_fit_as_well(tmp_path: Path, server: ModelServer) -> None:
    server.answer = lambda _request: {
        "lines": [{"persona": "business-analyst", "text": "Managers wait for codes. That costs sales."}],
        "say": "Managers wait for codes. That costs sales.",
    }
    model = ("--conversation", "--model", "local:fake", "--base-url", f"{server.address}/v1")
    with Talk(a_shop(tmp_path / "shop"), flags=model) as talk:
        for line in (b"", b"{", b'{"text": 7}', b"\xff"):
            refused = talk.send(line)
            assert [event["event"] for event in refused] == ["error", "awaiting"]
        talk.say(ANSWERS[0])
    follows_the_protocol(talk)
    assert {event["event"] for event in talk.events} >= {
        "session",
        "say",
        "delta",
        "error",
        "awaiting",
        "end",
    }


def test_the_page_about_the_protocol_names_the_events_and_fields_of_the_schema() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, flags=re.MULTILINE))
    assert list(table) == list(shapes())
    for name, shape in shapes().items():
        for field in shape["required"][1:]:
            assert f"`{field}`" in table[name]
    kinds = shapes()["say"]["properties"]["kind"]["enum"]
    listed = re.search(r"The kinds of `say`: ([^.]+)\.", PAGE)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed.group(1)) == kinds


def test_the_lines_on_the_page_fit_their_schemas() -> None:
    blocks = re.findall(r"```(?:text|json)\n(.*?)```", PAGE, flags=re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.lstrip("< ").startswith("{")]
    assert len(lines) > 5
    for line in lines:
        value = json.loads(line.removeprefix("< "))
        validated("session-event" if "event" in value else "session-input", value)


def test_what_is_no_event_does_not_fit() -> None:
    for wrong in (
        {"event": "say"},
        {"event": "nobody"},
        {"event": "end", "status": "over", "slug": "x"},
        ["say"],
    ):
        with pytest.raises(jsonschema.ValidationError):
            validated("session-event", wrong)
