"""`roundtable batch`: put many items into the queue, start workers, watch, and report.

Elsewhere: the queue (`roundtable.batches`), how it looks (`batch_display`), which model (`model_choice`).
"""

import os
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final

from roundtable.analysis.between_items import between_items
from roundtable.batches.batch import Batch, Entry
from roundtable.batches.database import Limits, database_url
from roundtable.batches.elsewhere import files_of, take_in
from roundtable.batches.jobs import Job, Outcome
from roundtable.commands.batch_display import Display, cost_of, print_report
from roundtable.commands.item_choice import find_item
from roundtable.commands.model_choice import chosen_model
from roundtable.commands.new_item import make_item, read_words
from roundtable.commands.output import complain, counted, print_json, remark, seen_from_here
from roundtable.commands.settings import settings
from roundtable.errors import CannotDoHere, RoundtableError, WrongUse
from roundtable.sessions import known_analysis
from roundtable.stores.atomic import make_folder, replace_file
from roundtable.stores.items import item_folders, list_items, read_document
from roundtable.stores.paths import private_folder
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace, open_workspace

if TYPE_CHECKING:
    from roundtable.minds.llm.ledger import Budget

_LOOK: Final = 0.5
_GRACE: Final = 5.0


def run(arguments: Namespace) -> int:
    """0 when every item is done or the batch was paused, 1 when an item failed."""
    workspace = open_workspace(arguments.repo)
    config = settings(workspace, quiet=arguments.quiet)
    url = database_url(workspace.places, arguments.database or config.database)
    asked = Namespace(**vars(arguments), show_prompt=False, protocol="text")
    model = chosen_model(asked, config, workspace.places.root)  # a mistake in it must not leave items behind
    recover(workspace.places, now=workspace.now())
    slugs = _slugs(workspace, arguments)
    words = ["--all"] if arguments.all else sorted(arguments.what)
    batch = Batch(workspace.places, url, (*words, model.name if model else "", arguments.depth or ""))
    slugs = list(dict.fromkeys((*batch.slugs, *slugs)))
    if not slugs:
        remark("Nothing to do: every item here is analyzed.", quiet=arguments.quiet)
        return 0
    more = {"budget": arguments.budget, "no_code": arguments.no_code, "rate": arguments.rate}
    known = set(batch.slugs)
    # Workers may be on machines that do not have the items.
    is_shared = arguments.workers == 0 or not url.startswith("sqlite")
    jobs = [
        Job(
            slug=slug,
            model=model.name if model else None,
            depth=arguments.depth,
            files=files_of(workspace.places, slug) if is_shared and slug not in known else None,
            **more,
        )
        for slug in slugs
    ]
    if batch.is_resumed:
        remark(f"Going on with {counted(len(slugs), 'item')}.", quiet=arguments.quiet)
    batch.put(jobs, Limits(arguments.at_once, arguments.rate))
    began = time.monotonic()
    try:
        paused = _watched(workspace, arguments, url, batch, model.budget if model else None)
        entries = batch.entries()
        _take_in(workspace, batch, entries)
        return _reported(workspace, arguments, entries, paused, time.monotonic() - began)
    finally:
        batch.close()


def _slugs(workspace: Workspace, arguments: Namespace) -> list[str]:
    if arguments.all == bool(arguments.what):
        raise WrongUse("Say which items: their slugs, a file with one idea per line, or --all.")
    if arguments.all:
        return [item.folder for item in list_items(workspace.places) if item.status in {"raw", "partial"}]
    words: list[str] = arguments.what
    known = item_folders(workspace.places)
    if len(words) == 1 and words[0] not in known and Path(words[0]).is_file():
        return _from_ideas(workspace, words[0], quiet=arguments.quiet)
    return [find_item(workspace, word).folder for word in words]


def _from_ideas(workspace: Workspace, file: str, *, quiet: bool) -> list[str]:
    """An item for each line. A line that is the draft of an item already is that item, so that nothing is made twice."""
    ideas = [line.strip() for line in read_words([file]).text.splitlines() if line.strip()]
    items = list_items(workspace.places)
    by_draft = {(read_document(item, "draft.md") or "").strip(): item.folder for item in items}
    slugs: list[str] = []
    for idea in dict.fromkeys(ideas):
        if idea not in by_draft:
            by_draft[idea] = make_item(workspace, idea, quiet=quiet).item.folder
        slugs.append(by_draft[idea])
    return slugs


def _watched(
    workspace: Workspace, arguments: Namespace, url: str, batch: Batch, budget: "Budget | None"
) -> str:
    """Wait until nothing is left, or until somebody or the budget says stop; why it was paused, if it was."""
    crew = _Crew(workspace, arguments, url)
    stopped: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        stopped.append(number)  # an exception alone may be lost in what a library does when it is interrupted
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        with Display(quiet=arguments.quiet) as display:
            while not stopped:
                looked = time.monotonic()
                entries = batch.entries()
                display.show(entries)
                is_left = any(entry.state in {"waiting", "working"} for entry in entries)
                tokens = sum(entry.standing.tokens for entry in entries)
                cost = sum(map(cost_of, entries), Decimal(0))
                if budget is not None and budget.is_spent(tokens, cost) and is_left:
                    batch.hold()
                elif not is_left:
                    held = sum(entry.state == "held" for entry in entries)
                    return f"the budget is spent and {counted(held, 'item')} not begun" if held else ""
                crew.fill(arguments.workers, done=sum(entry.state in {"done", "failed"} for entry in entries))
                # Watching thousands of items must not cost more than working on them.
                time.sleep(max(_LOOK, 10 * (time.monotonic() - looked)))
    except KeyboardInterrupt:
        pass
    finally:
        crew.dismiss()
    return "paused"


class _Crew:
    """The workers of this batch on this machine. One that dies is replaced; its item goes on where it was."""

    def __init__(self, workspace: Workspace, arguments: Namespace, url: str) -> None:
        root = workspace.places.root
        self._command = [sys.executable, "-m", "roundtable", "worker", "--quiet", "--drain", "--with-parent"]
        self._command += ["--repo", str(root)]
        if arguments.base_url:
            self._command += ["--base-url", arguments.base_url]
        # In the environment, where other users of this machine cannot read a password.
        self._environment = {**os.environ, "ROUNDTABLE_DATABASE": url}
        self._log = private_folder(workspace.places, "queue") / "workers.log"
        self._file: IO[bytes] = self._log.open("ab")
        self._crew: list[subprocess.Popen[bytes]] = []
        self._deaths = 0
        self._done = 0

    def fill(self, wanted: int, *, done: int) -> None:
        dead = [one for one in self._crew if one.poll() not in {None, 0}]
        self._crew = [one for one in self._crew if one not in dead and one.poll() is None]
        self._deaths = len(dead) + (self._deaths if done == self._done else 0)
        self._done = done
        if self._deaths > 2 * wanted + 4:
            raise CannotDoHere(f"The workers end as soon as they begin; {self._log} says why.")
        while len(self._crew) < wanted:
            worker = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=self._file,
                stderr=self._file,
                start_new_session=True,  # Ctrl-C is for the batch, which tells them
            )
            self._crew.append(worker)

    def dismiss(self) -> None:
        for one in self._crew:
            one.terminate()
        for one in self._crew:
            with suppress(subprocess.TimeoutExpired):
                one.wait(_GRACE)
            one.kill()
            one.wait()
        self._file.close()


def _take_in(workspace: Workspace, batch: Batch, entries: Sequence[Entry]) -> None:
    """Write what workers with clones of their own sent back, once; what does not fit is kept for the person."""
    for entry in entries:
        if not isinstance(entry.standing, Outcome) or not entry.standing.is_sent:
            continue
        patch = private_folder(workspace.places, "queue") / "patches" / batch.name / f"{entry.slug}.patch"
        if patch.exists():
            continue
        sent = batch.sent(entry.slug)
        if not take_in(workspace, entry.slug, sent):
            complain(
                f"{entry.slug} has changed here meanwhile; its documents are in {seen_from_here(patch)}."
            )
        make_folder(patch.parent, "patches")
        replace_file(patch, sent.patch.encode("utf-8", "surrogateescape"), patch.name)


def _reported(
    workspace: Workspace, arguments: Namespace, entries: Sequence[Entry], paused: str, seconds: float
) -> int:
    remarks = between_items(_known(workspace, [entry.slug for entry in entries if entry.state == "done"]))
    if arguments.json:
        items = [
            {"slug": one.slug, "state": one.state, **one.standing.model_dump(mode="json")} for one in entries
        ]
        between = [remark._asdict() for remark in remarks]
        print_json({"paused": paused, "seconds": round(seconds, 1), "items": items, "remarks": between})
    else:
        print_report(entries, remarks)
    if paused:
        done = sum(entry.state == "done" for entry in entries)
        why = "" if paused == "paused" else f" ({paused})"
        more = " with a larger --budget" if why else ""
        complain(
            f"Paused: {done} of {counted(len(entries), 'item')} done{why}. The same command{more} goes on."
        )
        return 0
    return 1 if any(entry.state == "failed" for entry in entries) else 0


def _known(workspace: Workspace, slugs: Sequence[str]) -> Any:
    for slug in slugs:
        with suppress(RoundtableError):  # deleted since, or written by a newer version: nothing to compare
            yield known_analysis(workspace, slug)
