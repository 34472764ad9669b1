"""Words that leave a requirement open, grouped by what they leave open.

Each group says why its words are a problem, because that reason is what a reader of a finding needs. A word may be excused
by its surroundings (`UNLESS`) or by a figure in the same clause (`Group.settled_by_figure`: "fast (under 200 ms)").

Not here: whole phrases and grammar (`phrases`), which sentences are looked at at all (`roundtable.documents.checks.wording`).
"""

import re
from typing import Final, NamedTuple

__all__ = ["GROUPS", "UNLESS", "WORDS", "Group"]


class Group(NamedTuple):
    """Words with one problem in common."""

    rule: str
    smell: str
    """What the problem is called, as in published lists of requirement smells."""
    why: str
    """Completes the sentence: "fast" …"""
    words: str
    settled_by_figure: bool = False


GROUPS: Final[tuple[Group, ...]] = (
    # -- RT401: a matter of taste ------------------------------------------------------------------------------------
    Group(
        "RT401",
        "subjective",
        "is a matter of who uses it",
        """easy easier easily ease simple simply intuitive intuitively user-intuitive user-friendly friendly
        convenient conveniently comfortable comfortably effortless effortlessly straightforward seamless seamlessly
        self-explanatory self-descriptive obvious obviously evident clear understandable comprehensible logical
        meaningful familiar natural naturally ergonomic learnable usable readable legible readability usability
        legibility descriptive accessible printer-friendly confuse confusing confused distract distracting
        annoying impede overload cumbersome clean neat tidy""",
        settled_by_figure=True,
    ),
    Group(
        "RT401",
        "subjective",
        "names no time",
        """fast quick quickly rapid rapidly prompt promptly timely responsive responsiveness swift swiftly speedy
        snappy slow slowly""",
        settled_by_figure=True,
    ),
    Group(
        "RT401",
        "subjective",
        "is a judgement without a measure",
        """good nice great excellent high-quality quality satisfactory acceptable adequate adequately decent optimal optimally ideal
        perfect perfectly effective effectively efficient efficiently efficiency effectiveness robust robustly
        robustness reliable reliably stable flexible flexibly flexibility scalable scaleable extensible maintainable
        portable customizable customisable configurable safe safely powerful modern state-of-the-art advanced
        sophisticated elegant attractive pleasant appealing beautiful aesthetic aesthetically professional
        competitive cost-effective economical world-class innovative smart intelligent intelligently smooth
        smoothly strong poor bad severe graceful gracefully feel sound mature""",
        settled_by_figure=True,
    ),
    Group(
        "RT401",
        "subjective",
        "does not say who decides or by what",
        """important critical crucial essential significant significantly major minor interesting useful helpful
        valuable desirable desired preferable preferred sensitive unnecessary unwanted undesired reasonable
        reasonably sensible worthwhile beneficial interest""",
    ),
    Group(
        "RT401",
        "subjective",
        "is a size without a figure",
        """small large big huge tiny high long short heavy considerable considerably substantial substantially
        vast enormous extensive lengthy frequent frequently infrequent infrequently rare rarely often""",
        settled_by_figure=True,
    ),
    # -- RT402: no test could decide it ------------------------------------------------------------------------------
    Group(
        "RT402",
        "nonverifiable",
        "has no end point at which one could call it done",
        """minimize minimise minimizes minimises minimized minimised minimizing minimising maximize maximise
        maximizes maximises maximized maximised maximizing maximising optimize optimise optimizes optimises
        optimized optimised optimizing optimising enhance enhances enhanced enhancing improve improves improved
        improving facilitate facilitates facilitated facilitating streamline streamlines streamlined
        long-term short-term mid-term""",
        settled_by_figure=True,
    ),
    Group(
        "RT402",
        "nonverifiable",
        "gives no threshold",
        """sufficient sufficiently enough ample consistent consistently interchangeable
        minimal comprehensive thorough thoroughly exhaustive full-featured""",
        settled_by_figure=True,
    ),
    # -- RT403: which, how many --------------------------------------------------------------------------------------
    Group(
        "RT403",
        "unspecified",
        "leaves open which are meant",
        """relevant certain appropriate appropriately suitable suitably necessary specific special particular general
        related similar alternative alternatives proper properly normal usual regular regularly periodic
        periodically potential applicable intended something somehow somewhere alike external standardized
        standardised harmonized harmonised industry-standard compatible""",
    ),
    Group(
        "RT403",
        "quantity",
        "is not a number",
        "several multiple many few various variety numerous additional extra plenty indication",
        settled_by_figure=True,
    ),
    # -- RT425: kinds that need a definition; off unless asked for -------------------------------------------------
    Group(
        "RT425",
        "kind",
        "needs a definition: what makes it so",
        """partial partially static dynamic automatic valid default active inactive successful unsuccessful available
        old obsolete temporary permanent experimental basic legacy""",
    ),
    # -- RT421: hedges -----------------------------------------------------------------------------------------------
    Group(
        "RT421",
        "hedge",
        "lets the sentence be true only sometimes",
        """usually generally typically normally commonly mostly mainly primarily largely approximately roughly
        nearly almost potentially possibly probably likely preferably ideally eventually occasionally sometimes
        particularly extremely highly clearly widely fairly quite rather very somewhat
        currently recent recently soon later""",
    ),
)

WORDS: Final[dict[str, Group]] = {word: group for group in GROUPS for word in group.words.split()}

# Surroundings in which a word says something exact. Each pattern is searched in the 40 characters on either side with the
# word itself written as `@`.
_UNLESS: Final[dict[str, str]] = {
    "clear": r"\b(?:to|shall|must|should|can|will|may|not|and|or|i|they|user) @ |@ (?:the|a|an|all|its|their|any|every|this)\b",
    "clean": r"\b(?:to|shall|must|should|can|will|may) @ |@ (?:up|the|all|build|install|checkout)\b",
    "long": r"\bas @ as|\b(?:how|no|so|days?|weeks?|months?|years?|characters?|minutes?|seconds?) @|@ (?:integer|polling|press)",
    "short": r"@ (?:message|code|url|id|name|link|form|hash)\b|\b(?:cut|stop|fall) @",
    "high": r"@ (?:priority|availability|water|contrast|court|school)\b|@ (?:,|or|and) (?:medium|low)\b|\b(?:medium|low) (?:or|and) @",
    "large": r"\bat @",
    "simple": r"@ (?:mail|network|object|string|text)\b",
    "natural": r"@ (?:language|key|person|number|order)\b",
    "logical": r"@ (?:and|or|not|operator|volume|deletion|replication|key)\b",
    "stable": r"@ (?:release|version|sort|branch|id|identifier|url)",
    "good": r"\b(?:for|as) @",
    "fast": r"@ (?:forward|path|track)",
    "quick": r"@ (?:start|reply|scan)",
    "prompt": r"\b(?:to|shall|must|should|can|will|may|command|a|the|this|that|login|system|confirmation) @|@ (?:the|a|an|for|customer|user|him|her|them)\b|@$",
    "slow": r"@ (?:quer(?:y|ies) log)",
    "quality": r"@ (?:assurance|control|management|gate|requirement|manager|attribute)|(?:air|image|video|data|service) @",
    "critical": r"@ (?:path|section|severity|level|alert|error|update)",
    "major": r"@ (?:version|release|number)",
    "minor": r"@ (?:version|release|number|unit)",
    "sound": r"\b(?:a|the|no|any|alert|with|and|or|play|of) @|@ (?:is|file|level|alert|effect)",
    "strong": r"@ (?:customer authentication|password|consistency)",
    "interest": r"\b(?:point|points|conflict) of @|@ (?:rate|payment)|(?<!of) @",
    "feel": r"\b(?:users?|i|they|we|people) @",
    "safe": r"@ (?:mode|harbor)",
    "smart": r"@ (?:card|phone|contract|watch|meter|home)",
    "intelligent": r"@ (?:transport|network)",
    "professional": r"\b(?:a|an|the|each|every|health|care) @s?\b(?! \w)",
    "desired": r"\b(?:to|the user'?s?|his|her|their) @",
    "sensitive": r"\bcase @|-@",
    "essential": r"@ service",
    "accessible": r"@ (?:only )?(?:to|by|from|via|through|at|under|on|in|over)\b|publicly @",
    "portable": r"@ (?:document|network|device)",
    "configurable": r"@ (?:by|in|per|from|via|through|at|to)\b",
    "customizable": r"@ (?:by|in|per|from|via|through)\b",
    "often": r"\bhow @",
    "frequent": r"@ flyer",
    "enough": r"\bnot @",
    "consistent": r"\beventually @|@ with\b",
    "improve": r"@ (?:\w+ ){1,6}(?:by|from|to) \d",
    "related": r"@ to\b|\b\w+-@",
    "specific": r"@ to\b|-@",
    "similar": r"@ to\b",
    "external": r"@ (?!(?:systems?|sources?|services?|part(?:y|ies)|users?|personnel|auditors?|resources?|tools?|applications?|agenc(?:y|ies)|components?|devices?|media|interfaces?|factors?|organi[sz]ations?)\b)",
    "general": r"@ (?:ledger|public|election|manager|practitioner|terms|data protection)",
    "normal": r"@ (?:form|distribution|vector|user)",
    "regular": r"@ expression",
    "special": r"@ characters?|@ delivery",
    "particular": r"\bin @",
    "intended": r"\b(?:is|are|be|was|were) @|@ (?:to|for|recipient)\b",
    "applicable": r"@ (?:law|to)\b|\b(?:be|is|are) @",
    "necessary": r"\b(?:be|is|are|as|if|where|when|wherever|whenever) @",
    "appropriate": r"\b(?:as|if|where|when|wherever|technically) @",
    "suitable": r"\b(?:if|where|as) @",
    "certain": r"\b(?:be|is|are|make) @",
    "potential": r"@ (?:customer|buyer|client|energy)",
    "alternative": r"@ (?:text|path|flow|scenario)\b",
    "alternatives": r"\b(?:two|three|four|\d+|the|these|following) @",
    "many": r"\b(?:how|as|too) @|@-to|one-to-@",
    "few": r"\ba @ (?:seconds|minutes)",
    "multiple": r"@ (?:of \d|choice|sclerosis)|\ba @ of",
    "several": r"\bseveral (?:times \d)",
    "extra": r"@ (?:charge|cost|fee)\b",
    "very": r"\bthe @ (?:first|last|same)",
    "rather": r"@ than",
    "later": r"\bor @|\bno @|@ than|@ versions?|(?:days?|hours?|minutes?|seconds?|weeks?|months?|years?) @",
    "recent": r"\bmost @|@ (?:items?|files?|documents?|searches)\b",
    "likely": r"\bas @ as",
    "currently": r"@ (?:selected|logged|signed|open|active|displayed|used|shown|authenticated|running)",
    "ease": r"\b(?:at|with) @",
    "comprehensive": r"@ insurance",
    "compatible": r"@ with\b",
    "indication": r"@ (?:that|whether|of whether)\b",
}

UNLESS: Final[dict[str, re.Pattern[str]]] = {
    word: re.compile(pattern) for word, pattern in _UNLESS.items() if pattern
}
