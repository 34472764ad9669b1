"""Is an item consistent, and do its requirements say something one can build and test?

    findings = check_item(files, meta, CheckContext(slug="apply-codes", folder="docs/requirements/apply-codes"))
    print(as_text(findings), as_json(findings), as_sarif(findings))

Pure: no disk, no clock. Any text in any file gives findings, never an exception.
"""

from roundtable.documents.checks.check import check_files, check_item
from roundtable.documents.checks.context import CheckConfig, CheckContext, Ignore, parse_config
from roundtable.documents.checks.findings import RULES, RULES_TEXT, Finding, Unreadable
from roundtable.documents.checks.reporting import as_json, as_sarif, as_text, exit_code, summary_of

__all__ = [
    "RULES", "RULES_TEXT", "CheckConfig", "CheckContext", "Finding", "Ignore", "Unreadable", "as_json", "as_sarif",
    "as_text", "check_files", "check_item", "exit_code", "parse_config", "summary_of",
]  # fmt: skip
