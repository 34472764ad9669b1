"""Questions and criteria read from the prose of a step or topic file, ours or anybody's.

- Any sentence that ends in a question mark asks something, but in fenced code. One sentence, one question. Items nested below it
  say more about it: `Why:`, `Simpler:`, `Label:` and `When:` lines, and follow-ups.
- A section that asks nothing at all yields its list items, or its first sentence, as prompts. Files written for a coding agent often
  say "Ask the user to describe the data" and never ask: `as_prompt` gives the sentence to say instead.
- Kinds come from the trailing comment; without one, from the wording and the step around it. There is always one.
- Any text is read without complaint; complaints are the library check's.

Elsewhere: what a question is (`questions`), blocks of Markdown (`blocks`).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from roundtable.analysis.blocks import Block, read_blocks
from roundtable.analysis.kinds import Tag, read_tags
from roundtable.analysis.questions import (
    COMMENT,
    LONGEST_QUESTION,
    Criterion,
    FollowUp,
    Question,
    plain_text,
    unfillable,
)
from roundtable.language.question_kinds import NOWHERE, Setting, kinds_asked
from roundtable.language.sentences import sentences

_TOLD: Final = re.compile(
    r"(?i)(?P<verb>ask|prompt|invite|find out|establish|determine|clarify|explore|understand|identify|capture|gather|collect|probe)"
    r"(?:\s+(?:the\s+)?(?:user|developer|person|stakeholders?|team|them)(?=\s+(?:to|about|for|what|which|who|how|where|when|why)\b))?"
    r"(?:\s+(?P<link>to|about|for|into))?\s+(?P<rest>.+)$"
)
_CLAUSE: Final = ("what ", "which ", "who ", "how ", "where ", "when ", "why ", "whether ", "if ")
_TO_THE_PERSON: Final = (
    "describe list name explain tell walk state give outline define specify spell sketch show think imagine rank"
    " estimate draw write say mention pick choose share take"
)
_SPOKEN: Final = (
    ("the user's ", "your "),
    ("their ", "your "),
    ("the user wants", "you want"),
    ("the user needs", "you need"),
    ("the user ", "you "),
)
"""Said about the person, and said to them."""


def as_prompt(sentence: str) -> str:
    bare = sentence.strip()
    match = _TOLD.match(bare)
    if match is None:
        return bare
    rest = match["rest"]
    for about, to in _SPOKEN:
        rest = rest.replace(about, to)
    rest = rest.strip().rstrip(".!;:, ")
    if match["link"] == "to":
        return f"Please {rest}."
    if rest.lower().startswith(_CLAUSE):
        return f"Could you tell me {rest}?"
    return f"What can you tell me about {rest}?"


def speaks_to_the_person(sentence: str) -> bool:
    """Whether a sentence, though no question, plainly wants an answer: "Describe a normal day", "Ask the user to …"."""
    bare = sentence.strip()
    first = bare.removeprefix("Please ").lower().split(" ")[0]
    match = _TOLD.match(bare)
    return first in _TO_THE_PERSON.split() or (match is not None and match["link"] == "to")


_MARKS: Final = ("?", "？", "؟")
_LEADS_ON: Final = re.compile(
    r"(?is)(?:(?:let me|let's|i will|i'll|we will|we'll) (?:now )?(?:present|show|summari[sz]e|walk|propose|outline|share|recap)\b|"
    r"(?:here|below|this) (?:is|are)\b|present\b|summari[sz]e\b).{0,200}$"
)
_SPEAKER: Final = re.compile(
    r"[*_\"“]*(?:Maya|Alex|Jordan)(?: Chen| Rivera| Park)?(?: \([^)]+\))?[*_]*:[*_]*\s+"
)
"""Who speaks stands before every message; a file that writes it, too, would have it said twice."""


@lru_cache(maxsize=512)  # every step of a session asks every file of the library
def read_questions(section: str, setting: Setting = NOWHERE) -> tuple[Question, ...]:
    """The questions of a section, in order, each with what is said about it; `setting` is the step around it."""
    questions: list[Question] = []
    asked_at: int | None = None
    blocks = read_blocks(section)
    for block in blocks:
        if block.kind == "heading":
            setting = setting._replace(heading=plain_text(block.text))
        if asked_at is not None and block.level <= asked_at and not _is_follow_up(block):
            asked_at = None
        if questions and asked_at is not None and (detail := _detail(block)):
            questions[-1] = questions[-1].changed(**detail)
            continue
        for asked, lead in _asked(block, setting):
            if questions and asked_at is not None:
                follow_ups = (*questions[-1].follow_ups, asked.changed(text=_capital(asked.text)))
                questions[-1] = questions[-1].changed(follow_ups=follow_ups)
            else:
                questions.append(Question(text=_capital(f"{lead}{asked.text}"), kinds=asked.kinds))
        if block.kind == "item" and block.level == 0 and _wants_an_answer(block):
            questions.append(_prompt(plain_text(block.text), block.text, setting))
        if questions and asked_at is None and _has_mark(block):
            asked_at = block.level
    fit = tuple(question for question in questions if not unfillable(question.text))
    if questions and not fit:
        return ()
    return fit if any(_has_mark(block) for block in blocks) and fit else _prompts(blocks, setting)


def asked_in(block: Block) -> tuple[str, ...]:
    """What one block asks, conditions of follow-ups left out."""
    return tuple(asked.text for asked, _lead in _asked(block))


def conditions_in(block: Block) -> tuple[str, ...]:
    """The conditions of a `When:` line; nothing for any other block."""
    return tuple(_detail(block).get("when", ())) if block.level else ()


def read_validation(section: str, setting: Setting = NOWHERE) -> tuple[Criterion, ...]:
    """The criteria of a Validation section: its list items, or, when there are none, its sentences."""
    blocks = read_blocks(section)
    texts = [block.text for block in blocks if block.kind == "item"]
    if not texts:
        told = [block.text for block in blocks if block.kind != "heading"]
        texts = [sentence for text in told for sentence in _sentences(text)]
    return tuple(_criterion(text, setting) for text in texts if plain_text(text))


def _detail(block: Block) -> dict[str, tuple[str, ...]] | dict[str, str]:
    """What a nested line says about the question above it: its purpose, a simpler wording, a label, or its conditions."""
    name, _, said = plain_text(block.text).partition(": ")
    if not said or name not in {"Why", "Simpler", "Label", "When"}:
        return {}
    if name == "Simpler":
        return {"simpler": said}
    if _ends_asking(said):  # "When: by which date is it needed?" asks, and says nothing about asking
        return {}
    if name != "When":
        return {"purpose" if name == "Why" else "label": said}
    parts = (" ".join(part.lower().split()) for part in said.rstrip(".").split(","))
    return {"when": tuple(filter(None, parts))}


_CONDITION: Final = re.compile(
    r"(?:if|when|unless)\s+(?P<condition>[^?？؟]{1,200}?)"
    r"(?::|,\s*(?:then\s+)?ask:?|\s+(?:-{1,2}>?|–|—|→|=>))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_FOLLOW_UP: Final = re.compile(
    r"(?i)(?:follow[- ]?ups?|probe|then ask|also ask)\b[^:?]{0,40}:\s+(?P<rest>.+)$"
)
_TOLD_TO_ASK: Final = re.compile(
    r"(?:ask(?:\s+(?:the\s+)?(?:user|them|developer))?|prompt|question|q)\s*[0-9]*\s*[:.]\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_?]{1,60}?)(?P<colon>:?)(?:\*\*|__)\s*(?P<set_off>[:–—>→=-]*)\s+(?P<rest>.+)$"
)
_QUOTED: Final = re.compile(r"[\"“«]([^\"”»]{2,400}[?？؟])[\"”»]")


def _is_follow_up(block: Block) -> bool:
    text = plain_text(block.text)
    return bool(_FOLLOW_UP.match(text)) or (text.lower().startswith("if ") and bool(_CONDITION.match(text)))


def _asked(block: Block, setting: Setting = NOWHERE) -> Iterator[tuple[FollowUp, str]]:
    """The questions in one block, each with the tags of the next comment after it; and its condition as it was written,
    for a question that turns out to follow nothing.
    """
    pieces = COMMENT.split(block.text)  # text, comment, text, comment, ..., text
    label = ""
    for at in range(0, len(pieces), 2):
        tags = read_tags(pieces[at + 1])[0] if at + 1 < len(pieces) else ()
        text = _SPEAKER.sub("", pieces[at].strip(), count=1) if at == 0 else pieces[at].strip()
        if at == 0:
            label, text = _split_label(text)
        condition, text, lead = _split_condition(label, plain_text(text))
        for question in _questions_in(text):
            where = setting._replace(heading=label) if label and not lead else setting
            kinds = tuple(dict.fromkeys(tag.kind for tag in tags)) or kinds_asked(f"{lead}{question}", where)
            yield FollowUp(condition=condition, text=question, kinds=kinds), lead


def _split_label(text: str) -> tuple[str, str]:
    match = _LABEL.match(text)
    # A bold beginning of a sentence ("**Who** uses it?") is emphasis; a label is set off or starts a new sentence.
    if match is None or not (match["colon"] or match["set_off"] or match["rest"][0].isupper()):
        return "", text
    return match["label"].strip(), match["rest"]


def _split_condition(label: str, text: str) -> tuple[str, str, str]:
    """The condition, what is asked, and the words between which it stood."""
    if label.lower().startswith(("if ", "when ", "unless ")):
        return label.partition(" ")[2].strip(), text, f"{label}: "
    if (match := _FOLLOW_UP.match(text)) is not None:
        return "", match["rest"], ""
    if (match := _CONDITION.match(text)) is not None and any(mark in match["rest"] for mark in _MARKS):
        return match["condition"].strip(), match["rest"], text[: match.start("rest")]
    return "", text, ""


def _questions_in(text: str) -> Iterator[str]:
    """Each sentence that asks. A short lead-in stays when it and its question together are short enough."""
    quoted = _QUOTED.findall(text)
    if quoted and not text.rstrip(")*_ ").endswith(_MARKS):
        yield from (said.strip() for said in quoted)
        return
    told = _TOLD_TO_ASK.match(text)
    found = _sentences(told["rest"] if told else text)
    asking = [sentence for sentence in found if _ends_asking(sentence)]
    if len(asking) == 1 and found[-1] is asking[0] and len(" ".join(found).split()) <= LONGEST_QUESTION:
        asking = [" ".join(found)]
    yield from (sentence.strip('"“”«» ') for sentence in asking)


def _ends_asking(sentence: str) -> bool:
    return sentence.rstrip("\"“”»«')*_ ").endswith(_MARKS)


def _sentences(text: str) -> list[str]:
    # "What if it fails? or times out?" is one question with a stray mark, not two.
    text = re.sub(r"\?\s+(Or\b|[a-z])", lambda match: f", {match[1].lower()}", text)
    return [text[start:end] for start, end in sentences(text)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _has_mark(block: Block) -> bool:
    return any(mark in COMMENT.sub("", block.text) for mark in _MARKS)


def _wants_an_answer(block: Block) -> bool:
    """Whether a list item without a question mark is put to the person all the same, as in "Describe a normal day."."""
    words = plain_text(block.text)
    return not _has_mark(block) and len(words.split()) <= LONGEST_QUESTION and speaks_to_the_person(words)


def _prompts(blocks: tuple[Block, ...], setting: Setting) -> tuple[Question, ...]:
    """A section without a single question: its outer list items, else the sentences that want something said.

    What instructs an interviewer is put as it would be said; without any of that, the first sentence has to do.
    """
    items = [(plain_text(b.text), b.text) for b in blocks if b.kind == "item" and b.level == 0]
    found = [pair for pair in items if not _is_empty(pair[0])]
    if not found:
        texts = [block.text for block in blocks if block.kind == "paragraph"]
        said = [(sentence, text) for text in texts for sentence in _sentences(plain_text(text))]
        told = [pair for pair in said if not _is_empty(pair[0])]
        wanted = [pair for pair in told if _TOLD.match(pair[0].strip()) or speaks_to_the_person(pair[0])]
        found = wanted or told[:1]
    return tuple(_prompt(words, whole, setting) for words, whole in found)


def _prompt(words: str, whole: str, setting: Setting) -> Question:
    words = _SPEAKER.sub("", words, count=1)
    tagged = tuple(dict.fromkeys(tag.kind for said in COMMENT.findall(whole) for tag in read_tags(said)[0]))
    return Question(text=_capital(as_prompt(words)), kinds=tagged or kinds_asked(words, setting))


def _is_empty(sentence: str) -> bool:
    """Whether a sentence has no words, only leads to what a writer was to put below it, or holds what nobody can fill."""
    has_words = any(letter.isalpha() for letter in sentence)
    return not has_words or bool(unfillable(sentence) or _LEADS_ON.match(sentence.strip()))


_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_AT_LEAST: Final = re.compile(r"\bat least (\w+)|\b(\w+) or more\b", re.IGNORECASE)
_OF_EACH: Final = re.compile(
    r"\b(?:each|every|all)(?: of the)? (?:functional |user )?(?P<owner>requirement|stor)\w*\b.{0,30}?"
    r"\b(?:ha(?:s|ve)|carr(?:y|ies)|comes? with|is|are)\b(?P<what>.+)$",
    re.IGNORECASE,
)


def _criterion(text: str, setting: Setting) -> Criterion:
    tags = [tag for said in COMMENT.findall(text) for tag in read_tags(said)[0]]
    words = plain_text(text)
    tag = tags[0] if tags else _tag_from(words, setting)
    return Criterion(text=words, **tag.model_dump())


def _tag_from(words: str, setting: Setting) -> Tag:
    """What an untagged criterion wants: "each story has a priority" wants one for each."""
    if (match := _OF_EACH.search(words)) is not None:
        owner = "story" if match["owner"].lower() == "stor" else "requirement"
        kind = kinds_asked(match["what"])[0]
        if kind in ("criterion", "priority", "error_case") or (kind, owner) == ("story", "requirement"):
            return Tag(kind=kind, per=owner)
    said = _AT_LEAST.search(words)
    found = (said[1] or said[2]).lower() if said else ""
    count = _NUMBERS.get(found) or (int(found) if found.isascii() and found.isdigit() else 1) or 1
    return Tag(kind=kinds_asked(words, setting)[0], at_least=count)
