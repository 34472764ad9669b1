"""Secrets stay in their files: masked in excerpts, signatures and everything made from them."""

from pathlib import Path

import pytest

from roundtable.scan.kinds import is_secret_file
from roundtable.scan.secrets import MASK, mask
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder

# Built from halves so that no tool takes this file for a leak.
SECRETS = {
    "aws": "AKIA" + "IOSFODNN7EXAMPLE",
    "github": "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "jwt": "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "random": "9f86d081884c7d659a2f" + "eaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "base64": "Zm9vYmFyYmF6" + "cXV4MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=",
}


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_a_literal_that_looks_random_is_masked(name: str) -> None:
    assert SECRETS[name] not in mask(f'value = "{SECRETS[name]}"')


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ('password = "hunter2!"', "hunter2!"), ("DB_PASSWORD=correcthorse", "correcthorse"), ("  api_key: 'abcd1234'", "abcd1234"),
        ("postgres://ada:s3cret@db/shop", "s3cret"), ('client_secret => "xyzzy12"', "xyzzy12"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
    ],
)  # fmt: skip
def test_what_is_called_a_secret_is_masked(line: str, hidden: str) -> None:
    masked = mask(line)
    assert hidden not in masked
    assert MASK in masked


@pytest.mark.parametrize(
    "line",
    [
        "def test_total_of_a_cart_with_two_lines_and_a_discount(self):", "from roundtable.scan.service import Scanner",
        "class AbstractCheckoutConfirmationFactoryBean {", "tests/test_cart_total_2024_rounding.py", "total = price * quantity",
        "password = forms.CharField(label='Password')", "https://example.org/docs/getting-started/installation-guide",
        "token = next(tokens)",
    ],
)  # fmt: skip
def test_ordinary_code_is_left_alone(line: str) -> None:
    assert mask(line) == line


@pytest.mark.parametrize(("path", "secret"), [
    (".env", True), ("app/.env.production", True), ("keys/server.pem", True), ("id_rsa", True), (".env.example", False),
    ("src/environment.py", False), ("config/secrets.yml", True), ("src/secrets.py", True), ("keyboard.py", False),
])  # fmt: skip
def test_files_that_hold_secrets_are_known_by_name(path: str, secret: bool) -> None:
    assert is_secret_file(path) is secret


def test_no_secret_reaches_a_result(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        **SHOP,
        ".env": f"CART_TOTAL_KEY={SECRETS['random']}\nCART_PIN=4711-cart\n",
        "shop/settings.py": f'CART_TOTAL_TOKEN = "{SECRETS["github"]}"\n\ndef cart_total(key="{SECRETS["aws"]}"): ...\n',
        "cart.pem": "-----BEGIN PRIVATE KEY-----\ncart total\n",
    })  # fmt: skip
    scanner = Scanner(root, tmp_path / "c")
    result = scanner.scan("cart total token key pin", top=50)
    text = result.model_dump_json() + "".join(
        one.model_dump_json() for one in scanner.symbols("shop/settings.py")
    )
    assert not [name for name, secret in SECRETS.items() if secret in text]
    assert "4711-cart" not in text
    assert next(file.excerpt for file in result.files if file.path == ".env").startswith("(not shown")
    assert scanner.symbols(".env") == ()
