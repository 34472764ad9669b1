"""What a discussion brought, as the block of Markdown that is shown and written.

One form for both: the conversation shows it as it is, a document passes each part through its own escaping.
"""

from collections.abc import Callable, Iterable

from roundtable.analysis.analysis import Discussion

Escape = Callable[[str], str]


def synthesis(told: Discussion, *, inline: Escape = str, lead: Escape = str, heading: Escape = str) -> str:
    """`lead` escapes words at the beginning of a list item, `heading` those in a heading, `inline` all others."""

    def pair(what: str, why: str) -> str:
        return f"{lead(what.rstrip('. '))}: {inline(why)}" if why.strip() else lead(what)

    lines = [
        f"### Elaboration Insights (Step {inline(told.step_id)}: {heading(told.step_title)})",
        "",
        f"**Participants**: {', '.join(inline(name) for name in told.participants)}",
        f"**Turns**: {told.turn_count} | **Exit**: {told.exit}",
        "",
        "#### Key Insights",
        *_items(f"[{inline(who)}] {inline(text)}" for who, text in told.insights),
        "",
        "#### Decisions Made",
        *_items(pair(*decision) for decision in told.decisions),
        "",
        "#### Open Questions",
        *_items(pair(*question) for question in told.open_questions),
    ]
    return "\n".join(lines)


def _items(entries: Iterable[str]) -> list[str]:
    # An empty list says "none" aloud: the three headings are part of the format.
    return [f"- {entry}" for entry in entries] or ["- None."]
