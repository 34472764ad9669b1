"""JSON as we write it: the fast way gives the same bytes as Python's own."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.json_text import json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), VALUES), st.booleans(), st.booleans())
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
