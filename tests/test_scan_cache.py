"""The index: only what is new is read, nothing broken is trusted, and nobody is in anybody's way."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roundtable.analysis.scanning import FileKind
from roundtable.scan import vocabulary
from roundtable.scan.cache import VERSION, Cache
from roundtable.scan.columns import COLUMNS, Columns, join
from roundtable.scan.gather import Gathered, gather
from roundtable.scan.git import Git
from roundtable.scan.index import TermTable
from roundtable.scan.kinds import KINDS
from roundtable.scan.lexicon import split_tokens, terms_of
from roundtable.scan.packing import BrokenBlock, make_block, open_block
from roundtable.scan.service import Scanner
from roundtable.scan.vocabulary import Numbering, Words
from roundtable.scan.walk import walk
from scan_repositories import SHOP, a_folder, a_repository, columns_of, commit, git


def order(scanner: Scanner, text: str = "round the cart total") -> list[str]:
    return [file.path for file in scanner.scan(text, top=100).files]


def test_the_cache_lies_in_the_repository_and_ignores_itself(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    Scanner(root).scan("cart")
    assert (root / ".roundtable/cache/.gitignore").read_text(encoding="utf-8") == "*\n"
    assert (root / ".roundtable/cache/index.bin").is_file()
    assert git(root, "status", "--porcelain", "--untracked-files=all") == ""


def test_a_second_scanner_reads_no_file_again(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    for path in SHOP:
        os.utime(root / path, ns=(1_600_000_000_000_000_000, 1_600_000_000_000_000_000))
    entries = walk(root, Git(root)).entries
    first, read = gather(str(root), entries, Gathered())
    assert read == len(SHOP)
    cache = Cache(tmp_path / "c")
    cache.save(first)
    loaded, problem = cache.load()
    assert problem is None
    again, read = gather(str(root), walk(root, Git(root)).entries, loaded)
    assert read == 0
    assert again.columns.paths == first.columns.paths


def test_changed_new_and_deleted_files_are_noticed_at_once(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    scanner = Scanner(root, tmp_path / "c")
    assert "shop/newsletter.py" in order(scanner)
    a_folder(
        root, {"shop/newsletter.py": "def loyalty_points(): ...\n", "shop/stamps.py": "loyalty_stamps = 1\n"}
    )
    (root / "shop/checkout.py").unlink()
    found = order(scanner, "loyalty points and loyalty stamps")
    assert {"shop/newsletter.py", "shop/stamps.py"} == set(found[:2])
    assert "shop/checkout.py" not in found


def test_a_change_behind_the_same_size_and_second_is_noticed(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {"a.py": "alpha = 1\n", "b.py": "other = 1\n"})
    scanner = Scanner(root, tmp_path / "c")
    assert order(scanner, "alpha")[0] == "a.py"
    a_folder(root, {"a.py": "gamma = 1\n"})
    assert order(scanner, "gamma")[0] == "a.py"


def test_new_commits_join_the_history(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    scanner = Scanner(root, tmp_path / "c")
    assert scanner.churn("shop/cart.py").commits == 1
    commit(root, "Round", {"shop/cart.py": SHOP["shop/cart.py"] + "#\n"})
    scanner.refresh()
    assert scanner.churn("shop/cart.py").commits == 2
    assert Scanner(root, tmp_path / "c").churn("shop/cart.py").commits == 2


def test_commits_of_a_merged_branch_count_at_the_top_and_in_a_folder(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    git(root, "checkout", "-q", "-b", "trial")
    commit(root, "Try", {"shop/cart.py": "#\n"})
    commit(root, "Take it back", {"shop/cart.py": SHOP["shop/cart.py"]})
    git(root, "checkout", "-q", "-")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge", "trial")
    assert Scanner(root, tmp_path / "c").churn("shop/cart.py").commits == 3
    assert Scanner(root / "shop", tmp_path / "d").churn("cart.py").commits == 3


def test_rewritten_history_is_read_anew(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    commit(root, "Wrong turn", {"shop/cart.py": "#\n"})
    assert Scanner(root, tmp_path / "c").churn("shop/cart.py").commits == 2
    git(root, "reset", "-q", "--hard", "HEAD~1")
    commit(root, "Right turn", {"shop/prices.py": "#\n"})
    assert Scanner(root, tmp_path / "c").churn("shop/cart.py").commits == 1


@pytest.mark.parametrize("damage", ["empty", "noise", "cut", "flipped", "version", "other"])
def test_a_broken_index_is_rebuilt_with_one_line(tmp_path: Path, damage: str) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    wanted = order(Scanner(root, tmp_path / "c"))
    saved = tmp_path / "c/index.bin"
    data = saved.read_bytes()
    saved.write_bytes({
        "empty": b"", "noise": os.urandom(5_000), "cut": data[: len(data) // 2], "version": data.replace(b'"version": ', b'"version": 9', 1),
        "flipped": data[:-50] + bytes([data[-50] ^ 255]) + data[-49:], "other": b"".join(make_block(VERSION, {"words": b"x"})),
    }[damage])  # fmt: skip
    scanner = Scanner(root, tmp_path / "c")
    result = scanner.scan("round the cart total", top=100)
    assert [file.path for file in result.files] == wanted
    assert [note for note in result.notes if "rebuilt" in note] != []
    assert not any("rebuilt" in note for note in Scanner(root, tmp_path / "c").scan("cart").notes)


@given(data=st.binary(max_size=400))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_no_bytes_in_the_cache_can_break_a_scan(tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "c"
    folder.mkdir(exist_ok=True)
    (folder / "index.bin").write_bytes(data)
    (folder / "log.bin").write_bytes(data)
    loaded, _ = Cache(folder).load()
    assert loaded.entries == {}
    assert Cache(folder).load_log() is None


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert order(Scanner(root, tmp_path / "file" / "cache"))[0] == "shop/cart.py"


@pytest.mark.slow
def test_scans_at_the_same_time_agree_and_leave_a_whole_index(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    program = (
        "import sys, json; from pathlib import Path; from roundtable.scan.service import Scanner;"
        "print(json.dumps([f.path for f in Scanner(Path(sys.argv[1])).scan('round the cart total').files]))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(root)], stdout=subprocess.PIPE) for _ in range(4)
    ]
    answers = [json.loads(one.communicate()[0]) for one in running]
    assert all(one.returncode == 0 for one in running)
    assert answers == [answers[0]] * 4
    assert Cache(root / ".roundtable/cache").load()[1] is None
    assert {p.name for p in (root / ".roundtable/cache").iterdir()} == {".gitignore", "index.bin", "log.bin"}


def test_a_worker_and_the_parent_read_the_same(tmp_path: Path) -> None:
    filler = "".join(f"word_{n} = other_{n % 97}  # note {n}\n" for n in range(4_000))
    files = {f"big/m{n}.py": f"def own_{n}(): ...\n" + filler for n in range(40)}
    root = a_folder(tmp_path / "r", files)
    entries = walk(root, Git(root)).entries
    together, read = gather(str(root), entries, Gathered())
    assert read == 40
    alone, _ = gather(str(root), entries[:1], Gathered())
    for one in entries[1:]:
        alone, _ = gather(str(root), [*entries[: len(alone.entries)], one], alone)
    listed: list[list[bytes]] = [
        [one.words.listed[n] for n in one.columns.data["tokens"].tolist()] for one in (alone, together)
    ]
    assert listed[0] == listed[1]
    assert alone.columns.paths == together.columns.paths


def test_a_worker_starts_with_the_standard_library_alone() -> None:
    program = "import sys, roundtable.scan.worker; print(sorted({'numpy', 'pydantic'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
    assert get_args(FileKind) == KINDS


@given(
    st.lists(
        st.tuples(st.sampled_from(["a.py", "b.js", "c.md", "d.bin"]), st.binary(max_size=300)), max_size=5
    )
)
def test_packed_files_come_back_as_they_were(files: list[tuple[str, bytes]]) -> None:
    words = Words()
    contents = {f"{place}{path}": data for place, (path, data) in enumerate(files)}
    columns = columns_of(contents, words)
    block = b"".join(make_block(1, columns.to_parts()))
    back = Columns.from_parts(tuple(contents), open_block(1, block))
    alone = [columns_of({path: data}, words) for path, data in contents.items()]
    assert [rows_of(back, path) for path in contents] == [rows_of(one, one.paths[0]) for one in alone]
    assert list(zip(back.lines.tolist(), back.notes, strict=True)) == [
        (int(one.lines[0]), one.notes[0]) for one in alone
    ]
    with pytest.raises(BrokenBlock):
        open_block(2, block)


_LETTERS = st.sampled_from([*b"abAB_019 .", 0xC3, 0xB6])


@given(st.lists(st.lists(_LETTERS, max_size=60).map(bytes), max_size=4))
def test_a_text_is_numbered_as_its_words_are_one_by_one(texts: list[bytes]) -> None:
    words, alone = Words(), Words()
    numbering = Numbering(words)
    for text in texts:
        numbers, begins = numbering.number(text)
        split = split_tokens(text)
        assert [words.listed[one] for one in numbers] == [alone.listed[alone[word]] for word in split]
        assert [text[begin:].startswith(word) for begin, word in zip(begins, split, strict=True)] == [
            True
        ] * len(split)


def test_words_that_share_a_slot_keep_their_own_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_SLOTS", 1)
    words = Words()
    numbering = Numbering(words)
    text = b"alpha beta gamma delta a_word_of_more_letters a_word_of_more_numbers"
    for _ in range(2):
        assert [words.listed[one] for one in numbering.number(text)[0]] == text.split()


def test_files_are_taken_from_several_readings_in_any_order() -> None:
    words = Words()
    texts = {
        "a.py": b"import os\nalpha = 1\n",
        "b.py": b"def beta(): ...\n",
        "c.md": b"# Gamma\n",
        "d.py": b"delta\n",
    }
    one, other = (
        columns_of({path: texts[path] for path in paths}, words)
        for paths in (["a.py", "b.py", "c.md"], ["d.py"])
    )
    joined = join([one, other], [(0, 1), (0, 2), (1, 0), (0, 0)])
    assert joined.paths == ("b.py", "c.md", "d.py", "a.py")
    assert [rows_of(joined, path) for path in texts] == [
        *(rows_of(one, path) for path in one.paths),
        rows_of(other, "d.py"),
    ]
    assert joined.imports[3] == "os"


def rows_of(columns: Columns, path: str) -> list[list[int]]:
    """What one file has in each column."""
    place = columns.paths.index(path)
    first, last = columns.sizes[:, :place].sum(1), columns.sizes[:, : place + 1].sum(1)
    return [columns.data[name][first[row] : last[row]].tolist() for row, name in enumerate(COLUMNS)]


_SPELLED = st.text(st.sampled_from("aeiourstlnyzd_AESTORY19"), min_size=1, max_size=9)
_ENDED = st.builds(
    str.__add__, _SPELLED, st.sampled_from(["", "s", "ies", "isation", "iser", "ying", "Größe", "ator"])
)


@given(st.lists(_ENDED, max_size=8), st.lists(_ENDED, max_size=4))
def test_words_are_found_by_each_of_their_terms_before_and_after_the_vocabulary_grows(
    old: list[str], new: list[str]
) -> None:
    words = [word.encode() for word in ("", *old)]
    table = TermTable(words)
    table.grow()
    for asked in range(2):
        for term in {term for word in words for term in terms_of(word.decode())}:
            having = [number for number, word in enumerate(words) if term in terms_of(word.decode())]
            assert table.words_with(term).tolist() == having
        if not asked:
            words += [word.encode() for word in new]
            table.grow()
