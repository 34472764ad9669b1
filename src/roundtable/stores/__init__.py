"""Everything on disk: items, BACKLOG.md, journals, locks, and what git knows. One gate for writes (`paths`)."""
