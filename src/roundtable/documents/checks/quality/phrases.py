"""Phrases and small grammar that leave a requirement open: escape clauses, open lists, pronouns without a noun, missing units…

Each pattern names the word that a finding shows in its group `word`. Patterns run on a sentence whose code, quotations,
links and addresses are already masked (`smells.masked`). Single words are in `vague_words`.
"""

import re
from typing import Final, NamedTuple

REQUIREMENT: Final = frozenset({"requirement"})
STATEMENTS: Final = frozenset({"requirement", "quality"})
CRITERION: Final = frozenset({"criterion"})
EVERYWHERE: Final = frozenset({"requirement", "quality", "criterion", "story"})


class Phrase(NamedTuple):
    """One pattern, the rule it belongs to and the kinds of sentence it is looked for in."""

    rule: str
    smell: str
    why: str
    kinds: frozenset[str]
    pattern: re.Pattern[str]
    settled_by_figure: bool = False
    needs: str = ""
    """Without one of these pieces (lower case, separated by `|`) it cannot match; asking for them first is much cheaper."""


# A number or a named standard that settles a vague word in the same clause: "(< 200 ms)", "within 3 clicks", "95 %", "WCAG 2.1".
FIGURE: Final = re.compile(
    r"[<>≤≥]=?\s*\d|\d\s*%|\b(?:within|under|below|over|above|than|most|least|exceed(?:s|ing)?|every|up to|to|by|of|after|for|in)"
    r"\s+(?:about\s+|a\s+)?\d|\b\d+(?:[.,]\d+)?\s*(?:ms|s|sec|seconds?|min|minutes?|hours?|days?|kb|mb|gb|tb|clicks?|steps?"
    r"|users?|requests?|items?|rows?|records?|lines?|characters?|pixels?|px|percent|per)\b|\b(?:WCAG|ISO|RFC|EN|DIN|NIST)[ -]\d",
    re.IGNORECASE,
)

ACTIONS: Final = (
    "add|approve|archive|assign|attach|book|browse|buy|calculate|cancel|change|check|choose|compare|configure|confirm|copy|"
    "create|define|delete|disable|download|edit|email|enable|enter|export|filter|find|generate|get|import|install|invite|"
    "list|log|manage|merge|move|notify|open|order|pay|print|publish|receive|record|register|reject|remove|rename|report|"
    "request|reset|restore|review|save|schedule|search|see|select|send|set|share|show|sign|sort|store|submit|subscribe|"
    "sync|track|transfer|update|upload|validate|verify|view|write"
)

_MODAL: Final = r"(?:shall|must|should|will|has to|have to|is to|are to|needs? to)"
_ESCAPES: Final = r"(?:possible|practical|practicable|feasible|appropriate|necessary|needed|required|desired|desirable|suitable|applicable)"
_TECHNOLOGY: Final = (
    r"(?:PostgreSQL|Postgres|MySQL|SQLite|MongoDB|Redis|Kafka|RabbitMQ|Elasticsearch|Oracle|React|Angular|Vue(?:\.js)?|Svelte|"
    r"Django|Flask|FastAPI|Spring(?: Boot)?|Rails|Laravel|Node(?:\.js)?|Express|Kubernetes|Docker|Terraform|AWS|Azure|GCP|"
    r"S3|Lambda|DynamoDB|Hibernate|jQuery|Bootstrap|Tailwind|Celery|Nginx|Apache|GraphQL|gRPC)"
)


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# fmt: off
PHRASES: Final[tuple[Phrase, ...]] = (
    Phrase("RT404", "loophole", "lets whoever builds it decide whether to", EVERYWHERE,
        _p(rf"\b(?:if|where|when|wherever|whenever|as)\s+(?:\(?technically\s+)?(?P<word>{_ESCAPES})\b"
           r"(?!\s+(?:by|in|for|under|to|at|per|level)\b)"), needs="if |where|when|as "),
    Phrase("RT404", "loophole", "lets whoever builds it decide how far to go", EVERYWHERE,
        _p(r"\b(?:to the (?:greatest |maximum |fullest )?extent|as far as|insofar as)\s+(?:is\s+|it is\s+)?"
           r"(?P<word>possible|practicable|practical|feasible|reasonable)\b"), needs="extent|far as"),
    Phrase("RT404", "loophole", "promises nothing", EVERYWHERE,
        _p(r"\b(?P<word>best[- ]efforts?|in principle|at (?:its|their|his|her) discretion|time permitting|among other things)\b"), needs="effort|principle|discretion|permitting|among"),
    Phrase("RT402", "nonverifiable", "has no end point at which one could call it done", EVERYWHERE,
        _p(r"\bas\s+(?:\w+\s+){1,2}as\s+(?P<word>possible|practicable|feasible)\b"), settled_by_figure=True, needs="as possible|as practicable|as feasible"),
    Phrase("RT402", "nonverifiable", "covers cases that nobody can list", STATEMENTS,
        _p(r"(?<!\bbe )(?<!\bis )(?<!\bare )(?<!\bif )(?<!\bas )(?<!\bnot )(?<!\bwhere )(?<!ever )(?<!\bextent )(?<!\bwhen )"
           r"\b(?P<word>possible)\s+(?!to\b|for\b|that\b|when\b|if\b|only\b|but\b|while\b|and\b|or\b|by\b|in\b|on\b|at\b|from\b|through\b|as\b|via\b|with\b|values?\b)[a-z]"), needs="possible"),
    Phrase("RT402", "nonverifiable", "gives no limit", EVERYWHERE,
        _p(r"\b(?P<word>too (?:large|small|long|short|many|few|much|big|high|low|slow|old|often|complex|difficult))\b"), settled_by_figure=True, needs="too "),
    Phrase("RT405", "open_list", "leaves the list open", EVERYWHERE,
        _p(r"(?P<word>\betc\b\.?|\band so (?:on|forth)\b|\band the like\b|\bor similar\b|\band others?\b(?=\s*[.,;)]|$)|\band more\b(?=\s*[.,;)]|$)|"
           r"\bnot\s+(?:be\s+)?limited\s+to\b|…|\.\.\.(?!\.))"), needs="etc|and so|the like|similar|other|and more|limited|…|..."),
    Phrase("RT406", "weak_verb", "does not say what happens", STATEMENTS,
        _p(rf"\b(?:{_MODAL}|to|able to)\s+(?:\w+ly\s+)?(?P<word>handle|deal with|take care of|cater (?:for|to)|accommodate|address|"
           r"provide (?:support )?for|take into (?:account|consideration)|consider|be aware of|be involved in)\b"), settled_by_figure=True, needs="handle|deal with|care of|cater|accommodate|address|provide|into |consider|aware|involved"),
    Phrase("RT406", "weak_verb", "does not say what happens", STATEMENTS,
        # "support" with a name, a figure or code after it ("support SAML 2.0") says enough.
        re.compile(rf"\b{_MODAL}\s+(?:also\s+)?(?P<word>support)\s+(?!(?:\S+\s+){{0,3}}\S*[A-Z0-9¤])[a-z]"), needs="support"),
    Phrase("RT407", "uncertain_verb", "does not say whether it is required", STATEMENTS,
        re.compile(r"\b(?P<word>[Ss]hould|may|[Mm]ight|[Cc]ould)\b(?!\s*[-/:])"), needs="should|may|might|could"),
    Phrase("RT412", "negative", "says what must not be, which no test can show", REQUIREMENT,
        # A limit ("must not exceed 5 MB") is negative in form only.
        _p(rf"\b{_MODAL}\s+(?P<word>not|never)\b"
           r"(?!\s+(?:exceed|(?:be|take|last|need|use)\s+(?:more|less|longer|larger|greater|fewer|higher|lower|later)))"), needs="not|never"),
    Phrase("RT413", "universal", "promises every case there is", EVERYWHERE,
        _p(r"\b(?P<word>always|at all times|under (?:all|any) (?:circumstances|conditions)|in (?:all|every|any) (?:cases?|situations?|circumstances)|"
           r"any and all|whatsoever|bug-free|error-free|zero (?:bugs|defects|downtime)|never fails?|everything|everyone)\b"), needs="al|any|every|whatsoever|-free|zero|never"),
    Phrase("RT414", "pronoun", "has no noun before it", STATEMENTS,
        re.compile(r"^(?:(?P<word>This|That|It|These|Those|They)\s+(?:shall|must|should|will|is|are|can|may|has|have|needs?|does|do)\b"
           r"(?!\s+(?:also\s+)?(?:not\s+)?(?:be\s+)?(?:possible|necessary|required|allowed|forbidden|permitted))|"
           # "This includes …": a verb; "This process …", "This status …": a noun.
           r"(?P<word2>This|It)\s+[a-z]{3,}[^su\W]s(?=\s))")),
    Phrase("RT414", "pronoun", "points back at something the reader has to guess", STATEMENTS,
        _p(r"\bthe (?P<word>former|latter|above|aforementioned)\b(?!\s+(?:table|figure|limit|threshold))"), needs="the former|the latter|the above|aforementioned"),
    Phrase("RT415", "comparative", "compares with something it does not name", EVERYWHERE,
        _p(r"(?<!\bno )(?<!\bany )\b(?P<word>faster|slower|better|worse|easier|simpler|cheaper|safer|smoother|cleaner|nicer|"
           r"(?:more|less) (?:\w+ly|secure|accurate|precise|complete|detailed|expensive|complex|compact|current|general|active))\b"
           r"(?![^.;]*\bthan\b)(?!\s+and\s+(?:faster|better|more)\s+than)"), settled_by_figure=True, needs="faster|slower|better|worse|easier|simpler|cheaper|safer|smoother|cleaner|nicer|more |less "),
    Phrase("RT415", "superlative", "claims a first place without saying among what", EVERYWHERE,
        _p(r"(?<!\bat )\b(?P<word>best|fastest|easiest|simplest|cheapest|safest|slowest|worst|most (?:efficient|reliable|important|"
           r"relevant|suitable|appropriate|common|useful|widely|advanced|modern|user-friendly|intuitive|secure|restrictive))\b"
           r"(?![- ](?:efforts?|before))"), settled_by_figure=True, needs="best|fastest|easiest|simplest|cheapest|safest|slowest|worst|most "),
    Phrase("RT409", "unitless", "has no unit", EVERYWHERE,
        _p(r"\b(?:within|less than|more than|at most|at least|no more than|no longer than|exceeds?|maximum of|every|after|faster than|greater than)\s+"
           r"(?P<word>(?!0\b)\d+(?:[.,]\d+)*)(?=\s*(?:[.;,)](?!\d)|$)|\s+(?:when|if|while|under|unless)\b)"), needs="within| than|most|least|exceed|maximum|every |after"),
    Phrase("RT411", "solution", "names a solution where the need belongs", frozenset({"requirement", "story"}),
        re.compile(rf"\b(?:using|with|via|in|on|through|by)\s+(?:an?\s+|the\s+)?(?P<word>{_TECHNOLOGY})\b|"
           r"\b(?P<word2>[Dd]rop-?down|[Cc]heckbox(?:es)?|[Rr]adio buttons?|[Pp]op-?ups?|[Ss]tored procedures?|[Mm]icroservices?|"
           r"[Cc]ron jobs?|[Ff]oreign keys?|[Dd]atabase (?:table|column|index|trigger)s?|[Jj]oin table|[Ss]ingleton)\b")),
    Phrase("RT422", "either", "is two requirements or one, nobody knows which", EVERYWHERE,
        _p(r"(?P<word>\band\s*/\s*or\b)"), needs="and"),
    Phrase("RT424", "undecided", "is not decided yet", EVERYWHERE,
        re.compile(r"(?P<word>\b(?:TBD|TBC|TBA|TODO|FIXME|XXX)\b|\?\?\?|<xx?[^>]{0,20}>|\bNEEDS? CLARIFICATION\b|"
           r"\b[Tt]o be (?:determined|defined|decided|clarified|specified|discussed)\b(?!\s+(?:by|in|with|from|at|through)\b)|"
           r"\((?:to be|still to be) (?:confirmed|agreed)\)|"
           r"\b(?:X{1,3}|N{1,2}|_{2,})\s?(?:%|ms\b|s\b|seconds?\b|minutes?\b|hours?\b|days?\b|MB\b|GB\b|users?\b|requests?\b)|"
           r"\bnoch (?:zu klären|offen|festzulegen|zu definieren)\b|\bà (?:définir|préciser)\b|\bpor (?:definir|determinar)\b)"), needs="tbd|tbc|tba|todo|fixme|x|???|clarif|to be|n|_|à |por "),
    Phrase("RT426", "unfailing", "is true of every system", CRITERION,
        _p(r"\b(?P<word>(?:works?|working|behaves?|functions?|operates?|performs?|runs?|reacts?|responds?|looks?)\s+"
           r"(?:as (?:expected|intended|designed|desired|required|planned|it should)|correctly|properly|fine|well|normally|"
           r"appropriately|smoothly|flawlessly|without (?:any )?(?:problems?|issues?|trouble)))\b(?!\s+(?:by|in) [A-Z`¤])"), needs="work|behave|function|operate|perform|run|react|respond|look"),
    Phrase("RT426", "unfailing", "is true of every system", CRITERION,
        _p(r"\b(?:is|are|be|been|gets?)\s+(?P<word>(?:handled|processed|done|treated|dealt with|managed|executed|carried out)\s+"
           r"(?:correctly|properly|appropriately|accordingly|well|as (?:expected|intended|required|desired)))\b"), needs="handled|processed|done|treated|dealt|managed|executed|carried"),
    Phrase("RT426", "unfailing", "is true of every system", CRITERION,
        _p(r"\b(?:results?|outputs?|outcome|behaviou?r|response|everything|all|it|system|page|screen)\s+(?:is|are|will be|looks)\s+"
           r"(?P<word>as (?:expected|intended|desired|it should be)|correct|fine|ok(?:ay)?|right|good|appropriate)\b(?=\s*(?:[.,;]|$))"), needs="expected|intended|desired|should be|correct|fine|ok|right|good|appropriate"),
    Phrase("RT426", "unfailing", "is met whatever happens", CRITERION,
        _p(r"\b(?:then|shall|must)\b[^.;]*?\b(?P<word>may or may not|may (?:be|have)|might|possibly|"
           r"or (?:it |they )?(?:(?:is|are|does|do) )?not)\b(?<!whether or not)"), needs="may|might|possibly|or "),
)
# fmt: on
