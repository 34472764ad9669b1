"""What sort of reply it is, before anybody reads its content: no idea, your choice, yes, no, nothing, or an answer.

Whole replies only: "yes" is assent, "yes, and also the admin page" is an answer that begins with one. English, German,
French, Spanish and Chinese phrases are known; anything else is an answer.
"""

import re
from typing import Final, Literal

from roundtable.analysis.no_more import says_no_more

__all__ = ["Reply", "after_assent", "reply_kind", "who_knows", "without_not_knowing"]

Reply = Literal[
    "empty", "unknown", "delegated", "yes", "no", "nothing", "unchanged", "passed", "question", "answer"
]

_UNKNOWN: Final = re.compile(
    r"(?:(?:well|hmm+|uh|um|honestly|sorry|to be honest|tbh|good question)\W+)*"
    r"(?:i(?:'m| am)? (?:really |honestly |just )?(?:do(?:n['’]?t| not) (?:really |actually )?(?:know|remember|recall)|not (?:really )?sure|not certain|have no (?:idea|clue))"
    r"|do(?:n['’]?t| not) know|dunno|idk|i ?d ?k|no (?:idea|clue)|not (?:really )?sure|unsure|unknown|unclear|can['’]?t say|cannot say|hard to say"
    r"|we (?:do(?:n['’]?t| not) know|have no idea|haven['’]?t decided)|nobody knows|no one knows|tbd|to be (?:decided|determined|defined)|not (?:yet )?decided(?: yet)?|undecided"
    r"|(?:das )?(?:wei(?:ß|ss) (?:ich )?(?:es )?(?:noch )?nicht|wei(?:ß|ss) nicht)|ich wei(?:ß|ss) (?:es |das )?(?:noch )?nicht|keine ahnung|(?:noch )?(?:unklar|unbekannt|offen)"
    r"|je ne sais pas|aucune idée|no (?:lo )?sé|ni idea"
    r"|我?(?:也)?不(?:太)?(?:知道|清楚|确定)(?:呢|啊)?|不晓得|待定|わかりません|分かりません|\?+)"
    r"(?:\W+(?:yet|at all|right now|at the moment|really|sorry|tbh|honestly|about that|about this|that|noch|leider))*",
    re.IGNORECASE,
)
_DELEGATED: Final = re.compile(
    r"(?:i |we )?(?:(?:do(?:n['’]?t| not) (?:really )?(?:care|mind|have (?:a |any )?(?:strong )?(?:preference|opinion)s?)|no (?:strong |particular |real )?(?:preference|opinion)s?)"
    r"|(?:you|your) (?:choose|choice|decide|pick|call)|up to you|whatever(?: you (?:think|want|like|prefer|recommend|suggest))?|(?:either|any|anything|both)(?: (?:is|one|works|are))*(?: fine| ok(?:ay)?| good)?"
    r"|doesn['’]?t matter|does not matter|i trust you|as you (?:like|think|see fit)|your recommendation|dealer['’]?s choice"
    r"|egal|ist mir egal|mir egal|such(?:'| )?s? dir aus|entscheide du|du entscheidest|keine präferenz|peu importe|me da igual"
    r"|随便|都(?:可以|行)|你(?:来)?(?:决定|定|选)(?:吧)?|无所谓)(?:\W+(?:really|honestly|here|thanks?|please|about (?:that|this)|to me|for me))*",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"(?:(?:oh |ah |hmm )?(?:y|yes|yep|yeah|yup|ya|sure|ok|okay|k|correct|right|exactly|agreed|agree|confirmed?|absolutely|definitely|indeed|perfect|great|good|fine|true"
    r"|(?:that|this|it|all|everything|all of (?:it|that|this))(?: (?:all|looks?|sounds?|seems?|is|are|'s|'s all))* (?:right|good|fine|correct|ok|okay|great|perfect|accurate|true)|that['’]?s (?:all )?(?:right|it|correct|fine|good|great|accurate|true)"
    r"|looks? (?:about |all |very |pretty )?(?:right|good|fine|correct|ok|okay|great|perfect|accurate)(?: to me)?|sounds? (?:right|good|fine|great)(?: to me)?|lgtm|works for me|go ahead|go for it|do (?:it|that)|please do|you (?:got|have) it(?: right)?|spot on|well put|i agree|approved?|accepted?|no (?:changes|corrections|objections)|as is|of course|makes sense|👍|✅"
    r"|ja|jawohl|jep|stimmt(?: so)?|passt(?: so)?|genau|richtig|korrekt|einverstanden|sieht gut aus|klar|oui|d['’]accord|c['’]est (?:bon|ça)|sí|si|vale|correcto|de acuerdo"
    r"|对(?:的)?|是(?:的)?|没错|可以|好(?:的)?|正确|同意|没问题|はい))"
    r"(?:[\s,.!;，。]+(?:yes|y|yep|yeah|ok|okay|sure|correct|right|exactly|please|thanks?|thank you|thx|that['’]?s (?:right|it|correct|fine)|looks? (?:good|right|fine|great)(?: to me)?|go ahead|all good|perfect|great|good|fine|ja|stimmt|passt|genau|danke|so|对|对的|好|好的|谢谢))*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"(?:n|no|nope|nah|not really|no way|wrong|incorrect|not (?:correct|right|true|quite)|that['’]?s (?:not (?:right|it|correct)|wrong)|disagree|i disagree"
    r"|nein|nö|falsch|stimmt nicht|non|不(?:是|对|行)?|不是的|没有|いいえ)(?:[\s,.!]+(?:no|sorry|thanks?|thank you|danke))*",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(
    r"(?:no[,. ]+)?(?:nothing|none|no one|nobody|n/?a|not applicable|no others?|nothing (?:else|more|comes to mind|i can think of|at all|is (?:wrong|missing))(?: (?:is )?(?:wrong|missing))?|none (?:that i (?:know|can think) of|at all|of (?:them|these|it))|not that i (?:know|can think) of|that['’]?s (?:all|it|everything)|nichts|keine?r?s?|niemand|rien|nada|ninguno|-+|没有|无|都没有|なし)"
    r"(?:\W+(?:really|so far|for now|else|sorry|thanks?|i think|yet|mehr))*",
    re.IGNORECASE,
)
_PASSED: Final = re.compile(
    r"(?:please )?(?:skip|pass|next|move on|skip (?:it|this|that)(?: one| question)?|next (?:one|question)(?: please)?|let['’]?s (?:skip|move on)|ask (?:me )?later|later|come back (?:to (?:it|this) )?later|weiter|überspringen|下一个|跳过)"
    r"(?:\W+(?:please|thanks?|for now|then))*",
    re.IGNORECASE,
)


_ASKS: Final = re.compile(
    r"(?:who|whose|what|why|how|which|where|when|is|are|do|does|did|can|could|should|would|will|wer|was|warum|wie|welche[rs]?|wo|wann)\s[^\n]*\?$",
    re.IGNORECASE,
)


_UNCHANGED: Final = re.compile(
    r"(?:(?:i|we|you)(?:'d| would| should| can|'ll| will)?\s+|just\s+|please\s+|let'?s\s+|it (?:should|must|can|may|will) )?(?:(?:it|that|this|they|these|everything|things)\s+)?(?:(?:keep|leave|stay|remain|want)s?\s+)?(?:(?:it|that|this|them|these|everything|things|all of (?:it|that))\s+)?(?:(?:all\s+)?(?:exactly |just )?(?:(?:as|the way|how|like) (?:it|they|that|this|things)(?: all)?(?:'s| is| are| was| were)?|as[- ]is)(?: (?:today|now|right now|currently|at the moment|already|before))?|unchanged|the same(?: as (?:today|now|before))?)"
    r"|(?:same|like|as) (?:as )?(?:today|now|before|it is(?: (?:today|now))?)|no changes?(?: (?:there|here|needed|necessary))?|nothing (?:changes|has to change|needs to change)(?: (?:there|here))?|bleibt (?:so|wie es ist)|wie (?:heute|bisher|gehabt)",
    re.IGNORECASE,
)
_NOTHING_WITH_REASON: Final = re.compile(
    r"(?:none|nothing|nobody|no one|no)(?: of (?:them|these|those|it))?[,.;:–—-]+\s*(?:(?:they|these|those|it|that|this|all|everything|the (?:words|files|lot|list|estimate)|both)(?: (?:all|both|just))?\s+)?(?:is|are|looks?|seems?|sounds?|fits?|works?|belongs?|matters?|makes? sense|counts?|all)?\s*(?:all )?(?:fits?|fine|good|right|ok(?:ay)?|correct|relevant|related|needed|important|plausible|in|there|covered|settled|well|for now|so far|for me)?",
    re.IGNORECASE,
)
_NOTHING_BECAUSE: Final = re.compile(
    r"(?:that is |this is |it is |it's |that's )?not (?:relevant|applicable|needed|necessary|an issue|a problem)(?: (?:here|for us|at all|in this case|for this))?|does(?:n't| not) apply(?: here)?"
    r"|(?:none|nothing(?: else| more)?|nobody|no one|nowhere)[,;:.]+ (?!(?:but|except|only|unless)\b)[^.?!;]{2,80}",
    re.IGNORECASE,
)
_MENU_LETTER: Final = re.compile(r"\[?[ecs]\]?", re.IGNORECASE)


def reply_kind(text: str) -> Reply:
    """What sort of reply a text is."""
    bare = text.strip().strip(" .!,;:。！，…\"'“”*_-()").strip()
    if not bare:
        # "?" and "???" say that somebody does not know; blanks and dashes say nothing at all.
        return "unknown" if "?" in text else "nothing" if "-" in text else "empty"
    if len(bare) > 120:
        return "answer"
    if _ASKS.match(text.strip()) and text.count("?") == 1 and bare.count(".") == 0:
        return "question"
    bare = bare.replace("’", "'")
    patterns: tuple[tuple[Reply, re.Pattern[str]], ...] = (
        ("unknown", _UNKNOWN), ("passed", _PASSED), ("delegated", _DELEGATED), ("nothing", _NOTHING), ("nothing", _NOTHING_WITH_REASON), ("nothing", _NOTHING_BECAUSE),
        ("unchanged", _UNCHANGED), ("yes", _YES), ("no", _NO),
    )  # fmt: skip
    if _MENU_LETTER.fullmatch(bare):
        # A key of the menu, pressed before there was one: nothing was said.
        return "passed"
    for kind, pattern in patterns:
        if pattern.fullmatch(bare.rstrip("?") or bare):
            return kind
    if says_no_more(bare):
        return "nothing"
    rest = without_not_knowing(bare)
    if rest is not None and (who_knows(bare) or len(rest.split()) < 4) and not re.search(r"\d", rest):
        return "unknown"
    return "answer"


def without_not_knowing(text: str) -> str | None:
    """What is left when a text begins by saying that one does not know; nothing when it does not begin so."""
    opening = _UNKNOWN.match(text.strip())
    if opening is None or not opening.group().strip("? "):
        return None
    after = text.strip()[opening.end() :]
    if after[:1].isalnum():
        return None
    return after.strip(" ,.;:-–—")


def after_assent(text: str) -> tuple[bool, int]:
    """Whether a text begins with assent and goes on, and where the rest begins: "yes, but without the admin page"."""
    opening = re.match(
        r"\s*(?:yes|yep|yeah|ok(?:ay)?|sure|correct|right|agreed|good|fine|great|perfect|looks (?:good|right|fine)|that['’]?s right|ja|stimmt|passt|genau|对(?:的)?|是的|好(?:的)?)(?![A-Za-z])[\s,.;:!，。–—-]+(?:but|and|except|only|just|however|though|aber|und|nur|但是|但|不过)?\s*",
        text,
        re.IGNORECASE,
    )
    return (True, opening.end()) if opening and opening.end() < len(text.rstrip()) else (False, 0)


_WHO: Final = re.compile(
    r"\b(?:ask|check with|talk to|speak to|you(?:'d| would)? (?:need|have) to ask|depends on|up to|fragen? sie)\s+(?P<who>(?:the |our |someone (?:from|in) )?[^.,;!?\n]{2,60})"
    r"|(?P<who3>[A-Z][\w-]+(?: [A-Z][\w-]+)?(?:, (?:the|our) [\w -]{2,40})?),?\s+(?:decides?|knows?|would know|could tell|can tell|has to decide)\b"
    r"|(?P<who2>(?:[Tt]he |[Oo]ur |[Mm]aybe |[Pp]robably )?[A-Z]?[\w -]{2,40}?)\s+(?:would|might|may|should|could|will|does|do|probably)?\s*(?:knows?|can tell|could tell|decides?|has to decide|have to decide)\b",
)


def who_knows(text: str) -> str:
    """Whom the person names as the one who could settle it; empty when nobody."""
    said = _WHO.search(text)
    if said is None:
        return ""
    who = (said["who"] or said["who3"] or said["who2"] or "").strip()
    who = re.sub(r"^(?:maybe|probably|perhaps|but|and|that|so)\s+", "", who, flags=re.IGNORECASE)
    if re.fullmatch(
        r"(?:i|we|you|it|they|he|she|don'?t|nobody|no one|who|really|honestly)(?: .*)?", who, re.IGNORECASE
    ):
        return ""
    return " ".join(who.split()[:8])
