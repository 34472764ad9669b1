"""What each language looks like: which files are its own, how it defines names, imports, comments and quotes.

Patterns work on bytes, line by line, with possessive quantifiers so that no input makes them slow. They are not
parsers: a definition inside a string may be taken for one, and that is a fair price for reading any tree at the
speed of a search tool.

Elsewhere: running them over a file (`extract`), turning an import into a path (`imports`).
"""

import re
from dataclasses import dataclass, field

__all__ = ["LANGUAGES", "Language", "language_of"]

Patterns = tuple[tuple[str, re.Pattern[bytes]], ...]


@dataclass(frozen=True)
class Language:
    """One language: definitions as (kind, pattern with groups `i` for indent and `n` for name)."""

    name: str
    definitions: Patterns = ()
    imports: tuple[re.Pattern[bytes], ...] = ()
    lexical: re.Pattern[bytes] | None = None
    """Comments and documentation in groups `d…`, string literals in groups `s…`."""
    prose: bool = False
    code: bool = True
    extensions: tuple[str, ...] = field(default=())
    file_names: tuple[str, ...] = ()


def _rx(pattern: str, flags: int = re.MULTILINE) -> re.Pattern[bytes]:
    """Compile. A leading `^` becomes a line break, which the engine finds much faster: callers put one in front."""
    return re.compile((r"\n" + pattern[1:] if pattern.startswith("^") else pattern).encode(), flags)


def _defs(*pairs: tuple[str, str]) -> Patterns:
    return tuple((kind, _rx(pattern)) for kind, pattern in pairs)


_DQ = r'"(?P<s1>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"'
_SQ = r"'(?P<s2>[^'\\\n]*+(?:\\.[^'\\\n]*+)*+)'"
_CHAR = r"'(?:\\.|[^'\\\n])'"
_BACKTICK = r"`(?P<s3>[^`\\]*+(?:\\.[^`\\]*+)*+)`"
_SLASHES = r"//(?P<d1>[^\n]*+)|/\*(?P<d2>.*?)\*/"
_HASH = r"\#(?P<d1>[^\n]*+)"

_LEX_PYTHON = _rx(rf'"""(?P<d1>.*?)"""|\'\'\'(?P<d2>.*?)\'\'\'|\#(?P<d3>[^\n]*+)|{_SQ}|{_DQ}', re.DOTALL)
_LEX_C = _rx(rf"{_SLASHES}|{_DQ}|{_CHAR}", re.DOTALL)
_LEX_JS = _rx(rf"{_SLASHES}|{_DQ}|{_SQ}|{_BACKTICK}", re.DOTALL)
_LEX_GO = _rx(rf"{_SLASHES}|{_DQ}|{_CHAR}|{_BACKTICK}", re.DOTALL)
_LEX_RUST = _rx(rf"{_SLASHES}|{_DQ}", re.DOTALL)
_LEX_PHP = _rx(rf"{_SLASHES}|\#(?P<d3>[^\n]*+)|{_DQ}|{_SQ}", re.DOTALL)
_LEX_HASH = _rx(rf"{_HASH}|{_DQ}|{_SQ}", re.DOTALL)
_LEX_DASH = _rx(rf"--(?P<d1>[^\n]*+)|{_DQ}|{_SQ}", re.DOTALL)
_LEX_XML = _rx(rf"<!--(?P<d1>.*?)-->|{_DQ}", re.DOTALL)
_LEX_CSS = _rx(r"/\*(?P<d1>.*?)\*/", re.DOTALL)

_I = r"^(?P<i>[ \t]*+)"
_N = r"(?P<n>[A-Za-z_]\w*+)"
_NOT_FLOW = (
    r"(?!(?:if|for|while|switch|catch|return|else|new|do|try|throw|throws|await|case|sizeof|synchronized|using|"
    r"lock|foreach|yield|delete|typeof|in|of|when|with|super|this|function|assert|defer|go|select|package|import|"
    r"typedef|goto|elif|fixed|unless|match)\b)"
)

_PY = _defs(
    ("function", rf"{_I}(?:async[ \t]+)?def[ \t]+{_N}"),
    ("class", rf"{_I}class[ \t]+{_N}"),
    ("constant", r"^(?P<i>)(?P<n>[A-Za-z_]\w*+)[ \t]*+(?::[^=\n]++)?=(?!=)"),
)
_PY_IMPORTS = (
    _rx(r"^[ \t]*+from[ \t]++(?P<m>[.\w]++)[ \t]++import[ \t]*+(?P<names>\([^)]*+\)|(?:[^\n\\]|\\\r?\n)++)"),
    _rx(
        r"^[ \t]*+import[ \t]++(?P<m>[\w.]++(?:[ \t]++as[ \t]++\w++)?(?:[ \t]*,[ \t]*+[\w.]++(?:[ \t]++as[ \t]++\w++)?)*+)"
    ),
)

_EXPORT = r"(?:export[ \t]++)?(?:default[ \t]++)?(?:declare[ \t]++)?(?:abstract[ \t]++)?"
_JS = _defs(
    ("class", rf"{_I}{_EXPORT}class[ \t]++{_N}"),
    ("function", rf"{_I}{_EXPORT}(?:async[ \t]++)?function[ \t]*+\*?[ \t]*+{_N}"),
    ("type", rf"{_I}{_EXPORT}(?:interface|type|(?:const[ \t]++)?enum|namespace)[ \t]++{_N}(?=[ \t<={{])"),
    (
        "function",
        rf"{_I}{_EXPORT}(?:const|let|var)[ \t]++{_N}[ \t]*+(?::[^=\n]++)?=[ \t]*+(?:async[ \t]*+)?"
        r"(?:function\b|\([^)\n]*+\)[^=\n]*+=>|\w++[ \t]*+=>)",
    ),
    ("constant", rf"^(?P<i>){_EXPORT}(?:const|let|var)[ \t]++{_N}[ \t]*+(?::[^=\n]++)?=(?!=)"),
    ("function", rf"{_I}(?:[\w$]++\.)++{_N}[ \t]*+=[ \t]*+(?:async[ \t]++)?function\b"),
    ("method", rf"^(?P<i>[ \t]++){_N}[ \t]*+:[ \t]*+(?:async[ \t]++)?function\b"),
    (
        "method",
        rf"^(?P<i>[ \t]++)(?:(?:public|private|protected|static|async|get|set|readonly|override|abstract)[ \t]++)*+"
        rf"\*?\#?{_NOT_FLOW}{_N}[ \t]*+(?:<[^>\n]*+>)?\((?:[^;{{}}()\n]|\([^()\n]*+\))*+\)[ \t]*+(?::[^{{;=\n]++)?\{{",
    ),
)
_JS_IMPORTS = (
    _rx(r"\bfrom[ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
    _rx(r"^[ \t]*+import[ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
    _rx(r"\b(?:require|import)[ \t]*+\([ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
)

_MODIFIERS = (
    r"(?:(?:public|private|protected|internal|static|final|abstract|sealed|synchronized|native|default|strictfp|"
    r"override|virtual|async|unsafe|extern|partial|readonly|new|open|suspend|inline|operator|infix|tailrec|lateinit|"
    r"const|data|value|inner|companion|annotation|required|implicit|lazy|case|record)[ \t]++)*+"
)
_TYPE = r"[\w<>\[\],.?&*:]++(?:[ \t]++[\w<>\[\],.?&*:]++){0,4}?"
_JAVA = _defs(
    ("class", rf"{_I}{_MODIFIERS}(?:class|record)[ \t]++{_N}"),
    ("type", rf"{_I}{_MODIFIERS}(?:@?interface|enum)[ \t]++{_N}"),
    (
        "method",
        rf"^(?P<i>[ \t]++){_MODIFIERS}(?:<[^>\n]*+>[ \t]++)?{_NOT_FLOW}(?:{_TYPE}[ \t]++)??(?P<n>[A-Za-z_]\w*+)"
        r"[ \t]*+\([^;{}()\n]*+(?:\([^()\n]*+\)[^;{}()\n]*+)*+\)[^;{}\n=]*+(?:\{|\n[ \t]*+\{)",
    ),
    (
        "constant",
        rf"^(?P<i>[ \t]++)(?:public|private|protected)?[ \t]*+static[ \t]++final[ \t]++[\w<>\[\],.? ]+?[ \t]{_N}[ \t]*+=",
    ),
)
_JAVA_IMPORTS = (_rx(r"^[ \t]*+import[ \t]++(?:static[ \t]++)?(?P<m>[\w.]++(?:\*)?)"),)
_CSHARP = _defs(
    ("class", rf"{_I}{_MODIFIERS}(?:class|struct|record)[ \t]++{_N}"),
    ("type", rf"{_I}{_MODIFIERS}(?:interface|enum|delegate)[ \t]++{_N}"),
    (
        "method",
        rf"^(?P<i>[ \t]++){_MODIFIERS}{_NOT_FLOW}(?:{_TYPE}[ \t]++)??(?P<n>[A-Za-z_]\w*+)(?:<[^>\n]*+>)?"
        r"[ \t]*+\([^;{}()\n]*+(?:\([^()\n]*+\)[^;{}()\n]*+)*+\)[^;{}\n=]*+(?:\{|=>|\n[ \t]*+\{)",
    ),
    (
        "property",
        rf"^(?P<i>[ \t]++)(?:public|protected|internal)[ \t]++{_MODIFIERS}{_TYPE}[ \t]++{_N}[ \t]*+\{{[ \t]*+(?:get|set|init)",
    ),
)
_CSHARP_IMPORTS = (
    _rx(r"^[ \t]*+(?:global[ \t]++)?using[ \t]++(?:static[ \t]++)?(?P<m>[A-Z][\w.]*+)[ \t]*+;"),
)
_KOTLIN = _defs(
    ("class", rf"{_I}{_MODIFIERS}(?:enum[ \t]++)?(?:class|object)[ \t]++{_N}"),
    ("type", rf"{_I}{_MODIFIERS}(?:interface|typealias|trait|protocol)[ \t]++{_N}"),
    ("function", rf"{_I}{_MODIFIERS}(?:fun|def|func)[ \t]++(?:<[^>\n]*+>[ \t]*+)?(?:[\w<>?]++\.)*+{_N}"),
    ("constant", rf"{_I}{_MODIFIERS}(?:val|var|let)[ \t]++{_N}"),
)
_GO = _defs(
    ("function", rf"^(?P<i>)func[ \t]++{_N}"),
    ("method", rf"^(?P<i>)func[ \t]*+\([^)\n]*+\)[ \t]*+{_N}"),
    ("type", rf"{_I}type[ \t]++{_N}"),
    ("constant", rf"^(?P<i>)(?:var|const)[ \t]++{_N}"),
    ("constant", r"^(?P<i>\t)(?P<n>[A-Z]\w*+)[ \t]++(?:\w++[ \t]++)?=[ \t]"),
)
_GO_IMPORTS = (
    _rx(r"^import[ \t]++(?:[\w.]++[ \t]++)?\"(?P<m>[^\"\n]++)\""),
    _rx(r"^\t(?:[\w.]++[ \t]++)?\"(?P<m>[\w./~-]++)\"[ \t]*+(?://[^\n]*+)?$"),
)
_RUST_VIS = r"(?:pub(?:\([^)\n]*+\))?[ \t]++)?"
_RUST = _defs(
    (
        "function",
        rf"{_I}{_RUST_VIS}(?:default[ \t]++)?(?:const[ \t]++)?(?:async[ \t]++)?(?:unsafe[ \t]++)?(?:extern[ \t]++(?:\"[^\"\n]*+\"[ \t]++)?)?fn[ \t]++{_N}",
    ),
    ("class", rf"{_I}{_RUST_VIS}(?:struct|enum|union|trait)[ \t]++{_N}"),
    ("type", rf"{_I}{_RUST_VIS}(?:type|mod)[ \t]++{_N}"),
    ("constant", rf"{_I}{_RUST_VIS}(?:const|static)[ \t]++(?:mut[ \t]++)?{_N}[ \t]*+:"),
    ("function", rf"{_I}macro_rules![ \t]*+{_N}"),
)
_RUST_IMPORTS = (
    _rx(rf"^[ \t]*+{_RUST_VIS}use[ \t]++(?P<m>[^;]{{1,2000}});"),
    _rx(rf"^[ \t]*+{_RUST_VIS}mod[ \t]++(?P<m>\w++)[ \t]*+;"),
)
_C = _defs(
    (
        "class",
        rf"{_I}(?:typedef[ \t]++)?(?:template[ \t]*+<[^>\n]*+>[ \t]*+)?(?:class|struct|union|enum(?:[ \t]++class)?)[ \t]++(?:\w++[ \t]++)??{_N}[ \t]*+(?:final[ \t]*+)?(?:[:{{]|$)",
    ),
    ("type", rf"^(?P<i>[ \t]*+)(?:namespace)[ \t]++{_N}"),
    ("constant", rf"^(?P<i>)\#[ \t]*+define[ \t]++{_N}"),
    ("type", rf"^(?P<i>)\}}[ \t]*+{_N}[ \t]*+;"),
    (
        "function",
        rf"^(?P<i>[ \t]*+){_NOT_FLOW}(?:[\w:<>,*&~]++[ \t*&]++){{1,6}}?(?:\w++::)*+(?P<n>~?[A-Za-z_]\w*+)"
        r"[ \t]*+\([^;{}()]*+(?:\([^()]*+\)[^;{}()]*+)*+\)[^;{}()=]*+\{",
    ),
    (
        "function",
        r"^(?P<i>)(?:\w++::)++(?P<n>~?[A-Za-z_]\w*+)[ \t]*+\([^;{}()]*+(?:\([^()]*+\)[^;{}()]*+)*+\)[^;{}=]*+\{",
    ),
    ("function", r"^(?P<i>)(?P<n>[a-z_]\w*+)[ \t]*+\([^;{}()]*+(?:\([^()]*+\)[^;{}()]*+)*+\)[ \t]*+\n?\{"),
)
_C_IMPORTS = (_rx(r"^[ \t]*+\#[ \t]*+include[ \t]*+[<\"](?P<m>[^>\"\n]++)[>\"]"),)
_RUBY = _defs(
    ("class", rf"{_I}(?:class|module)[ \t]++(?:\w++::)*+{_N}"),
    ("method", rf"{_I}def[ \t]++(?:self\.|\w++\.)?(?P<n>[A-Za-z_]\w*+[?!=]?)"),
    ("constant", rf"{_I}(?P<n>[A-Z]\w*+)[ \t]*+=(?![=~>])"),
)
_RUBY_IMPORTS = (
    _rx(r"^[ \t]*+require_relative[ \t(]++['\"](?P<m>[^'\"\n]++)['\"]"),
    _rx(r"^[ \t]*+(?:require|load|autoload[ \t]++:\w++,)[ \t(]++['\"](?P<m>[^'\"\n]++)['\"]"),
)
_PHP_MODIFIERS = r"(?:(?:abstract|final|public|private|protected|static|readonly)[ \t]++)*+"
_PHP = _defs(
    ("class", rf"{_I}{_PHP_MODIFIERS}(?:class|trait)[ \t]++{_N}"),
    ("type", rf"{_I}(?:interface|enum)[ \t]++{_N}"),
    ("function", rf"{_I}{_PHP_MODIFIERS}function[ \t]++&?{_N}"),
    ("constant", rf"{_I}{_PHP_MODIFIERS}const[ \t]++{_N}"),
)
_PHP_IMPORTS = (
    _rx(r"^[ \t]*+use[ \t]++(?:function[ \t]++|const[ \t]++)?(?P<m>[A-Za-z_\\][\w\\]*+)"),
    _rx(r"\b(?:require|include)(?:_once)?\b[^;'\"\n]*+['\"](?P<m>[^'\"\n]++)['\"]"),
)
_SHELL = _defs(("function", rf"{_I}(?:function[ \t]++)?(?P<n>[A-Za-z_][\w-]*+)[ \t]*+\(\)[ \t]*+\{{?"))
_SQL = _defs(
    (
        "type",
        r"^(?P<i>[ \t]*+)(?i:create[ \t]++(?:or[ \t]++replace[ \t]++)?(?:temp(?:orary)?[ \t]++|unique[ \t]++|materialized[ \t]++)?"
        r"(?:table|view|function|procedure|index|trigger|type)[ \t]++(?:if[ \t]++not[ \t]++exists[ \t]++)?[\"`\[]?(?:\w++\.)?[\"`\[]?(?P<n>\w++))",
    )
)
_ELIXIR = _defs(
    ("class", rf"{_I}defmodule[ \t]++(?:[\w.]++\.)?{_N}"),
    ("function", rf"{_I}defp?(?:macro)?[ \t]++{_N}"),
)
_LUA = _defs(("function", rf"{_I}(?:local[ \t]++)?function[ \t]++(?:[\w]++[.:])*+{_N}"))
_PROTO = _defs(("type", rf"{_I}(?:message|service|enum|rpc|type|input|interface|scalar|union)[ \t]++{_N}"))
_MARKDOWN = _defs(("heading", r"^(?P<i>)\#{1,6}[ \t]++(?P<n>[^\n#]{1,120}+)"))
_RST = _defs(
    ("heading", r"^(?P<i>)(?P<n>[^\s.\n][^\n]{1,120}+)\n(?:={3,}+|-{3,}+|~{3,}+|\*{3,}+|\^{3,}+)[ \t]*+$")
)

LANGUAGES: tuple[Language, ...] = (
    Language("Python", _PY, _PY_IMPORTS, _LEX_PYTHON, extensions=("py", "pyi", "pyw", "pyx")),
    Language("JavaScript", _JS, _JS_IMPORTS, _LEX_JS, extensions=("js", "jsx", "mjs", "cjs", "vue", "svelte")),
    Language("TypeScript", _JS, _JS_IMPORTS, _LEX_JS, extensions=("ts", "tsx", "mts", "cts")),
    Language("Java", _JAVA, _JAVA_IMPORTS, _LEX_C, extensions=("java",)),
    Language("Groovy", _JAVA, _JAVA_IMPORTS, _LEX_JS, extensions=("groovy", "gradle")),
    Language("Kotlin", _KOTLIN, _JAVA_IMPORTS, _LEX_C, extensions=("kt", "kts")),
    Language("Scala", _KOTLIN, _JAVA_IMPORTS, _LEX_C, extensions=("scala", "sc")),
    Language("Swift", _KOTLIN, (), _LEX_C, extensions=("swift",)),
    Language("Go", _GO, _GO_IMPORTS, _LEX_GO, extensions=("go",)),
    Language("Go module", (), (_rx(r"^module[ \t]++(?P<m>\S++)"),), None, code=False, file_names=("go.mod",)),
    Language("Rust", _RUST, _RUST_IMPORTS, _LEX_RUST, extensions=("rs",)),
    Language("C", _C, _C_IMPORTS, _LEX_C, extensions=("c", "h")),
    Language("C++", _C, _C_IMPORTS, _LEX_C, extensions=("cc", "cpp", "cxx", "hpp", "hh", "hxx", "ipp", "inl", "cu", "cuh")),
    Language("Objective-C", _C, _C_IMPORTS, _LEX_C, extensions=("m", "mm")),
    Language("C#", _CSHARP, _CSHARP_IMPORTS, _LEX_C, extensions=("cs",)),
    Language("Dart", _JAVA, _JS_IMPORTS, _LEX_JS, extensions=("dart",)),
    Language("Ruby", _RUBY, _RUBY_IMPORTS, _LEX_HASH, extensions=("rb", "rake", "gemspec", "ru"), file_names=("Rakefile", "Gemfile")),
    Language("PHP", _PHP, _PHP_IMPORTS, _LEX_PHP, extensions=("php", "phtml")),
    Language("Shell", _SHELL, (), _LEX_HASH, extensions=("sh", "bash", "zsh", "fish", "bats")),
    Language("PowerShell", _PHP, (), _LEX_HASH, extensions=("ps1", "psm1")),
    Language("Perl", _LUA, (), _LEX_HASH, extensions=("pl", "pm")),
    Language("SQL", _SQL, (), _LEX_DASH, extensions=("sql",)),
    Language("Lua", _LUA, (), _LEX_DASH, extensions=("lua",)),
    Language("Elixir", _ELIXIR, (), _LEX_HASH, extensions=("ex", "exs")),
    Language("Haskell", (), (), _LEX_DASH, extensions=("hs",)),
    Language("R", (), (), _LEX_HASH, extensions=("r",)),
    Language("Julia", _LUA, (), _LEX_HASH, extensions=("jl",)),
    Language("Zig", _RUST, (), _LEX_RUST, extensions=("zig",)),
    Language("OCaml", (), (), None, extensions=("ml", "mli")),
    Language("Clojure", (), (), None, extensions=("clj", "cljs", "cljc", "edn")),
    Language("Lisp", (), (), None, extensions=("el", "lisp", "scm")),
    Language("Erlang", (), (), None, extensions=("erl", "hrl")),
    Language("F#", (), (), _LEX_C, extensions=("fs", "fsx")),
    Language("Protocol", _PROTO, (), _LEX_C, extensions=("proto", "graphql", "gql", "thrift")),
    Language("Assembly", (), (), None, extensions=("s", "asm")),
    Language("CSS", (), (), _LEX_CSS, extensions=("css", "scss", "sass", "less")),
    Language("HTML", (), (), _LEX_XML, extensions=("html", "htm", "xhtml", "jinja", "jinja2", "j2", "erb", "ejs", "hbs", "mustache", "twig", "haml", "slim", "pug", "jsp", "cshtml", "razor")),
    Language("XML", (), (), _LEX_XML, code=False, extensions=("xml", "xsd", "xsl", "svg", "plist", "csproj", "props")),
    Language("JSON", code=False, extensions=("json", "json5", "jsonc", "ipynb", "webmanifest")),
    Language("YAML", (), (), _LEX_HASH, code=False, extensions=("yml", "yaml")),
    Language("TOML", (), (), _LEX_HASH, code=False, extensions=("toml", "ini", "cfg", "conf", "properties", "env")),
    Language("Make", (), (), _LEX_HASH, code=False, extensions=("mk", "cmake", "bazel", "bzl", "nix", "tf", "hcl"), file_names=("Makefile", "makefile", "GNUmakefile", "Dockerfile", "CMakeLists.txt", "BUILD", "WORKSPACE", "Jenkinsfile", "Procfile", "Vagrantfile", "Justfile", "justfile")),
    Language("Markdown", _MARKDOWN, prose=True, code=False, extensions=("md", "markdown", "mdx", "qmd")),
    Language("reStructuredText", _RST, prose=True, code=False, extensions=("rst", "rest")),
    Language("Text", _RST, prose=True, code=False, extensions=("txt", "adoc", "asciidoc", "org", "tex", "1", "3", "8", "texi", "pod", "rdoc")),
)  # fmt: skip

OTHER = Language("", code=False)
_BY_EXTENSION = {extension: language for language in LANGUAGES for extension in language.extensions}
_BY_NAME = {name: language for language in LANGUAGES for name in language.file_names}


def language_of(path: str) -> Language:
    """The language of a file by its name; a nameless `Language` when nothing is known about it."""
    name = path.rpartition("/")[2]
    by_name = _BY_NAME.get(name)
    if by_name is not None:
        return by_name
    return _BY_EXTENSION.get(name.rpartition(".")[2].lower() if "." in name else "", OTHER)
