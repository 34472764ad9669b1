"""How each language defines names, imports, comments and quotes, as patterns.

Patterns work on bytes, with possessive quantifiers so that no input makes them slow. They are not parsers: a
definition inside a string may be taken for one, and that is a fair price for reading any tree at the speed of a
search tool.

- Definitions have the groups `i` for indent and `n` for name, and maybe `o` for the owner (`func (c *Cart) Total`).
- Imports have `m` for the module and maybe `names` or an alias `a`, or `l` for a list of modules, `r` for a path beside the file, `p` for
  the package to which the file says it belongs.
- Comments and documentation are in groups `d…`, string literals in groups `s…`.
"""

import re
from functools import cached_property


class Pattern:
    """Compiled when a file asks for it: no tree holds all these languages, and a saved index asks for none.

    A leading `^` becomes a line break, which the engine finds much faster: callers put one in front.
    """

    def __init__(self, text: str, flags: int = re.MULTILINE) -> None:
        self._text = (r"\n" + text[1:] if text.startswith("^") else text).encode()
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[bytes]:
        return re.compile(self._text, self._flags)

    @cached_property
    def groups(self) -> dict[str, int]:
        return dict(self.compiled.groupindex)

    @cached_property
    def doc_groups(self) -> frozenset[int]:
        return frozenset(number for name, number in self.groups.items() if name.startswith("d"))


Patterns = tuple[tuple[str, Pattern], ...]


def _defs(*pairs: tuple[str, str]) -> Patterns:
    return tuple((kind, Pattern(pattern)) for kind, pattern in pairs)


_DQ = r'"(?P<s1>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"'
_SQ = r"'(?P<s2>[^'\\\n]*+(?:\\.[^'\\\n]*+)*+)'"
_CHAR = r"'(?:\\.|[^'\\\n])'"
_BACKTICK = r"`(?P<s3>[^`\\]*+(?:\\.[^`\\]*+)*+)`"
_SLASHES = r"//(?P<d1>[^\n]*+)|/\*(?P<d2>[^*]*+(?:\*(?!/)[^*]*+)*+)(?:\*/|\Z)"
_HASH = r"\#(?P<d1>[^\n]*+)"

LEX_PYTHON = Pattern(rf'"""(?P<d1>.*?)"""|\'\'\'(?P<d2>.*?)\'\'\'|\#(?P<d3>[^\n]*+)|{_SQ}|{_DQ}', re.DOTALL)
LEX_C = Pattern(rf"{_SLASHES}|{_DQ}|{_CHAR}", re.DOTALL)
LEX_JS = Pattern(rf"{_SLASHES}|{_DQ}|{_SQ}|{_BACKTICK}", re.DOTALL)
LEX_GO = Pattern(rf"{_SLASHES}|{_DQ}|{_CHAR}|{_BACKTICK}", re.DOTALL)
LEX_RUST = Pattern(rf"{_SLASHES}|r\#+\"(?P<s3>.*?)\"\#+|{_DQ}|{_CHAR}", re.DOTALL)
LEX_PHP = Pattern(rf"{_SLASHES}|\#(?P<d3>[^\n]*+)|{_DQ}|{_SQ}", re.DOTALL)
LEX_HASH = Pattern(rf"{_HASH}|{_DQ}|{_SQ}", re.DOTALL)
LEX_DASH = Pattern(rf"--(?P<d1>[^\n]*+)|{_DQ}|{_SQ}", re.DOTALL)
LEX_XML = Pattern(rf"<!--(?P<d1>.*?)(?:-->|\Z)|{_DQ}", re.DOTALL)
LEX_CSS = Pattern(r"/\*(?P<d1>[^*]*+(?:\*(?!/)[^*]*+)*+)(?:\*/|\Z)", re.DOTALL)

_I = r"^(?P<i>[ \t]*+)"
_N = r"(?P<n>[A-Za-z_]\w*+)"
_PARAMETERS = r"\((?:[^;{}()]++|\((?:[^;{}()]++|\([^;{}()]*+\))*+\))*+\)"
"""Over as many lines as they take, with calls and tuples inside."""
_GAP = r"(?:[ \t\r\n]++|//[^\n]*+|\#[^\n]*+)*+"
"""Between parameters and body: line breaks, remarks, conditional compilation."""
_GENERIC = r"<[^<>\n]*+(?:<[^<>\n]*+(?:<[^<>\n]*+>[^<>\n]*+)*+>[^<>\n]*+)*+>"
_NOT_FLOW = (
    r"(?!(?:if|for|while|switch|catch|return|else|new|do|try|throw|throws|await|case|sizeof|synchronized|using|"
    r"lock|foreach|yield|delete|typeof|in|of|when|with|super|this|function|assert|defer|go|select|package|import|"
    r"typedef|goto|elif|fixed|unless|match)\b)"
)

PY = _defs(
    ("function", rf"{_I}(?:async[ \t]+)?def[ \t]+{_N}"),
    ("class", rf"{_I}class[ \t]+{_N}"),
    ("constant", r"^(?P<i>)(?P<n>[A-Za-z_]\w*+)[ \t]*+(?::[^=\n]++)?=(?!=)"),
)
PY_IMPORTS = (
    Pattern(r"^[ \t]*+from[ \t]++(?P<m>[.\w]++)[ \t]++import[ \t]*+(?P<names>\([^)]*+\)|(?:[^\n\\]++|\\\r?\n)++)"),
    Pattern(r"^[ \t]*+import[ \t]++(?P<l>[\w.]++(?:[ \t]++as[ \t]++\w++)?(?:[ \t]*,[ \t]*+[\w.]++(?:[ \t]++as[ \t]++\w++)?)*+)"),
)  # fmt: skip

_EXPORT = r"(?:export[ \t]++)?(?:default[ \t]++)?(?:declare[ \t]++)?(?:abstract[ \t]++)?"
_JS_N = rf"\$*+{_N}"  # a leading `$` is no part of the word: text is cut into identifiers without it
_ARROW = rf"(?:async\b[ \t]*+)?(?:function\b|(?:{_GENERIC})?{_PARAMETERS}[ \t\r\n]*+(?::[^=;\n]++(?:=>[^=;\n]++)?)?=>|[\w$]++[ \t]*+=>)"
JS = _defs(
    ("class", rf"{_I}{_EXPORT}class[ \t]++{_JS_N}"),
    ("function", rf"{_I}{_EXPORT}(?:async[ \t]++)?function[ \t]*+\*?[ \t]*+{_JS_N}"),
    ("type", rf"{_I}{_EXPORT}(?:interface|type|(?:const[ \t]++)?enum|namespace)[ \t]++{_JS_N}(?=[ \t\r\n<={{])(?![ \t]++as\b)"),
    ("function", rf"{_I}{_EXPORT}(?:const|let|var)[ \t]++{_JS_N}[ \t]*+(?::[^=\n]++)?=[ \t\r\n]*+{_ARROW}"),
    ("constant", rf"^(?P<i>){_EXPORT}(?:const|let|var)[ \t]++{_JS_N}[ \t]*+(?::[^=\n]++)?=(?!=)"),
    ("function", rf"{_I}(?:(?P<o>[\w$]++)\.(?:prototype\.)?+)++{_JS_N}[ \t]*+=[ \t]*+(?:async[ \t]++)?function\b"),
    ("method", rf"^(?P<i>[ \t]++){_JS_N}[ \t]*+:[ \t]*+(?:async[ \t]++)?function\b"),
    ("method", rf"^(?P<i>[ \t]++)(?:(?:public|private|protected|static|async|get|set|readonly|override|abstract|accessor|declare)[ \t]++)*+"
     rf"\*?\#?{_NOT_FLOW}{_JS_N}\??[ \t]*+(?:{_GENERIC})?{_PARAMETERS}[ \t\r\n]*+(?::[^{{;=\n]++)?\{{"),
    ("method", rf"^(?P<i>[ \t]++)(?:(?:public|private|protected|static|override|readonly)[ \t]++)*+\#?{_NOT_FLOW}{_JS_N}"
     rf"[ \t]*+(?::[^=\n]++)?=[ \t]*+(?:async\b[ \t]*+)?{_PARAMETERS}[ \t]*+(?::[^=;\n]++)?=>"),
    ("method", rf"^(?P<i>[ \t]++)(?:(?:public|protected|private)[ \t]++)?abstract[ \t]++(?:async[ \t]++)?{_JS_N}"
     rf"[ \t]*+(?:{_GENERIC})?{_PARAMETERS}"),
)  # fmt: skip
JS_IMPORTS = (
    Pattern(r"\bfrom[ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
    Pattern(r"^[ \t]*+import[ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
    Pattern(r"\b(?:require|import)[ \t]*+\([ \t]*+(?P<q>['\"])(?P<m>[^'\"\n]++)(?P=q)"),
)

_MODIFIERS = (
    r"(?:(?:public|private|protected|internal|static|final|abstract|sealed|synchronized|native|default|strictfp|"
    r"override|virtual|async|unsafe|extern|partial|readonly|new|open|suspend|inline|operator|infix|tailrec|lateinit|"
    r"const|data|value|inner|companion|annotation|required|implicit|lazy|case|actual|expect|external|enum(?=[ \t]++class)|"
    r"non-sealed|ref|file|fun(?=[ \t]++interface)|fileprivate|mutating|convenience|indirect|vararg)[ \t]++)*+"
)
_ANNOTATED = r"(?:@[\w.:]++(?:\((?:[^()\n]++|\([^()\n]*+\))*+\))?[ \t]++)*+"
_NOT_NEW = r"(?!new[ \t]++[\w.<>,]++[ \t]*+[({\[])"
_TYPE_PART = r"[\w<>\[\],.?&@]++"
_TYPE = rf"{_TYPE_PART}(?:[ \t]++{_TYPE_PART}){{0,4}}?(?<![,&])(?<!\bnew)"
JAVA = _defs(
    ("class", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:class|record)[ \t]++{_N}"),
    ("type", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:@?interface|enum)[ \t]++{_N}"),
    ("method", rf"^(?P<i>[ \t]++){_ANNOTATED}{_NOT_NEW}{_MODIFIERS}(?:{_GENERIC}[ \t]++)?{_NOT_FLOW}(?P<t>{_TYPE}[ \t]++)??(?P<n>[A-Za-z_]\w*+)"
     rf"[ \t]*+{_PARAMETERS}(?:[ \t\r\n]*+throws[ \t\r\n][^;{{}}()]*+)?{_GAP}(?:\{{|(?(t);|\{{))"),
    ("constant", rf"^(?P<i>[ \t]++)(?:public|private|protected)?[ \t]*+static[ \t]++final[ \t]++[\w<>\[\],.? ]+?[ \t]{_N}[ \t]*+="),
)  # fmt: skip
JAVA_IMPORTS = (
    Pattern(r"^[ \t]*+package[ \t]++(?P<p>[\w.]++)"),
    Pattern(r"^[ \t]*+import[ \t]++(?:static[ \t]++)?(?P<m>[\w.]++(?:\*)?)"),
)
_ATTRIBUTES = r"(?:\[[^\]\n]*+\][ \t]*+)*+"
_CS_TYPE = rf"(?:\([^()\n]++\)\??|{_TYPE})"
CSHARP = _defs(
    ("class", rf"{_I}{_ATTRIBUTES}{_MODIFIERS}(?:class|struct|record(?:[ \t]++(?:class|struct))?)[ \t]++{_N}"),
    ("type", rf"{_I}{_ATTRIBUTES}{_MODIFIERS}(?:interface|enum|delegate[ \t]++[\w<>.?,\[\]]++)[ \t]++{_N}"),
    ("method", rf"^(?P<i>[ \t]++){_ATTRIBUTES}{_NOT_NEW}{_MODIFIERS}{_NOT_FLOW}(?P<t>{_CS_TYPE}[ \t]++(?:\w++(?:<[^>\n]*+>)?\.)*+)??(?!new\b)"
     rf"(?P<n>[A-Za-z_]\w*+)(?:<[^>\n]*+>)?[ \t]*+{_PARAMETERS}(?:[ \t\r\n]*+:[ \t\r\n]*+(?:base|this)[ \t]*+{_PARAMETERS})?"
     rf"(?:[ \t\r\n]*+where\b[^;{{}}=]*+)?{_GAP}(?:\{{|=>|(?(t);|\{{))"),
    ("property", rf"^(?P<i>[ \t]++){_ATTRIBUTES}{_MODIFIERS}{_NOT_FLOW}{_CS_TYPE}[ \t]++(?:\w++\.)*+{_N}[ \t\r\n]*+\{{[ \t\r\n]*+"
     r"(?:\[[^\]\n]*+\][ \t\r\n]*+)?(?:(?:private|protected|internal)[ \t]++)*+(?:get|set|init)\b"),
    ("property", rf"^(?P<i>[ \t]++)(?:public|private|protected|internal|static)[ \t]++{_MODIFIERS}{_CS_TYPE}[ \t]++{_N}[ \t\r\n]*+=>"),
    ("constant", rf"^(?P<i>[ \t]++)(?:(?:public|private|protected|internal|new)[ \t]++)*+(?:const|static[ \t]++readonly)[ \t]++{_TYPE}[ \t]++{_N}[ \t]*+="),
)  # fmt: skip
CSHARP_IMPORTS = (
    Pattern(r"^[ \t]*+namespace[ \t]++(?P<p>[\w.]++)"),
    Pattern(r"^[ \t]*+(?P<m>(?:global[ \t]++)?using[ \t]++(?:static[ \t]++)?(?:\w++[ \t]*+=[ \t]*+)?[A-Z][\w.]*+)[ \t]*+;"),
)  # fmt: skip
_RECEIVER = rf"(?:(?P<o>\w++)(?:{_GENERIC})?\??\.)*+"
KOTLIN = _defs(
    ("class", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:class|object|struct|actor|extension)[ \t]++{_N}"),
    ("type", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:interface|typealias|trait|protocol)[ \t]++{_N}"),
    ("function", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:fun|def|func)[ \t]++(?:{_GENERIC}[ \t]*+)?{_RECEIVER}`?{_N}"),
    ("constant", rf"{_I}{_ANNOTATED}{_MODIFIERS}(?:val|var|let)[ \t]++(?:{_GENERIC}[ \t]*+)?{_RECEIVER}{_N}"),
    ("scope", rf"{_I}{_ANNOTATED}{_MODIFIERS}object[ \t]*+(?P<n>)[:{{]"),
)  # fmt: skip
GO = _defs(
    ("function", rf"^(?P<i>)func[ \t]++{_N}"),
    ("method", rf"^(?P<i>)func[ \t]*+\((?:\w++[ \t]++)?\*?(?P<o>\w++)[^)\n]*+\)[ \t]*+{_N}"),
    ("type", rf"{_I}type[ \t]++{_N}"),
    ("type", r"^(?P<i>\t)(?P<n>[A-Z]\w*+)[ \t]++(?:struct|interface)[ \t]*+\{"),
    ("constant", rf"^(?P<i>)(?:var|const)[ \t]++{_N}"),
    ("constant", r"^(?P<i>\t)(?P<n>[A-Z]\w*+)[ \t]++(?:\w++[ \t]++)?=[ \t]"),
)
GO_IMPORTS = (
    Pattern(r"^package[ \t]++(?P<p>\w++)"),
    Pattern(r"^import[ \t]++(?:(?P<a>[\w.]++)[ \t]++)?\"(?P<m>[^\"\n]++)\""),
    Pattern(r"^\t(?:(?P<a>[\w.]++)[ \t]++)?\"(?P<m>[\w./~-]++)\"[ \t]*+(?://[^\n]*+)?$"),
)
_RUST_VIS = r"(?:pub(?:\([^)\n]*+\))?[ \t]++)?"
RUST = _defs(
    ("function", rf"{_I}{_RUST_VIS}(?:default[ \t]++)?(?:const[ \t]++)?(?:async[ \t]++)?(?:unsafe[ \t]++)?(?:extern[ \t]++(?:\"[^\"\n]*+\"[ \t]++)?)?fn[ \t]++{_N}"),
    ("class", rf"{_I}{_RUST_VIS}(?:struct|enum|union|trait)[ \t]++{_N}"),
    ("type", rf"{_I}{_RUST_VIS}(?:type|mod)[ \t]++{_N}"),
    ("constant", rf"{_I}{_RUST_VIS}(?:const|static)[ \t]++(?:mut[ \t]++)?{_N}[ \t]*+:"),
    ("function", rf"{_I}macro_rules![ \t]*+{_N}"),
    ("scope", rf"{_I}(?:unsafe[ \t]++)?impl\b[ \t]*+(?:{_GENERIC}[ \t]*+)?(?:[^{{;\n]*?\bfor[ \t]++)?(?:&(?:'\w++[ \t]++)?)?(?:mut[ \t]++)?"
     rf"(?:\w++::)*+{_N}"),
)  # fmt: skip
RUST_IMPORTS = (
    # Indented, `super` is what the file itself is to its inline module: no import.
    Pattern(rf"^(?:[ \t]++(?=[^\n]*?\buse[ \t]++(?!super\b|self\b)))?{_RUST_VIS}use[ \t]++(?P<m>[^;]{{1,2000}});"),
    Pattern(rf"^[ \t]*+{_RUST_VIS}(?P<m>mod[ \t]++\w++)[ \t]*+;"),
    Pattern(r"^(?![ \t]*+//)[^\n]*?\b(?P<m>crate(?:::\w++)++)"),
)  # fmt: skip
_C_OWNER = r"(?:(?P<o>\w++)(?:<[^;{}()\n]*?>)?::)"
_C_TAIL = r"[^;{}()=]*+(?:\([^()]*+\)[^;{}()=]*+)?+\{"
C = _defs(
    ("class", rf"{_I}(?:typedef[ \t]++)?(?:template[ \t]*+{_GENERIC}[ \t]*+)?(?:class|struct|union|enum(?:[ \t]++(?:class|struct))?)[ \t]++(?:\[\[[^\]\n]*+\]\][ \t]*+)?"
     rf"(?:\w++(?:\([^)\n]*+\))?[ \t]++)??(?:\w++::)*+{_N}(?:<[^;{{}}()\n]*+>)?[ \t]*+(?:final[ \t]*+)?(?::(?!:)|\{{|$)"),
    ("type", rf"^(?P<i>[ \t]*+)(?:inline[ \t]++)?(?:namespace)[ \t]++(?:\w++::)*+{_N}[ \t]*+(?:\{{|$)"),
    ("constant", rf"^(?P<i>)\#[ \t]*+define[ \t]++{_N}"),
    ("type", rf"^(?P<i>)\}}[ \t]*+{_N}[ \t]*+;"),
    ("type", rf"{_I}(?:typedef[ \t][^;{{}}()\n]*?[ \t*](?=\w++[ \t]*+;)|using[ \t]++(?=\w++[ \t]*+=)){_N}"),
    ("function", rf"^(?P<i>[ \t]*+)(?=[A-Za-z_]){_NOT_FLOW}(?:[\w:<>,*&~]++[ \t*&]++){{1,6}}?{_C_OWNER}*+(?P<n>~?[A-Za-z_]\w*+)"
     rf"[ \t]*+{_PARAMETERS}{_C_TAIL}"),
    ("function", rf"^(?P<i>)(?:inline[ \t]++)?{_C_OWNER}++(?P<n>~?[A-Za-z_]\w*+)[ \t]*+{_PARAMETERS}[^;{{}}=]*+\{{"),
    ("function", rf"^(?P<i>)(?P<n>[a-z_]\w*+)[ \t]*+{_PARAMETERS}[ \t]*+\r?\n?\{{"),
    ("method", rf"^(?P<i>[ \t]++)(?:(?:explicit|inline|constexpr|virtual|noexcept)[ \t]++)*+(?P<n>~?(?=\w*?[a-z])[A-Z]\w*+)[ \t]*+"
     rf"{_PARAMETERS}[ \t\r\n]*+(?:(?:noexcept|override|const)[ \t\r\n]*+)*+(?::(?!:)[^;]*?)?(?:\{{|=[ \t]*+(?:default|delete)[ \t]*+;)"),
    ("method", rf"^(?P<i>[ \t]++)virtual[ \t][^;{{}}()=]*?(?P<n>~?[A-Za-z_]\w*+)[ \t]*+{_PARAMETERS}[^;{{}}()=]*+=[ \t]*+0[ \t]*+;"),
    ("function", r"^(?P<i>)(?:TYPED_)?TEST(?:_[FP])?[ \t]*+\([ \t]*+(?P<o>\w++)[ \t]*+,[ \t\r\n]*+(?P<n>\w++)[ \t]*+\)[ \t\r\n]*+\{"),
)  # fmt: skip
C_IMPORTS = (Pattern(r"^[ \t]*+\#[ \t]*+include[ \t]*+(?P<m>[<\"][^>\"\n]++)[>\"]"),)
RUBY = _defs(
    ("class", rf"{_I}(?:class|module)[ \t]++(?:\w*+::)*+{_N}"),
    ("method", rf"{_I}def[ \t]++(?:self\.|\w++\.)?(?P<n>[A-Za-z_]\w*+[?!=]?)(?!\.)"),
    ("constant", rf"{_I}(?P<n>[A-Z]\w*+)[ \t]*+=(?![=~>])"),
)
RUBY_IMPORTS = (
    Pattern(r"^[ \t]*+require_relative[ \t(]++['\"](?P<r>[^'\"\n]++)['\"]"),
    Pattern(r"^[ \t]*+(?:require|load|autoload[ \t]++:\w++,)[ \t(]++['\"](?P<m>[^'\"\n]++)['\"]"),
)
_PHP_MODIFIERS = r"(?:(?:abstract|final|public|private|protected|static|readonly)[ \t]++)*+"
PHP = _defs(
    ("class", rf"{_I}{_PHP_MODIFIERS}(?:class|trait)[ \t]++{_N}"),
    ("type", rf"{_I}(?:interface|enum)[ \t]++{_N}"),
    ("function", rf"{_I}{_PHP_MODIFIERS}function[ \t]++&?{_N}"),
    ("constant", rf"{_I}{_PHP_MODIFIERS}const[ \t]++{_N}"),
)
PHP_IMPORTS = (
    Pattern(r"^[ \t]*+(?:<\?php[ \t]++)?namespace[ \t]++(?P<p>[A-Za-z_][\w\\]*+)"),
    Pattern(r"^[ \t]*+use[ \t]++(?:function[ \t]++|const[ \t]++)?(?P<m>[A-Za-z_\\][\w\\]*+(?:\{[^};]*+\})?)"),
    Pattern(r"\b(?:require|include)(?:_once)?\b[^;'\"\n]*+['\"](?P<m>[^'\"\n]++)['\"]"),
)
SHELL = _defs(("function", rf"{_I}(?:function[ \t]++)?(?P<n>[A-Za-z_][\w-]*+)[ \t]*+\(\)[ \t]*+\{{?"))
SQL = _defs(
    ("type", r"^(?P<i>[ \t]*+)(?i:create[ \t]++(?:or[ \t]++replace[ \t]++)?(?:temp(?:orary)?[ \t]++|unique[ \t]++|materialized[ \t]++)?"
     r"(?:table|view|function|procedure|index|trigger|type)[ \t]++(?:if[ \t]++not[ \t]++exists[ \t]++)?[\"`\[]?(?:\w++\.)?[\"`\[]?(?P<n>\w++))"),
)  # fmt: skip
ELIXIR = _defs(
    ("class", rf"{_I}defmodule[ \t]++(?:[\w.]++\.)?{_N}"),
    ("function", rf"{_I}defp?(?:macro)?[ \t]++{_N}"),
)
LUA = _defs(("function", rf"{_I}(?:local[ \t]++)?function[ \t]++(?:[\w]++[.:])*+{_N}"))
PROTO = _defs(("type", rf"{_I}(?:message|service|enum|rpc|type|input|interface|scalar|union)[ \t]++{_N}"))
CARGO = (Pattern(r"^name[ \t]*+=[ \t]*+\"(?P<m>[\w-]++)\""),)
TSCONFIG = (
    Pattern(r"\"(?P<m>baseUrl)\"[ \t]*+:[ \t]*+\"(?P<names>[^\"\n]++)\""),
    Pattern(
        r"\"(?P<m>(?!(?:include|exclude|files|lib|types|typeRoots|rootDirs|references|plugins|extends|customConditions)\")[^\"\n]++)\""
        r"[ \t]*+:[ \t]*+\[[ \t\r\n]*+\"(?P<names>[^\"\n]++)\""
    ),
)  # fmt: skip
PACKAGE_JSON = (Pattern(r"^[ \t]*+\"name\"[ \t]*+:[ \t]*+\"(?P<m>[^\"\n]++)\""),)
MARKDOWN = _defs(("heading", r"^(?P<i>)\#{1,6}[ \t]++(?P<n>[^\n#]{1,120}+)"))
RST = _defs(
    ("heading", r"^(?P<i>)(?P<n>[^\s.\n][^\n]{1,120}+)\n(?:={3,}+|-{3,}+|~{3,}+|\*{3,}+|\^{3,}+)[ \t]*+$")
)
