"""Lines of input: UTF-8 whatever comes, and nothing that fills the memory."""

import asyncio
import io
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.faces.lines import LONGEST_LINE, is_too_long, lines_of, storable


def lines_in(data: bytes) -> list[str]:
    """What comes out of a pipe that got these bytes."""
    out, into = os.pipe()

    def feed() -> None:
        with os.fdopen(into, "wb") as pipe:
            pipe.write(data)

    feeder = threading.Thread(target=feed)
    feeder.start()

    async def collect() -> list[str]:
        with os.fdopen(out, encoding="ascii") as stream:  # the encoding that the locale would give
            return [line async for line in lines_of(stream)]

    found = asyncio.run(collect())
    feeder.join()
    return found


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\n\r\ntwo", ["one", "", "two"]),
        ("\ufefföne\n\ufeff".encode(), ["öne", "\ufeff"]),
        (b"caf\xe9\n", ["caf\ufffd"]),
    ],
)
def test_lines_come_without_their_ends(data: bytes, expected: list[str]) -> None:
    assert lines_in(data) == expected


@given(st.binary(max_size=300_000))
def test_any_bytes_can_be_read_and_stored(data: bytes) -> None:
    assert all(storable(line) == line and "\n" not in line for line in lines_in(data))


def test_of_a_line_without_end_only_the_beginning_is_kept() -> None:
    found = lines_in("é".encode() * LONGEST_LINE + b"\nnext\n")
    assert [is_too_long(line) for line in found] == [True, False]
    assert len(found[0]) <= LONGEST_LINE
    assert found[1] == "next"


def test_a_stream_in_memory_is_read_as_well() -> None:
    async def collect() -> list[str]:
        return [line async for line in lines_of(io.StringIO("one\ntwo \ud800"))]

    assert asyncio.run(collect()) == ["one", "two ?"]
