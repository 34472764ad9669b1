"""JSON as we write it: the fast way gives the same bytes as Python's own."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.json_text import json_text

TEXTS = st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans(), st.booleans())
def test_indented_text_is_what_python_would_write(
    value: dict[str, object], sort_keys: bool, is_large: bool
) -> None:
    if is_large:  # a large document is written another way
        value = {**value, "filler": "x" * 9_000}
    expected = json.dumps(value, indent=2, sort_keys=sort_keys, ensure_ascii=False)
    if re.search("[\ud800-\udfff]", expected):
        expected = json.dumps(value, indent=2, sort_keys=sort_keys)
    for letter, escape in (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\x85", "\\u0085")):
        expected = expected.replace(letter, escape)
    assert json_text(value, indent=2, sort_keys=sort_keys) == expected
