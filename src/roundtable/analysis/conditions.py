"""The `skip_if` language: small conditions over what the quick scan and the session know. Parsed, never executed.

    scope === 'small' && file_count < 3
    not (complexity == "high" or depth == "deep")

- Variables: `scope`, `complexity`, `file_count`, `depth`. Operators: `=== == !== != < <= > >=`, `&& || !`, the words
  `and or not`, parentheses. Values: quoted strings, numbers, `true`, `false`. Nothing else exists here.
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

VARIABLES: Final[tuple[str, ...]] = ("scope", "complexity", "file_count", "depth")

_LONGEST: Final = 500
_DEEPEST: Final = 20

Value = str | float | bool | None
"""A value while evaluating; `None` is "not known"."""


class Circumstances(Record):
    """What a condition may look at; `None` where it is not known yet."""

    scope: str | None = None
    complexity: str | None = None
    file_count: int | None = None
    depth: str | None = None


class InvalidCondition(ValueError):
    """The condition cannot be understood, or compares things that have no order."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(f"{reason} (column {column})")
        self.reason = reason
        self.column = column
        """Counted from 1."""


class Condition(NamedTuple):
    """A parsed condition, ready to be asked as often as needed."""

    source: str
    ask: Callable[[Mapping[str, Value]], Value]

    def holds(self, circumstances: Circumstances) -> bool:
        """Whether it is surely true. Raises `InvalidCondition` when it orders what has no order (`scope < 3`)."""
        return _truth(self.ask(circumstances.model_dump())) is True


def parse_condition(text: str) -> Condition:
    """Parse, or raise `InvalidCondition`. Blank text is the condition that never holds."""
    if not text.strip():
        return Condition(text, _constant(value=False))
    if len(text) > _LONGEST:
        raise InvalidCondition(f"The condition is longer than {_LONGEST} characters", _LONGEST + 1)
    return Condition(text, _Parser(tuple(_tokens(text))).whole())


def condition_holds(text: str, circumstances: Circumstances) -> bool:
    """Parse and ask in one go. Raises `InvalidCondition`."""
    return parse_condition(text).holds(circumstances)


class _Token(NamedTuple):
    kind: str
    """`name`, `string`, `number`, `operator` or `end`."""
    text: str
    column: int


_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?(?![\w.]))
      | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
      | (?P<string>'[^'\\\n]*'|"[^"\\\n]*")
      | (?P<operator>===|!==|==|!=|<=|>=|&&|\|\||<|>|!|\(|\)|-)
    """,
    re.VERBOSE,
)
_WORD_OPERATORS: Final = {"and": "&&", "or": "||", "not": "not"}


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise InvalidCondition(_complaint(text, at), at + 1)
        kind, found = match.lastgroup or "", match.group()
        if kind == "name" and found.lower() in _WORD_OPERATORS:
            yield _Token("operator", _WORD_OPERATORS[found.lower()], at + 1)
        elif kind == "string":
            yield _Token("string", found[1:-1], at + 1)
        elif kind != "space":
            yield _Token(kind, found, at + 1)
        at = match.end()
    yield _Token("end", "", len(text) + 1)


def _complaint(text: str, at: int) -> str:
    match text[at]:
        case "'" | '"':
            return "This quoted text does not end, or holds a backslash"
        case "=":
            return "A single = compares nothing; write ==="
        case "&" | "|":
            return f"A single {text[at]} joins nothing; write {text[at] * 2}"
        case other:
            return f"{other!r} is not part of the condition language"


_ORDERINGS: Final[dict[str, Callable[[float, float], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
_COMPARISONS: Final = frozenset({"===", "==", "!==", "!=", *_ORDERINGS})

_Ask = Callable[[Mapping[str, Value]], Value]


class _Parser:
    """Recursive descent; each method parses one level of precedence and answers with something that can be asked."""

    def __init__(self, tokens: tuple[_Token, ...]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> _Ask:
        result = self._either()
        if self._next.kind != "end":
            raise InvalidCondition(f"Did not expect {self._next.text!r} here", self._next.column)
        return result

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _sees(self, operator: str) -> bool:
        if self._next.kind == "operator" and self._next.text == operator:
            self._at += 1
            return True
        return False

    def _either(self) -> _Ask:
        parts = [self._both()]
        while self._sees("||"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else lambda known: _any([_truth(part(known)) for part in parts])

    def _both(self) -> _Ask:
        parts = [self._inverse()]
        while self._sees("&&"):
            parts.append(self._inverse())
        return parts[0] if len(parts) == 1 else lambda known: _all([_truth(part(known)) for part in parts])

    def _inverse(self) -> _Ask:
        # The word binds looser than a comparison (`not scope == 'small'`), as in English; the sign below binds tighter.
        if not self._sees("not"):
            return self._comparison()
        inner = self._nested(self._inverse)
        return lambda known: _not(_truth(inner(known)))

    def _comparison(self) -> _Ask:
        left = self._negation()
        if self._next.kind != "operator" or self._next.text not in _COMPARISONS:
            return left
        operator = self._take()
        right = self._negation()
        if self._next.kind == "operator" and self._next.text in _COMPARISONS:
            raise InvalidCondition("Comparisons cannot be chained; join them with &&", self._next.column)
        return lambda known: _compare(operator, left(known), right(known))

    def _negation(self) -> _Ask:
        if not self._sees("!"):
            return self._operand()
        inner = self._nested(self._negation)
        if self._next.kind == "operator" and self._next.text in _COMPARISONS:
            # `!scope === 'small'` compares a flag with a word and is never what was meant.
            raise InvalidCondition("Put parentheses around what is negated", self._next.column)
        return lambda known: _not(_truth(inner(known)))

    def _operand(self) -> _Ask:
        token = self._take()
        if token.kind == "operator" and token.text == "(":
            inner = self._nested(self._either)
            if not self._sees(")"):
                raise InvalidCondition("A closing parenthesis is missing", self._next.column)
            return inner
        if token.kind == "operator" and token.text == "-" and self._next.kind == "number":
            return _constant(-float(self._take().text))
        if token.kind == "number":
            return _constant(float(token.text))
        if token.kind == "string":
            return _constant(token.text)
        if token.kind == "name":
            return _named(token)
        found = "the end" if token.kind == "end" else repr(token.text)
        raise InvalidCondition(f"Expected a variable or a value, found {found}", token.column)

    def _nested(self, parse: Callable[[], _Ask]) -> _Ask:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InvalidCondition(f"The condition is nested deeper than {_DEEPEST}", self._next.column)
        inner = parse()
        self._depth -= 1
        return inner


def _constant(value: Value) -> _Ask:
    return lambda _: value


def _named(token: _Token) -> _Ask:
    if token.text in ("true", "false"):
        return _constant(token.text == "true")
    if token.text not in VARIABLES:
        known = ", ".join(VARIABLES)
        raise InvalidCondition(f"{token.text!r} is not a variable; there are {known}", token.column)
    return lambda known: known.get(token.text)


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


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _any(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


def _all(values: list[bool | None]) -> bool | None:
    return False if False in values else None if None in values else True
