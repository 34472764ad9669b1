"""One description of each document: which headings hold which facts, and how a row, bullet or heading reads as one.

A `Form` belongs to one kind of fact. Its home (`Fact.home`) names document and heading; what stands here is what else people
call the section, the columns and the fields. `document` applies the forms; import and checks use what it finds, and `typed`
makes of the words of a field what its type wants.

Names are in lower case. A title fits when one of the form's words begins in it at the start of a word, with `$` at its end
only: `users$` fits "Stakeholders and Users", not "User Stories". Adding a house style adds a word here.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from roundtable.documents import catalog
from roundtable.documents.catalog import document
from roundtable.documents.escaping import plain, spans_in, uncode
from roundtable.documents.reading.identifiers import references
from roundtable.documents.reading.inline_marks import unlinked
from roundtable.facts import FACT_TYPES, Fact
from roundtable.language.markdown import plain_title

_FOR: Final = "for|requirement|requirements|frs|fr|traces|serves"
_WHY: Final = "why|reason|rationale|description"
_QUALITIES: Final = (
    "non-functional|nonfunctional|nfr$|nfrs$|nicht-funktional|qualitätsanforderungen|exigences non"
)


class Form(NamedTuple):
    """How facts of one kind are written."""

    kind: str
    titles: str
    """Words of a heading or label, separated by `|`; the heading of its home always fits."""
    columns: Mapping[str, str] = {}
    """Field -> names of its column; the first entry is the one that makes a table such a table."""
    keys: Mapping[str, str] = {}
    """Field -> names of its `**Key**: value` or labelled list below a heading of its own."""
    name: str = ""
    """The field that the words of a heading of its own fill; without it such facts have none."""
    words: str = ""
    """The field that a sentence fills."""
    items: str = ""
    """The field that a list below its own heading fills."""
    also: str = ""
    """Documents beside its home in which it occurs, separated by `|`; `*` is any."""

    def fits(self, title: str) -> bool:
        name = f" {plain_title(title).replace('&', 'and')} "
        home = FACT_TYPES[self.kind].home[1].casefold()
        # Under the requirements everything has an id; a table there is a table of requirements.
        words = {home, *self.titles.split("|")} - {"", "functional requirements"}
        return any(name.endswith(f" {one[:-1]} ") if one[-1] == "$" else f" {one}" in name for one in words)


_FILE: Final = "file|path|file path|datei|fichier"
_RISK: Final[dict[str, str]] = {
    "title": "risk|risk zone|zone|area", "mitigation": "mitigation|mitigations|remedy", "path": _FILE,
    "level": "level|severity|risk level|impact", "why": _WHY, "id": "id|#|ref",
}  # fmt: skip
_ERROR: Final[dict[str, str]] = {
    "condition": "when|condition|trigger|cause|meaning|description", "id": "id|code|#",
    "code": "code|error code|error", "message": "what the user sees|message|user message",
    "recovery": "what happens then|behaviour|behavior|recovery|handling", "requirement": _FOR,
}  # fmt: skip

# fmt: off
FORMS: Final[tuple[Form, ...]] = (
    # -- why, for whom, within which limits ----------------------------------------------------------------------------------
    Form("success_metric", "success is measured by|success criteria|success metrics|measures of success", words="text"),
    Form("problem", "problem|background|motivation|goal|overview|purpose|introduction|ausgangslage|contexte", words="text"),
    Form("need", "what they need", words="text"),
    Form("user_type", "stakeholder|users$|user types|personas|actors", {
        "name": "user|user type|persona|actor", "description": "who they are|description",
    }, words="text"),
    Form("stakeholder", "stakeholder", {"name": "stakeholder|name", "interest": "interest|concern|role"}),
    Form("journey", "journey|user flow", keys={
        "actor": "actor", "trouble": "when it goes wrong",
    }, name="title", words="text", items="steps"),
    Form("constraint", "constraint|fixed$", words="text"),
    Form("risk_zone", "quality and risk|risks", _RISK, words="text", also=f"{catalog.SPEC}|{catalog.OVERVIEW}|{catalog.SUMMARY}"),
    Form("quality", f"quality requirements|qualities$|{_QUALITIES}", {
        "text": "requirement|description|nfr|quality|what|exigence|anforderung", "id": "id|#|ref",
        "category": "category|type|attribute", "metric": "metric|measure", "target": "target|threshold|value|zielwert|cible",
        "measured": "measured|measurement|verification|how measured", "requirement": "for",
    }, words="text", also="nfr-matrix.md"),
    Form("out_of_scope", "non-goals|non goals|exclusions|not in scope|not part of it|nicht enthalten", {
        "text": "not included|item|out of scope", "reason": _WHY,
    }, words="text"),
    Form("priority", "prioriti|priority$|moscow", {
        "target": "requirement|id|fr|item", "level": "priority|moscow", "reason": _WHY,
    }),
    Form("assumption", "assumption", words="text"),
    Form("open_question", "open question|open issue|open point", {
        "text": "question", "id": "id|#", "why": "why it is open|why|context|reason", "settles": "who can settle it|owner|who",
    }, words="text", also="*"),
    Form("business_rule", "business rules|validation rules", {
        "text": "rule|business rule|description|validation", "id": "id|#|ref", "example": "example", "requirement": _FOR,
    }, words="text", also=catalog.TAXONOMY),
    # -- where in the code ---------------------------------------------------------------------------------------------------
    Form("keyword", "keywords", {"word": "keyword", "hits": "hits|matches", "files": "key files|key file|locations|files"}),
    Form("indirect_change", "indirect|distant effects|transitive effects", {
        "path": _FILE, "via": "reached through|via", "why": "why|reason|impact|description",
    }),
    Form("direct_change", "directly affected|direct changes|direct impact", {
        "path": _FILE, "change": "change|change type|type|action", "text": "said about it|what changes",
        "why": "seen in the code|why there|why|reason|impact|description|change description", "requirements": _FOR,
    }),
    Form("entry_point", "entry points", {"name": "entry point|name|entry", "category": "kind|type", "path": _FILE}),
    Form("coverage_gap", "coverage gaps", {"path": _FILE, "why": "why|reason"}),
    Form("order", "implementation order|build order", {"path": _FILE, "position": "#|order|step|position", "why": "why|reason"}),
    # -- how -----------------------------------------------------------------------------------------------------------------
    Form("option", "options considered|considered options|options$|alternatives", {
        "title": "option|alternative", "pros": "for|pros|advantages", "cons": "against|cons|disadvantages",
    }, {"pros": "for|pros", "cons": "against|cons", "recommended": "recommended"}, "title", "summary"),
    Form("decision", "decisions|entscheidungen|décisions", {
        "title": "decision|title", "id": "id|#|adr", "choice": "choice|chosen", "rationale": "why|rationale|reason", "status": "status",
        "requirements": _FOR,
    }, {
        "choice": "choice|decision", "rationale": "why|rationale|reason|because", "options": "options|alternatives",
        "requirements": _FOR, "status": "status|decision status|statut", "confidence": "confidence",
    }, "title", "choice", also=catalog.TECHNOLOGY),
    Form("integration", "integration points|integrations|interactions|parts that talk to each other", {
        "source": "from|source|caller|component", "target": "to|target|callee|system", "id": "id|#",
        "purpose": "purpose|what for|description", "carries": "carries|data|payload", "on_failure": "when it fails|on failure",
    }, also=f"{catalog.SPEC}|{catalog.INTERACTIONS}"),
    Form("technology", "technolog", {
        "name": "technology|name|tool|library", "purpose": "used for|purpose|description", "version": "version",
        "is_new": "new here|new",
    }, also=catalog.TECHNOLOGY),
    Form("module", "modules$|module overview|module boundaries|components$", {
        "name": "module|component|name", "responsibility": "responsibility|purpose|role|description", "requirements": _FOR,
        "depends_on": "depends on|dependencies|depend|uses", "paths": "files|file",
    }, {
        "responsibility": "responsibility|purpose|role|what it is for|description|summary", "requirements": _FOR, "paths": "files|file",
        "depends_on": "depends on|dependencies|uses|depends|requires|dependency",
    }, "name", "responsibility", "data", also=f"module-design-*.md|{catalog.OVERVIEW}"),
    Form("interface", "interface contracts|endpoints|api$|contracts", {}, {
        "module": "module|component", "signature": "signature", "output": "returns|return|output|result",
        "errors": "errors|error|raises|exceptions|failures|throws|error codes", "requirements": _FOR,
    }, "name", "summary"),
    Form("data_flow", "flows", name="title", items="steps"),
    Form("state", "state|states", keys={
        "states": "states", "transitions": "what moves it|transitions",
    }, name="entity", words="text", items="transitions"),
    Form("error_case", "error cases|errors$", _ERROR, also=f"{catalog.TAXONOMY}|{catalog.MODULES}"),
)
# fmt: on
_BY_KIND: Final = {form.kind: form for form in FORMS}
_THINGS: Final = {"OP": "option", "ADR": "decision", "MOD": "module", "IF": "interface"}
_SKIPPED: Final = frozenset({"gaps and assumptions", "pending sections"})
_REPEATED: Final = _SKIPPED | {"summary", "context", "component view", "machine-readable summary"}
"""Sections that only show what other sections or documents hold; what is missing is no fact either."""


@lru_cache(maxsize=1024)
def forms_in(name: str) -> tuple[Form, ...]:
    kind = document(name)
    either = {kind.name if kind else name, "*"}
    return tuple(one for one in FORMS if either & {FACT_TYPES[one.kind].home[0], *one.also.split("|")})


@lru_cache(maxsize=4096)
def forms_of_title(name: str, title: str) -> tuple[Form, ...]:
    """The forms that a heading or label of a document announces."""
    return tuple(form for form in forms_in(name) if form.fits(title))


def form_of_id(family: str) -> Form | None:
    return _BY_KIND.get(_THINGS.get(family, ""))


def is_skipped(name: str, title: str) -> bool:
    """Whether a section holds no facts of its own."""
    known = _SKIPPED if name == catalog.SPEC else _REPEATED
    return plain_title(title) in known or title.startswith("Elaboration Insights (")


_CODE_FIELDS: Final = frozenset({"path", "via", "signature", "code", "output"})


def typed(cls: type[Fact], name: str, value: Any) -> Any:
    """The words of a field as its type wants them; nothing when they do not fit."""
    kind = cls.model_fields[name].annotation
    parts = [option for part in (kind, *get_args(kind)) for option in get_args(part)]
    options = [option for option in parts if isinstance(option, str)]
    text = value if isinstance(value, str) else ", ".join(map(str, value))
    if name in cls.refers:
        ids = references(text)
        return ids if "tuple" in str(kind) else (ids[0] if ids else None)
    if "tuple" in str(kind):
        if not isinstance(value, str):
            return tuple(value)
        is_code = name in ("paths", "files", "errors")
        parts = tuple(plain(part.strip()) for part in value.split("," if is_code else "; ") if part.strip())
        return (spans_in(value) if is_code else ()) or parts
    if options:
        first = (*plain(text).casefold().split(), "")[0].strip(".,*")
        return next((option for option in options if option.casefold() == first), None)
    if kind is int or "int" in str(kind):
        digits = "".join(letter for letter in text if letter.isdecimal() and letter.isascii())[:9]
        return int(digits) if digits else 0
    if kind is bool:
        return text.strip().casefold() in ("yes", "y", "true", "new", "x")
    # A link to a line of code says where it was seen; the words are what is told.
    return uncode(text) if name in _CODE_FIELDS else plain(unlinked(text))
