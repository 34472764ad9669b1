"""Kill a session again and again, resume it each time, and compare it with one that was left in peace.

    python session_crashes.py FOLDER MODE SEED KILLS [FAULT]

The program runs over JSON lines in a child process that dies (as with `kill -9`) before or after one of the calls with
which it changes the disk; with a FAULT (`EIO`, once, or `ENOSPC`, from then on) the call fails instead. Which one is drawn from the seed, and then the next at which nobody has died yet. Between any two
such calls the disk is the same, so these are all the instants there are. Prints how many deaths there were and at how many
different instants; a broken promise is an assertion error.
"""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

import warm_start  # noqa: F401  # pyright: ignore[reportUnusedImport]  # before the fork: a life costs milliseconds
from journal_lines import read_journal
from roundtable import cli
from roundtable.driver import session as driving
from roundtable.engine.asides import CHANGE_OR_NEW

IDEA = "Add discount codes to the checkout"
SLUG = "add-discount-codes-to-the-checkout"
CHANGING = (
    "open",
    "write",
    "fsync",
    "replace",
    "rename",
    "unlink",
    "remove",
    "mkdir",
    "rmdir",
    "ftruncate",
    "close",
)
FAILING = frozenset({"write", "fsync", "replace", "rename"})
NEEDS_ROOM = frozenset({"write", "fsync", "mkdir"})
DISCUSSED = "01-06"
REMARK = "What happens when two people use the last code at the same moment?"
MOST_EVENTS = 3000
"""With more than these, something is asked in a circle."""
TIMED = ("duration_ms", "completed_at", "<!-- Elaboration: ")
LETTERS = frozenset({"C", "E", "yes", "done", "nothing else"})
LONGEST_LIFE = 160
"""Calls; long enough to get somewhere, short enough to die often."""
LONGEST_SEARCH = 80
"""Calls after the one drawn; by then a life ends at an instant that is known."""
FRAMES = 4
"""Instants are the same when the call is, and these many functions around it."""
ANSWERS = (
    "A shopper types the code SPRING10 at the checkout and pays 10 % less.",
    "Support staff refund about 40 orders a week by hand because the shop takes no codes.",
    "The checkout must accept one code per order. The shop must refuse expired codes.",
    "As a shopper, I want to enter a code, so that I pay the price I was promised.",
    "When a code has expired, the checkout says so and keeps the old total.",
    "shop/checkout.py changes; shop/discounts.py has to be created.",
    "I don't know",
    "Given a cart of 50.00 and the code SPRING10, when it is applied, then the total is 45.00.",
)


# -- one life ----------------------------------------------------------------------------------------------------------


@dataclass
class Life:
    """What was seen of a session until it ended or died."""

    events: list[dict[str, Any]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    died: bool = False
    died_at: str = ""
    code: int = 0

    @property
    def status(self) -> str | None:
        return next((str(event["status"]) for event in self.events if event["event"] == "end"), None)


def die_after(calls: int, known: frozenset[str], grave: int, fault: str = "") -> None:
    """Let this process kill itself before or after the n-th half of a call that changes the disk, or soon after it.

    With a fault the call is made, or not made, and fails.

    Most calls are made by the same few functions: rather than at one of those again, it dies at an instant not yet known.
    """
    left = calls
    main_thread = threading.main_thread()
    write = os.write

    is_full = False

    def step(half: str) -> None:
        nonlocal left, is_full
        if is_full and half.removeprefix("before ") in NEEDS_ROOM:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if fault and (half.partition(" ")[2] not in FAILING or is_full or left < -LONGEST_SEARCH):
            return
        if threading.current_thread() is main_thread:
            left -= 1
            if left <= 0 and ((here := instant(half)) not in known or left < -LONGEST_SEARCH):
                write(grave, here.encode())
                if not fault:
                    os.kill(os.getpid(), signal.SIGKILL)
                is_full, left = fault == "ENOSPC", -LONGEST_SEARCH - 1
                number = getattr(errno, fault)
                raise OSError(number, os.strerror(number))

    def deadly(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def around(*args: Any, **kwargs: Any) -> Any:
            step(f"before {name}")
            result = call(*args, **kwargs)
            step(f"after {name}")
            return result

        return around

    for name in CHANGING:
        setattr(os, name, deadly(name, getattr(os, name)))


def instant(half: str) -> str:
    """Which call, and our functions around it from the inside out."""
    around: list[str] = []
    frame = sys._getframe(3)
    while frame is not None and len(around) < FRAMES:
        if "roundtable" in frame.f_code.co_filename:
            around.append(frame.f_code.co_qualname)
        frame = frame.f_back
    return " < ".join([half, *around])


def live(
    repo: Path, mode: str, calls: int | None = None, known: frozenset[str] = frozenset(), fault: str = ""
) -> Life:
    """Run or resume the session until it ends, dies after `calls`, or has nothing more to say."""
    to_child, to_parent, grave = os.pipe(), os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        for here, there in ((to_child[0], 0), (to_parent[1], 1)):
            os.dup2(here, there)
        for descriptor in (*to_child, *to_parent):
            os.close(descriptor)
        sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
        if calls is not None:
            die_after(calls, known, grave[1], fault)
        code = cli.main(["analyze", IDEA, f"--{mode}", "--protocol", "jsonl", "--repo", str(repo), "--quiet"])
        os._exit(code)
    os.close(to_child[0])
    os.close(to_parent[1])
    os.close(grave[1])
    life = Life()
    with (
        os.fdopen(to_parent[0], encoding="utf-8") as out,
        os.fdopen(to_child[1], "w", encoding="utf-8") as into,
        os.fdopen(grave[0], encoding="utf-8") as last_words,
    ):
        talk(life, repo, out, into)
        into.close()
        life.died_at = last_words.read()
    _, status = os.waitpid(child, 0)
    life.died = os.WIFSIGNALED(status)
    life.code = os.waitstatus_to_exitcode(status)
    assert life.died or life.code == 0 or (life.died_at and fault), life.events[-3:]
    if life.code == 3 and life.events:
        told = [str(event.get("message", event.get("text", ""))) for event in life.events]
        assert [text for text in told if "Could not" in text or "cannot" in text], (life.died_at, told[-3:])
    assert life.died or life.code in (0, 3), (life.died_at, life.events[-3:])
    return life


def talk(life: Life, repo: Path, out: Iterator[str], into: Any) -> None:
    sent, question = "", ""
    for line in islice(out, MOST_EVENTS):
        if not line.endswith("\n"):
            return  # torn by the death of the other side
        event = json.loads(line)
        life.events.append(event)
        if sent and event["event"] != "error":  # whoever is told that it could not be written knows
            life.acknowledged.append(sent)
        sent = ""
        if event["event"] == "say" and event["kind"] == "question":
            question = str(event["text"])
        if event["event"] == "awaiting":
            sent = answer_to(str(event["what"]), question, repo)
            try:
                into.write(json.dumps({"text": sent}) + "\n")
                into.flush()
            except BrokenPipeError:
                return


def answer_to(what: str, question: str, repo: Path) -> str:
    """The same answer to the same question, whenever it is asked; one discussion with one remark."""
    folder = repo / "docs/requirements" / SLUG
    if what == "menu":
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        return "E" if meta["steps_completed"][-1] == DISCUSSED and not meta.get("elaborations") else "C"
    if what == "confirm":
        return "yes"
    if "before I finalize" in question:
        return "nothing else"
    happened = read_journal(folder / "journal.jsonl").events
    places = [event["place"]["kind"] for event in happened if event["kind"] == "place_taken"]
    if what == "message" and places[-1:] == ["in_discussion"]:
        return "done" if REMARK in {event.get("text") for event in happened} else REMARK
    if question == CHANGE_OR_NEW:
        return "something new"
    if not question:  # nothing was asked in this life
        return "nothing else"
    return ANSWERS[sum(question.encode()) % len(ANSWERS)]


# -- what must hold after every death ----------------------------------------------------------------------------------


def check_disk(repo: Path, life: Life, documents_of_step: dict[str, set[str]]) -> None:
    folder = repo / "docs/requirements" / SLUG
    if not (folder / "meta.json").exists():
        assert not [event for event in life.events if event["event"] == "say"], (
            "something was said before the item was there"
        )
        return
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    for step in meta.get("steps_completed", []):
        for name in documents_of_step.get(step, set()):
            assert (folder / name).stat().st_size > 0, f"{step} is recorded and {name} is missing"
    if (folder / "analysis.json").exists():
        json.loads((folder / "analysis.json").read_text(encoding="utf-8"))
    journal = read_journal(folder / "journal.jsonl")
    if (folder / "journal.jsonl").exists():
        for line in (folder / "journal.jsonl").read_bytes().split(b"\n")[:-1]:
            json.loads(line)  # only the last line may be cut short
    said = {str(event.get("text")) for event in journal.events if event["kind"] in {"said", "menu_shown"}}
    heard = [str(event.get("text")) for event in journal.events if event["kind"] == "heard"]
    # Before the first words that say something nothing is kept.
    for event in life.events if set(life.acknowledged) - LETTERS else []:
        if event["event"] in {"say", "menu"} and not life.code:
            assert event["text"] in said, f"shown and not in the journal: {event['text']}"
        if event["event"] == "document":
            assert (repo / str(event["path"])).exists(), event
    sent = Counter(text for text in life.acknowledged if text not in LETTERS)
    assert not sent - Counter(heard), "sent, acknowledged and lost"


def documents_in(repo: Path) -> dict[str, str]:
    """The documents as they stand, without the times in them."""
    found: dict[str, str] = {}
    for path in sorted((repo / "docs").rglob("*")):
        if path.is_file() and path.name not in {"journal.jsonl", "analysis.json", "meta.json"}:
            lines = path.read_text(encoding="utf-8").splitlines()
            found[path.relative_to(repo).as_posix()] = "\n".join(
                line for line in lines if not any(mark in line for mark in TIMED)
            )
    return found


def progress_in(repo: Path) -> dict[str, Any]:
    meta = json.loads((repo / "docs/requirements" / SLUG / "meta.json").read_text(encoding="utf-8"))
    return {
        key: meta.get(key)
        for key in ("analysis_status", "phases_completed", "steps_completed", "topics_covered")
    }


def a_shop(folder: Path) -> Path:
    (folder / "shop").mkdir(parents=True)
    (folder / "shop/cart.py").write_text("class Cart:\n    items: list[int] = []\n")
    (folder / "shop/checkout.py").write_text(
        "from shop.cart import Cart\n\n\ndef total(cart: Cart) -> int:\n    return sum(cart.items)\n"
    )
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "shop"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def reference(repo: Path, mode: str) -> dict[str, set[str]]:
    """One session left in peace; which documents each step had left when it was recorded."""
    life = live(repo, mode)
    assert life.status == "completed", life.events[-3:]
    by_step: dict[str, set[str]] = {}
    step, there = "", set[str]()
    for event in life.events:
        if event["event"] == "document" and "/requirements/" in event["path"]:
            there.add(Path(str(event["path"])).name)
        if event["event"] == "say" and event["kind"] == "header":
            step = str(event["text"]).partition("-- Step ")[2].partition(":")[0]
        if event["event"] == "menu" and step:
            by_step.setdefault(step, set(there))
    return by_step


def compare(repo: Path, peace: Path, deaths: int) -> None:
    assert progress_in(repo) == progress_in(peace)
    theirs, ours = documents_in(repo), documents_in(peace)
    assert sorted(theirs) == sorted(ours), set(theirs) ^ set(ours)
    for name, text in ours.items():
        differs = unified_diff(text.splitlines(), theirs[name].splitlines(), lineterm="", n=1)
        assert theirs[name] == text, "\n".join([f"{name} differs after {deaths} deaths", *differs])


# Sessions are compared with each other, so none may run ahead of its scan, however busy the machine is.
driving._SCAN_PATIENCE = driving._TALK_PATIENCE = 60.0


def main(folder: Path, mode: str, seed: int, kills: int, fault: str = "") -> None:
    draw = random.Random(seed)
    peace = a_shop(folder / "peace")
    by_step = reference(peace, mode)
    deaths = sessions = 0
    known: set[str] = set()
    while deaths < kills:
        sessions += 1
        repo = a_shop(folder / f"war-{sessions}")
        while True:
            calls = draw.randint(1, LONGEST_LIFE) if deaths < kills else None
            life = live(repo, mode, calls, frozenset(known), fault)
            check_disk(repo, life, by_step)
            deaths += bool(life.died_at)
            known |= {life.died_at} - {""}
            if life.status == "completed":
                break
            assert life.died_at, life.events[-3:]
        if mode == "steps":  # a conversation that is picked up again may take another way
            compare(repo, peace, deaths)
    print(deaths, len(known))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:])
