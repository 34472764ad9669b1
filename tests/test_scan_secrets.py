"""Secrets stay in their files: masked in excerpts, signatures and everything made from them."""

import time
from pathlib import Path

import pytest

from roundtable.analysis.secrets import MASK, is_secret_word, mask
from roundtable.scan.excerpts import excerpt_of
from roundtable.scan.kinds import is_secret_file
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder, a_repository, commit

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
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1", "b3BlbnNzaC1"), ('key = "' + "5eee1497239b015825" + '284bb279668ebc"', "284bb279668ebc"),
        ("machine example.org login ada password hunter22", "hunter22"), ("db.example.org:5432:shop:ada:hunter22", "hunter22"),
        ("  password: hunter22", "hunter22"), ("spring.datasource.password=YvoSnbKqrlqU", "YvoSnbKqrlqU"), ("ENV API_TOKEN hunter22", "hunter22"),
        ("//registry.npmjs.org/:_authToken=0a1b2c3d-hunter22", "hunter22"), ("<password>hunter22</password>", "hunter22"),
        ('<add key="ApiKey" value="hunter22" />', "hunter22"), ("define('DB_PASSWORD', 'hunter22');", "hunter22"),
        ('os.environ.get("DB_PASSWORD", "hunter22")', "hunter22"), ('source.setPassword("hunter22");', "hunter22"),
        ("mysql --password=hunter22 shop", "hunter22"), ("https://x.org/a?access_token=hunter22&b=1", "hunter22"),
        ("Server=db;User Id=sa;Password=hunter22;", "hunter22"), ('SMTP_PASS="hunter22"', "hunter22"), ('secret_key: str = "hunter22"', "hunter22"),
        ("Authorization: Basic dXNlcjpaOFFt", "dXNlcjpaOFFt"), ("redis://:hunter22@cache:6379/0", "hunter22"),
        ("https://hooks.slack.com/services/" + "TGDFFP6K1/BGLEOGWTC/IJcMWXKAZkOlNujkkLJtpiho", "IJcMWXKAZkOlNujkkLJtpiho"),
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
        "token = next(tokens)", "func (c *Command) GenBashCompletionFileV2(filename string) error {", "sort_keys = True", "    password: str",
        "Token::RecursivePrefix", "this.typeToken = typeToken;", "func TestBashCompletionV2WithActiveHelp(t *testing.T) {",
    ],
)  # fmt: skip
def test_ordinary_code_is_left_alone(line: str) -> None:
    assert mask(line) == line


@pytest.mark.parametrize(("path", "secret"), [
    (".env", True), ("app/.env.production", True), ("keys/server.pem", True), ("id_rsa", True), (".env.example", False),
    ("src/environment.py", False), ("config/secrets.yml", True), ("src/secrets.py", True), ("keyboard.py", False),
    (".git-credentials", True), ("deploy/terraform.tfstate", True), ("ops/service-account-prod.json", True), ("_netrc", True),
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
        one.model_dump_json() for one in scanner.signatures("shop/settings.py")
    )
    assert not [name for name, secret in SECRETS.items() if secret in text]
    assert "4711-cart" not in text
    assert next(file.excerpt for file in result.files if file.path == ".env").startswith("(not shown")
    assert scanner.signatures(".env") == ()


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_no_secret_is_kept_in_the_index_or_the_log(tmp_path: Path, name: str) -> None:
    secret, text = SECRETS[name], "# Use {0}\n\nvalue = {0!r}\npassword = 'hunter22'\nSMTP_PASS='hunter33'\n"
    root = a_repository(tmp_path / "r", {"notes.md": text.format(secret), "a.py": text.format(secret)})
    # What only looks like chance may be the name of a commit.
    commit(root, f"Take {secret if name in {'aws', 'github', 'jwt'} else 'it'}", {"b.py": "b = 1\n"})
    Scanner(root, tmp_path / "c").refresh()
    kept = (tmp_path / "c/index.bin").read_bytes() + (tmp_path / "c/log.bin").read_bytes()
    assert not [one for one in (secret[:16], secret[-16:], "hunter22", "hunter33") if one.encode() in kept]
    assert b"value" in kept


@pytest.mark.parametrize("piece", [
    "a", "aA", "aB_", "password=", "password:", "-", "a.b-", "export ", "http://", "a:1:", "login a ", "token ", "?token", "eyJ", "x://",
    "-----BEGIN PRIVATE KEY-----\n",
])  # fmt: skip
def test_no_text_makes_masking_slow(piece: str) -> None:
    began = time.process_time()
    mask(piece * (20_000 // len(piece)))
    # What backtracks over this takes minutes; the limit is far from both sides.
    assert time.process_time() - began < 20


def test_a_secret_at_the_edge_of_an_excerpt_is_masked_before_the_cut() -> None:
    line = "x" * 150 + ' = "' + SECRETS["github"] + '"'
    excerpt, _, _ = excerpt_of(line.encode(), 1, ["x"])
    assert "ghp_" not in excerpt


@pytest.mark.parametrize("word", ["ПриветМирКакДелаСегодняВечером", "Αβγδεζηθικλμνξοπρ123456"])
def test_words_in_other_letters_are_words(word: str) -> None:
    assert mask(f'title = "{word}"')
    assert is_secret_word(word) in {True, False}
