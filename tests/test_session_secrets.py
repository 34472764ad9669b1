"""What somebody types as a secret is asked about before it is kept, and the cache holds none."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundtable.analysis.secrets import MASK, mask, mask_told
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_repository, commit
from talking import Talk, a_shop
from test_scan_secrets import SECRETS

SAID = "The importer logs in with the password hunter2!x9 every night."


def kept(repo: Path) -> str:
    """Everything that is on disk, but for git's own."""
    files = (path for path in repo.rglob("*") if path.is_file() and ".git" not in path.parts)
    return "".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


def asks(events: list[dict[str, Any]]) -> bool:
    notices = [event["text"] for event in events if event["event"] == "say"]
    return events[-1] == {"event": "awaiting", "what": "confirm"} and "looks like a password" in notices[-1]


@pytest.mark.parametrize(("answer", "is_kept"), [("yes", False), ("", False), ("no", True)])
def test_a_secret_that_is_typed_is_asked_about_before_it_is_kept(
    tmp_path: Path, answer: str, is_kept: bool
) -> None:
    with Talk(a_shop(tmp_path / "shop"), flags=()) as talk:
        assert asks(talk.say(SAID))
        assert "hunter2" not in kept(talk.repo)
        talk.say(answer)
        assert ("hunter2!x9" in kept(talk.repo)) is is_kept
        assert "The importer logs in with the password" in kept(talk.repo)


def test_whoever_goes_on_instead_of_answering_loses_nothing(tmp_path: Path) -> None:
    with Talk(a_shop(tmp_path / "shop"), flags=()) as talk:
        talk.say(SAID, "Only admins may see the log of the importer.")
        assert asks(talk.say("Also my AWS secret is wJalrXUtnFEMI/K7MDENG."))
    saved = kept(talk.repo)
    assert "hunter2" not in saved
    assert "wJalrX" not in saved
    journal = [json.loads(line) for line in (talk.item / "journal.jsonl").read_text("utf-8").splitlines()]
    heard = [event["text"] for event in journal if event["kind"] == "heard"]
    assert heard == [
        f"The importer logs in with the password {MASK} every night.\nOnly admins may see the log of the importer.",
        f"Also my AWS secret is {MASK}.",
    ]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("the password is hunter22", "hunter22"), ("password hunter2!", "hunter2!"), ("my AWS secret is wJalrXUtnFEMI/K7MDENG", "wJalrX"),
        ("API key: abc123def", "abc123def"), ("use token=9f86d081", "9f86d081"), ("the access key for staging is Zk93-aa81", "Zk93"),
        ("the secret was `k8s-4711-x`", "k8s-4711"), ("postgres://ada:s3cret@db/shop", "s3cret"), ("use " + SECRETS["github"], "ghp_"),
        ("Passwort: geheim123", "geheim123"),
    ],
)  # fmt: skip
def test_what_people_call_a_secret_is_masked(text: str, hidden: str) -> None:
    assert hidden not in mask_told(text)
    assert hidden not in mask(text)
    assert MASK in mask_told(text)


@pytest.mark.parametrize(
    "text",
    [
        "The password must have at least 8 characters.", "A token expires after 30 minutes.", "The secret is rotated every 90 days.",
        "Password reset in src/reset2.py is out of scope.", "The API key belongs to FR-012.", "We hash it: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b.",
        "A wrong password shows error ERR-002.", "Tokens are 64 characters long.", "the access key is kept in the vault", "No password, no login.",
        "password field: required, token: string", "Users sign in with a passphrase instead of a password.",
    ],
)  # fmt: skip
def test_talk_about_passwords_is_left_alone(text: str) -> None:
    assert mask_told(text) == text


def test_the_cache_holds_no_secret(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "shop", {
        **SHOP,
        ".env": "SHOP_PIN=plainpin4711\nexport SHOP_NAME=tea\n",
        "shop/settings.py": "".join(f'VALUE_{name.upper()} = "{value}"\n' for name, value in SECRETS.items())
        + 'password = "hunter22x"\n\ndef cart_settings(): ...\n',
        "notes.md": "The database password is swordfish77.\n",
    })  # fmt: skip
    commit(root, f"Rotate {SECRETS['github']}, password hunter33y")
    cache = tmp_path / "cache"
    scanner = Scanner(root, cache)
    scanner.scan("cart settings")
    saved = b"".join(path.read_bytes() for path in cache.rglob("*") if path.is_file())
    planted = [*SECRETS.values(), "hunter22x", "hunter33y", "plainpin4711", "swordfish77"]
    assert [secret for secret in planted if any(part.encode() in saved for part in secret.split("."))] == []
    assert b"cart_settings" in saved
    assert b"SHOP_PIN" in saved
    assert b"Rotate" in saved
