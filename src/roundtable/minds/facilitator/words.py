"""Words that tell something about a sentence: verbs, roles of small words, likeness of two texts.

No grammar book: closed lists of common English words and a few shape rules. What they do not know is left as it was
said. Other languages pass through untouched.

Elsewhere: cutting text (`spans`), facts (`answers`).
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

__all__ = [
    "AUXILIARIES",
    "FAILURE",
    "PRONOUNS",
    "base_form",
    "content_words",
    "is_clause",
    "is_command",
    "is_english",
    "likeness",
    "stem",
    "stems",
    "third_person",
    "word_set",
    "words_in",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set; long lists read better as text."""
    return frozenset(text.split())


_VERBS: Final = word_set("""
    abandon abort accept affect agree appear apologise arise attract behave belong bounce bother burn chase claim climb combine come compete complain concern contact contradict contribute cost cover dare date depend deserve differ disagree discover distract dominate double duplicate earn exist face feel flow grow harm hate hear hit hurt impact interest invent leak lie live mean matter mention mess mislead need occur offend overflow overload overlap panic penalise pile ping plan please pretend print promise question quote rank reach realise regress relate rely rest revolve ring rise seem show sign slip spam speak stand stall struggle suffer suit surprise swallow think time tolerate trail vanish waste win wish worry accept access acknowledge activate adapt add adjust aggregate alert align allow analyse analyze annotate
    announce answer append apply approve archive arrive ask assign attach audit authenticate authorise authorize automate avoid
    back backfill batch be become begin block book break bring broadcast browse build bump buy cache calculate call cancel capture
    catch change charge check choose clean clear click clone close collect combine compare compile complete compress compute
    configure confirm connect consume contain continue convert copy correct count crash create crop customise customize cut
    debug decide decline decode decompress decrypt deduplicate default define degrade delay delete deliver deny deploy deprecate
    derive describe deserialize detach detect determine diff disable disappear discard disconnect dispatch display divide do
    download drain drop dump duplicate edit email embed emit enable encode encrypt end enforce enqueue ensure enter escalate
    estimate evaluate exceed exclude execute exit expand expect expire explain expose export extend extract fail fall fetch
    fill filter find finish fire fix flag flush follow force forget format forward freeze generate get give go grant group
    guarantee guess guide handle hang happen have help hide highlight hold honour honor ignore import improve include increase
    index infer inform ingest inherit initialise initialize insert inspect install integrate interrupt introduce invalidate
    invite issue join jump keep kill know label last launch lead leak learn leave let limit link list listen load localise
    localize locate lock log login look loop lose lower maintain make manage map mark mask match measure merge migrate mirror
    miss monitor mount move multiply need normalise normalize notice notify observe offer omit open order organise organize
    output override overwrite own pack paginate parse partition pass paste pause pay peek perform persist pick pin play point
    poll pop populate post prefer prefix prepare preserve present prevent preview print prioritise prioritize process produce
    prompt propagate protect prove provide provision prune publish pull purchase purge push put query queue quit raise read
    rebuild receive recalculate recognise recognize recommend reconnect record recover redeem redirect reduce refactor refer
    refresh refund refuse register regenerate reindex reject release reload remain remember remind remove rename render renew
    reopen reorder repair repeat replace replay reply report request require reschedule reserve reset resize resolve respect
    respond restart restore restrict resume retain retrieve retry return reuse revert review revoke rewrite roll rotate round
    route run sample sanitise sanitize save say scale scan schedule score scroll search see select send separate serialise
    serialize serve set settle share shift ship shorten show shrink shut sign silence simplify skip slow snapshot solve sort
    spend split spot stack start stay step stop store stream strip submit subscribe subtract succeed suggest summarise summarize
    support suppress suspend swap switch sync synchronise synchronize tag take talk target tell terminate test throttle throw
    time toggle touch trace track train transfer transform translate transmit travel treat trigger trim truncate trust try
    turn type undo uninstall unlock unsubscribe update upgrade upload upsert use validate vary verify version view visit vote
    wait walk want warn warm watch work wrap write zip zoom
    """)

_IRREGULAR: Final = {
    "has": "have", "does": "do", "goes": "go", "is": "be", "are": "be", "was": "be", "were": "be", "lost": "lose", "sees": "see",
    "broke": "break", "got": "get", "went": "go", "took": "take", "made": "make", "sent": "send", "paid": "pay", "ran": "run",
    "kept": "keep", "left": "leave", "fell": "fall", "wrote": "write", "gave": "give", "found": "find", "came": "come",
    "happened": "happen", "had": "have", "did": "do", "said": "say", "told": "tell", "knew": "know", "thought": "think",
}  # fmt: skip

AUXILIARIES: Final = word_set("""
    is are was were isn't aren't wasn't weren't has have had hasn't haven't do does did don't doesn't didn't can could can't
    cannot couldn't will would won't wouldn't shall should shouldn't may might must mustn't needs need gets get keeps goes
    """)

PRONOUNS: Final = word_set(
    "i we you they he she it there this that these those nobody somebody someone everyone everybody anyone people"
    " i'm we're they're it's that's there's i've we've they've i'd we'd you're he's she's"
)

_SMALL: Final = word_set("""
    a about above after again all also am an and any are as at be because been before being between both but by can could did do
    does doing don't done down during each else etc even ever every few for from further get gets getting given go goes going had
    has have having he her here hers him his how i i'd i'm i've if in into is isn't it it's its just like lot lots made make makes
    many maybe me might more most much must my need needs no nor not now of off ok okay on once one only onto or other our ours
    out over own per perhaps please quite rather really same say see shall she should since so some someone something sort still
    such than that that's the their them then there there's these they they're thing things think this those though through thus
    to too under until up upon us use used using very via want wants was way we we'd we're we've well were what when where which
    while who whom why will with within without won't would yes yet you you're your yours able also always never actually
    basically currently simply today der die das ein eine und oder ist sind wir ich sie es mit für von zu auf nicht auch wenn dass
    """)

FAILURE: Final = re.compile(
    r"\b(?:fail\w*|errors?|invalid|wrong|expired?|expires|time[ds]?[ -]?outs?|timing out|missing|empty|unavailable|down|offline|"
    r"crash\w*|corrupt\w*|malformed|reject\w*|refus\w*|den(?:y|ied|ies)|unknown|not found|not exist\w*|cannot|can't|unable|retr(?:y|ies|ied)|"
    r"exceptions?|duplicates?|already (?:used|exists?|taken)|lost|interrupt\w*|abort\w*|roll(?:ed)? back|warn\w*|exceed\w*|too (?:many|large|big|long)|"
    r"fehler\w*|ungültig\w*|abgelaufen\w*|fehlgeschlagen|schlägt fehl)\b|失败|错误|无效|过期|超时",
    re.IGNORECASE,
)

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:[._-][^\W_]+)*|[\u4e00-\u9fff]")


def words_in(text: str) -> list[str]:
    """The words of a text as they are written; Chinese characters one by one."""
    return _WORD.findall(text)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without the commonest endings, lower case: enough to see that "codes" and "code" are one thing."""
    word = word.lower().replace("’", "'")
    word = re.sub(r"'s?$", "", word)
    for ending, least in (
        ("ations", 5),
        ("ation", 5),
        ("ies", 2),
        ("ing", 3),
        ("ers", 4),
        ("er", 4),
        ("ed", 3),
        ("es", 3),
        ("s", 3),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            root = word[: -len(ending)]
            root = root + "y" if ending == "ies" else root
            return root.rstrip("e") if len(root) > 3 else root
    return word.rstrip("e") if len(word) > 4 else word


def content_words(text: str) -> list[str]:
    """Words that carry meaning, in order, each once."""
    return list(
        dict.fromkeys(
            w for w in words_in(text) if w.lower() not in _SMALL and (len(w) > 1 or not w.isascii())
        )
    )


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """What a text is about: the stems of its words that carry meaning."""
    return frozenset(stem(word) for word in content_words(text))


def likeness(one: str, other: str) -> float:
    """How much of the shorter text's meaning the other one shares, between 0 and 1."""
    left, right = stems(one), stems(other)
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


@lru_cache(maxsize=4096)
def base_form(word: str) -> str | None:
    """The verb that a word is a base or third-person form of, if we know it."""
    word = word.lower()
    if word in _VERBS:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, put in (("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending) and word[: -len(ending)] + put in _VERBS:
            return word[: -len(ending)] + put
    return None


def third_person(word: str) -> bool:
    """Whether the word is a verb we know in its third-person form: `shows`, `applies`."""
    return word.lower() not in _VERBS and base_form(word) is not None


def _is_past(word: str) -> bool:
    word = word.lower()
    return word in _IRREGULAR or (
        word.endswith("ed")
        and (word[:-2] in _VERBS or word[:-1] in _VERBS or word[:-3] in _VERBS or word[:-3] + "y" in _VERBS)
    )


_SUBORDINATE: Final = re.compile(
    r"[,;:(]|\s(?:when|if|that|which|because|so|who|while|where|unless|until|before|after)\s", re.IGNORECASE
)


def _main_part(text: str) -> list[str]:
    head = _SUBORDINATE.split(text.strip(), maxsplit=1)[0]
    return words_in(head)


_NOUN_FIRST: Final = re.compile(
    r"\W*\w+(?:\s+(?:that|which|who|whose|of|is|are|was|were|and\s+(?:an?|the)\b)\b|\s*[,;:]\s)",
    re.IGNORECASE,
)
"""The first word names something: "Interest that grows", "Export of orders", "Search, filters"."""


def is_command(text: str) -> bool:
    """Whether a sentence begins with a verb in its base form and no other verb follows: "Apply a code at checkout"."""
    words = _main_part(text)
    if not words or words[0].lower() not in _VERBS or re.match(r"\W*\w+[./_(=-]", text.strip()):
        return False
    if re.match(
        r"\W*(?:last|next|this)\s+(?:time|night|week|month|year|quarter|spring|summer|autumn|winter|\w+day)\b",
        text,
        re.IGNORECASE,
    ):
        return False
    if _NOUN_FIRST.match(text.strip()) or (len(words) == 2 and words[1].lower().endswith("ing")):
        return False
    rest = [word.lower() for word in words[1:6]]
    if words[0].isupper() and len(words[0]) > 1:
        return False
    if any(
        before in ("need", "needs", "want", "wants", "have") and word == "to"
        for before, word in pairwise(rest)
    ):
        return False
    if any(word in AUXILIARIES - {"get", "need", "have", "do"} for word in rest):
        return False
    # "Search fails", "Order export breaks": a noun that looks like a verb, followed by the real one.
    return not any(
        third_person(word) and word.endswith("s") and not _plural_object(rest, at)
        for at, word in enumerate(rest[:2])
    )


_BEFORE_NOUNS: Final = word_set(
    "a an the all any each every no some these those their its new old more two three"
)


def _plural_object(words: list[str], at: int) -> bool:
    """`Export orders`, `Delete all records`: a plural noun at the end or before a preposition, not a verb."""
    following = words[at + 1] if at + 1 < len(words) else ""
    return (at > 0 and words[at - 1] in _BEFORE_NOUNS) or following in (
        "",
        "to",
        "as",
        "by",
        "from",
        "in",
        "for",
        "with",
        "at",
        "on",
        "into",
        "per",
        "and",
        "or",
    )


_NEVER_NOUNS: Final = word_set(
    "fails breaks crashes leaks hangs happens works expires disappears fail break crash happen work expire depends belongs"
)


def is_clause(text: str) -> bool:
    """Whether a text has a subject and a finite verb, as far as one can tell."""
    words = _main_part(text)
    if len(words) < 2:
        return False
    lowered = [word.lower().replace("’", "'") for word in words]
    if is_command(text):
        return False
    if lowered[0] in PRONOUNS:
        return True
    if any(word in AUXILIARIES for word in lowered[1:]):
        return True
    if len(lowered) == 2:
        # "loyalty points" and "search fails" look alike; only verbs that are no nouns decide.
        return lowered[1] in _NEVER_NOUNS
    for before, word in pairwise(lowered):
        if before in _BEFORE_NOUNS or before in ("to", "of", "for", "by", "with", "in", "on", "at"):
            continue
        if third_person(word) and not before.endswith("s"):
            return True
        if before.endswith("s") and not before.endswith("ss") and word in _VERBS:
            return True
        if _is_past(word) and word not in ("used", "based"):
            return True
    # "The tests in test_cart.py break": a plural somewhere, a plain verb at the end.
    if lowered[-1] in _VERBS and len(lowered) > 2 and lowered[0] in _BEFORE_NOUNS:
        return any(word.endswith("s") and not word.endswith("ss") for word in lowered[1:-1])
    return False


_ENGLISH: Final = word_set("""
    the a an and or to of in is are be for with that this it on at by as not no we i you they should must can will when if have has
    from do does need want who what which all our my there than more less was were but so because then it's don't
    """)
_GERMAN: Final = word_set("""
    der die das und oder ist sind nicht wir ich sie es mit für von zu auf auch wenn dass ein eine einen einem einer den dem des im am
    beim zum zur kein keine haben hat wird werden soll sollen muss müssen kann können bei nach noch nur aber weil was wer wie mehr
    """)


def is_english(text: str) -> bool:
    """Whether a text reads as English; short texts of plain letters get the benefit of the doubt."""
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return True
    if sum(letter.isascii() for letter in letters) < 0.9 * len(letters):
        return False
    words = [word.lower() for word in words_in(text)]
    english = sum(word in _ENGLISH for word in words)
    foreign = sum(word in _GERMAN and word not in _ENGLISH for word in words)
    return english >= foreign and (foreign == 0 or english > 2 * foreign)
