"""Whether an item's analysis still fits the code: git is asked, `roundtable.analysis.staleness` decides."""

from roundtable.analysis.staleness import Staleness, is_stale, judge
from roundtable.stores.items import Item, read_document
from roundtable.stores.paths import Places
from roundtable.stores.repo import changed_files, commits_since, short_head


def check_freshness(places: Places, item: Item) -> Staleness:
    """How an item stands to the current commit. Git is asked about changes only when the commit differs."""
    stored = item.meta.codebase_hash
    head = short_head(places.root) if stored else None
    if stored is None or not is_stale(stored, head):
        return Staleness("current")
    return judge(
        stored,
        head,
        commits=commits_since(places.root, stored),
        changed=changed_files(places.root, stored),
        impact_analysis=read_document(item, "impact-analysis.md"),
    )
