"""A word counts once: a passage is read with what path, names and commits say about its file."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from roundtable.scan.cache import Cache
from roundtable.scan.rank import Ranking, rank_files
from roundtable.scan.repository import Repository
from scan_repositories import a_folder, a_repository, commit

PLAIN = "def run(value):\n    return value\n"


def ranking(root: Path, text: str) -> Ranking:
    return rank_files(Repository(root, Cache(root.with_name("cache")), None).corpus(), text)


def passages(found: Ranking) -> Mapping[str, float]:
    """What the passages of each file are worth for the title."""
    column = found.signals.columns["passage_title"].tolist()
    return dict(zip(found.corpus.index.paths, column, strict=True))


def test_a_passage_that_adds_a_word_is_worth_more_than_one_that_repeats_the_path(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "one/invoice.py": "def run(value):\n    # invoice\n    return value\n",
        "two/invoice.py": "def run(value):\n    # rounding\n    return value\n",
    })  # fmt: skip
    worth = passages(ranking(root, "Invoice rounding"))
    assert worth["two/invoice.py"] > worth["one/invoice.py"] > 0


@pytest.mark.parametrize(
    ("files", "better", "worse"),
    [
        ({"app/rounding.py": PLAIN, "app/other.py": PLAIN}, "app/rounding.py", "app/other.py"),
        ({"app/a.py": "x = rounding(1)\n", "app/b.py": "def rounding(x): ...\n"}, "app/b.py", "app/a.py"),
    ],
    ids=["its path", "a name that it defines"],
)
def test_what_is_said_around_a_passage_counts_with_it(
    tmp_path: Path, files: dict[str, str], better: str, worse: str
) -> None:
    worth = passages(ranking(a_folder(tmp_path / "r", {**files, "app/c.py": "# rounding\n"}), "Rounding"))
    assert worth[better] > worth[worse]


def test_what_commits_said_of_a_file_counts_with_its_passages(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {"a.py": PLAIN, "b.py": PLAIN, "c.py": "# rounding\n"})
    commit(root, "Tidy", {"a.py": PLAIN + "# a\n"})
    commit(root, "Rounding", {"b.py": PLAIN + "# b\n"})
    worth = passages(ranking(root, "Rounding"))
    assert worth["b.py"] > worth["a.py"] == 0


def test_an_empty_tree_and_a_text_without_words_have_no_passages(tmp_path: Path) -> None:
    assert ranking(a_folder(tmp_path / "r", {"a.py": PLAIN}), "?!").order == []
    assert ranking(a_folder(tmp_path / "s", {}), "Rounding").order == []
