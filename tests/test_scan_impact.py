"""The blast radius, and what a change has to mind there."""

import subprocess
from pathlib import Path

import pytest

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.estimate import scope_of
from roundtable.scan.excerpts import signatures_of
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder, a_repository, commit


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = a_repository(tmp_path_factory.mktemp("shop"))
    for number in range(3):
        commit(root, f"Price list {number}", {
            "shop/prices.py": SHOP["shop/prices.py"] + f"# {number}\n",
            "docs/cart.md": SHOP["docs/cart.md"] + f"{number}\n",
        })  # fmt: skip
    return root


def scan(root: Path, cache: Path, text: str) -> ScanResult:
    return Scanner(root, cache).scan(text)


def test_importers_of_a_change_are_reached_in_tiers(shop: Path, tmp_path: Path) -> None:
    impact = scan(shop, tmp_path, "price_of in shop/prices.py should know more products").impact
    assert impact.direct[0].path == "shop/prices.py"
    by_path = {one.path: one for one in impact.indirect}
    assert by_path["shop/cart.py"].via == "shop/prices.py"
    assert "price_of" in by_path["shop/cart.py"].reason
    assert {one.path for one in impact.distant} | set(by_path) >= {"shop/checkout.py", "tests/test_cart.py"}


def test_the_tiers_share_no_file_and_arrows_end_inside(shop: Path, tmp_path: Path) -> None:
    impact = scan(shop, tmp_path, "price_of in shop/prices.py should know more products").impact
    tiers = [{one.path for one in tier} for tier in (impact.direct, impact.indirect, impact.distant)]
    assert sum(len(tier) for tier in tiers) == len(set[str]().union(*tiers))
    assert all({edge.source, edge.target} <= set[str]().union(*tiers) for edge in impact.edges)
    assert any(edge.source == "shop/cart.py" and edge.target == "shop/prices.py" for edge in impact.edges)


def test_partners_that_imports_do_not_show_are_told(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path, "price_of in shop/prices.py should know more products")
    hidden = [one for one in result.co_change if one.path == "shop/prices.py" and not one.imported]
    assert [(one.partner, one.together) for one in hidden] == [("docs/cart.md", 4)]


def test_a_change_without_tests_is_a_gap_and_a_risk(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path, "send_newsletter in shop/newsletter.py must take a list")
    assert [gap.path for gap in result.coverage_gaps][:1] == ["shop/newsletter.py"]
    zone = next(zone for zone in result.risk_zones if zone.path == "shop/newsletter.py")
    assert any("no test" in reason for reason in zone.reasons)
    assert zone.mitigations


def test_a_file_with_many_importers_is_a_risk(tmp_path: Path) -> None:
    users = {f"app/m{n}.py": "from app.core import widget\n" for n in range(12)}
    root = a_folder(tmp_path / "r", {"app/__init__.py": "", "app/core.py": "def widget(): ...\n", **users})
    zone = next(
        zone
        for zone in scan(root, tmp_path / "c", "widget in app/core.py").risk_zones
        if zone.path == "app/core.py"
    )
    assert "12 files import it" in zone.reasons


def test_the_order_of_work_puts_foundations_first(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "app/__init__.py": "",
        "app/gadget_view.py": "from app.gadget_store import save_gadget\n\ndef show_gadget(): save_gadget()\n",
        "app/gadget_store.py": "def save_gadget(): ...\n",
    })  # fmt: skip
    order = scan(
        root, tmp_path / "c", "gadget: show_gadget and save_gadget need an owner"
    ).implementation_order
    paths = [one.path for one in order]
    assert paths.index("app/gadget_store.py") < paths.index("app/gadget_view.py")
    assert [one.position for one in order] == list(range(1, len(order) + 1))


def test_entry_points_lead_to_the_change(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path, "pay should take a voucher, shop/checkout.py")
    assert any(one.path == "shop/cli.py" and one.kind == "command" for one in result.entry_points)


def test_what_an_example_opens_is_no_way_into_the_product(tmp_path: Path) -> None:
    command = "from web.bills import bill\n\n@cli.command()\ndef invoices(): bill()\n"
    root = a_folder(tmp_path / "r", {
        "web/__init__.py": "",
        "web/bills.py": "def bill(): ...\n",
        "web/tool.py": command,
        **{f"{folder}/invoices.py": command for folder in ("examples/web", "benchmarks", "demo")},
    })  # fmt: skip
    result = scan(root, tmp_path / "c", "invoices in web/bills.py")
    assert {one.path for one in result.entry_points} == {"web/tool.py"}


def test_routes_and_jobs_are_recognised(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "web/api.py": "@app.get('/invoices')\ndef invoices(): ...\n",
        "web/nightly.py": "@shared_task\ndef invoices_nightly(): ...\n",
        "web/server.ts": "router.post('/invoices', handler)\n",
    })  # fmt: skip
    found = {(one.path, one.kind, one.name) for one in scan(root, tmp_path / "c", "invoices").entry_points}
    assert ("web/api.py", "route", "/invoices") in found
    assert ("web/nightly.py", "job", "invoices_nightly") in found
    assert ("web/server.ts", "route", "/invoices") in found


@pytest.mark.rule("P-DEPTH-19")
@pytest.mark.parametrize(
    ("files", "scope"),
    [(0, "small"), (1, "small"), (4, "small"), (5, "medium"), (15, "medium"), (16, "large"), (400, "large")],
)
def test_the_scope_follows_from_the_number_of_files(files: int, scope: str) -> None:
    assert scope_of(files) == scope


@pytest.mark.rule("P-ART-01")
def test_scope_count_and_complexity_come_with_reasons(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path, "round the cart total")
    count = result.file_count
    assert count.total == count.modify + count.new + count.test + count.config + count.docs > 0
    assert result.scope == scope_of(count.total)
    assert all((result.scope_reason, count.reason, result.complexity_reason))


def test_something_new_asks_for_new_files(shop: Path, tmp_path: Path) -> None:
    assert scan(shop, tmp_path, "Add loyalty points for regulars").file_count.new >= 1
    assert scan(shop, tmp_path, "price_of raises KeyError").file_count.new == 0


def test_a_long_signature_loses_its_middle_and_keeps_what_it_gives_back() -> None:
    spread = "def send(\n    parcel: Parcel,\n    to: str,\n) -> bool:\n    ...\n"
    assert signatures_of("a.py", spread.encode())[0].signature == "def send(parcel: Parcel, to: str) -> bool:"
    long = "def send(\n" + "".join(f"    parameter_{n}: str,\n" for n in range(30)) + ") -> bool:\n    ...\n"
    signature = signatures_of("a.py", long.encode())[0].signature
    assert len(signature) <= 300
    assert signature.startswith("def send(parameter_0: str")
    assert signature.endswith(" …) -> bool:")


def test_callers_churn_and_signatures_are_there_for_whoever_argues(shop: Path, tmp_path: Path) -> None:
    scanner = Scanner(shop, tmp_path)
    callers = scanner.callers("shop/cart.py")
    assert {one.path for one in callers} == {"shop/checkout.py", "shop/cli.py", "tests/test_cart.py"}
    assert [one.is_test for one in callers] == [False, False, True]
    assert scanner.churn("shop/prices.py").commits == 4
    assert scanner.churn("nowhere.py").commits == 0
    add_line = next(one for one in scanner.signatures("shop/cart.py") if one.name == "add_line")
    assert add_line.signature == "def add_line(self, product: str, quantity: int = 1) -> None:"
    assert (add_line.parent, add_line.kind, add_line.line) == ("Cart", "method", 10)
    assert scanner.signatures("nowhere.py") == ()


def test_every_count_of_commits_is_the_one_that_git_gives(shop: Path, tmp_path: Path) -> None:
    many = {f"gen/file{number}.txt": "price_of\n" for number in range(60)}
    commit(shop, "A sweeping commit", {**many, "shop/prices.py": SHOP["shop/prices.py"] + "# swept\n"})
    result = scan(shop, tmp_path, "price_of in shop/prices.py should know more products")
    partner = next(one for one in result.co_change if one.partner == "docs/cart.md")
    counted = subprocess.run(
        ["git", "log", "--oneline", "--", "shop/prices.py"], cwd=shop, check=True, capture_output=True, text=True
    ).stdout.splitlines()  # fmt: skip
    assert partner.of == len(counted)


def test_only_files_that_contain_a_word_of_the_text_are_said_to_speak_of_it(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "app/parcel.py": "def send_parcel(): ...\n", "app/tariff.py": "# parcel tariffs\nRATE = 1\n",
        "app/LICENSE": "All rights reserved.\n", "app/other.py": "def unrelated(): ...\n",
    })  # fmt: skip
    impact = scan(root, tmp_path / "c", "send_parcel should ask for a signature").impact
    told = {one.path: one.reason for one in (*impact.direct, *impact.indirect, *impact.distant)}
    assert "app/LICENSE" not in told
    assert "app/other.py" not in told
    assert told["app/tariff.py"] == "lies beside `app/parcel.py` and speaks of parcel"


def test_the_order_of_work_follows_names_where_a_language_has_no_imports(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "go.mod": "module example.org/shop\n",
        "gadget_view.go": "package shop\n\nfunc ShowGadget() {\n\tSaveGadget()\n}\n",
        "gadget_store.go": "package shop\n\nfunc SaveGadget() {\n}\n",
    })  # fmt: skip
    order = scan(root, tmp_path / "c", "gadget: ShowGadget and SaveGadget need an owner").implementation_order
    assert [(one.path, one.reason) for one in order[:2]] == [
        ("gadget_store.go", "before `gadget_view.go`, which uses `SaveGadget`"),
        ("gadget_view.go", "after `gadget_store.go`: it uses `SaveGadget`"),
    ]


def test_a_test_that_uses_the_names_of_a_file_covers_it(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "go.mod": "module example.org/shop\n",
        "parcel.go": "package shop\n\nfunc SendParcel() {\n}\n",
        "all_test.go": "package shop\n\nfunc TestAll(t *T) {\n\tSendParcel()\n}\n",
        ".github/workflows/test.yml": "on: push\n",
    })  # fmt: skip
    result = scan(root, tmp_path / "c", "SendParcel should ask for a signature")
    assert not result.coverage_gaps
    assert result.implementation_order[-1].path == "all_test.go"


@pytest.mark.parametrize("text", [
    "Search the buffer backwards", "Show the author of a post", "A faster tokenizer", "Email threads by index", "Schema for a form",
])  # fmt: skip
def test_words_that_only_sound_delicate_are_not_taken_for_it(shop: Path, tmp_path: Path, text: str) -> None:
    assert "touches on" not in scan(shop, tmp_path, f"{text} in shop/cart.py").complexity_reason


def test_a_delicate_matter_is_named_with_its_word(shop: Path, tmp_path: Path) -> None:
    reason = scan(shop, tmp_path, "shop/prices.py: deprecate price_of").complexity_reason
    assert "compatibility (“deprecate”)" in reason
