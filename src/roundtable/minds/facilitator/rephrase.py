"""Saying back what was said, in the person's own words and in one breath.

Three shapes fit into a sentence of ours: a clause ("customers lose the discount when they refresh"), a noun phrase ("the
discount"), and an excerpt in quotation marks, which fits anywhere and in any language. `as_clause` and `as_topic` fall back to
the excerpt whenever the grammar is in doubt, so that the result always reads.
"""

import re
from dataclasses import dataclass
from typing import Final

from roundtable.minds.facilitator.answers.asides import without_asides
from roundtable.minds.facilitator.answers.reading import is_enumeration, names_in
from roundtable.minds.facilitator.answers.roles import find_roles, same_role
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.spans import read_pieces
from roundtable.minds.facilitator.words import (
    AUXILIARIES,
    base_form,
    content_words,
    is_clause,
    is_command,
    is_english,
    third_person,
    word_set,
)

__all__ = [
    "Gist",
    "as_clause",
    "as_topic",
    "excerpt",
    "gist_of",
    "has_clause",
    "is_phrase",
    "listed",
    "noun_phrases",
]

_LONGEST: Final = 14
_FEW: Final = 8
_SHORT_ENOUGH: Final = 11
_FLIP: Final = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you", "us": "you", "our": "your", "ours": "yours",
    "i'm": "you're", "we're": "you're", "i've": "you've", "we've": "you've", "i'd": "you'd", "we'd": "you'd", "i'll": "you'll",
    "we'll": "you'll", "am": "are",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gist:
    """What an answer was, in a form that can be said back."""

    text: str
    items: tuple[str, ...] = ()
    """The members, when it was a list."""
    first: str = ""
    """Its most telling sentence."""
    english: bool = True
    code: bool = False


def gist_of(text: str) -> Gist:
    """The gist of an answer of any length."""
    pieces = read_pieces(text)
    prose = without_asides([piece for piece in pieces if not piece.code])
    items = tuple(piece.flat for piece in prose if piece.bullet and piece.level == 0)
    first = _most_telling([piece.flat for piece in prose])
    return Gist(
        text=text,
        items=items if len(items) > 1 else (),
        first=first,
        english=is_english(text[:2000]),
        code=bool(pieces) and not prose,
    )


_HEDGED: Final = re.compile(
    r"^(?:nothing|none|nobody|no\b|not (?:sure|really|yet)|maybe|perhaps|i (?:think|guess|mean|suppose|don['’]?t know)|hard to say|it depends|depends|well\b|hm+|looks? (?:right|good|fine)|that(?:['’]s| is) (?:fine|right|good))",
    re.IGNORECASE,
)


def _most_telling(sentences: list[str]) -> str:
    """The first sentence that says something, unless it only leads up to a fuller one."""
    full = [sentence for sentence in sentences if len(content_words(sentence)) >= 2]
    plain = [sentence for sentence in full if not _HEDGED.match(sentence)]
    if plain and len(plain) > 1 and len(content_words(plain[0])) < 4:
        best = max(len(content_words(sentence)) for sentence in plain)
        plain = [plain[0]] if best < 8 else [s for s in plain if len(content_words(s)) == best]
    return next(iter((*plain, *full, *sentences)), "")


_MARKUP: Final = re.compile(
    r"<[^<>]{0,200}>|(?<!\S)[*_#>|~]{2,}(?!\S)|^#+\s*|\[([^\]]{0,80})\]\([^)]{0,200}\)|[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
)
_BOLD: Final = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(?P<words>[^*_]{1,200}?)(?<=\S)\1(?![\w*])")


def clean(text: str) -> str:
    """The words without markup, control characters and question marks, on one line."""
    text = _BOLD.sub(lambda hit: hit["words"], text)
    text = _MARKUP.sub(lambda hit: f" {hit[1] or ''} ", text)
    text = re.sub(r"`{2,}|[{}\\]", " ", text).replace("?", "").replace("？", "")
    return " ".join(text.split())


def excerpt(text: str, most: int = 12) -> str:
    """The beginning of what was said, in quotation marks; cut at a word, with an ellipsis when something is left out."""
    words = clean(text).strip(' .,;:!"“”。，；！').replace('"', "'").split()
    if not words:
        return ""
    kept = words if len(words) <= most + 2 else words[: _natural_end(words, most)]
    shown = " ".join(kept)
    cut = len(words) > len(kept)
    if len(shown) > 110:
        shown = shown[:110].rpartition(" ")[0] or shown[:110]
        cut = True
    return f'"{shown.rstrip(" ,;:.")}{"…" if cut else ""}"'


_NEVER_LAST: Final = word_set(
    "a an the and or but of to in on at by for per with from as that which who whose when if so because into than then is are was were be been"
    " has have had do does did must should shall will would can could may might not no their its our your my his her this these those it they we"
    " more less most very too only also just about over under between every each all any some und oder der die das mit für von zu"
)
_STARTS_NEW: Final = word_set(
    "and but because when if so which who that while where unless until although since"
)


def _natural_end(words: list[str], most: int) -> int:
    """Where to stop within the first `most` words: before a new clause or after a comma, never after a small word."""
    for at in range(most, most // 2, -1):
        if (words[at - 1][-1:] in ",;:" and 10 * at >= 7 * most) or words[at].lower() in _STARTS_NEW:
            most = at
            break
    while most > 2 and words[most - 1].lower().strip(",;:") in _NEVER_LAST:
        most -= 1
    return most


_OPENING: Final = re.compile(r"^(?:(?:well|so|ok(?:ay)?|yes|yeah|no(?=[,:])|hmm+|actually|basically|honestly|mostly|right now|currently|at the moment|i think|i guess|i believe|i mean|in short|to be honest|frankly|what i (?:keep thinking(?: about)?|mean|want(?: to say)?|would say|think) is|the (?:thing|problem|point|trouble|issue|idea) is(?: this)?(?=:)|the thing is|and|but|also|then)[,:]?\s+)+(?:that\s+)?", re.IGNORECASE)  # fmt: skip
_TAIL: Final = re.compile(r"\s*(?:[;(–—]|\s-\s|,\s+(?:and|but|because|so|which|since|while|or|where|as|even|although|though)\b|\s+(?:because|although|so that|e\.g\.)\s).*$", re.IGNORECASE)  # fmt: skip


def _trim(sentence: str) -> str:
    """One clause of manageable length, or nothing."""
    bare = _OPENING.sub("", clean(sentence)).strip(" .,;:!")
    if bare.count('"') == 2 and bare[0] == bare[-1] == '"':
        bare = bare.strip('"')
    elif bare.count('"') % 2:
        bare = bare.replace('"', "")
    bare = re.sub(r"^let['’]?s\s+", "you would ", bare, flags=re.IGNORECASE)
    # "That we mask too much" is what somebody fears; said back it is the clause itself.
    bare = re.sub(
        r"^that\s+(?=(?:we|i|they|you|it|the|an?|our|no|nobody|every|all|due|some)\b)",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    head = _TAIL.sub("", bare)
    if len(bare.split()) <= _SHORT_ENOUGH and ";" not in bare:
        # Short enough to be said whole; without its reason it would say something else.
        return bare
    if 4 <= len(head.split()) <= _LONGEST:
        return head
    return bare if len(bare.split()) <= _LONGEST else _first_clause(bare)


def _first_clause(sentence: str) -> str:
    """The beginning of a long sentence up to a comma, when it says something by itself; else nothing."""
    for stop in re.finditer(r"[,;]\s", sentence):
        head = sentence[: stop.start()]
        if is_enumeration(sentence, stop.start()):
            return ""
        if 3 <= len(head.split()) <= _LONGEST and is_clause(head) and not _begins_badly(head):
            return head
    return ""


def _you(text: str) -> str:
    """The same seen from the other side of the table: "we lose orders" becomes "you lose orders"."""
    words = re.split(r"(\s+)", text)
    flipped = [_FLIP.get(re.sub(r"’", "'", word).strip(",.;:").lower(), "") for word in words]
    return "".join(
        (new + word[len(word.rstrip(",.;:")) :] if new else word)
        for new, word in zip(flipped, words, strict=True)
    )


_KEEP: Final = word_set("I I'm I've I'd English German French API CSV Mr Mrs Ms Dr Prof Sir Madam")


def _uncapital(text: str, known: str = "") -> str:
    """First letter small, where the word is surely no name: a common word, or one that was written small before."""
    first = re.match(r"[^\W\d_]*", text)
    word = first.group() if first else ""
    if not word or re.match(r"\S*[A-Z`/_.]\w|\S*\d", text[1:]) or word in _KEEP or find_technologies(word):
        return text
    common = (
        word.lower() in _COMMON
        or base_form(word) is not None
        or word.lower().endswith(("ing", "ed", "ly", "tion", "ment", "ness"))
        or (word.lower().endswith("s") and not word.lower().endswith("ss"))
        or re.search(rf"(?<!\w){word.lower()}(?!\w)", known) is not None
    )
    return text[:1].lower() + text[1:] if common else text


_COMMON: Final = word_set(
    "the a an this that these those it there they we you he she people when if while after before every each all some any no nobody everyone"
    " someone somebody anybody anyone everybody our your their its my in on at with without for from by as one two three most many only also just even both either other another"
    " once twice today yesterday now currently then than until unless because since so and or but not never always often sometimes first last"
    " nothing something anything everything none more less few several such same what which who how where why whether during between under over"
)


def is_phrase(gist: Gist) -> bool:
    """Whether the answer was a short noun phrase as a whole: "customers, support agents and admins"."""
    if gist.code or not gist.english or gist.items:
        return False
    sentence = _trim(gist.first)
    return (
        bool(sentence)
        and len(gist.text.split()) <= len(sentence.split()) + 3
        and len(sentence.split()) <= 8
        and not is_clause(sentence)
        and (not is_command(sentence) or _is_role(sentence))
        and not _ends_badly(sentence)
        and not _begins_badly(sentence)
        and not any(is_clause(part) for part in re.split(r"[,;]\s+", sentence)[1:])
        and not (len(sentence.split()) <= 3 and sentence.split()[-1].lower() in _SURELY_VERBS)
    )


_SURELY_VERBS: Final = word_set(
    "wins fails breaks works happens matters helps expires crashes wins decides depends"
)


def as_clause(gist: Gist, known: str = "") -> str:
    """A clause that can follow "so " or "that ". `known`: what was said before."""
    known = f"{known} {gist.text[1:]}"
    if gist.code:
        return "the code itself says it best"
    if not gist.english:
        said = excerpt(gist.first or gist.text)
        return f"in your words it is {said}" if said else "you have put it in your own words"
    if gist.items:
        return _counted(gist)
    sentence = _trim(gist.first)
    if not sentence:
        said = excerpt(gist.first or gist.text)
        return f"the heart of it is {said}" if said else "that is where it stands"
    if _HALF.match(sentence):
        return f"the heart of it is {excerpt(gist.first or sentence)}"
    if is_clause(sentence):
        return _uncapital(_you(sentence), known)
    if is_command(sentence) and not (_is_role(sentence) or is_phrase(gist) or _starts_with_tech(sentence)):
        return f"the point is to {_uncapital(_you(sentence), known)}"
    if is_phrase(gist):
        return f"it comes down to {_uncapital(_you(sentence), known)}"
    return f"the heart of it is {excerpt(gist.first or sentence)}"


_HALF: Final = re.compile(
    r"(?:if|when|whenever|unless|because|since|whether|until|although|while)\b[^,]*$", re.IGNORECASE
)
"""A condition or a reason without what it is for."""


def _starts_with_tech(text: str) -> bool:
    found = find_technologies(text)
    return bool(found) and found[0].start == 0


def _is_role(text: str) -> bool:
    roles = find_roles(text)
    return bool(roles) and same_role(roles[0][0]) == same_role(text)


def _begins_badly(text: str) -> bool:
    first = text.split()[0].lower().strip(",.;:")
    return first in _NO_NOUN_FIRST or first in AUXILIARIES or bool(re.search(r"[()=<>\[\];]|->", text))


_NO_NOUN_FIRST: Final = word_set(
    "because since if when while so but and or as to for with by in on at from not no never yes only then than mostly more less too very it"
    " depends def function nothing none nobody nowhere whether what how always maybe perhaps looks look just probably is are was were has have that which who"
)


def _ends_badly(text: str) -> bool:
    return text.rstrip("’'").endswith(("'s", "’s")) or text.split()[-1].lower() in word_set(
        "the a an of to in on at by for with and or but is are not that"
    )


def _counted(gist: Gist) -> str:
    shown = [_short(item) for item in gist.items[:2]]
    number = _NUMBERS.get(len(gist.items), str(len(gist.items)))
    if len(gist.items) == 2:
        return f"there are two things here, {shown[0]} and {shown[1]}"
    return f"there are {number} things here, starting with {shown[0]} and {shown[1]}"


_NUMBERS: Final = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
}


def _short(item: str) -> str:
    bare = clean(item).strip(" .,;:!\"'*")
    if len(bare.split()) > 5:
        return excerpt(item, most=5)
    return f'"{bare.replace(chr(34), chr(39))}"' if bare else "an empty line"


_DETERMINERS: Final = word_set(
    "the a an our your their his her its my every each all some any no this that these those both most many"
)
_NOT_IN_PHRASE: Final = word_set(
    """
    and or but if when while that which who whom whose because so as than then there here not no never always only just also too very really
    quite to of in on at by for with from into onto over under between through during before after until since without within about above
    i we you they he she it me us him them my mine is are was were be been being am do does did has have had can could will would shall
    should may might must cannot can't don't doesn't won't isn't aren't i'm we're it's that's what how why where more less most least much
    able possible sure depends same different half first second two three four five six seven eight nine ten hundred thousand hour hours
    minute minutes day days week weeks month months year years time times number mostly mainly hand
    many few lot lots something anything nothing everything someone anyone everyone nobody thing things way ways kind kinds sort one ones
    although though however unless whether whereas despite either neither both nor yet
    yes ok okay please maybe perhaps actually basically currently today now already still again once twice even like such other another
    """
)


def noun_phrases(text: str) -> list[str]:
    """Phrases of one to four words that name something, in order; a rough cut, but each is the person's own words."""
    phrases: list[str] = []
    for part in re.split(r"\.(?=\s|$)|,(?!\d)|[;:!?()\[\]\"“”\n]+|\s[-–—]\s", clean(text[:1500])):
        run: list[str] = []
        for word in [*part.split(), ""]:
            bare = word.strip("'’*_")
            lowered = bare.lower()
            if not bare or lowered in _NOT_IN_PHRASE or _is_verb_here(lowered, run) or _is_doing(lowered):
                _keep(phrases, run)
                run = []
            elif lowered in _DETERMINERS:
                _keep(phrases, run)
                run = [_FLIP.get(lowered, lowered)]
            else:
                run.append(bare)
    return list(dict.fromkeys(phrases))


def _is_doing(word: str) -> bool:
    """`typing`, `finding`: the -ing form of a verb we know."""
    root = word.removesuffix("ing")
    return root != word and (
        base_form(root) is not None or base_form(f"{root}e") is not None or base_form(root[:-1]) is not None
    )


def _is_verb_here(word: str, run: list[str]) -> bool:
    if word in AUXILIARIES:
        return True
    if third_person(word) and run and run[-1].lower() not in _DETERMINERS:
        return not word.endswith("s") or not run[-1].lower().endswith("ed")
    return (
        base_form(word) is not None
        and not (run and run[-1].lower() in _DETERMINERS)
        and (not run or run[-1].endswith("s"))
    )


def _keep(phrases: list[str], run: list[str]) -> None:
    words = run[1:] if run and run[0].lower() in _DETERMINERS else run
    # What is a verb as well ("the report read") is left out at the end: it rarely belongs to the name.
    while words and (
        words[-1].lower().endswith("ly") or (len(words) > 1 and base_form(words[-1]) is not None)
    ):
        words = words[:-1]
    if not words or not any(re.search(r"[^\W\d]", word) for word in words) or len(" ".join(words)) > 50:
        return
    if len(words) > 4:
        words = words[-3:]
        run = words
    article = (
        run[0].lower()
        if run
        and run[0].lower() in _DETERMINERS
        and run[0].lower() not in ("this", "that", "these", "those", "no", "some", "any")
        else ""
    )
    phrases.append(f"{article} {' '.join(words)}" if article else " ".join(words))


def has_clause(gist: Gist) -> bool:
    """Whether the answer has a sentence that can be said back as one."""
    if gist.code or not gist.english:
        return False
    sentence = _trim(gist.first)
    return bool(gist.items) or (
        bool(sentence) and (is_clause(sentence) or (is_command(sentence) and not _is_role(sentence)))
    )


def as_topic(gist: Gist, known: str = "") -> str:
    """A noun phrase that can follow "about " or "for ". `known` is the item's own text, whose words are preferred."""
    if gist.code:
        return "that piece of code"
    if not gist.english:
        return excerpt(gist.first or gist.text, most=8) or "that"
    if gist.items:
        return listed([_short(item) for item in gist.items[:2]], len(gist.items) - 2)
    if is_phrase(gist):
        return _uncapital(_you(_trim(gist.first)), f"{known} {gist.text[1:]}")
    if re.search(r"\w\(.*\)", gist.first):
        return excerpt(gist.first, most=8)
    names = names_in(gist.first)
    if names and len(gist.first.split()) <= _FEW:
        return f"`{names[0].strip('`')}`"
    # One noun out of a sentence is no fair summary of it; its own words are.
    return excerpt(gist.first or gist.text, most=10) or "that"


def listed(names: list[str], more: int = 0) -> str:
    """ "a and b", "a, b and 3 more"."""
    if more > 0:
        return f"{', '.join(names)} and {more} more"
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
