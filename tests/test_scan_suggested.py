"""Beside a plan stand the files that the code points to, each with what it holds; a guess is none of them."""

from pathlib import Path

import pytest

from roundtable.analysis.scanning import Focus
from roundtable.scan.service import Scanner
from scan_repositories import a_folder

FILES = {
    "post/__init__.py": "from post.errors import PostError, TooHeavy\nfrom post.send import send_parcel\n",
    "post/errors.py": "class PostError(Exception): ...\n\n\nclass TooHeavy(PostError): ...\n",
    "post/send.py": "def send_parcel(options): ...\n\n\ndef weigh_parcel(): ...\n",
    "post/cli.py": 'parser.add_argument("--dry-run")\n',
    "post/main.py": "def main(args):\n    return args.dry_run\n",
    "post/settings.py": 'DEFAULTS = {"max_parcel_weight": 20}\n',
    "post/limits.py": 'def limit(settings):\n    return settings["max_parcel_weight"]\n',
    "post/hooks.py": "def parcel_sent(parcel): ...\n",
    "examples/run.py": "print(args.dry_run)\n",
    "tests/test_main.py": "def test_main(): main(dry_run=True)\n",
    **{f"post/other{n}.py": f"def other{n}(): ...\n" for n in range(12)},
}


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Scanner:
    folder: Path = tmp_path_factory.mktemp("suggested")
    return Scanner(a_folder(folder / "r", FILES), folder / "c")


def suggested(scanner: Scanner, *names: str, plan: str = "post/other1.py") -> dict[str, str]:
    focus = Focus(names=names, plan=(plan,))
    return {one.path: one.reason for one in scanner.scan("Make other1 quieter", focus=focus).suggested}


def test_the_only_file_that_defines_a_name_stands_beside_the_plan(scanner: Scanner) -> None:
    assert suggested(scanner, "parcel_sent") == {"post/hooks.py": "defines `parcel_sent`"}


def test_a_package_hands_out_a_new_class_as_it_does_its_siblings(scanner: Scanner) -> None:
    found = suggested(scanner, "ParcelTooLarge", plan="post/errors.py")
    assert found == {"post/__init__.py": "hands out the names of `post/errors.py`"}
    assert suggested(scanner, "find_address", plan="post/errors.py") == {}, "a new function stays inside"
    assert suggested(scanner, "FreeBSD", plan="post/errors.py") == {}, "no class"
    assert suggested(scanner, "ParcelTooLarge", plan="post/send.py") == {}, "no classes come from there"


def test_a_new_option_goes_where_its_sibling_is_read(scanner: Scanner) -> None:
    found = suggested(scanner, "--no-stamp", "--dry-run", plan="post/cli.py")
    assert found == {"post/main.py": "has `dry_run`, beside which `--no-stamp` is new"}
    assert suggested(scanner, "--dry-run", plan="post/cli.py") == {}, "nothing is new"


def test_a_new_setting_goes_where_its_sibling_stands(scanner: Scanner) -> None:
    found = suggested(scanner, "max_parcel_size", "max_parcel_weight")
    assert sorted(found) == ["post/limits.py", "post/settings.py"]
    assert suggested(scanner, "least_weight", "max_parcel_weight") == {}, "it is no sibling"


def test_a_likely_file_that_calls_what_was_named_stands_beside_the_plan(tmp_path: Path) -> None:
    files = {
        "post/send.py": "from post.pack import wrap_parcel\n\n\ndef send_parcel(parcel):\n    return wrap_parcel(parcel)\n",
        "post/pack.py": "def wrap_parcel(parcel): ...\n",
        **{f"post/other{n}.py": f"def other{n}(): ...\n" for n in range(12)},
    }
    scanner = Scanner(a_folder(tmp_path / "r", files), tmp_path / "c")
    focus = Focus(names=("wrap_parcel",), plan=("post/pack.py",))
    found = {
        one.path: one.reason
        for one in scanner.scan("`send_parcel` loses the wrapping", focus=focus).suggested
    }
    assert found == {"post/send.py": "has `wrap_parcel`"}
