"""What kind of file this is, by its path and first bytes: source, test, docs, config or data.

Pure. Kinds weigh a file in the ranking and sort it in the estimates; nothing is left out because of its kind.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable.scan.languages import language_of

if TYPE_CHECKING:
    from roundtable.analysis.scanning import FileKind

# Spelled out: a worker asks for kinds, and would have to load what checks records to take them from there.
KINDS: tuple[FileKind, ...] = ("source", "test", "docs", "config", "data")

_TEST_FOLDERS = frozenset([
    "test", "tests", "testing", "spec", "specs", "__tests__", "__mocks__", "e2e", "testdata", "test_data",
    "fixtures", "testsuite", "unittests", "integration_tests", "androidtest", "jvmtest"
])  # fmt: skip
_TEST_NAME = re.compile(
    r"(?:^|[._-])(?:tests?|specs?)(?:[._-]|$)|(?:Tests?|Spec|IT|TestCase)\.(?:java|kt|kts|cs|scala|groovy|php|swift|vb|fs)$|^conftest\.py$"
)
_DOC_FOLDERS = frozenset(["doc", "docs", "documentation", "man", "manual", "wiki", "website"])
_DOC_LANGUAGES = frozenset(("Markdown", "reStructuredText", "Text"))
_DATA_FOLDERS = frozenset([
    "locale", "locales", "i18n", "translations", "lang", "fixtures", "testdata", "snapshots", "__snapshots__"
])  # fmt: skip
_DATA_EXTENSIONS = frozenset([
    "po", "pot", "mo", "csv", "tsv", "svg", "json", "lock", "snap", "geojson", "xml", "dat", "data", "sql",
    "sample", "out", "log", "map", "dic", "aff", "bib", "ttf"
])  # fmt: skip
_CONFIG_LANGUAGES = frozenset(("YAML", "TOML", "Make"))
_CONFIG_NAMES = frozenset([
    "package.json", "tsconfig.json", "composer.json", "setup.py", "setup.cfg", "pom.xml", "build.gradle",
    "build.gradle.kts", "settings.gradle", "cargo.toml", "go.mod", "go.sum", "gemfile", "rakefile",
    "makefile", "dockerfile", "manifest.in", "requirements.txt", "tox.ini", "noxfile.py", ".editorconfig",
    ".gitignore", ".gitattributes", ".dockerignore", "codeowners", "cmakelists.txt"
])  # fmt: skip
_VENDORED = frozenset([
    "vendor", "vendors", "third_party", "third-party", "thirdparty", "node_modules", "bower_components",
    "external", "extern", "deps", "_vendor", "vendored", "site-packages", "packages_vendored"
])  # fmt: skip
_SECRET_NAMES = re.compile(
    r"(?:^|/)(?:\.env(?:\.[\w-]+)?|[._]netrc|\.pgpass|\.my\.cnf|\.npmrc|\.yarnrc\.yml|\.pypirc|\.htpasswd|\.git-credentials|\.dockercfg|\.vault_pass|kubeconfig|terraform\.tfvars|service[_-]?account[\w.-]*\.json|credentials(?:\.\w+)?|secrets?\.\w+|id_(?:rsa|dsa|ecdsa|ed25519))$"
    r"|\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|asc|gpg|ppk|ovpn|kubeconfig|tfstate|tfvars)$",
    re.IGNORECASE,
)
_SHARED_EXAMPLES = (".example", ".sample", ".template", ".dist")


def kind_of(path: str) -> FileKind:
    """The kind by path alone: cheap, and the same on every machine."""
    folders = path.lower().split("/")
    name = folders.pop()
    language = language_of(path)
    is_test = not _TEST_FOLDERS.isdisjoint(folders) or _TEST_NAME.search(path.rpartition("/")[2]) is not None
    if language.code and is_test:
        return "test"
    extension = name.rpartition(".")[2]
    if name in _CONFIG_NAMES:
        return "config"
    if extension in _DATA_EXTENSIONS or not _DATA_FOLDERS.isdisjoint(folders):
        return "data" if not language.code else "source"
    if language.name in _DOC_LANGUAGES or (not language.code and not _DOC_FOLDERS.isdisjoint(folders)):
        return "docs"
    if language.code:
        return "docs" if folders and folders[0] in _DOC_FOLDERS else "source"
    if language.name in _CONFIG_LANGUAGES or name.startswith("."):
        return "config"
    if "." not in name:
        return "docs" if name.isupper() or name in {"authors", "license", "changelog", "readme"} else "config"
    return "data"


def is_vendored(path: str) -> bool:
    """Whether the path lies in a folder for other people's code."""
    return not _VENDORED.isdisjoint(path.lower().split("/")[:-1])


def is_secret_file(path: str) -> bool:
    """Whether the whole content must stay out of excerpts: environment files, keys, credentials."""
    return bool(_SECRET_NAMES.search(path)) and not path.lower().endswith(_SHARED_EXAMPLES)


def looks_binary(data: bytes) -> bool:
    """A zero byte early on is what git and grep go by, too."""
    return b"\0" in data[:8192]


_LONG_LINE = 5_000
_BUNDLE_ENDINGS = (
    *(f"{mark}min.{kind}" for mark in ".-" for kind in ("js", "css", "mjs")),
    *(".bundle.js", ".js.map", ".css.map"),
)


def looks_minified(path: str, data: bytes) -> bool:
    """Lines that no person writes."""
    if len(data) < _LONG_LINE or not language_of(path).code:
        return path.endswith(_BUNDLE_ENDINGS)
    head = data[:100_000]
    return path.endswith(_BUNDLE_ENDINGS) or len(head) // (head.count(b"\n") + 1) > _LONG_LINE // 5


_TEST_AFFIX = re.compile(r"^(?:test|spec)s?[_.-]|[_.-](?:test|spec)s?$|(?:Tests?|Spec|TestCase|IT)$")


def source_stem_of_test(path: str) -> str:
    """The file name that a test speaks of: `tests/test_http.py` and `HttpTest.java` give `http` and `Http`."""
    stem = path.rpartition("/")[2].split(".", 1)[0]
    name = path.rpartition("/")[2].rsplit(".", 1)[0]
    return _TEST_AFFIX.sub("", _TEST_AFFIX.sub("", name)) or stem
