"""Write docs/conformance.md: every rule, what was decided about it, and the tests that prove it.

    python scripts/conformance.py            write the table
    python scripts/conformance.py --check    exit 1 when it is out of date

The rules are in docs/conformance-rules.toml. The tests are read, not run: their `@pytest.mark.rule("P-STEP-07", …)`
marks on functions, on classes and in `pytestmark` are taken from the source, so the table is the same on every machine.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "conformance-rules.toml"
TABLE = ROOT / "docs" / "conformance.md"

KINDS = {
    "U": "unit",
    "G": "exact text",
    "P": "property",
    "I": "integration",
    "J": "judged by a reader",
    "D": "design",
}
UNPROVEN = {"J": "judged by a reader", "D": "by design"}

HEAD = """\
# Conformance

Which rule is proven by which test. Written by `./dev fix` from the marks in `tests/` and from
[conformance-rules.toml](conformance-rules.toml); do not edit it by hand.

{summary}
"""


@dataclass(frozen=True)
class Rule:
    """One testable statement."""

    id: str
    section: str
    kind: str
    text: str
    decisions: tuple[str, ...] = ()
    deferred: str = ""
    measured: str = ""


def read_rules(path: Path = RULES) -> tuple[list[Rule], dict[str, str]]:
    """The rules in their order, and the decisions by id."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = [
        Rule(
            rule_id,
            section,
            row["kind"],
            row["text"],
            tuple(row.get("decisions", ())),
            row.get("deferred", ""),
            row.get("measured", ""),
        )
        for section, rows in data["rules"].items()
        for rule_id, row in rows.items()
    ]
    return rules, data["decisions"]


def marks_in(node: ast.expr) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)` within a decorator or a list of marks."""
    for call in ast.walk(node):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"):
            continue
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise SystemExit(
                    f"A rule mark on line {call.lineno} is not a plain string: write the id itself."
                )
            yield argument.value


def marked_tests(
    body: list[ast.stmt], inherited: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each test function with the ids it proves, those of its class and module included."""
    for statement in body:
        if isinstance(statement, ast.Assign) and any(
            ast.unparse(t) == "pytestmark" for t in statement.targets
        ):
            inherited = (*inherited, *marks_in(statement.value))
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        own = tuple(mark for decorator in statement.decorator_list for mark in marks_in(decorator))
        if isinstance(statement, ast.ClassDef):
            yield from marked_tests(statement.body, (*inherited, *own))
        elif statement.name.startswith("test"):
            yield statement.name, (*inherited, *own)


def read_tests(folder: Path = ROOT / "tests") -> dict[str, list[tuple[str, str]]]:
    """Rule id -> the tests that prove it, as (path from the root of the project, name), sorted."""
    proofs: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        if "fixtures" in path.relative_to(folder).parts:
            continue
        for name, ids in marked_tests(ast.parse(path.read_text(encoding="utf-8")).body):
            for rule_id in dict.fromkeys(ids):
                proofs.setdefault(rule_id, []).append((path.relative_to(folder.parent).as_posix(), name))
    return {rule_id: sorted(found) for rule_id, found in proofs.items()}


def render(rules: list[Rule], decisions: dict[str, str], proofs: dict[str, list[tuple[str, str]]]) -> str:
    """The whole document."""
    proven = [rule for rule in rules if rule.id in proofs]
    deferred = [rule for rule in rules if rule.id not in proofs and rule.deferred]
    measured = [rule for rule in rules if rule.id not in proofs and rule.measured]
    judged = [rule for rule in rules if rule.id not in proofs and not rule.deferred and rule.kind in UNPROVEN]
    waiting = len(rules) - len(proven) - len(deferred) - len(measured) - len(judged)
    summary = (
        f"{len(rules)} rules: {len(proven)} proven by tests, {len(judged)} judged by a reader or held by design, "
        f"{len(measured)} measured by a benchmark, {len(deferred)} deferred or not followed, "
        f"{waiting} without a test so far."
    )
    lines = [HEAD.format(summary=summary)]
    for section in dict.fromkeys(rule.section for rule in rules):
        lines += [f"## {section}", "", "| id | rule | kind | tests |", "| --- | --- | --- | --- |"]
        lines += [row(rule, proofs.get(rule.id, [])) for rule in rules if rule.section == section]
        lines.append("")
    lines += [
        "## Decisions",
        "",
        "How statements that disagree were settled.",
        "",
        "| id | decision | tests |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {key} | {cell(text)} | {links(proofs.get(key, []))} |" for key, text in decisions.items()]
    return "\n".join(lines) + "\n"


def row(rule: Rule, tests: list[tuple[str, str]]) -> str:
    """One line of the table."""
    note = f" ({', '.join(rule.decisions)})" if rule.decisions else ""
    if tests:
        proof = links(tests)
    elif rule.deferred:
        proof = f"**Deferred.** {cell(rule.deferred)}"
    elif rule.measured:
        proof = f"Measured: {cell(rule.measured)}"
    else:
        proof = UNPROVEN.get(rule.kind, "none so far")
    return f"| {rule.id} | {cell(rule.text)}{note} | {KINDS[rule.kind]} | {proof} |"


def links(tests: list[tuple[str, str]]) -> str:
    """The tests, each leading to its file."""
    return "<br>".join(f"[{name}](../{path})" for path, name in tests)


def cell(text: str) -> str:
    """Text that may stand in a Markdown table."""
    return text.replace("|", "\\|").replace("<!--", "&lt;!--")


def build() -> str:
    """The document as it should be now. A mark that names no rule stops here: it would prove nothing."""
    rules, decisions = read_rules()
    proofs = read_tests()
    unknown = sorted(set(proofs) - {rule.id for rule in rules} - set(decisions))
    if unknown:
        where = ", ".join(f"{rule_id} ({proofs[rule_id][0][0]})" for rule_id in unknown)
        raise SystemExit(f"Tests name rules that do not exist: {where}. The rules are in {RULES.name}.")
    return render(rules, decisions, proofs)


def main(arguments: list[str]) -> int:
    """Write the document, or only compare."""
    wanted = build()
    if "--check" in arguments:
        if TABLE.is_file() and TABLE.read_text(encoding="utf-8") == wanted:
            return 0
        print("docs/conformance.md is out of date. Run ./dev fix and commit the result.", file=sys.stderr)
        return 1
    TABLE.write_text(wanted, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
