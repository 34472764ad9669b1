"""What a discussion brought, as the block of Markdown that is shown and appended to documents."""

from roundtable.analysis.analysis import Discussion

__all__ = ["insight_block", "insight_heading", "insight_marker"]


def insight_heading(discussion: Discussion) -> str:
    """The heading line of the block."""
    return f"### Elaboration Insights (Step {discussion.step_id}: {discussion.step_title})"


def insight_marker(discussion: Discussion) -> str:
    """The comment that stands before the block in a document."""
    return f"<!-- Elaboration: step {discussion.step_id}, {discussion.at} -->"


def insight_block(discussion: Discussion) -> str:
    """Heading, participants, turns, then insights, decisions and open questions; empty lists say so."""
    lines = [
        insight_heading(discussion),
        "",
        f"**Participants**: {', '.join(discussion.participants)}",
        f"**Turns**: {discussion.turn_count} | **Exit**: {discussion.exit}",
        "",
        "#### Key Insights",
        *([f"- [{who}] {text}" for who, text in discussion.insights] or ["- None recorded."]),
        "",
        "#### Decisions Made",
        *([f"- {decision}: {why}" for decision, why in discussion.decisions] or ["- None."]),
        "",
        "#### Open Questions",
        *([f"- {question}: {why}" for question, why in discussion.open_questions] or ["- None."]),
    ]
    return "\n".join(lines)
