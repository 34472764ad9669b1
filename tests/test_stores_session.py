"""The folder of an item during a session: what cannot be read is kept, and a byte order mark stays where it was."""

from datetime import datetime
from pathlib import Path

import pytest

from roundtable.stores.adding import add_item
from roundtable.stores.session_store import ItemFolder
from stores_repositories import NOON, a_repository

SPEC = "requirements-spec.md"


class StoppedClock:
    def now(self) -> datetime:
        return NOON


def a_folder(root: Path) -> tuple[ItemFolder, Path]:
    """An item that is open, and where it lies."""
    places = a_repository(root)
    item = add_item(places, "Dark mode", now=NOON).item
    return ItemFolder(places, item, StoppedClock(), command="test", mode="steps"), item.path


@pytest.mark.rule("P-ART-11")
@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_a_document_in_another_encoding_is_kept_before_it_is_written_anew(
    tmp_path: Path, encoding: str
) -> None:
    folder, home = a_folder(tmp_path)
    theirs = "# Größe\n\nMine.\n".encode(encoding)
    (home / SPEC).write_bytes(theirs)
    assert folder.read_documents()[SPEC] is None
    folder.write_documents({SPEC: "# Ours\n"})
    assert (home / SPEC).read_bytes() == b"# Ours\n"
    assert [path.read_bytes() for path in home.glob(f"{SPEC}.bak-*")] == [theirs]


def test_a_byte_order_mark_is_not_part_of_the_text_and_stays(tmp_path: Path) -> None:
    folder, home = a_folder(tmp_path)
    (home / "traceability-matrix.csv").write_bytes("\ufeffGröße\r\n".encode())
    assert folder.read_documents()["traceability-matrix.csv"] == "Größe\r\n"
    folder.write_documents({"traceability-matrix.csv": "Größe\r\n1\r\n"})
    assert (home / "traceability-matrix.csv").read_bytes() == "\ufeffGröße\r\n1\r\n".encode()
    assert not list(home.glob("*.bak-*"))
