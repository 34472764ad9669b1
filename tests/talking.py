"""Talks to the real program over JSON lines, one event and one answer at a time."""

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from processes import start_command

__all__ = ["IDEA", "SLUG", "Talk", "a_shop"]

IDEA = "Add discount codes to the checkout"
SLUG = "add-discount-codes-to-the-checkout"


def a_shop(folder: Path) -> Path:
    """A repository with two files and one commit."""
    (folder / "shop").mkdir(parents=True)
    (folder / "shop/cart.py").write_text("class Cart:\n    items: list[int] = []\n", encoding="utf-8")
    (folder / "shop/checkout.py").write_text(
        "from shop.cart import Cart\n\n\ndef total(cart: Cart) -> int:\n    return sum(cart.items)\n",
        encoding="utf-8",
    )
    author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "A shop"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


@dataclass
class Talk:
    """One run of `roundtable analyze --protocol jsonl`. Use it with `with`."""

    repo: Path
    what: str = IDEA
    flags: tuple[str, ...] = ("--steps",)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    events: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._process = start_command(
            ["analyze", self.what, "--protocol", "jsonl", *self.flags], cwd=self.repo, env=self.environment
        )
        self.listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End of input, which pauses; what is said on the way out is taken in."""
        into, out, complaints = self._process.stdin, self._process.stdout, self._process.stderr
        assert into is not None
        assert out is not None
        assert complaints is not None
        with suppress(BrokenPipeError):  # it was killed
            into.close()
        self.events += [json.loads(line) for line in out]
        out.close()
        self.complaint = complaints.read().decode()
        complaints.close()
        self.code = self._process.wait(timeout=60)

    def kill(self) -> None:
        """As a machine that loses its power does."""
        self._process.kill()

    def listen(self) -> None:
        """Everything up to the next `awaiting` or `end`."""
        out = self._process.stdout
        assert out is not None
        for line in out:
            event = json.loads(line)
            self.events.append(event)
            if event["event"] in {"awaiting", "end"}:
                return

    def send(self, line: bytes) -> list[dict[str, Any]]:
        """Send a raw line; what it brought."""
        before = len(self.events)
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        self.listen()
        return self.events[before:]

    def say(self, *texts: str) -> list[dict[str, Any]]:
        """Say something; what the last of it brought."""
        brought: list[dict[str, Any]] = []
        for text in texts:
            brought = self.send(json.dumps({"text": text}).encode())
        return brought

    def to_menu(self) -> None:
        """Answer whatever is asked until a menu is there."""
        while self.awaiting != "menu":
            self.say(
                {"confirm": "yes", "message": "done"}.get(
                    self.awaiting, "A shopper types a code and pays less."
                )
            )

    @property
    def awaiting(self) -> str:
        """What the program waits for; empty when it is over."""
        return str(self.events[-1].get("what", "")) if self.events else ""

    def said(self, kind: str) -> list[str]:
        """The texts of one kind."""
        return [
            str(event["text"]) for event in self.events if event["event"] == "say" and event["kind"] == kind
        ]

    @property
    def menus(self) -> list[str]:
        """Every menu, as a terminal shows it."""
        return [str(event["text"]) for event in self.events if event["event"] == "menu"]

    @property
    def end(self) -> str | None:
        """How it ended."""
        return next((str(event["status"]) for event in self.events if event["event"] == "end"), None)

    @property
    def item(self) -> Path:
        """The item's folder."""
        return self.repo / "docs/requirements" / SLUG

    @property
    def meta(self) -> dict[str, Any]:
        """meta.json as it is on disk."""
        return json.loads((self.item / "meta.json").read_text(encoding="utf-8"))
