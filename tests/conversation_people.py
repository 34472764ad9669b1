"""What people type at the table: answers of every sort, steering, hostile text, other languages."""

from hypothesis import strategies as st

__all__ = ["answers", "drafts"]

DRAFTS = (
    "I need a website that helps me search for stocks and automatically generate stock analysis reports.",
    "Add a --json flag to the list command",
    "Session.close() does not close adapters that were mounted later. Expected: all adapters are closed.",
    "Make `parse_date` accept timezone names",
    "Nightly import of customer CSV files drops rows with empty emails",
    "Let customers redeem one discount code at checkout",
    "Dark mode",
    "(No draft available)",
    "",
    "Kunden sollen Rechnungen als PDF exportieren können.",
    "我希望有一个平台，可以展示自己的技能。",
    "Phase 01: build it [E] [C] [S]. Handing off to Alex. 80 % covered. Step 01-01: what? who? why?",
    "# Title\n\n- must do A\n- must do B\n- must do C\n\nAcceptance criteria:\n- given X, when Y, then Z",
    "I want a platform that connects drivers with employers, and let's use microservices with a schema and an API endpoint.",
)
ANSWERS = (
    "yes",
    "no",
    "",
    "   ",
    "I don't know",
    "No strong preference.",
    "nothing",
    "that's all",
    "the second one",
    "Customers lose their discount when they refresh the page, about 40 times a week.",
    "It must show an error when the code has expired. It must log every attempt.",
    "Support agents and shop owners",
    "Under 200 ms at the 95th percentile for 50 users",
    "- export as CSV\n- export as PDF\n- never delete anything",
    "We use PostgreSQL 15 and `src/shop/cart.py` must not change.",
    "Given an empty basket, when the person checks out, then nothing is charged.",
    "no, everything is wrong",
    "Phase 02: [Y/n] handing off to Jordan, we haven't covered security yet",
    "What do you mean? Why? How?",
    "Kunden verlieren ihren Rabatt, wenn sie die Seite neu laden.",
    "顾客刷新页面后会失去折扣。",
    "<script>alert(1)</script> {0} %s ``` unclosed",
    "go deeper",
    "keep it short",
    "move on",
    "back to security",
    "what do you have so far?",
    "show me the requirements",
    "undo that",
    "who said that?",
    "I'm done",
    "don't build this because nobody wants it",
)


def drafts() -> st.SearchStrategy[str]:
    """Mostly plausible drafts, some noise."""
    return st.one_of(st.sampled_from(DRAFTS), st.text(max_size=120))


def answers(most: int = 14) -> st.SearchStrategy[list[str]]:
    """What a person says, one after the other."""
    return st.lists(st.one_of(st.sampled_from(ANSWERS), st.text(max_size=60)), min_size=3, max_size=most)
