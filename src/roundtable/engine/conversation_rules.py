"""What no turn of a conversation may contain, whoever wrote it.

`violations(text)` names every broken rule; `repaired(text)` takes the offending parts out. The engine sends nothing that
still breaks a rule after repair, so no mind can let one through.
"""

import re
from typing import Final

MOST_NUMBERED: Final = 2  # numbered questions in one turn

_TABLE: Final = r"""
L-CONV-01 (?i)\bphase\s*[-#:]?\s*0?\d\b(?!\s*(?:amp|volt|commit))
L-CONV-02 (?im)\bstep\s*[-#:]?\s*\d{1,2}\s*[-.]\s*\d{1,2}\b|^\W*step\s+\d+\s*:
L-CONV-04 (?i)\b(?:hand(?:ing|s|ed)?|pass(?:ing|es|ed)?|turn(?:ing|s)?)\s+(?:(?:it|this|things|you|the \w+)\s+)?(?:off|over|on)?\s*(?:to|over to)\s+(?:maya|alex|jordan|(?:the|our) (?:architect|designer|analyst|business analyst|system designer))\b
L-CONV-04 (?i)\b(?:over to (?:you,?\s+)?(?:maya|alex|jordan)|(?:maya|alex|jordan) (?:will|is going to|can) (?:now )?take (?:it |this )?(?:over|from here)|take it away,? (?:maya|alex|jordan)|now passing)\b
L-CONV-05 (?i)(?<![\w`])\[(?:[A-Z]|[YyNn]/[YyNn]|\d{1,2}|continue|skip|elaborate|elaboration|yes|no)\](?!\()
L-CONV-05 \b(?i:type|press|enter|choose|select)\s+[\"'“]?[A-Z1-9][\"'”]?\s+(?:to|for)\b
L-STEER-02 (?i)\b(?:now )?(?:let'?s|let us|i'?d like to|we should|time to|we can)\s+(?:now\s+)?(?:move on to|turn to|switch to|go on to|discuss|talk about|cover)\s+(?:the\s+)?(?:topic|error handling|security|architecture|requirements|specification|next)\b
L-STEER-02 (?i)\b(?:we|you) (?:haven'?t|have not|didn'?t|still need to|have yet to) (?:yet )?(?:cover(?:ed)?|discuss(?:ed)?|talk(?:ed)? about|address(?:ed)?)\b|\bnext (?:topic|on the list|item on)\b
L-COV-01 (?i)\b\d{1,3}\s?%\s+(?:covered|complete|coverage|done)\b|\bcoverage\s*(?:is|at|:)\s*\d|\bcriteri(?:a|on)\s+(?:met|unmet|remaining|left)\b|\b(?:topics?|criteria)\s+(?:covered|remaining|left)\s*:
L-OPEN-02 (?i)\b(?:scanning|indexing|searching) (?:the )?(?:code|codebase|repository|files)\b
L-CONV-01 (?m)^\s{0,3}#{1,6}\s
"""
_RULES: Final = tuple(line.split(" ", 1) for line in _TABLE.strip().splitlines())
_QUOTED: Final = re.compile(r"(?<=[\"“])[^\"“”\n]*\s[^\"“”\n]*(?=[\"”])")
"""What somebody said is quoted as they said it; a single letter in quotation marks is none of it."""
_NUMBERED: Final = re.compile(r"^\s*(?:\d{1,2}[.)]|\(\d{1,2}\)|[a-h][.)])\s+.*\?\s*$", re.MULTILINE)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_INLINE_NUMBERED: Final = re.compile(r"(?:^|\s)\(?\d{1,2}[.)]\s+[^?\n]{3,}\?")


def violations(text: str) -> tuple[str, ...]:
    text = _QUOTED.sub(" ", text)
    broken = [rule for rule, pattern in _RULES if re.search(pattern, text)]
    if max(len(_NUMBERED.findall(text)), len(_INLINE_NUMBERED.findall(text))) > MOST_NUMBERED:
        broken.append("L-CONV-03")
    return tuple(dict.fromkeys(broken))


def is_clean(text: str) -> bool:
    return not violations(text)


def repaired(text: str) -> str:
    """The text without the sentences that break a rule; empty when nothing clean is left."""
    if is_clean(text):
        return text
    kept: list[str] = []
    for line in text.split("\n"):
        clean = [sentence for sentence in _SENTENCE_END.split(line) if is_clean(sentence)]
        if clean or not line.strip():
            kept.append(" ".join(clean))
    whole = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()
    if is_clean(whole):
        return whole
    # What is left breaks a rule only as a whole: a list of numbered questions. Keep its first.
    first = next((sentence for sentence in _SENTENCE_END.split(whole) if is_clean(sentence)), "")
    return first.strip()
