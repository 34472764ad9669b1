"""Write docs/check.md from the rules themselves.   python scripts/check_page.py [--check]

`--check` writes nothing and fails when the page says something else than the rules.
"""

import sys
from pathlib import Path

from roundtable.documents.checks import RULES_TEXT

PAGE = Path(__file__).resolve().parent.parent / "docs" / "check.md"

OPENING = """\
# `roundtable check`: the rules

<!-- Made by scripts/check_page.py from src/roundtable/documents/checks/rules.md; edit that, not this page. -->

`roundtable check` reads the documents of an item (or single files), compares them with each other and with the code, and looks
at the wording of requirements. Nothing is sent anywhere and nothing is changed.

```
roundtable check                        every item of the repository
roundtable check apply-discount-codes   one item
roundtable check docs/requirements/*/requirements-spec.md --format sarif
```

- **Errors** (exit code 1): ids that are missing or doubled, a requirement without criterion, a file that cannot be parsed, a phase
  that is claimed without its document. **Warnings** and **hints** do not fail, unless you ask with `--strict` (warnings do then).
- An item made elsewhere is not faulted for lacking our header, or documents of phases that it does not claim. Documents that an
  item has nothing to say in need not be there, and what stands as an open point is not missing.
- Each finding has an id such as `RT401:3f9c2a11` that stays the same when lines move.

## Living with a finding

A comment with a reason hides a rule on its own line and on the next line with text:

```markdown
<!-- roundtable: ignore RT401 the contract uses this word -->
The portal shall be user-friendly.
```

`ignore-file` instead of `ignore` speaks for the whole file; several rules are separated by commas; YAML uses `# roundtable: …`.
Without a reason the comment hides nothing, and RT127 says so. For a whole project use `.roundtable/config.toml`:

```toml
[check]
disable = ["RT412"]
enable = ["RT414"]
severity = { RT408 = "warning" }

[[check.ignore]]
rule = "RT401"
path = "docs/requirements/legacy-*/*"
reason = "taken over word for word from the contract"

[[check.ignore]]
finding = "RT227:51fa0c3e"
reason = "the carrier's own contract, kept in another repository"
```

In continuous integration: [GitHub Actions](ci/github-actions.yml), [pre-commit](ci/pre-commit-config.yaml).

## What is read as a requirement

Only sentences that promise something are judged by the RT4xx rules: the statement under a heading, list item or table row that
starts with an id (`### FR-001: …`, `- **FR-001**: …`, `| FR-001 | … |`), acceptance criteria with or without ids, quality
requirements, and stories. Prose, code, quotations, links and source notes are left alone. So is what a person said word for
word in a session, where a footnote names the turn (`[^t9]`): only that something is still undecided counts there. In a single
Markdown file without any such id, sentences with *shall* or *must* count.

Other houses' habits are read too: ids such as `FR1`, `REQ_01`, `FR-LOGIN-01`, `RF-01` or `Requirement 2`; criteria numbered
within their requirement (`2.1`); stories in Markdown; tables, lists, bold names and underlined headings; a specification called
`requirements.md`, `spec.md` or `SRS.md`; a matrix with semicolons. Vague words are looked for in English texts only.
"""


def page() -> str:
    """The whole page."""
    return f"{OPENING}\n{RULES_TEXT}"


def main() -> int:
    """Write the page, or compare it."""
    wanted = page()
    if "--check" in sys.argv[1:]:
        current = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
        if current != wanted:
            print(
                "docs/check.md does not match the rules. Run: python scripts/check_page.py", file=sys.stderr
            )
            return 1
        return 0
    PAGE.write_text(wanted, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
