"""Can the three be told apart with their names hidden?    uv run python bench/voices.py [--show]

Talks over varied items are held; names, quotations, code and the nouns of each item are masked. A naive Bayes classifier over
words and pairs of words learns who says what on one half of the items and names the speaker on the other half: for single
turns, and for three turns of one speaker put together.
"""

import argparse
import math
import re
import sys
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rehearsal import Rehearsal
from roundtable.analysis.scanning import (
    EntryPoint,
    FileCount,
    Impact,
    Impacted,
    OrderedChange,
    RankedFile,
    RiskZone,
    ScanResult,
)
from roundtable.engine.events import Said

ITEMS = (
    ("I need a website that lets me plan meals and share recipes with friends.", "pages/meals.py"),
    ("Add a --dry-run flag to the sync command", "sync/cli.py"),
    ("Uploading a file larger than 2 GB fails with a timeout", "files/upload.py"),
    ("Make `load_config` accept TOML files", "config/loading.py"),
    ("Nightly export of invoices to the accounting system", "billing/export.py"),
    ("Let teachers grade homework and comment on it", "school/homework.py"),
    (
        "I want a platform that connects volunteers with shelters and keeps track of their shifts.",
        "shifts/plan.py",
    ),
    ("The calendar shows events of the wrong week when the locale starts on Sunday", "calendar/view.py"),
    ("Support pagination in the REST API for orders", "api/orders.py"),
    ("Remember the last used filter in the search page", "search/page.py"),
    ("I need an app that helps patients book appointments and read their results.", "clinic/book.py"),
    ("Retry failed webhooks with growing pauses", "hooks/send.py"),
    ("Deleting a project leaves its attachments behind", "projects/delete.py"),
    ("Allow admins to rename tags for everybody", "tags/rename.py"),
    ("Import contacts from vCard files", "contacts/importing.py"),
    ("I want a dashboard where managers can compare energy use of buildings.", "energy/compare.py"),
)
ANSWERS = (
    "It costs us half a day every week, and people complain.",
    "yes",
    "The support team and about forty customers use it daily.",
    "If the entry is missing, show a clear message and keep the old one.",
    "No strong preference.",
    "It must finish within two seconds for a hundred entries.",
    "An entry can be changed once, never twice.",
    "yes",
    "Fewer complaints, at most one a month.",
    "I don't know",
    "that's all",
    "nothing",
)


def scan_of(path: str) -> ScanResult:
    """A scan that found one file, a caller and a risk."""
    caller = f"{path.partition('/')[0]}/main.py"
    return ScanResult(
        description="",
        files=(RankedFile(path=path, score=1.0, reasons=("names it",), language="Python"),),
        impact=Impact(
            direct=(Impacted(path=path, reason="names it"),),
            indirect=(Impacted(path=caller, reason="imports it", via=path),),
        ),
        entry_points=(EntryPoint(path=caller, name="main", kind="main"),),
        risk_zones=(RiskZone(path=path, level="medium", reasons=("changed often",)),),
        implementation_order=(OrderedChange(position=1, path=path, reason="first"),),
        file_count=FileCount(total=3, modify=2, test=1),
        languages=(("Python", 9),),
        total_files=9,
    )


def turns_of(at: int, draft: str, path: str) -> list[tuple[str, str]]:
    """(speaker, masked words) for everything the three say in one talk, a response counted as one turn of its speaker."""
    talk = Rehearsal(draft, scan=scan_of(path) if at % 3 else ScanResult(description=""))
    found: list[tuple[str, str]] = []
    nouns = {word.lower().rstrip("s") for word in re.findall(r"[A-Za-z]+", draft)}
    answers = [*ANSWERS[at % 4 :], *ANSWERS[: at % 4]]
    said = talk.begin()
    for answer in [*answers, "nothing"]:
        found += _masked(
            said, nouns | {word.lower().rstrip("s") for word in re.findall(r"[A-Za-z]+", " ".join(answers))}
        )
        if talk.ended is not None:
            break
        said = talk.hear(answer)
    return found


def _masked(said: object, nouns: set[str]) -> list[tuple[str, str]]:
    turns: dict[str, list[str]] = defaultdict(list)
    for line in said if isinstance(said, list) else []:
        if (
            isinstance(line, Said)
            and line.persona
            and line.say in ("acknowledgement", "contribution", "question")
        ):
            turns[line.persona].append(line.text)
    masked: list[tuple[str, str]] = []
    for persona, texts in turns.items():
        text = re.sub(r"`[^`]*`|\"[^\"]*\"|\b(?:Maya|Alex|Jordan|Chen|Rivera|Park)\b", " _ ", " ".join(texts))
        small = {
            "the",
            "a",
            "to",
            "of",
            "and",
            "is",
            "it",
            "in",
            "for",
            "what",
            "that",
            "with",
            "when",
            "which",
            "who",
        }
        words = [
            word if word in small or word.rstrip("s") not in nouns else "_"
            for word in re.findall(r"[a-z']+|_", text.lower())
        ]
        masked.append((persona, " ".join(words)))
    return masked


def features(text: str) -> Counter[str]:
    """Words and pairs of words."""
    words = text.split()
    return Counter([*words, *(f"{one} {two}" for one, two in pairwise(words))])


class Bayes:
    """Multinomial naive Bayes with add-one smoothing."""

    def __init__(self, turns: list[tuple[str, str]]) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        for persona, text in turns:
            self.counts[persona] += features(text)
        self.known = {feature for counter in self.counts.values() for feature in counter}
        self.totals = {persona: sum(counter.values()) for persona, counter in self.counts.items()}

    def who(self, text: str) -> str:
        """The likeliest speaker."""
        seen = {feature: count for feature, count in features(text).items() if feature in self.known}

        def score(persona: str) -> float:
            size = self.totals[persona] + len(self.known)
            return sum(count * math.log((self.counts[persona][f] + 1) / size) for f, count in seen.items())

        return max(sorted(self.counts), key=score)


def main() -> None:
    """Learn on one half, name the speaker on the other, both ways round."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true")
    chosen = parser.parse_args()
    talks = [turns_of(at, *item) for at, item in enumerate(ITEMS)]
    right = total = right3 = total3 = 0
    for half in (0, 1):
        bayes = Bayes([turn for at, talk in enumerate(talks) if at % 2 == half for turn in talk])
        tested = [turn for at, talk in enumerate(talks) if at % 2 != half for turn in talk]
        by_persona: dict[str, list[str]] = defaultdict(list)
        for persona, text in tested:
            guess = bayes.who(text)
            right, total = right + (guess == persona), total + 1
            by_persona[persona].append(text)
            if chosen.show and guess != persona:
                print(f"{persona} taken for {guess}: {text}")
        for persona, texts in by_persona.items():
            for three in zip(*[iter(texts)] * 3, strict=False):
                right3, total3 = right3 + (bayes.who(" ".join(three)) == persona), total3 + 1
    print(
        f"one turn {right / total:.3f} ({right} of {total}), three turns {right3 / total3:.3f} ({right3} of {total3})"
    )


if __name__ == "__main__":
    main()
