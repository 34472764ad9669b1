"""What a request is about: its nature, the deeds in it with their objects, the things and the people it names.

`read_request` takes any text. It looks for verbs that somebody would do ("lets me search for stocks", "add a flag"), takes
the noun phrase behind each as its object, and notes everything with its own words. What it does not understand it leaves
out; every user of a `Request` has to cope with an empty one.

Elsewhere: the classes of verbs (`deeds`) and of nouns (`things`), what to ask about them (`subjects`).
"""

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from roundtable.minds.facilitator.answers.reading import names_in
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.conversation.deeds import PARTICLES, Deed, deed_of, verb_base
from roundtable.minds.facilitator.conversation.things import is_mass, kind_of, plural, singular
from roundtable.minds.facilitator.rephrase import noun_phrases
from roundtable.minds.facilitator.words import base_form, is_english, word_set

__all__ = ["Action", "Nature", "Request", "read_request"]

Nature = Literal["product", "bug", "command", "library", "pipeline", "change"]

_READ: Final = 3000


@dataclass(frozen=True, slots=True)
class Action:
    """Something that somebody does with something."""

    verb: str
    thing: str
    """A noun phrase without article, as it was written; empty when none follows."""
    deed: Deed


@dataclass(frozen=True, slots=True)
class Request:
    """A request as far as it could be read."""

    text: str
    nature: Nature
    actions: tuple[Action, ...] = ()
    things: tuple[str, ...] = ()
    """Noun phrases, the most central first, each once."""
    actors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Files, functions, flags: words that look like code."""
    english: bool = True
    deeds: frozenset[Deed] = field(default_factory=frozenset[Deed])

    def with_deed(self, *deeds: Deed) -> tuple[Action, ...]:
        """The actions of these classes that have an object."""
        return tuple(action for action in self.actions if action.deed in deeds and action.thing)


_NATURES: Final[tuple[tuple[Nature, re.Pattern[str]], ...]] = (
    (
        "bug",
        re.compile(
            r"\b(?:bugs?|crash\w*|traceback|stack ?trace|exceptions?|regression|broken|fails?|failing|failed|fail|incorrect\w*|wrong(?:ly)?|"
            r"does(?:n['’]?t| not) (?:work|respect|handle|return|show|match|close|raise|support|allow)|do(?:n['’]?t| not) work|unexpected\w*|hangs?|leaks?|"
            r"instead of|should not|shouldn['’]?t|raises?|throws?|expected behaviou?r|actual behaviou?r|steps to reproduce|reproduce\w*|"
            r"drops?|cuts? off|skips?|swallows?|truncates?|overwrites?|forgets?|misses|rejects?|expected(?=\s*:)|actual(?=\s*:)|"
            r"typeerror|valueerror|keyerror|attributeerror|segfault|deadlock|no longer|stopped working|ignores?|ignored|loses?|duplicated?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "command",
        re.compile(
            r"(?<![\w-])--[a-z][\w-]+|\b(?:flags?|command[- ]line|cli|sub-?commands?|exit codes?|stdout|stderr|stdin|terminal|shell completion|dry[- ]run)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "pipeline",
        re.compile(
            r"\b(?:pipelines?|etl|ingest\w*|nightly|batch(?:es)?|cron|datasets?|data (?:lake|warehouse|quality)|csv|parquet|backfill|"
            r"scheduled jobs?|import jobs?|export jobs?|dags?|streams? of)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "library",
        re.compile(
            r"\b(?:apis?|librar(?:y|ies)|packages?|functions?|methods?|class(?:es)?|parameters?|arguments?|kwargs?|signatures?|decorators?|deprecat\w*|"
            r"type hints?|subclass\w*|callbacks?|middleware|endpoints?|webhooks?|plugins?|hooks?|modules?|serializ\w*|refactor\w*|thread[- ]safe\w*)\b",
            re.IGNORECASE,
        ),
    ),
)
_TROUBLE: Final = re.compile(
    r"\b(?:bugs?|crash\w*|fails?|failing|wrong|broken|traceback|regression|drops|cuts off|loses|skips|swallows|truncates|overwrites|ignores|hangs|leaks|"
    r"does(?:n['’]?t| not) \w+|no longer)\b|\b(?:expected|actual)\s*:",
    re.IGNORECASE,
)
_PRODUCT: Final = re.compile(
    r"\b(?:web ?sites?|web ?pages?|web (?:app\w*|portal)|(?:mobile |web |desktop )?app(?:lication)?s?|platforms?|portals?|dashboards?|screens?|pages?|"
    r"online|game|forum|social network|mini-?program|marketplace|shop|store|sign[- ]?up|log ?in|buttons?|users? interface|ui|ux|editor|system|tool)\b",
    re.IGNORECASE,
)
_STRONG_PRODUCT: Final = re.compile(
    r"\b(?:I|we) (?:want|need|would like)(?: to (?:build|have|create))? (?:an?|the|my) [^.]{0,60}?\b(?:web ?site|web|app\w*|platform|portal|dashboard|system|tool|game|feature|mini-?program|page|shop|forum|service)\b",
    re.IGNORECASE,
)


def nature_of(text: str, names: tuple[str, ...] = ()) -> Nature:
    """What sort of item it is: for people to use, a defect, a command, a library, data on its way, or any other change."""
    if _STRONG_PRODUCT.search(text):
        return "product"
    scores: dict[Nature, int] = {nature: len(pattern.findall(text[:_READ])) for nature, pattern in _NATURES}
    scores["library"] += min(len(names), 3)
    product = len(_PRODUCT.findall(text[:_READ]))
    best = max(scores, key=lambda nature: (scores[nature], -list(scores).index(nature)))
    if scores["bug"] >= 2 or (scores["bug"] == 1 and _TROUBLE.search(text)):
        return "bug"
    if scores[best] and scores[best] >= product:
        return best
    return "product" if product else "change"


_NAME: Final = re.compile(r"[\w./:@#-]{2,60}(?:\(\))?")
_TOKEN: Final = re.compile(r"[A-Za-z][\w'’&]*(?:-\w+)*|[.,;:!?()—–]|\d[\d.]*")
_LEADS: Final = word_set(
    "to can could should must may might me us them you i we they will would let lets help helps allow allows enable enables by for"
    " helping letting allowing enabling easily also then actively automatically online that which where and or please"
)
_LISTING: Final = word_set("and or , also then")
_THIRD: Final = word_set("that which website system platform app application it dashboard page and")
_SKIPPED: Final = word_set(
    "a an the my our your their his her its all any some various several different basic core relevant suitable available multiple many other"
    " others latest new own both each every more one certain essential important specific me us this these those such"
)
_STOPS: Final = word_set(
    "and or but so that which who where when while if because as with without in on at by for from into through over to across within around"
    " than then is are was were be been can could should will would may must using via including include based between about under per also"
    " easily online together not it they we i you me them us rather instead up out before after during do does did has have had let lets"
)
_EMPTY: Final = word_set(
    "website site web application app system platform page portal tool feature thing things way ways place one side sides part parts kind kinds"
    " type types me us you them it others someone something anything everything help touch time need needs lot variety access overview range i we"
    " what how everyone people user users experience experiences function functions informed interested life order mini-program program issue"
    " bug problem request option support change changes able possible case"
)
_WEAK: Final = word_set(
    "help let allow enable want need like support include keep stay get make take provide offer build set present do"
)
_AS_NOUNS: Final = word_set(
    "design answer result show offer purchase hire lease rent present access contact message set log form"
)
_HELPING: Final = word_set("help let allow enable want need like build")
_NOUN_TOO: Final = word_set(
    "report order design review contact search display support book test post match record plan rate trade message offer list share display"
    " request access check view comment answer question change process schedule play work score rank log sign limit export import format"
    " stock time file point map target sample step state document issue batch index log scan release build host risk service model game image"
    " version group label link lock login market note object page path project prompt proxy queue range record result return route rule scope"
    " selection setting sort source split stack status store style switch tag track transfer trigger type use user value voice vote wait walk"
    " stream cache queue backup copy load extract estimate measure count visit watch drop block run start stop test update upload download"
)


def read_request(text: str, title: str = "") -> Request:
    """Read a draft; its title counts as its first sentence when the draft does not begin with it."""
    whole = text if not title or title.lower() in text.lower() else f"{title}. {text}"
    whole = re.sub(r"```.*?(?:```|$)", " ", whole[:_READ], flags=re.DOTALL)
    names = tuple(name for name in names_in(whole) if _NAME.fullmatch(name))
    names += tuple(dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][\w-]+", whole)))
    spoken = _english_part(whole)
    actions = _actions(spoken)
    things = _things(spoken, actions) if spoken else ()
    return Request(
        text=whole,
        nature=nature_of(whole, names),
        actions=actions,
        things=things,
        actors=_actors(spoken),
        names=names,
        english=bool(spoken),
        deeds=frozenset(action.deed for action in actions),
    )


def _english_part(text: str) -> str:
    """The sentences that read as English: the words of another language do not fit into our questions."""
    parts = re.split(r"(?<=[.!?])\s+|\n+", text)
    return " ".join(part for part in parts if is_english(part) and re.search(r"[A-Za-z]", part))


def _actions(text: str) -> tuple[Action, ...]:
    found: list[Action] = []
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        found += _in_sentence(_TOKEN.findall(sentence))
    # "browse and search properties": a verb without an object shares that of the next one.
    shared: list[Action] = []
    for at, action in enumerate(found):
        thing = action.thing or next((later.thing for later in found[at + 1 : at + 2] if later.thing), "")
        shared.append(Action(action.verb, thing, action.deed))
    return tuple(dict.fromkeys(action for action in shared if action.thing or action.verb not in _WEAK))


def _in_sentence(tokens: list[str]) -> list[Action]:
    found: list[Action] = []
    for at, token in enumerate(tokens):
        verb = verb_base(token) or _other_verb(tokens, at)
        if verb is None or not _acts(tokens, at, some=bool(found)):
            continue
        following = " ".join(tokens[at + 1 : at + 4])
        deed = deed_of(verb, following)
        start = at + 1
        phrase = re.match(
            r"(?:track of|informed about|updated on|in touch with|to know|notified when|part in|up|for|about)\b",
            following,
        )
        if phrase:
            start += len(phrase.group().split())
        things = _objects(tokens, start)
        if not things and start < len(tokens) and tokens[start].lower() in {"them", "it"} and found:
            things = [found[-1].thing]
        if verb in _HELPING or (verb in _WEAK and not things):
            continue
        if not things:
            found.append(Action(verb, "", deed))
        found += [Action(verb, thing, deed) for thing in things]
    return found


def _other_verb(tokens: list[str], at: int) -> str | None:
    """A verb without a class of its own, where nothing but a verb can stand: "to redeem", "Let customers redeem"."""
    before = tokens[at - 1].lower() if at else ""
    known = base_form(tokens[at])
    if (
        known is None
        or known != tokens[at].lower()
        or known in {"be", "have", "do", "let", "want", "need", "go"}
    ):
        return None
    let = at > 1 and tokens[at - 2].lower() in {"let", "lets", "help", "helps"}
    return known if at == 0 or before in {"to", "can"} or let else None


def _acts(tokens: list[str], at: int, *, some: bool) -> bool:
    """Whether the verb at this place is one that somebody does, rather than a noun that looks like it."""
    token, before = tokens[at].lower(), tokens[at - 1].lower() if at else ""
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if before.endswith("ly") and at > 1:
        before = tokens[at - 2].lower()
    if at == 0:
        return token == verb_base(token) and after not in {"is", "are", "of", "fails", "does", "should"}
    noun_like = token in _NOUN_TOO and (
        after in {"of", "is", "are", "with"} or before in {"a", "an", "the", "my", "our"}
    )
    if noun_like:
        return False
    if token.endswith("ing"):
        return before in _LISTING | {
            "by",
            "for",
            "including",
            "supports",
            "support",
            "help",
            "helps",
            "of",
        } and (some or before not in _LISTING)
    if token.endswith("s") and verb_base(token) != token:
        return before in _THIRD and token[:-1] not in _NOUN_TOO
    if before in _LISTING:
        return (some and after not in {"of", ".", ",", "and", ""}) or (
            some and after in {",", "and"} and token not in _NOUN_TOO
        )
    if before in _LEADS:
        return True
    # "allows players to select", "helps families publish": the actor stands before the verb.
    return (
        any(
            tokens[k].lower() in {"helps", "help", "lets", "let", "helping", "letting"}
            for k in range(max(0, at - 4), at)
        )
        and token not in _NOUN_TOO
    )


def _is_action(tokens: list[str], at: int) -> bool:
    if tokens[at].lower().endswith("ly") and at + 1 < len(tokens):
        at += 1
    return verb_base(tokens[at]) is not None and _acts(tokens, at, some=True)


def _objects(tokens: list[str], start: int) -> list[str]:
    """The noun phrases behind a verb: "restaurants and recipes" are two."""
    found: list[str] = []
    at = start
    while at < len(tokens):
        if at == start:
            while at < len(tokens) and tokens[at].lower() in PARTICLES:
                at += 1
        run: list[str] = []
        while at < len(tokens) and len(run) < 5:
            word = tokens[at]
            low = word.lower()
            if low == "of" and run:
                run = (
                    []
                    if run[-1].lower() in _EMPTY | {"information", "list", "lists", "records", "history"}
                    else [*run, word]
                )
            elif not re.match(r"[A-Za-z]", word) or low in _STOPS or re.match(r"(?:i|we|they|you)['’]", low):
                break
            elif low not in _SKIPPED and not (low.endswith("ly") and len(low) > 5):
                run.append(word)
            at += 1
        thing = _phrase(run)
        if thing:
            found.append(thing)
        if (
            at + 1 < len(tokens)
            and tokens[at].lower() in {"and", "or", ","}
            and found
            and not _is_action(tokens, at + 1)
        ):
            if tokens[at] == "," and tokens[at + 1].lower() in {"and", "or"}:
                if at + 2 < len(tokens) and _is_action(tokens, at + 2):
                    break
                at += 1
            at += 1
            if len(found) >= 4 or tokens[at].lower() in _STOPS:
                break
            continue
        break
    return found


def _phrase(run: list[str]) -> str:
    words = [re.sub(r"['’]s$", "", word) for word in run]
    while words and (words[-1].lower() in _EMPTY | {"of"} or words[-1].lower().endswith("ly")):
        words.pop()
    while words and words[0].lower() in _EMPTY | {"of"}:
        words.pop(0)
    cut = next((at for at, word in enumerate(words) if at and _only_a_verb(word)), len(words))
    words = words[:cut]
    while words and _only_a_verb(words[0]):
        words.pop(0)
    words = words[-3:]
    if words and words[0].lower() in {"of", "and"}:
        words = words[1:]
    if len(words) == 1 and (words[0].lower() in _STOPS | {"whether"} or _is_doing(words[0])):
        return ""
    return " ".join(
        words[1:]
        if len(words) > 1 and _is_doing(words[0]) and verb_base(words[0]) in {"manage", "get"}
        else words
    )


def _only_a_verb(word: str) -> bool:
    """A word that cannot stand in a noun phrase: `find`, `accept`, `appear`."""
    low = word.lower()
    return (
        (base_form(low) == low or low in {"appear", "mounted"})
        and low not in _NOUN_TOO | _AS_NOUNS
        and not low.endswith(("ing", "ed"))
    )


def _is_doing(word: str) -> bool:
    """A verb in its -ing form, or one that is never a noun."""
    base = verb_base(word)
    return base is not None and (
        word.lower().endswith("ing")
        or (word.lower() == base and base not in _NOUN_TOO and base not in _AS_NOUNS)
    )


def _things(text: str, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """Objects by how often and how early they come up; things known by class before unknown ones."""
    seen: dict[str, float] = {}
    spelled: dict[str, str] = {}
    for at, action in enumerate(actions):
        if not action.thing:
            continue
        thing = re.sub(r" (?:information|details|data records)$", "", action.thing)
        key = singular(thing).lower()
        spelled.setdefault(key, thing)
        seen[key] = seen.get(key, 0.0) + 1.0 - 0.02 * at + (0.5 if kind_of(action.thing) != "thing" else 0.0)
    for hit in re.finditer(
        r"\b(?:for|about|called|of) (?:an?|the|my|our) ([A-Za-z][\w-]*(?: [a-z][\w-]*)?)", text
    ):
        phrase = _phrase(hit[1].split())
        if phrase and verb_base(phrase.split()[0]) is None and phrase.split()[-1].lower() not in _STOPS:
            key = singular(phrase).lower()
            spelled.setdefault(key, phrase)
            seen[key] = seen.get(key, 0.0) + 0.3
    if not seen:
        for phrase in noun_phrases(text)[:4]:
            bare = re.sub(r"^(?:the|an?|your|their|our|every|each|all|its) ", "", phrase)
            if bare and bare.split()[-1].lower() not in _EMPTY:
                spelled.setdefault(singular(bare).lower(), bare)
                seen.setdefault(singular(bare).lower(), 0.2)
    ordered = sorted(seen, key=lambda key: (-seen[key], list(seen).index(key)))
    # "company" and "solar company" are one; the shorter name stands for both.
    kept = [
        key
        for at, key in enumerate(ordered)
        if not any(key != other and (key.endswith(f" {other}") or key in ordered[:at]) for other in ordered)
    ]
    kept = [key for key in kept if key not in {"information", "detail"}] or kept
    return tuple(spelled[key] for key in kept)


_CONNECTS: Final = re.compile(
    r"\b(?:connects?|brings? together|between|matches|links?)\s+(?P<one>[a-z][\w-]*(?: [a-z][\w-]*)?),?(?: (?:with|and|to) (?P<two>(?:[a-z][\w-]*)(?: [a-z][\w-]*)?))",
    re.IGNORECASE,
)
_DOERS: Final = re.compile(
    r"\b(?:allow(?:s|ing)?|lets?|help(?:s|ing)?|enabl(?:es?|ing)|where|so that|for) (?:the )?(?P<who>[a-z][\w-]*s)(?: (?:to|can|should|may|publish|showcase|find|reach|discover|create|submit)\b)",
    re.IGNORECASE,
)


def _actors(text: str) -> tuple[str, ...]:
    found = [role for role, _start, _end in find_roles(text)]
    for hit in _CONNECTS.finditer(text):
        found += [hit[name] for name in ("one", "two") if hit[name]]
    found += [hit["who"] for hit in _DOERS.finditer(text)]
    found = [re.sub(r" (?:by|with|and|to|who|that|can|for|in|on|of)$", "", role) for role in found]
    plain = [
        role
        for role in found
        if role.split()[-1].lower()
        not in {"services", "service", "others", "job", "jobs", "ways", "opportunities"}
    ]
    kept: dict[str, str] = {}
    for role in plain:
        kept.setdefault(singular(role).lower(), role if is_mass(role) else plural(singular(role)))
    return tuple(kept.values())[:6]
