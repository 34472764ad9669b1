"""Scripted people with hidden facts, on an example repository that is made here: how a talk goes.

    uv run python bench/scripted_people.py [--show]

Each person knows a few things and says one when a question touches it (a word of the question is the trigger), else has no
preference; proposals are accepted with "yes". Counted: facts recovered per question, answers until the table sums up, repeats,
questions over 30 words, turns with more than one question, echo between personas, and facts without ground.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from grounding import ungrounded
from rehearsal import Rehearsal
from roundtable.engine.events import Said
from roundtable.engine.wrapping_up import ANYTHING
from roundtable.minds.guards.voice import is_echo
from roundtable.scan.service import Scanner

FILES = {
    "shop/cart.py": 'from shop.codes import find_code\n\n\nclass Cart:\n    """What a customer wants to buy."""\n\n    def total(self) -> int:\n        """Sum in cents."""\n        return 0\n\n    def apply_code(self, code: str) -> int:\n        """Apply a discount code."""\n        return self.total() - find_code(code)\n',
    "shop/codes.py": 'CODES = {"SPRING": 500}\n\n\ndef find_code(code: str) -> int:\n    """The discount of a code in cents."""\n    return CODES.get(code, 0)\n',
    "shop/checkout.py": 'from shop.cart import Cart\n\n\ndef checkout(cart: Cart, code: str | None = None) -> int:\n    """Charge the customer."""\n    return cart.apply_code(code) if code else cart.total()\n',
    "shop/cli.py": 'import argparse\n\nfrom shop.checkout import checkout\n\n\ndef main() -> None:\n    """The shop command: list orders, export them."""\n    parser = argparse.ArgumentParser()\n    parser.add_argument("command", choices=["list", "export"])\n    parser.parse_args()\n',
    "shop/orders.py": 'import csv\nfrom pathlib import Path\n\n\ndef import_orders(path: Path) -> list[dict[str, str]]:\n    """Read orders from a CSV file."""\n    with path.open(encoding="utf-8") as file:\n        return [row for row in csv.DictReader(file) if row.get("email")]\n\n\ndef parse_date(text: str) -> str:\n    """The date of an order."""\n    return text[:10]\n',
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_an_empty_cart_costs_nothing() -> None:\n    assert Cart().total() == 0\n",
    "README.md": "# Shop\n\nA small shop: cart, discount codes, checkout, orders.\n",
}


@dataclass
class Person:
    """Somebody with an item and a few things in mind."""

    draft: str
    facts: dict[str, str]
    """Trigger in a question -> what the person then says."""
    told: list[str] = field(default_factory=list[str])

    def answer(self, question: str) -> str:
        """The first untold fact that the question touches."""
        for trigger, fact in self.facts.items():
            if fact not in self.told and re.search(trigger, question, re.IGNORECASE):
                self.told.append(fact)
                return fact
        if re.search(
            r"\b(?:shall I|is that the default|does that|should I|or is that all)\b", question, re.IGNORECASE
        ):
            return "yes"
        return "nothing" if question == ANYTHING else "No strong preference."


PEOPLE = (
    Person(
        "Let customers redeem one discount code at checkout",
        {
            "today|worth": "Customers lose their discount when they reload the page, and support refunds it by hand.",
            "real case": "With SPRING on a cart of 2000 cents the total is 1500 cents.",
            "rule|limit": "A code can be redeemed once per customer.",
            "wrong|invalid|missing": 'An expired code is refused with the message "This code has expired".',
            "who would|who uses": "Registered customers, when they are about to pay.",
            "number|figure": "It must take less than 300 ms.",
            "half a year": "Refunds by hand drop below five a week.",
        },
    ),
    Person(
        "parse_date cuts off the timezone. Expected: dates with a timezone keep it.",
        {
            "stop people|hurt": "Reports of our partners in Japan are one day off.",
            "shortest way|reproduce": "Call parse_date with 2024-05-01T23:30:00+09:00 and you get 2024-05-01.",
            "instead": "It should return 2024-05-01T23:30:00+09:00.",
            "since when": "Since version 2.0, on every platform.",
            "runs into": "The accounting team, every month; they correct the dates by hand.",
            "half a year": "No correction by hand any more.",
        },
    ),
    Person(
        "Add a --json flag to the list command",
        {
            "today|notices": "People cut columns with awk, and it breaks whenever we add one.",
            "real call": 'shop list --json prints [{"id": 7, "total": 1500}].',
            "combined|contradict": "--json wins over --wide.",
            "who or what calls": "A nightly script and two dashboards.",
            "number|figure": "10000 orders in under two seconds.",
        },
    ),
    Person(
        "Import of orders drops rows without an email address",
        {
            "stop people|hurt": "Thirty orders were never shipped last month.",
            "come from|format": "From the till software, as CSV in UTF-8, once a night.",
            "malformed|incomplete": "Rows without an email are kept and marked, rows without an id are set aside.",
            "how much data": "About 5000 rows a night, needed by 6 in the morning.",
            "who works": "The warehouse; they would notice a missing parcel only days later.",
            "shortest way": "Import a file with one row whose email is empty: the list has no rows.",
            "instead": "The row should be in the list with an empty email.",
        },
    ),
    Person(
        "I need a page where customers can browse past orders and download invoices.",
        {
            "missing": "They call us to get an old invoice again.",
            "account|log in": "Only customers who are logged in see their own orders.",
            "information.*order|detail": "Each order shows date, total, status and the items.",
            "fields|invoice": "An invoice has a number, the date and the address.",
            "look for|find": "By order number or date.",
            "notify|updates": "An email when a new invoice is there.",
            "kept|history": "Orders are kept for ten years.",
            "number|figure": "The list opens within one second for 200 orders.",
        },
    ),
)


def main() -> None:
    """Hold every talk and print one line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true")
    chosen = parser.parse_args()
    totals = dict.fromkeys(
        ("facts", "known", "questions", "long", "several", "repeats", "echo", "turns", "loose"), 0
    )
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        subprocess.run(["git", "init", "-q", folder], check=True)
        scanner = Scanner(root, cache_dir=root / ".cache")
        for person in PEOPLE:
            row = _hold(person, scanner, root, show=chosen.show)
            for key, value in row.items():
                totals[key] += value
            print(
                f"{row['facts']}/{row['known']} facts in {row['questions']} questions, "
                f"{row['loose']} without ground: {person.draft[:60]}"
            )
    print(
        f"facts per question {totals['facts'] / totals['questions']:.2f}, recovered {totals['facts'] / totals['known']:.2f}, "
        f"repeats {totals['repeats']}, over 30 words {totals['long']}, more than one question {totals['several']}, "
        f"echo {totals['echo']} of {totals['turns']} turns, without ground {totals['loose']}"
    )


def _hold(person: Person, scanner: Scanner, root: Path, *, show: bool) -> dict[str, int]:
    talk = Rehearsal(person.draft, scan=scanner.scan(person.draft), view=scanner)
    talk.begin()
    questions: list[str] = []
    several = 0
    while talk.ended is None and len(questions) < 30:
        if show:
            for said in talk.heard:
                print(f"  {said.name or 'table'}: {said.text}")
        several += sum(said.text.count("?") for said in talk.heard if said.persona) > 1
        question = talk.question
        questions.append(question)
        reply = person.answer(question)
        if show:
            print(f"> {reply}")
        talk.hear(reply)
    spoken = [
        event for event in talk.events if isinstance(event, Said) and event.persona and event.say != "summary"
    ]
    echo = sum(
        any(
            is_echo(line.text, other.text)
            for other in spoken[max(0, at - 12) : at]
            if other.persona != line.persona
        )
        for at, line in enumerate(spoken)
    )
    loose = ungrounded(talk.state.analysis, lambda path: (root / path).exists())
    if show and loose:
        print("\n".join(loose))
    return {
        "facts": len(person.told),
        "known": len(person.facts),
        "questions": len(questions),
        "long": sum(len(question.split()) > 30 for question in questions),
        "several": several,
        "repeats": len(questions) - len(set(questions)),
        "echo": echo,
        "turns": len(spoken),
        "loose": len(loose),
    }


if __name__ == "__main__":
    main()
