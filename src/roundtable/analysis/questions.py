"""Questions and criteria read from the prose of a step or topic file, ours or anybody's.

    1. What goes wrong today, and for whom? <!-- problem, stakeholder -->
       - If no number is given: which figure would you call a failure? <!-- quality -->

- Any list item, paragraph, heading or table cell with a sentence that ends in a question mark asks something; fenced code
  never does. One sentence, one question.
- A section that asks nothing at all yields its list items, or its first sentence, as prompts in their own words.
- Kinds come from the trailing comment; without one, from the wording and the step around it (`wording.kinds_asked`).
  There is always one.
- Any text is read without complaint; complaints are the library check's.

Elsewhere: blocks of Markdown (`blocks`), the table of kinds (`kinds`).
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.analysis.blocks import Block, read_blocks
from roundtable.analysis.instructions import as_prompt, is_instruction, speaks_to_the_person
from roundtable.analysis.kinds import Tag, read_tags
from roundtable.analysis.record import Record
from roundtable.analysis.wording import NOWHERE, Setting, kinds_asked

__all__ = [
    "LONGEST_QUESTION",
    "Criterion",
    "FollowUp",
    "Question",
    "asked_in",
    "comments",
    "placeholders",
    "plain_text",
    "read_questions",
    "read_validation",
]

LONGEST_QUESTION: Final = 30
"""Words, by the manners of the table."""


class FollowUp(Record):
    """What to ask next when the answer calls for it; an empty condition means whenever the answer is thin."""

    condition: str
    text: str
    kinds: tuple[str, ...]


class Question(Record):
    """One thing to ask, and the kinds of fact its answer fills, main one first."""

    text: str
    kinds: tuple[str, ...]
    follow_ups: tuple[FollowUp, ...] = ()


class Criterion(Record):
    """One thing that must be known before a step or topic is done."""

    text: str
    kind: str
    at_least: int = 1
    per: str | None = None


_MARK: Final = "?？؟"
_COMMENT: Final = re.compile(r"<!--(.*?)-->", re.DOTALL)
_PLACEHOLDER: Final = re.compile(r"(?<![{$\w])\{([a-z][a-z_]*)\}(?!\})")


def placeholders(text: str) -> tuple[str, ...]:
    """The names in `{braces}`, in order of first appearance, code fences left out."""
    names = (name for block in read_blocks(text) for name in _PLACEHOLDER.findall(block.text))
    return tuple(dict.fromkeys(names))


def comments(text: str) -> tuple[str, ...]:
    """What the HTML comments in a text say."""
    return tuple(said.strip() for said in _COMMENT.findall(text))


def plain_text(text: str) -> str:
    """The words of a piece of Markdown: no comments, emphasis, link targets or needless space."""
    text = _COMMENT.sub(" ", text)
    text = re.sub(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)", r"\1", text)
    text = re.sub(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
    return " ".join(text.split())


def read_questions(section: str, setting: Setting = NOWHERE) -> tuple[Question, ...]:
    """The questions of a section, in order, each with its follow-ups; `setting` says what the step around it is about."""
    questions: list[Question] = []
    asked_at: int | None = None
    blocks = read_blocks(section)
    for block in blocks:
        if block.kind == "heading":
            setting = setting._replace(heading=plain_text(block.text))
        if asked_at is not None and block.level <= asked_at and not _is_follow_up(block):
            asked_at = None
        for asked in _asked(block, setting):
            if questions and asked_at is not None:
                follow_up = FollowUp(condition=asked.condition, text=_capital(asked.text), kinds=asked.kinds)
                questions[-1] = questions[-1].model_copy(
                    update={"follow_ups": (*questions[-1].follow_ups, follow_up)}
                )
            else:
                questions.append(Question(text=_capital(f"{asked.lead}{asked.text}"), kinds=asked.kinds))
        if block.kind == "item" and block.level == 0 and _wants_an_answer(block):
            wish = _capital(as_prompt(plain_text(block.text)))
            questions.append(Question(text=wish, kinds=_tags_in(block.text) or kinds_asked(wish, setting)))
        if questions and asked_at is None and any(mark in _without_comments(block) for mark in _MARK):
            asked_at = block.level
    if not any(mark in _without_comments(block) for block in blocks for mark in _MARK):
        return _prompts(blocks, setting)
    return tuple(questions) or _prompts(blocks, setting)


def _wants_an_answer(block: Block) -> bool:
    """Whether a list item without a question mark is put to the person all the same, as in "Describe a normal day."."""
    words = plain_text(block.text)
    return (
        not any(mark in words for mark in _MARK)
        and len(words.split()) <= LONGEST_QUESTION
        and speaks_to_the_person(words)
    )


def asked_in(block: Block) -> tuple[str, ...]:
    """What one block asks, conditions of follow-ups left out."""
    return tuple(asked.text for asked in _asked(block))


def read_validation(section: str, setting: Setting = NOWHERE) -> tuple[Criterion, ...]:
    """The criteria of a Validation section: its list items, or, when there are none, its sentences."""
    blocks = read_blocks(section)
    items = [block for block in blocks if block.kind == "item"]
    if not items:
        sentences = (_sentences(block.text) for block in blocks if block.kind != "heading")
        texts = [sentence for block in sentences for sentence in block]
    else:
        texts = [block.text for block in items]
    return tuple(_criterion(text, setting) for text in texts if plain_text(text))


class _Asked(NamedTuple):
    text: str
    kinds: tuple[str, ...]
    condition: str
    lead: str
    """The condition as it was written, for a question that turns out to follow nothing."""


_CONDITION: Final = re.compile(
    r"(?:if|when|unless)\s+(?P<condition>[^?？؟]{1,200}?)"
    r"(?::|,\s*(?:then\s+)?ask:?|\s+(?:-{1,2}>?|–|—|→|=>))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_FOLLOW_UP: Final = re.compile(
    r"(?:follow[- ]?ups?|probe|then ask|also ask)\b[^:?]{0,40}:\s+(?P<rest>.+)$", re.IGNORECASE
)
_INSTRUCTION: Final = re.compile(
    r"(?:ask(?:\s+(?:the\s+)?(?:user|them|developer))?|prompt|question|q)\s*[0-9]*\s*[:.]\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"(?:\*\*|__)(?P<label>[^*_?]{1,60}?)(?:\*\*|__)\s*(?:[:–—>→=-]+)?\s+(?P<rest>.+)$|"
                           r"(?:\*\*|__)(?P<label2>[^*_?]{1,60}?):(?:\*\*|__)\s+(?P<rest2>.+)$")  # fmt: skip
_QUOTED: Final = re.compile(rf"[\"“«]([^\"”»]{{2,400}}[{_MARK}])[\"”»]")


def _is_follow_up(block: Block) -> bool:
    text = plain_text(block.text)
    return bool(_FOLLOW_UP.match(text)) or (text.lower().startswith("if ") and bool(_CONDITION.match(text)))


def _asked(block: Block, setting: Setting = NOWHERE) -> Iterator[_Asked]:
    """The questions in one block, each with the tags of the next comment after it."""
    pieces = _COMMENT.split(block.text)  # text, comment, text, comment, ..., text
    label = ""
    for at in range(0, len(pieces), 2):
        tags = read_tags(pieces[at + 1])[0] if at + 1 < len(pieces) else ()
        text = pieces[at].strip()
        if at == 0:
            label, text = _split_label(text)
        condition, text, lead = _split_condition(label, plain_text(text))
        for question in _questions_in(text):
            where = setting._replace(heading=label) if label and not lead else setting
            kinds = tuple(dict.fromkeys(tag.kind for tag in tags)) or kinds_asked(f"{lead}{question}", where)
            yield _Asked(question, kinds, condition, lead)


def _split_label(text: str) -> tuple[str, str]:
    match = _LABEL.match(text)
    if match is None:
        return "", text
    rest = match["rest"] or match["rest2"] or ""
    # A bold beginning of a sentence ("**Who** uses it?") is emphasis; a label is set off or starts a new sentence.
    set_off = (
        match["label2"] is not None
        or text[match.end("label") + 2 :].lstrip()[:1] in ":–—=→-"
        or rest[:1].isupper()
    )
    return ((match["label"] or match["label2"]).strip(), rest) if set_off else ("", text)


def _split_condition(label: str, text: str) -> tuple[str, str, str]:
    """The condition, what is asked, and the words between which it stood."""
    if label.lower().startswith(("if ", "when ", "unless ")):
        return label.partition(" ")[2].strip(), text, f"{label}: "
    if (match := _FOLLOW_UP.match(text)) is not None:
        return "", match["rest"], ""
    if (match := _CONDITION.match(text)) is not None and any(mark in match["rest"] for mark in _MARK):
        return match["condition"].strip(), match["rest"], text[: match.start("rest")]
    return "", text, ""


def _questions_in(text: str) -> Iterator[str]:
    """Each sentence that asks. A short lead-in stays when it and its question together are short enough."""
    quoted = _QUOTED.findall(text)
    if quoted and not text.rstrip(")*_ ").endswith(tuple(_MARK)):
        yield from (said.strip() for said in quoted)
        return
    instruction = _INSTRUCTION.match(text)
    sentences = _sentences(instruction["rest"] if instruction else text)
    asking = [sentence for sentence in sentences if _ends_asking(sentence)]
    if len(asking) == 1 and sentences and sentences[-1] is asking[0]:
        together = " ".join(sentences)
        if len(together.split()) <= LONGEST_QUESTION:
            yield together.strip('"“”«» ')
            return
    for sentence in asking:
        yield sentence.strip('"“”«» ')


def _ends_asking(sentence: str) -> bool:
    return sentence.rstrip("\"“”»«')*_ ").endswith(tuple(_MARK))


_BOUNDARY: Final = re.compile(
    r"(?<=[.!])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!cf\.)[\"”’)]*\s+(?=[\"“«(¿]?[^\Wa-z])|(?<=[?？؟])[\"”’»)]*\s+"
)


def _sentences(text: str) -> list[str]:
    # "What if it fails? or times out?" is one question with a stray mark, not two.
    text = re.sub(r"\?\s+(?=[a-z])", ", ", re.sub(r"\?\s+Or\b", "? or", text))
    return [sentence.strip() for sentence in _BOUNDARY.split(text) if sentence.strip()]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _without_comments(block: Block) -> str:
    return _COMMENT.sub("", block.text)


def _prompts(blocks: tuple[Block, ...], setting: Setting) -> tuple[Question, ...]:
    """A section without a single question: its outer list items, else the sentences that want something said.

    What instructs an interviewer is put as it would be said; without any of that, the first sentence has to do.
    """
    found = [(plain_text(b.text), b.text) for b in blocks if b.kind == "item" and b.level == 0]
    found = [pair for pair in found if _has_words(pair[0])]
    if not found:
        told = [
            (sentence, block.text)
            for block in blocks
            if block.kind == "paragraph"
            for sentence in _sentences(plain_text(block.text))
            if _has_words(sentence)
        ]
        found = [pair for pair in told if is_instruction(pair[0])] or told[:1]
    spoken = [(_capital(as_prompt(words)), whole) for words, whole in found]
    return tuple(
        Question(text=text, kinds=_tags_in(whole) or kinds_asked(text, setting)) for text, whole in spoken
    )


def _has_words(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _tags_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.kind for said in comments(text) for tag in read_tags(said)[0]))


_NUMBER_WORDS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_AT_LEAST: Final = re.compile(
    rf"\bat least ({'|'.join(_NUMBER_WORDS)}|[0-9]{{1,3}})\b|\b({'|'.join(_NUMBER_WORDS)}|[0-9]{{1,3}}) or more\b",
    re.IGNORECASE,
)


def _criterion(text: str, setting: Setting) -> Criterion:
    tags = [tag for said in comments(text) for tag in read_tags(said)[0]]
    words = plain_text(text)
    tag = tags[0] if tags else _tag_from(words, setting)
    return Criterion(text=words, kind=tag.kind, at_least=tag.at_least, per=tag.per)


_OF_EACH: Final = re.compile(
    r"\b(?:each|every|all)(?: of the)? (?P<owner>(?:functional )?requirements?|(?:user )?stor(?:y|ies))\b"
    r".{0,30}?\b(?:ha(?:s|ve)|carr(?:y|ies)|comes? with|is|are)\b(?P<what>.+)$",
    re.IGNORECASE,
)


_WHO_CAN: Final = re.compile(
    r"^(?:the |an? )?(?:analyst|user|person|developer|interviewer|team|stakeholder|reader|step|answers?|responses?)\s+"
    r"(?:(?:must|should|can|could|will|has to|have to|is able to|are able to|has|have)\s+)?(?:be able to\s+|been able to\s+)?"
    r"(?:state[sd]?|names?|named|describe[sd]?|explain(?:s|ed)?|identif(?:y|ies|ied)|give[ns]?|gave|provide[sd]?|list(?:s|ed)?|tell|say|said|point(?:s|ed)? to|confirm(?:s|ed)?)\s+(?=\w)",
    re.IGNORECASE,
)


def _tag_from(words: str, setting: Setting) -> Tag:
    """What an untagged criterion wants: "each story has a priority" wants one for each."""
    words = _WHO_CAN.sub("", words)
    if (match := _OF_EACH.search(words)) is not None:
        owner = "story" if "stor" in match["owner"].lower() else "requirement"
        kind = kinds_asked(match["what"])[0]
        if kind in ("criterion", "priority", "error_case") or (kind, owner) == ("story", "requirement"):
            return Tag(kind=kind, per=owner)
    return Tag(kind=kinds_asked(words, setting)[0], at_least=_count_in(words))


def _count_in(words: str) -> int:
    match = _AT_LEAST.search(words)
    if match is None:
        return 1
    found = (match[1] or match[2]).lower()
    return max(1, _NUMBER_WORDS.get(found) or int(found))
