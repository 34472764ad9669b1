"""The `skip_if` language: small conditions over what the quick scan and the session know. Parsed, never executed.

    scope === 'small' && file_count < 3
    not (complexity == "high" or depth == "deep")

- `InvalidCondition` is the only thing that is ever raised, for any text; it knows the column.
- What is not known (`None`) makes a comparison neither true nor false; a condition *holds* only when it is surely true,
  so a step is never skipped for want of a scan.

Elsewhere: who warns about an invalid condition (the engine runs the step, the library check shows the column).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from operator import ge, gt, le, lt
from typing import Final, NamedTuple

from roundtable.facts.record import Record

_LONGEST: Final = 500
_DEEPEST: Final = 20

Value = str | float | bool | None  # a value while evaluating; `None` is "not known"
Condition = Callable[[Mapping[str, Value]], Value]
"""A parsed condition, or a part of one, ready to be asked as often as needed."""


class Circumstances(Record):
    scope: str | None = None
    complexity: str | None = None
    file_count: int | None = None
    depth: str | None = None


class InvalidCondition(ValueError):
    """The condition cannot be understood, or compares things that have no order."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(f"{reason} (column {column})")
        self.reason = reason
        self.column = column  # counted from 1


def parse_condition(text: str) -> Condition:
    """Parse, or raise `InvalidCondition`. Blank text is the condition that never holds."""
    if not text.strip():
        return lambda _: False
    if len(text) > _LONGEST:
        raise InvalidCondition(f"The condition is longer than {_LONGEST} characters", _LONGEST + 1)
    return _Parser(text).whole()


def condition_holds(text: str, circumstances: Circumstances) -> bool:
    """Whether it is surely true. Raises `InvalidCondition`, also when it orders what has no order (`scope < 3`)."""
    return _truth(parse_condition(text)(circumstances.model_dump())) is True


class _Token(NamedTuple):
    kind: str  # `name`, `string`, `number`, `operator` or `end`
    text: str
    column: int


_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?(?![\w.]))
      | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
      | (?P<string>'[^'\\\n]*'|"[^"\\\n]*")
      | (?P<operator>===|!==|==|!=|<=|>=|&&|\|\||<|>|!|\(|\)|-)
      | (?P<other>.)
    """,
    re.VERBOSE,
)
_WORD_OPERATORS: Final = {"and": "&&", "or": "||", "not": "not"}
_COMPLAINTS: Final = {
    "'": "This quoted text does not end, or holds a backslash",
    '"': "This quoted text does not end, or holds a backslash",
    "=": "A single = compares nothing; write ===",
    "&": "A single & joins nothing; write &&",
    "|": "A single | joins nothing; write ||",
}


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        kind, found, column = match.lastgroup or "", match.group(), match.start() + 1
        if kind == "other":
            unknown = f"{found!r} is not part of the condition language"
            raise InvalidCondition(_COMPLAINTS.get(found, unknown), column)
        if kind == "name" and found.lower() in _WORD_OPERATORS:
            yield _Token("operator", _WORD_OPERATORS[found.lower()], column)
        elif kind != "space":
            yield _Token(kind, found[1:-1] if kind == "string" else found, column)
    yield _Token("end", "", len(text) + 1)


_ORDERINGS: Final[dict[str, Callable[[float, float], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
_COMPARISONS: Final = ("===", "==", "!==", "!=", *_ORDERINGS)


class _Parser:
    """Recursive descent; each method parses one level of precedence and answers with something that can be asked."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._depth = 0

    def whole(self) -> Condition:
        result = self._either()
        if self._next.kind != "end":
            raise InvalidCondition(f"Did not expect {self._next.text!r} here", self._next.column)
        return result

    @property
    def _next(self) -> _Token:
        return self._tokens[0]

    def _take(self) -> _Token:
        return self._tokens.pop(0) if self._next.kind != "end" else self._next

    def _sees(self, *operators: str) -> _Token | None:
        """The next token, taken, if it is one of these operators."""
        return self._take() if self._next.kind == "operator" and self._next.text in operators else None

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._sees("||"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else lambda known: _any([part(known) for part in parts])

    def _both(self) -> Condition:
        parts = [self._inverse()]
        while self._sees("&&"):
            parts.append(self._inverse())
        if len(parts) == 1:
            return parts[0]
        return lambda known: _not(_any([_not(part(known)) for part in parts]))

    def _inverse(self) -> Condition:
        # The word binds looser than a comparison (`not scope == 'small'`), as in English; the sign below binds tighter.
        if not self._sees("not"):
            return self._comparison()
        inner = self._nested(self._inverse)
        return lambda known: _not(inner(known))

    def _comparison(self) -> Condition:
        left = self._negation()
        operator = self._sees(*_COMPARISONS)
        if operator is None:
            return left
        right = self._negation()
        if chained := self._sees(*_COMPARISONS):
            raise InvalidCondition("Comparisons cannot be chained; join them with &&", chained.column)
        return lambda known: _compare(operator, left(known), right(known))

    def _negation(self) -> Condition:
        if not self._sees("!"):
            return self._operand()
        inner = self._nested(self._negation)
        if compared := self._sees(*_COMPARISONS):
            # `!scope === 'small'` compares a flag with a word and is never what was meant.
            raise InvalidCondition("Put parentheses around what is negated", compared.column)
        return lambda known: _not(inner(known))

    def _operand(self) -> Condition:
        if self._sees("("):
            inner = self._nested(self._either)
            if not self._sees(")"):
                raise InvalidCondition("A closing parenthesis is missing", self._next.column)
            return inner
        kind, text, column = self._take()
        if (kind, text) == ("operator", "-") and self._next.kind == "number":
            kind, text = "number", f"-{self._take().text}"
        if kind == "number":
            return lambda _: float(text)
        if kind == "string":
            return lambda _: text
        if kind == "name" and text in ("true", "false"):
            return lambda _: text == "true"
        if kind == "name" and text not in Circumstances.model_fields:
            known = ", ".join(Circumstances.model_fields)
            raise InvalidCondition(f"{text!r} is not a variable; there are {known}", column)
        if kind == "name":
            return lambda known: known.get(text)
        found = "the end" if kind == "end" else repr(text)
        raise InvalidCondition(f"Expected a variable or a value, found {found}", column)

    def _nested(self, parse: Callable[[], Condition]) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InvalidCondition(f"The condition is nested deeper than {_DEEPEST}", self._next.column)
        inner = parse()
        self._depth -= 1
        return inner


def _compare(operator: _Token, left: Value, right: Value) -> bool | None:
    if left is None or right is None:
        return None
    if operator.text in _ORDERINGS:
        if isinstance(left, str | bool) or isinstance(right, str | bool):
            raise InvalidCondition(f"{operator.text} orders numbers only", operator.column)
        return _ORDERINGS[operator.text](left, right)
    # A flag is not a number: Python's `True == 1` would make `file_count == true` hold for one file.
    same = isinstance(left, bool) == isinstance(right, bool) and left == right
    return same if operator.text in ("===", "==") else not same


def _truth(value: Value) -> bool | None:
    return None if value is None else bool(value)


def _not(value: Value) -> bool | None:
    return None if value is None else not value


def _any(values: list[Value]) -> bool | None:
    truths = [_truth(value) for value in values]
    return True if True in truths else None if None in truths else False
