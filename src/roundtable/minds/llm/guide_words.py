"""The words of the guide to facts: under them a model gives a fact, is told of it, and changes it.

A field of a fact may be filled in different ways (`reply_items.FIELDS`); whoever reads or changes it needs one name for it.
"""

from typing import Final

from roundtable.facts import Fact
from roundtable.minds.llm.reply_items import FIELDS
from roundtable.minds.llm.schema import Item

_WORDS: Final = {
    **dict.fromkeys(("more", "alone", "under_it", "told", "shown", "error", "condition"), "text"),
    **dict.fromkeys(("name", "area", "heading"), "title"),
    **dict.fromkeys(("level", "rank", "change"), "value"),
    **dict.fromkeys(("owner", "owners", "options"), "about"),
    **dict.fromkeys(("inputs", "steps"), "parts"),
    **dict.fromkeys(("cons",), "against"),
    **dict.fromkeys(("recovery",), "why"),
    **dict.fromkeys(("paths",), "path"),
}
"""For each form in which an item may fill a field: the word of the guide that it comes from. Other forms are such words."""
_OTHERS: Final = {
    "requirement": {"title": "title", "text": "text"},
    "criterion": {"requirement": "owner", "text": "text"},
}


def words_of(fact: Fact) -> dict[str, str]:
    """The words of the guide for a fact, each with the field that it stands for now.

    Where two fields have the same word the one that says something has it; where both do, the second is the reason.
    """
    found: dict[str, str] = {}
    for field, form in (FIELDS.get(fact.kind) or _OTHERS.get(fact.kind, {})).items():
        word = _WORDS.get(form, form)
        word = word if word in Item.model_fields else field
        before = found.get(word)
        if before is None or not getattr(fact, before):
            found[word] = field
        elif getattr(fact, field):
            found["why"] = field
    return found
