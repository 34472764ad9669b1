"""Writes: whole or not at all, with the permissions kept, and one sentence when they fail."""

import errno
import os
import random
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from roundtable.errors import CannotDoHere, WriteFailed
from roundtable.stores.analysis_file import SCHEMA_VERSION, read_analysis, upgraded, write_analysis
from roundtable.stores.atomic import is_leftover, make_folder, replace_file, sweep
from roundtable.stores.paths import private_folder
from stores_repositories import NOON, a_repository, run_python, start_python


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "meta.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_file(path, b"new", "meta.json")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    replace_file(tmp_path / "ours", b"", "ours")
    (tmp_path / "theirs").write_bytes(b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "theirs").stat().st_mode


def test_a_name_as_long_as_the_system_allows_can_be_written(tmp_path: Path) -> None:
    replace_file(tmp_path / ("x" * 255), b"new", "x")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


@pytest.mark.rule("L-META-10")
def test_a_write_that_fails_is_one_sentence_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(
        WriteFailed, match=r"^Could not write taken \(.+\)\. The previous version is intact"
    ) as failed:
        replace_file(tmp_path / "taken", b"new", "taken")
    assert failed.value.exit_code == 3
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    with pytest.raises(WriteFailed, match="gone/meta"):
        replace_file(tmp_path / "gone" / "meta.json", b"new", "gone/meta.json")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WriteFailed):
        make_folder(tmp_path / "file" / "below", "file/below")


def test_a_write_that_the_disk_refuses_once_is_made_after_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, refused = os.fsync, [OSError(errno.EIO, "Input/output error")]

    def fsync(descriptor: int) -> None:
        if refused:
            raise refused.pop()
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    replace_file(tmp_path / "meta.json", b"new", "meta.json")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("meta.json", b"new")]


def test_what_a_killed_write_left_is_recognised_and_swept(tmp_path: Path) -> None:
    left = tmp_path / ".meta.json.4711-0a1b2c3d.roundtable-tmp"
    left.write_bytes(b"half")
    (tmp_path / "meta.json").write_bytes(b"{}")
    assert is_leftover(left.name)
    assert not any(map(is_leftover, ["meta.json", ".gitignore", "x.roundtable-tmp", ".a.b-c.roundtable-tmp"]))
    assert sweep(tmp_path) == (left.name,)
    assert [path.name for path in tmp_path.iterdir()] == ["meta.json"]
    assert sweep(tmp_path / "missing") == ()


WRITER = """
import sys
from pathlib import Path
from roundtable.stores.atomic import replace_file
path, size = Path(sys.argv[1]), int(sys.argv[2])
for turn in range(10**9):
    replace_file(path, bytes([65 + turn % 26]) * size, "file")
    sys.stdout.write(".")
    sys.stdout.flush()
"""


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    size = 300_000
    path = tmp_path / "meta.json"
    chance = random.Random(1)
    for _ in range(25):
        process = start_python(WRITER, str(path), str(size))
        assert process.stdout is not None
        process.stdout.read(chance.randrange(1, 12))
        for _ in range(chance.randrange(20_000)):
            pass  # a moment that has nothing to do with the writer's own steps
        process.kill()
        process.communicate()
        content = path.read_bytes()
        assert len(content) == size
        assert content == content[:1] * size
        sweep(tmp_path)
        assert [each.name for each in tmp_path.iterdir()] == ["meta.json"]


FULL = """
import resource, sys
from pathlib import Path
from roundtable.errors import WriteFailed
from roundtable.stores.atomic import replace_file
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    replace_file(Path(sys.argv[1]), b"n" * 5000, "docs/requirements/a/meta.json")
except WriteFailed as failed:
    print(failed)
"""


@pytest.mark.skipif(os.name == "nt", reason="limits of this kind exist on POSIX only")
def test_no_room_is_one_sentence_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "meta.json"
    path.write_bytes(b"old")
    said = run_python(FULL, str(path))
    assert said.startswith("Could not write docs/requirements/a/meta.json (")
    assert said.count("\n") == 1
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("meta.json", b"old")]


def test_cache_and_locks_ignore_themselves_in_git(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    for folder in (private_folder(places, "cache"), private_folder(places, "locks")):
        assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_an_analysis_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "analysis.json"
    assert read_analysis(path) is None
    write_analysis(path, {"b": ["é"], "a": {"z": 1, "y": None}}, NOON)
    assert read_analysis(path) == {"schema_version": SCHEMA_VERSION, "b": ["é"], "a": {"z": 1, "y": None}}
    text = path.read_text(encoding="utf-8")
    assert text.startswith('{\n  "a": {\n    "y": null,')
    assert text.endswith("\n}\n")


@pytest.mark.parametrize("version", [SCHEMA_VERSION + 1, 99])
def test_an_analysis_of_a_newer_version_is_neither_read_nor_overwritten(tmp_path: Path, version: int) -> None:
    path = tmp_path / "analysis.json"
    path.write_text(f'{{"schema_version": {version}}}', encoding="utf-8")
    with pytest.raises(CannotDoHere, match=r"written by a newer roundtable \(schema \d+"):
        read_analysis(path)
    with pytest.raises(CannotDoHere):
        write_analysis(path, {}, NOON)
    assert path.read_text(encoding="utf-8") == f'{{"schema_version": {version}}}'


@pytest.mark.parametrize("original", [b"[]", b"{ torn", b"\xff\xfe"])
def test_an_analysis_that_cannot_be_read_is_kept_before_it_is_overwritten(
    tmp_path: Path, original: bytes
) -> None:
    path = tmp_path / "analysis.json"
    path.write_bytes(original)
    assert read_analysis(path) is None
    write_analysis(path, {"a": 1}, NOON)
    path.write_bytes(original + b"!")
    write_analysis(path, {"a": 2}, NOON)
    write_analysis(path, {"a": 3}, NOON + timedelta(days=1))
    assert sorted(copy.read_bytes() for copy in tmp_path.glob("*.bak-*")) == [original, original + b"!"]
    assert read_analysis(path) == {"a": 3, "schema_version": SCHEMA_VERSION}


@pytest.mark.parametrize("version", ["2", None, True, -1, 1.5])
def test_a_version_that_is_no_number_counts_as_the_first(version: object) -> None:
    assert upgraded({"schema_version": version}) == {"schema_version": SCHEMA_VERSION}
