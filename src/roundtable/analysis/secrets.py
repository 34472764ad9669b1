"""Keep secrets out of whatever is kept or may leave the machine: excerpts, prompts, the index, what somebody typed. Pure.

- `mask` hides values, not structure: a reader still sees that there is a password, and where. It rather hides a
  harmless hash than shows a key. Three things give a secret away: its own shape (`ghp_…`), the name it is given to, and
  that it looks like chance.
- `mask_told` is for what a person says, who may well speak of a hash: only what is called a secret, or has the shape of one.
- `without_secrets` is for the index: a file's text, line by line where it was.

Every pattern takes time in proportion to the text.
"""

import re
from collections import Counter
from math import log2

MASK = "•••"

_ONE_WORD = (
    r"AKIA[0-9A-Z]{12,}|ASIA[0-9A-Z]{12,}|gh[pousr]_\w{16,}|github_pat_\w{20,}|sk_(?:live|test)_\w{10,}|rk_(?:live|test)_\w{10,}|"
    r"whsec_\w{16,}|npm_\w{30,}|hf_\w{30,}|dop_v1_\w{30,}|shp(?:at|ss|ca|pa)_\w{20,}"
)
_KNOWN_WORD = re.compile(_ONE_WORD)
_KNOWN = re.compile(
    rf"{_ONE_WORD}|glpat-[\w-]{{16,}}|sk-[\w-]{{16,}}|"
    r"xox[abposr]-[\w-]{10,}|AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|"
    r"pypi-[\w-]{30,}|(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|SG\.[\w-]{16,}\.[\w-]{16,}|hvs\.[\w-]{20,}|"
    r"dckr_pat_[\w-]{16,}|\d{8,10}:AA[\w-]{30,}|"
    r"(?<=hooks\.slack\.com/services/)[\w/]{16,}|(?<=/api/webhooks/)[\w/-]{16,}"
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_KEY = (
    # The first letter alone tells most places apart from a key, and is looked at first.
    r"(?=[pstace_.-])(?:passw(?:or)?d|passphrase|passwd|\bpwd|[_.-]pwd|[_.-]pass|secret(?:[_-]?(?:access[_-]?)?key(?:[_-]?base)?)?|"
    r"auth[_-]?token|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|auth[_-]?key|"
    r"credentials?|encryption[_-]?key|connection[_-]?string)"
)
"""The last part of a name that is given to secrets."""
_QUOTED = r"([\"'])([^\"'\n]{4,})\2"
_GIVEN = re.compile(
    rf"(?i)({_KEY}(?:[\"'\]]*\s*(?::\s*[\w.\[\]| ]{{1,30}}=|:=|=>|[:=])\s*|[\"'](?:\s*,\s*|\s+value=))|set_?{_KEY}\(\s*){_QUOTED}"
)
"""Assigned, passed beside its name or to a setter, or the value of an attribute."""
_WHOLE_LINE = re.compile(
    rf"(?im)^([ \t]*(?:export\s+|ENV\s+|-\s+)?[\w./:@-]{{0,60}}?{_KEY}\s*[=:]\s*)([^\s\"'(){{}}<>$:][^\s\"'(){{}}<>$]{{3,}})[,;]?[ \t]*$"
)
_URL_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+.-]{0,30}://[^\s:/@]{0,200}:)([^\s@/]{2,})(@)")
_BARE = tuple(
    (needed, re.compile(pattern))
    for needed, pattern in (
        ("</", rf"(?i)({_KEY}>)([^<\n]{{4,}})(?=</)"),
        (
            "",
            r"(?m)^(\s*(?:export\s+|ENV\s+)?[A-Z][A-Z0-9_]*(?:PASSW(?:OR)?D|PASS|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)[A-Z0-9_]*"
            r"(?:\s*[=:]\s*|\s+))([^\s\"'()]{4,})$",
        ),
        ("=", rf"(?i)((?:[?&;]|--)[\w.-]{{0,40}}?{_KEY}=)([^\s&;\"'<>]{{4,}})"),
        ("login", r"(?i)(\blogin\s+\S+\s+password\s+)(\S+)"),
        (":", r"(?m)^([^:\s]+:(?:\d{2,5}|\*):[^:\s]+:[^:\s]+:)(\S{4,})$"),
        (
            "authorization",
            r"(?i)(authorization[\"']?\s*[:=]\s*[\"']?(?:basic|bearer|token)\s+)([^\s\"']{6,})",
        ),
    )
)
"""Values without quotes, and the letters without which there is no looking for them."""
_SPOKEN = re.compile(
    r"(?i)(\b(?:pass(?:word|phrase|code|wort|wd)|pwd|secret|token|(?:api|access|account|private|signing|auth)[ _-]?key|credentials?)"
    r"(?: (?:key|for [\w.-]{1,40}))?(?:(?: (?:is|was|will be|ist))?[ \t]{0,3}[:=]?[ \t]{1,3}|[:=])[\"'`“]?)([^\s\"'`“”,;]{6,})"
)
"""As people say it: "password hunter2", "my AWS secret is …"."""
_LONG = re.compile(r"[A-Za-z0-9+/_=-]{20,}")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEX = re.compile(r"(?<![A-Za-z0-9])[0-9a-fA-F]{20,}(?![A-Za-z0-9])")
_PLAIN = re.compile(r"(?:[a-z]{4,}|\d{1,4})$")
_ID = re.compile(r"[A-Za-z]{2,6}-\d+(?:-\d+)*")
_LEAST_ENTROPY = 3.2
_WORD_LENGTH = 3.0  # names are made of words; in chance, upper case, lower case and digits change much faster
_NO_VALUES = (
    "str string bytes bool boolean int number any unknown object none null nil true false undefined optional required "
    "password token secret text char varchar field hidden input self this"
)
"""Types and words of programming that stand where a value could stand."""


def _looks_random(text: str) -> bool:
    words: list[str] = _WORDS.findall(text)
    is_worded = sum(map(len, words)) >= _WORD_LENGTH * (len(words) or 1)
    is_hex = _HEX.search(text) is not None
    if is_worded and not is_hex:
        return False
    mixed = sum(map(str.isdigit, text)) >= 3 and sum(map(str.isalpha, text)) >= 3
    if not (mixed or text not in (text.lower(), text.upper())) or "__" in text:
        return False
    shares = [count / len(text) for count in Counter(text).values()]
    entropy = -sum(share * log2(share) for share in shares)
    return (mixed and is_hex) or (not is_worded and entropy >= _LEAST_ENTROPY)


def _mask_long(match: re.Match[str]) -> str:
    text = match[0]
    pieces = text.split("/")
    if len(pieces) > 1 and any(_PLAIN.match(piece) and piece.isalpha() for piece in pieces):
        # A path: only the piece that looks like chance is hidden.
        return "/".join(MASK if len(piece) >= 20 and _looks_random(piece) else piece for piece in pieces)
    parts = text.translate(str.maketrans("_/=-", "    ")).split()
    if len(parts) > 2 and all(_PLAIN.match(part.lower()) for part in parts):
        return text  # a name in words, with a number in it
    return MASK if _looks_random(text) else text


def _mask_line(match: re.Match[str]) -> str:
    value = match[2]
    code = "." in value and value.replace(".", "").replace("_", "").isalpha()
    plain = value.lower().rstrip(",;")
    is_none = code or plain in _NO_VALUES.split() or plain in match[1].lower()
    return match[0] if is_none else f"{match[1]}{MASK}"


def _mask_spoken(match: re.Match[str]) -> str:
    """A value that is no word of a language, no id (`FR-012`) and no call."""
    value = match[2].rstrip(".!?)")
    is_word = not any(c.isdigit() for c in value) or not any(c.isalpha() for c in value)
    if MASK in value or is_word or _ID.fullmatch(value) or "(" in value:
        return match[0]
    return f"{match[1]}{MASK}{match[2][len(value) :]}"


def mask_told(text: str) -> str:
    text = _PRIVATE_KEY.sub(f"(private key {MASK})", text)
    return _mask_spoken_of(_KNOWN.sub(MASK, text))


def _mask_spoken_of(text: str) -> str:
    return _SPOKEN.sub(_mask_spoken, _URL_PASSWORD.sub(rf"\g<1>{MASK}\g<3>", text))


def mask(text: str) -> str:
    return _LONG.sub(_mask_long, _mask_named(mask_told(text)))


def _mask_named(text: str) -> str:
    """What is given to the name of a secret."""
    text = _GIVEN.sub(rf"\g<1>\g<2>{MASK}\g<2>", text)
    lower = text.lower()
    for needed, bare in _BARE:
        if needed in lower:
            text = bare.sub(rf"\g<1>{MASK}", text)
    return _WHOLE_LINE.sub(_mask_line, text)


_GIVEN_TO = rb"[\w\"'\]]{0,20}\s{0,3}(?:[:=,(>]|\svalue=|\sis\s|\s\S*\d)"
_OWNERS = b"api access account private signing auth encryption".split()
_OWNED = b"|".join(rb"(?<=%b)|(?<=%b[ _-])" % (one, one) for one in _OWNERS)
_NAMED = (
    (b"pass", rb"pass(?:w|phrase|(?<=_pass))" + _GIVEN_TO),
    *((word, word + _GIVEN_TO) for word in b"pwd secret token credential".split()),
    (b"key", rb"(?:%b)key%b|key[a-z0-9_]*(?:\s*[=:]\s*|\s+)[^\s\"'()]{4,}$" % (_OWNED, _GIVEN_TO)),
    (b"connection", rb"connection.?string" + _GIVEN_TO),
    (b"authorization", b""),
    (b"://", rb"://[^\s/@]{0,200}:[^\s/@]{2,200}@"),
)
_SHAPED = tuple(
    (word, rb"(?<![a-z0-9])%b[\w-]{8}" % re.escape(word))
    for word in (
        b"akia asia aiza ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- sk_live_ sk_test_ rk_live_ rk_test_ sk- whsec_ xox eyj npm_ "
        b"pypi- hvs. hf_"
    ).split()
)
"""Letters in small type that are found in no time, and how it goes on where they stand when a line is worth a closer look."""
_HINTS = tuple((word, re.compile(pattern, re.MULTILINE)) for word, pattern in _NAMED + _SHAPED)
_NAMED_VALUE = re.compile(rb"(?m)^([ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]{0,60}(?=[ \t]*[:=]))?[^\n]*$")


def without_secrets(data: bytes, *, only_names: bool = False, in_words: bool = False) -> bytes:
    """The text of a file without the values of its secrets, each line where it was.

    `only_names`: of a file that is made to hold secrets nothing is left but what they are called. `in_words`: whoever reads
    the text asks `is_secret_word` of every long word, so what only its shape gives away need not be looked for.
    """
    if only_names:
        return _NAMED_VALUE.sub(lambda match: match[1] or b"", data)
    lower = data.lower()
    hints = _HINTS[: len(_NAMED)] if in_words else _HINTS
    lines = set[int]()
    for word, pattern in hints:
        at = lower.find(word)
        while at >= 0:
            if pattern.match(lower, at):
                lines.add(lower.rfind(b"\n", 0, at) + 1)
                at = lower.find(b"\n", at)
            at = lower.find(word, at + 1) if at >= 0 else -1
    pieces: list[bytes] = []
    done = 0
    for start in sorted(lines):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line = data[start:end].decode("utf-8", "surrogateescape")
        masked = _mask_named(_mask_spoken_of(line)) if in_words else mask(line)
        pieces += (data[done:start], masked.replace(MASK, "").encode("utf-8", "surrogateescape"))
        done = end
    return b"".join((*pieces, data[done:])) if pieces else data


def is_secret_word(word: str) -> bool:
    return _KNOWN_WORD.search(word) is not None or _looks_random(word)
