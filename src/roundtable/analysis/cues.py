"""Cues: the words by which a question in anybody's step file gives away what it is after.

One row for each kind of fact: cues with their weight, as regular expressions over lower-case words. A weight of 3 and more
names the kind outright ("which endpoints"); 1 to 2 hints at it and needs company. Cues overlap on purpose: `wording` adds
them up together with the step's title, phase and documents, and the heaviest kind wins.

Elsewhere: the sum itself (`wording`), the kinds (`kinds`).
"""

from typing import Final

__all__ = ["CUES", "DOCUMENT_KINDS", "PHASE_KINDS"]

CUES: Final[dict[str, dict[float, str]]] = {
    "problem": {
        3.5: r"problems?|pain ?points?|painful|what(?: is|'s| was) (?:wrong|broken|bothering|lacking)|root causes?|why now|why (?:are|do|does|is|did|would) (?:we|you|they|this|it|anyone)|what (?:prompted|triggered|led to|motivat\w*|brought|made)|status quo",
        3: r"what (?:goes|went|is going|keeps going) wrong|bother\w*|trouble\w*|hurt(?:s|ing)?|suffer\w*|frustrat\w*|annoy\w*|irritat\w*|struggl\w*|complain\w*|motivation|driv(?:es|ing|er|ers)|let(?:s|ting)? (?:\w+ )?down|cost of (?:doing nothing|inaction)|bottlenecks?|shortcomings?|work ?arounds?|grievances?|background to|what issues?",
        2: r"business (?:case|goal|context|reason)s?|happen(?:s|ing) (?:today|now)|nothing (?:is|were|was|gets|happens)|never done|do(?:ing)? nothing|opportunit(?:y|ies)|(?:current|present|existing|today's) (?:situation|way|process|solution|setup|tool)|get by|does not work|waste[ds]?|wasting|reason (?:for|behind)",
        1: r"today|currently|at (?:present|the moment)|right now|why|missing|purpose of (?:this|the)",
    },
    "success_metric": {
        3.5: r"success\w*|kpis?|metrics?|worth (?:it|the|doing|having)|how (?:will|would|do|can|shall) (?:you|we|they|anyone|people) (?:know|tell|notice|see|recogni[sz]e)|pa(?:y|ys|id) off|move the needle",
        2.5: r"measur\w*|revenue|savings?|indicators?|goal posts?|benefits?|outcomes?|return on|baseline|improve(?:s|d|ment)? by|better off|look back|celebrate|evidence that",
        1.5: r"objectives?|value|targets?|numbers?|figures?|(?:should|must) (?:move|rise|fall|drop|go up|go down)|(?:weeks?|months?|year)s? (?:after|from now|later|on)|(?:after|in) (?:\w+ )?(?:weeks|months|a year)|helps?",
    },
    "stakeholder": {
        3.5: r"stake ?holders?|sponsors?|decision[- ]makers?|who (?:else )?(?:pays|funds|decides|owns|asked|ordered|requested|commissioned|cares|benefits|has (?:a|the|final))|who (?:is|are|will be|would be) (?:\w+ )?(?:affected|accountable|responsible|interested|impacted|consulted|informed|involved|unhappy)|interested part(?:y|ies)|veto\w*|whose (?:budget|money|opinion|agreement|decision)",
        2.5: r"departments?|steering|who else|a say|product owners?|point of contact|whom (?:should|do|must|can)|who (?:should|must|needs to) (?:be|know|hear|agree)|who (?:would|could|will) (?:be (?:the )?first to )?(?:notice|object|complain|care|mind)",
        1.5: r"teams?|management|managers?|business side|owners?|whom|whose",
    },
    "user_type": {
        3.5: r"who (?:(?:will|would|is going to|does|do|can|might|could) )?(?:actually |really |directly |mainly )?(?:us(?:e|es|ing)|work(?:s|ing)? with|interact\w*|operat\w*|open|log(?:s)? in|touch\w*|run)|who(?:'s| is| are) (?:it|this|that|they|(?:the|your|our|their) (?:\w+ )?(?:users?|customers?|clients?|people|readers?|operators?|players?|consumers?|audience))\b|personas?|audience|actors?|end[- ]users?|user (?:types?|groups?|roles?|profiles?)|(?:kinds?|types?|groups?|class(?:es)?|segments?|sorts?) of (?:\w+ )?(?:users?|people|customers?|clients?|persons?|staff)",
        2.5: r"roles?|target group|which (?:\w+ ){0,3}(?:will|would|do|does|have|has|might)(?: \w+)? (?:us(?:e|ing)|open|see|operate|work|have|log)|which (?:users|people|customers|clients|employees|staff)|people on the other end|who (?:will|would) (?:see|get|have)",
        1: r"users?|customers?|people|their (?:job|day|skills?|background)|whose hands|operators?|staff|employees|visitors?|clients?|who",
    },
    "need": {
        3.5: r"trying to|jobs?[- ]to[- ]be[- ]done|what (?:do|does|would|are|is) (?:they|the \w+|\w+s|each of them|people|users) (?:\w+ )?(?:need|want|hop|expect|wish|look|after)\w*|(?:user|customer|real|actual|unmet|underlying) needs?",
        2.5: r"accomplish\w*|achiev\w*|get(?:ting)? done|hop(?:e|es|ing) (?:to|for)|wish(?:es|ed)?|desir\w*|care about most",
        1.5: r"needs?|goals?|wants?|aims?|expects?|expectations?",
    },
    "journey": {
        4: r"walk (?:me|us|one|somebody|someone) through|tak(?:e|ing) (?:me|us) (?:through|along|from)|journeys?|day in the life|step[- ]by[- ]step|user flows?",
        3: r"workflows?|(?:normal|typical|usual|average|ordinary|perfect|good) (?:\w+ )?(?:day|run|session|visit|use|morning|round|shift|case|week)|scenarios?|use cases?|happens? (?:next|then|after that|first)|(?:from|between) (?:\w+ )?(?:start|beginning|first|login|opening|arrival)\b.{0,40}\bto|talk (?:me|us) through|before and after|how does (?:someone|somebody|a (?:user|customer|person)) (?:go|get|do|use)",
        1.5: r"experience|screens?|clicks?|encounter\w*|moments?|end[- ]to[- ]end|steps",
    },
    "constraint": {
        4.5: r"not (?:be )?(?:allowed|permitted|free) to (?:change|touch|alter|break|move|use)|(?:may|must|can|should) (?:we|you|it) not (?:change|touch|alter|break)",
        3.5: r"constrain\w*|deadlines?|regulat\w*|non-negotiables?|complian\w*|cannot (?:change|be changed)|by when|(?:legal|statutory|contractual)(?:ly)?|laws?|gdpr|hipaa|obligat\w*|restrict\w*|guidelines?|already (?:decided|fixed|settled|agreed)",
        2.5: r"budgets?|timelines?|time ?frames?|launch dates?|target dates?|residency|costs|licen[cs]\w*|standards?|limits?|limitations?|compatib\w*|fixed|given|certif\w*|mandat\w*|must (?:stay|remain|not change)|off[- ]limits|boundar(?:y|ies)|(?:has|have) to (?:support|run|work) (?:on|in|with)|when (?:must|does|do|should) .{0,30}(?:done|ready|live|delivered|ship)",
        1.5: r"polic(?:y|ies)|contracts?|browsers?|devices?|hardware|platforms?|environments?|respect|rules? (?:from|of) (?:outside|law)|must not",
    },
    "assumption": {
        4: r"assum\w*|tak(?:e|en|ing) for granted|hypothes\w*|presum\w*|presuppos\w*",
        3: r"without (?:\w+ ){0,2}(?:proof|evidence|check\w*|verif\w*|test\w*|ask\w*)|unproven|unverified|not (?:yet )?(?:been )?(?:verified|proven|checked)",
        2: r"rel(?:y|ying|ies) on|believ\w*|fairly sure|hop(?:e|ing) (?:is|will be) true|facts?",
    },
    "integration": {
        3.5: r"integrat\w*|third[- ]part(?:y|ies)|interoperat\w*|get(?:s)? along with|(?:external|outside|foreign|neighbou?ring|other|adjacent|existing|partner|legacy) (?:\w+ )?(?:systems?|services?|apps?|applications?|programs?|products?|apis?|interfaces?)|interfac(?:e|es|ing) with",
        2.5: r"upstream|connect\w*|webhooks?|exchang\w*|sync\w*|plug(?:s|ged)? in\w*|communicat\w*|talks? (?:to|with)|export(?:s|ed)? to|import(?:s|ed)? from|hand(?:s|ed)? over|call(?:s)? out to",
        1.5: r"downstream|partners?|feeds?|consumers?|external|outside|depends? on|each other|between (?:the )?(?:two|parts|systems)",
    },
    "quality": {
        3.5: r"response times?|latency|throughput|concurren\w*|uptime|downtime|performan\w*|scalab\w*|availab(?:le|ility)|reliab\w*|accessib\w*|usab(?:le|ility)|maintainab\w*|service levels?|sla|slo|secur(?:e|ity)|qualit(?:y|ies)|non-?functional|privacy|encrypt\w*|how (?:fast|quick\w*|slow|responsive|accurate|precise|reliable|robust)",
        2.5: r"how (?!many|much|often|long|big|large|does|do|did|is|are|will|would|should|can|could|might|must|has|have)\w+ (?:does|do|must|should|will|would|may|is|are|has|need) .{0,40}?(?:be|feel|stay|run)|peak|load|per (?:second|minute|hour|day|week|month|year)|outages?|volumes?|accura\w*|precis\w*|recover\w*|backup\w*|audit trail|degrad\w*|monitor\w*|alert\w*|logging|roll(?:ed|ing)?[- ]?back|fresh\w*|how (?:soon|quickly)|slow\w*|fast(?:er)?",
        2: r"how (?:many|much|often|frequently|long)|tolera\w*|scal(?:e|es|ing)|stale|traffic|delays?|wait(?:ing)? times?|personal data|confidential\w*|seconds?",
    },
    "risk": {
        3.5: r"risks?|(?:make|cause|causes) (?:it|this|the) (?:\w+ )?(?:a |to )?fail\w*|(?:could|might|may|can|would) (?:\w+ )?(?:go|goes|going) (?:\w+ )?(?:wrong|badly)|up at night|awake|worst|worr(?:y|ies|ied|ying)|dangers?|dangerous|threats?|attack\w*|abus\w*|misus\w*|disasters?|catastroph\w*|pitfalls?|mitigat\w*|harm\w*|jeopardi\w*|nightmares?|sink (?:this|the|it)|torpedo\w*|derail\w*|nervous|afraid|fears?",
        2.5: r"damage\w*|concern(?:s|ed)?|downsides?|leak\w*|hard to (?:undo|reverse|change|take back)|expensive to (?:undo|reverse|change)|backfire\w*|what if (?:we|you) (?:are|were) wrong|weak(?:est)? (?:point|spot|link)",
        1.5: r"consequences?|safe(?:ty)?|exposed|lose|lost|uneasy",
    },
    "requirement": {
        3.5: r"requirements?|capabilit\w*|capable of|functionalit\w*|what (?:must|should|shall|does|will) (?:it|this|the (?:[\w-]+ ){1,4}?|they) ?(?:\w+ ){0,2}?(?:do|support|offer|provide|handle|deliver|let|allow|enable)(?! (?:when|if|while|in case|once))|what are we building|be able to|be possible|impossible (?:now|today)",
        3: r"(?:must|has to|have to|should|shall|needs? to) (?:support|offer|provide|handle|allow|include|perform|produce|deliver)|functions? (?:does|must|should|will|do)|(?:has|have) to do",
        2: r"(?:which|what|list|name) (?:\w+ ){0,2}features?",
        1.5: r"features?|behaviou?rs?|deliverables?|functions?|must (?:it|the)|should (?:it|the)|specif(?:y|ied|ically)|remembered",
    },
    "criterion": {
        4: r"acceptance|given\b.{1,40}\bwhen\b.{1,40}\bthen|test cases?|definition of done|expected (?:results?|outputs?)|testable",
        3.5: r"how (?:do|would|can|will|could|shall|should) (?:we|you|i|one|somebody|someone|a tester|anyone) (?:\w+ )?(?:prove|verify|test|check|demonstrate|show|confirm|validate)",
        2.5: r"criteri(?:a|on)|verif\w*|(?:one|a) (?:real|concrete) (?:case|example|input)|qa\b|count(?:s)? as (?:done|finished|complete)|convince\w*|is (?:finished|done|complete)|demonstrat\w*|proofs?|goes in and what comes out",
        1.5: r"examples?|prove|checks?|checked|tests?|done|finished|works",
    },
    "business_rule": {
        4: r"business rules?|who (?:may|can|must not|may not|should not|is|are|isn't) (?:\w+ )?(?:allowed|permitted|entitled|authori[sz]ed|be able)|who (?:may|must not|may not)|eligib\w*|entitle\w*",
        3: r"rules?|never (?:do|be|happen|allow)\w*|calculat\w*|formulas?|permissions?|access rights|privileges|allowed|permitted|authori[sz]\w*|forbidden|prohibit\w*|under (?:which|what) (?:conditions?|circumstances)|invariants?|what (?:decides|determines|governs)|(?:cases|exceptions?) (?:that )?(?:to|break) (?:the|this|that|general)",
        2: r"thresholds?|conditions?|never|always|polic(?:y|ies)|exceptions?|limits? (?:per|on)|quotas?|may only",
    },
    "story": {
        4: r"user stor(?:y|ies)|as an? .{1,40}\bi(?:'d| want| would| need| can| wish)",
        3: r"stor(?:y|ies)|epics?|tales?",
    },
    "priority": {
        3.5: r"priorit\w*|must[- ]haves?|nice[- ]to[- ]haves?|moscow|most (?:important|urgent|valuable|wanted)|matters? (?:the )?(?:most|least)|rank\w*|what would you (?:keep|drop|cut|save|sacrifice|give up|throw)|only (?:one|two|three|half)|could only|give (?:up|away)",
        2.5: r"(?:ships?|deliver(?:ed)?|released?|go(?:es)? out|do|have) first|can(?:not)? wait|could wait|wait (?:for|until|longest)|essential|indispensab\w*|urgen\w*|first to go|halved|half the|do without|live without|sooner",
        1.5: r"critical|musts?|important|importan\w*|first|more valuable|(?<!at )least",
    },
    "scope": {
        3.5: r"scope|how (?:big|large|small|much work)|small, medium|t-shirt|estimate\w*|how long (?:will|would|does|might) (?:it|this|that|the \w+) take|(?:hours|days|weeks),? (?:days|weeks|months)?,? ?or (?:days|weeks|months)",
        2.5: r"(?:absolute |bare |the )minimum|siz(?:e|es|ed|ing)|effort|smallest|minimum viable|mvp|a (?:single )?day|rough(?:ly)?|ballpark|order of magnitude|minor or major|tweaks?|drop this",
        1.5: r"big(?:ger)?|small(?:er)?|large|minimal|quick win|double the",
    },
    "out_of_scope": {
        4: r"out of scope|off the table|not (?:in|part of) (?:the )?scope|non-?goals?|exclu(?:de|des|ded|sions?)|(?:deliberately|explicitly|intentionally|consciously) (?:\w+ )?(?:not|leav\w*|left|ignor\w*|exclud\w*)|say no to|not (?:be )?(?:included|covered|part of|supported|handled)|(?:will|do|does|shall) (?:we|it|you|they|this) (?:\w+ )?not|(?:will|should|need) not be|not (?:to )?(?:touch|building|build|doing|change|do|cover|covering|include|including|support\w*)\b(?! (?:by|when))",
        3: r"(?:leave|leaves|left|leaving|keep|stays?) (?:\w+ ){0,2}(?:out|alone|untouched|aside|as (?:it|they) (?:is|are))|won't|will not|untouched|for (?:later|another time)|(?:later|future|next) (?:release|version|phase|iteration)|postpon\w*|defer\w*|put off|(?:does|do) (?:it|we) (?:\w+ )?not do",
        1.5: r"later|instead of|ignor\w*|no longer",
    },
    "keyword": {
        4: r"keywords?|search (?:terms?|words?|phrases?)|grep\w*|terminology|vocabulary|glossary|jargon|synonyms?",
        3: r"search(?:es|ed|ing)? (?:for|the|with|by)|phrases?|nicknames?|alias(?:es)?|what .{0,30}\bcall(?:s|ed)? (?:this|it|that)|(?:is|was|are) (?:this|it|that|they) called|also known|words|(?:which|what|other|old|own|short|different) names?",
        1.5: r"terms?|identifiers?|called|labels?|search\w*",
    },
    "file_count": {
        5: r"how many (?:\w+ ){0,2}files|file counts?|(?:number|count) of (?:\w+ )?files",
    },
    "direct_change": {
        4: r"(?:which|what|whose) (?:\w+ ){0,3}(?:files?|code|lines|classes|functions|tables|modules|parts) (?:\w+ ){0,5}(?:chang|edit|modif|touch|open|updat|rewrit|adapt|creat|replac)\w*|(?:source )?files? .{0,30}(?:chang|edit|modif|touch|open|updat|rewrit|adapt|creat)\w*",
        3: r"(?:ha[sv]e? to|must|will|needs? to) (?:\w+ )?(?:change|be (?:changed|edited|created|touched|modified|rewritten|added))|(?:directly|immediately) (?:affected|changed|touched|concerned)|which (?:source )?files|what (?:\w+ )?be created|new files?|heart of the change",
        2: r"edit\w*|modif\w*|affected|files?|rewrit\w*|touch\w*|source code|refactor\w*|folders?|director(?:y|ies)",
    },
    "indirect_change": {
        3.5: r"indirect\w*|callers?|what else (?:\w+ )?(?:breaks?|chang\w*|is|would|will|has|must|needs|depends)|ripples?|side[- ]effects?|knock-?on|blast radius|depend(?:s|ing|ent|ents)? (?:up)?on (?:it|this|these|them|that|those|the)|regress\w*",
        2.5: r"downstream|consumers|who (?:else )?(?:calls|imports|relies|reads|consumes|uses)|would (?:break|notice|feel)|break(?:s)?|must not notice|ha(?:s|ve) to follow|(?:made|built|generated) again|along with the code|reach(?:es)?",
        1.5: r"depend\w*|rel(?:y|ies) on|elsewhere|reference[ds]?",
    },
    "entry_point": {
        4: r"entry points?|end ?points?|entrances?|way in|ways in",
        3: r"routes?|cron|cli|where (?:does|do|would|will) .{0,40}\b(?:start|begin|enter|arrive|come in)\w*|through which|(?:reach|invok|trigger|launch|kick|enter)(?:ed|es|s)? (?:off )?(?:by|from|through|via|this|it)|entry|doors?",
        2: r"commands?|hooks?|buttons?|menus?|jobs?|schedul\w*|arrives?|handlers?|listeners?|reached|invoked|urls?",
    },
    "risk_zone": {
        4: r"risk zones?|brittle|risky (?:\w+ )?(?:code|places?|areas?|parts?|files?|spots?|corners?)|fragile|hot ?spots?|untested|technical debt|tech debt|nobody (?:likes|dares|wants|understands)|(?:every(?:body|one)|people|you|developers) (?:\w+ )?avoids?",
        3: r"(?:without|no|lack\w*|few|poor) tests?|test coverage|coverage gaps?|(?:most )?(?:tangled|messy|hairy|scary|convoluted)|tread carefully|handle with care|marked as risky|scars?",
        2: r"legacy|coverage|complex\w*|(?:corner|area|part|place|spot|piece)s? (?:of|in) (?:the|this|our) (?:code\w*|system|repo\w*)|careful|least like|bugs?|unnoticed|delicate|sensitive",
    },
    "order": {
        4: r"(?:in )?(?:what|which) (?:order|sequence)|implementation order|first,? (?:then|second|next)|order of (?:work|steps|implementation|changes)|sequenc(?:e|ed|ing)",
        3: r"(?:merg|ship|releas|deploy|roll|build|implement|tackl|migrat)\w* (?:\w+ )?first|(?:comes?|goes|go) (?:in )?first|before (?:anything|everything|any of|the (?:others?|rest))|prerequisites?|before what|(?:has|have) to (?:land|come|happen|be done) (?:first|before)|milestones?|roadmap|roll-?outs?|blocked by|point of no return|released alone",
        2: r"migrat\w*|begin(?:s)?|start(?:s)? (?:with|from|at)|stages|order|merged|staged|stepping stones?",
    },
    "option": {
        4.5: r"(?:between|among) (?:which|what)|choose (?:between|from|among)|(?:our|the|your) choices",
        4: r"options?|alternatives?|approach(?:es)?|pros and cons|trade-?offs?|candidate(?:s)? (?:designs?|solutions?)",
        3: r"(?:two|three|several|different|other|which|possible|many) (?:\w+ ){0,2}ways?|ways? (?:to|of|we|you|it|this) (?:could |can |might |would )?(?:do|doing|build|building|solve|solving|go|approach)\w*|candidates?|possibilit\w*|compar\w*|simplest thing|opposite",
        1.5: r"instead|else could|could we|might we|variants?",
    },
    "decision": {
        5: r"i(?:'d| would) \w+[^?]{3,200}[;.] (?:what|where|which|how|who)",
        3.5: r"decisions?|lean(?:ing)? towards?|votes?|your (?:pick|favou?rite|preference|verdict)|which one (?:do|would|did|will|should) (?:you|we)|tip(?:s|ped)? the (?:balance|scales?)|rationale|adrs?|verdict|what (?:did|do|would|will) (?:you|we) (?:choose|decide|pick|go with)",
        3: r"decid\w*|choos\w*|chosen|choice|pick(?:ed|s)?|prefer\w*|recommend\w*|favou?r\w*|i would",
        2: r"reject\w*|ruled out|discard\w*|set aside|argues? (?:for|against)|speaks? (?:for|against)|which (?:one )?wins?|conclu\w*",
    },
    "technology": {
        4.5: r"(?:with|on|in) what (?:would|will|should|do|shall) (?:you|we|they) (?:build|write|make|run|do)\w*|built? (?:\w+ ){0,2}(?:with|on top of)",
        4: r"technolog\w*|tech stack|frameworks?|librar(?:y|ies)|programming languages?",
        3: r"stack|databases?|vendors?|build (?:it )?or buy|off[- ]the[- ]shelf|open[- ]source|built (?:with|on)|written in|hosted|runtimes?|cloud|dependenc(?:y|ies)",
        2: r"tools?|tooling|languages?|versions?|platforms?|packages?|postgres\w*|mysql|sqlite|mongo\w*|redis|kafka|react|python|java(?:script)?|typescript|rust|kubernetes|docker|aws|azure|linux|sdks?|stay (?:on|with)|products?",
    },
    "module": {
        3.5: r"modules?|components?|sub-?systems?|building blocks?|separation of concerns|single (?:job|responsibility)|responsib\w*",
        3: r"units?|(?:split|divid\w*|decompos\w*|break|carve|cut|partition) .{0,40}(?:into|up|down|apart)|into which|layers?|class(?:es)?|packages?",
        2: r"pieces|parts|boundar(?:y|ies)|structur\w*|owns?|private|split|purpose|services?",
    },
    "interface": {
        4: r"interfaces?|apis?|signatures?|payloads?|return (?:types?|values?)|(?:accept|take|receive|expect|need|get)s? .{0,40}(?:return|hand(?:s)? back|give(?:s)? back|produce|send(?:s)? back|come(?:s)? back)s?|pass(?:es|ed)? in",
        3: r"parameters?|arguments?|contracts?|schemas?|comes? back|(?:caller|client)s? (?:\w+ )?(?:pass|get|receive|send|see|wait)\w*|message formats?|call(?:ed)? with|main call|types? of each|data types?",
        2: r"inputs?|outputs?|return(?:s|ed)?|methods?|functions?|fields?|request\w*|responses?|formats?|optional|calls?",
    },
    "data_flow": {
        4: r"data[- ]?flows?|data (?:\w+ )?(?:flow|move|travel|pass|go)\w*|(?:travel|flow|wander)(?:s|ed)?|life of (?:a|one) (?:record|request|message)",
        3: r"pipelines?|ingest\w*|transform\w*|hops?|where do(?:es)? .{1,50}\b(?:go|end up|come from|land|finish)|(?:mov|pass|rout|sen)(?:e|es|ed|t|ds|d) (?:from|through|between|along|on to)|follow(?:ing)? (?:a|one|the) (?:\w+ )?(?:record|request|order|message|byte|piece)|from (?:its |the )?(?:source|origin|input)",
        2: r"convert\w*|data|dropped|from .{1,40} to|written (?:to|before)|copies|stream\w*|batch\w*|rounded",
    },
    "state": {
        4: r"(?<!to )(?<!please )states?(?! (?:the|that|your|what|which|why|how|all|each))|status(?:es)?|life ?cycles?|transitions?|state machine|persist\w*|how long .{0,40}(?:kept|keep|stored|retained|saved)",
        3: r"stor(?:e|es|ed|age)|cach(?:e|es|ed|ing)|retention|retained|kept|go(?:es)? through|between (?:draft|new|open|active)|one true copy|source of truth|in memory",
        2: r"deleted?|archiv\w*|expir\w*|saved?|keep|remember\w*|records?|writers?|collide|stages?|empty",
    },
    "error_case": {
        4: r"fail(?:s|ed|ing|ure|ures)?|errors?|edge cases?|time[sd]?[- ]?outs?|what (?:should |does |do |will |would |must |ought )?.{0,60}?\b(?:happens?|do|does|see|sees|sees?|get|gets|receives?|hears?|reads?|shown?|told)\b(?: [\w-]+){0,4}? (?:when|if|in case|should|as soon as|once|while)\b",
        3: r"exceptions?|crash\w*|retr(?:y|ies)|invalid|malformed|corrupt\w*|unavailable|unreachable|refus\w*|fall-?backs?|interrupt\w*|half-?way|mid-\w+|go(?:es)? wrong (?:half|during|in the middle)|went wrong|another try|out of order|slow or gone",
        2: r"reject\w*|twice|duplicates?|offline|disconnect\w*|lost|missing|wrong|too (?:long|big|many|large|late)|power|goes down|is down|break(?:s)?|abort\w*|undone",
    },
    "open_question": {
        4: r"(?:open|unanswered|unresolved) (?:\w+ )?(?:questions?|points?|issues?|items?|matters?)|(?:still|yet) (?:\w+ )?(?:have|need|to be|must|has|needs)(?: to)? (?:\w+ )?(?:find|decid|clarif|learn|settl|ask|figur|know)\w*|unclear|uncertain\w*|undecided|unresolved|unknowns?|tbd|don'?t (?:\w+ )?know",
        3: r"find out|clarif\w*|unsure|not (?:yet )?(?:know|known|decided|settled|sure|clear)|who (?:could|can|would|might) (?:answer|settle|tell|clear|clarify|know|say)|have to guess|least sure|be settled",
        1.5: r"still|gaps?|missing information|confus\w*|questions?",
    },
    "approval": {
        4: r"good to go|(?:may|can|shall|should) (?:we|i) (?:now )?(?:start|begin|go (?:on|ahead)|proceed|continue|move on)|(?:have|did) i (?:\w+ )?(?:under(?:stood|stand)|g[eo]t|captur|miss|read|hear|summari)\w*|(?:is|are|does|do) (?:this|that|it|these|they) (?:\w+ )?(?:right|correct|accurate|look|sound|match|complete|ok|okay|fine)\w*|sign(?:s|ed|ing)?[- ]?(?:this |it )?off|go-?ahead|green[- ]light|happy (?:with|to go|to proceed)|ready to (?:proceed|build|go|move|start|ship)|(?:wrong|missing) (?:in|with|from) (?:this|it|the (?:summary|design|plan|picture))|do you (?:agree|approve|accept)|accept (?:this|the) (?:plan|design|summary|picture)",
        3: r"approv\w*|before (?:we|you|i) (?:\w+ )?(?:proceed|move|go|continue|build|give|sign|start|call|finish)|(?:like|want|wish) (?:\w+ ){0,2}(?:rework|chang|correct|adjust|revis)ed|anything (?:\w+ ){0,4}(?:change|correct|rework|add|revise|adjust|missed)\w*|agreement|objections?|blessing",
        1.5: r"review\w*|confirm\w*|agree|correct\w*|rework\w*|sign|satisf\w*|conditions",
    },
}

_REQUIREMENT_KINDS: Final = (
    "problem success_metric stakeholder user_type need journey constraint assumption quality risk requirement criterion"
    " business_rule story priority out_of_scope"
)
PHASE_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "00-quick-scan": ("scope", "out_of_scope", "keyword", "file_count", "direct_change"),
    "01-requirements": tuple(_REQUIREMENT_KINDS.split()),
    "02-impact-analysis": ("direct_change", "indirect_change", "entry_point", "risk_zone", "order"),
    "03-architecture": ("option", "decision", "technology", "integration", "risk"),
    "04-design": ("module", "interface", "data_flow", "state", "error_case"),
}
"""What the steps of a phase are mostly after."""

DOCUMENT_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "user-stories.json": ("story",),
    "nfr-matrix.md": ("quality",),
    "tech-stack-decision.md": ("technology", "decision"),
    "ADRs": ("decision",),
    "component-interactions.md": ("integration",),
    "module-design.md": ("module",),
    "interface-spec.yaml": ("interface",),
    "interface-spec.md": ("interface",),
    "data-flow.md": ("data_flow", "state"),
    "error-taxonomy.md": ("error_case",),
}
"""What a document that is about little else says of the step that writes it."""
