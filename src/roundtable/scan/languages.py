"""Which languages there are, which files are theirs, and which patterns read them.

Elsewhere: the patterns (`patterns`), running them over a file (`definitions`, `extract`), turning an import into a path
(`imports`).
"""

from dataclasses import dataclass, field

from roundtable.scan import patterns as p


@dataclass(frozen=True)
class Language:
    """One language: definitions as (kind, pattern with groups `i` for indent and `n` for name).

    A pattern may name the owner in group `o` where indentation does not show it (`func (c *Cart) Total`), and the
    kind `scope` opens a space for members without defining anything (Rust's `impl Cart`).
    """

    name: str
    definitions: p.Patterns = ()
    imports: tuple[p.Pattern, ...] = ()
    lexical: p.Pattern | None = None
    """Comments and documentation in groups `d…`, string literals in groups `s…`."""
    closing: bytes = b"}"
    """What ends a definition, at the indentation on which it began; nothing where indentation alone decides."""
    family: str = ""  # with whom it shares names, where one can be meant without being imported
    code: bool = True
    extensions: tuple[str, ...] = field(default=())
    file_names: tuple[str, ...] = ()


LANGUAGES: tuple[Language, ...] = (
    Language("Python", p.PY, p.PY_IMPORTS, p.LEX_PYTHON, b"", extensions=("py", "pyi", "pyw", "pyx")),
    Language("Jupyter Notebook", p.PY, p.PY_IMPORTS, p.LEX_PYTHON, b"", extensions=("ipynb",)),
    Language("JavaScript", p.JS, p.JS_IMPORTS, p.LEX_JS, extensions=("js", "jsx", "mjs", "cjs", "vue", "svelte")),
    Language("TypeScript", p.JS, p.JS_IMPORTS, p.LEX_JS, extensions=("ts", "tsx", "mts", "cts")),
    Language("Java", p.JAVA, p.JAVA_IMPORTS, p.LEX_C, family="JVM", extensions=("java",)),
    Language("Groovy", p.JAVA, p.JAVA_IMPORTS, p.LEX_JS, family="JVM", extensions=("groovy", "gradle")),
    Language("Kotlin", p.KOTLIN, p.JAVA_IMPORTS, p.LEX_C, family="JVM", extensions=("kt", "kts")),
    Language("Scala", p.KOTLIN, p.JAVA_IMPORTS, p.LEX_C, family="JVM", extensions=("scala", "sc")),
    Language("Swift", p.KOTLIN, (), p.LEX_C, extensions=("swift",)),
    Language("Go", p.GO, p.GO_IMPORTS, p.LEX_GO, family="Go", extensions=("go",)),
    Language("Go module", (), (p.Pattern(r"^module[ \t]++(?P<m>\S++)"),), None, code=False, file_names=("go.mod",)),
    Language("Rust", p.RUST, p.RUST_IMPORTS, p.LEX_RUST, extensions=("rs",)),
    Language("C", p.C, p.C_IMPORTS, p.LEX_C, family="C", extensions=("c", "h")),
    Language("C++", p.C, p.C_IMPORTS, p.LEX_C, family="C", extensions=("cc", "cpp", "cxx", "hpp", "hh", "hxx", "ipp", "inl", "cu", "cuh")),
    Language("Objective-C", p.C, p.C_IMPORTS, p.LEX_C, family="C", extensions=("m", "mm")),
    Language("C#", p.CSHARP, p.CSHARP_IMPORTS, p.LEX_C, extensions=("cs",)),
    Language("Dart", p.JAVA, p.JS_IMPORTS, p.LEX_JS, extensions=("dart",)),
    Language("Ruby", p.RUBY, p.RUBY_IMPORTS, p.LEX_HASH, b"end", family="Ruby", extensions=("rb", "rake", "gemspec", "ru"), file_names=("Rakefile", "Gemfile")),
    Language("PHP", p.PHP, p.PHP_IMPORTS, p.LEX_PHP, family="PHP", extensions=("php", "phtml")),
    Language("Shell", p.SHELL, (), p.LEX_HASH, extensions=("sh", "bash", "zsh", "fish", "bats")),
    Language("PowerShell", p.PHP, (), p.LEX_HASH, extensions=("ps1", "psm1")),
    Language("Perl", p.LUA, (), p.LEX_HASH, extensions=("pl", "pm")),
    Language("SQL", p.SQL, (), p.LEX_DASH, extensions=("sql",)),
    Language("Lua", p.LUA, (), p.LEX_DASH, b"end", extensions=("lua",)),
    Language("Elixir", p.ELIXIR, (), p.LEX_HASH, b"end", extensions=("ex", "exs")),
    Language("Haskell", (), (), p.LEX_DASH, extensions=("hs",)),
    Language("R", (), (), p.LEX_HASH, extensions=("r",)),
    Language("Julia", p.LUA, (), p.LEX_HASH, b"end", extensions=("jl",)),
    Language("Zig", p.RUST, (), p.LEX_RUST, extensions=("zig",)),
    Language("OCaml", (), (), None, extensions=("ml", "mli")),
    Language("Clojure", (), (), None, extensions=("clj", "cljs", "cljc", "edn")),
    Language("Lisp", (), (), None, extensions=("el", "lisp", "scm")),
    Language("Erlang", (), (), None, extensions=("erl", "hrl")),
    Language("F#", (), (), p.LEX_C, extensions=("fs", "fsx")),
    Language("Protocol", p.PROTO, (), p.LEX_C, extensions=("proto", "graphql", "gql", "thrift")),
    Language("Assembly", (), (), None, extensions=("s", "asm")),
    Language("CSS", (), (), p.LEX_CSS, extensions=("css", "scss", "sass", "less")),
    Language("HTML", (), (), p.LEX_XML, extensions=("html", "htm", "xhtml", "jinja", "jinja2", "j2", "erb", "ejs", "hbs", "mustache", "twig", "haml", "slim", "pug", "jsp", "cshtml", "razor")),
    Language("XML", (), (), p.LEX_XML, code=False, extensions=("xml", "xsd", "xsl", "svg", "plist", "csproj", "props")),
    Language("JSON", code=False, extensions=("json", "json5", "jsonc", "webmanifest")),
    Language("JSON", (), p.TSCONFIG, None, code=False, file_names=("tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json")),
    Language("JSON", (), p.PACKAGE_JSON, None, code=False, file_names=("package.json",)),
    Language("TOML", (), p.CARGO, p.LEX_HASH, code=False, file_names=("Cargo.toml",)),
    Language("YAML", (), (), p.LEX_HASH, code=False, extensions=("yml", "yaml")),
    Language("TOML", (), (), p.LEX_HASH, code=False, extensions=("toml", "ini", "cfg", "conf", "properties", "env")),
    Language("Make", (), (), p.LEX_HASH, code=False, extensions=("mk", "cmake", "bazel", "bzl", "nix", "tf", "hcl"), file_names=("Makefile", "makefile", "GNUmakefile", "Dockerfile", "CMakeLists.txt", "BUILD", "WORKSPACE", "Jenkinsfile", "Procfile", "Vagrantfile", "Justfile", "justfile")),
    Language("Markdown", p.MARKDOWN, code=False, extensions=("md", "markdown", "mdx", "qmd")),
    Language("reStructuredText", p.RST, code=False, extensions=("rst", "rest")),
    Language("Text", p.RST, code=False, extensions=("txt", "adoc", "asciidoc", "org", "tex", "1", "3", "8", "texi", "pod", "rdoc")),
)  # fmt: skip

OTHER = Language("", code=False)
_BY_EXTENSION = {extension: language for language in LANGUAGES for extension in language.extensions}
_BY_NAME = {name: language for language in LANGUAGES for name in language.file_names}


def language_of(path: str) -> Language:
    """The language of a file by its name; a nameless `Language` when nothing is known about it."""
    name = path.rpartition("/")[2]
    if (by_name := _BY_NAME.get(name)) is not None:
        return by_name
    return _BY_EXTENSION.get(name.rpartition(".")[2].lower() if "." in name else "", OTHER)
