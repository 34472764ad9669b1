"""Claims in words: what is given as the person's is theirs, what is given as found is there, and no link fell from the sky."""

import json
import re
from typing import Final

from roundtable.engine.briefing import Briefing
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards.figures import SMALL, figures, targets
from roundtable.minds.guards.names_in_code import trouble_in
from roundtable.minds.guards.protocol import speaks_to_assistants
from roundtable.minds.guards.support import share_of
from roundtable.minds.guards.text import (
    content_words,
    known_words,
    plain,
    sentences,
    spoken_by_the_person,
    without_quotations,
)
from roundtable.minds.guards.verdict import Findings

_QUOTATION: Final = re.compile(r"[\"“](?P<words>[^\"“”\n]{3,400})[\"”]")
_OF_THE_PERSON: Final = re.compile(
    r"\b(?:you|the user|the person|they|your (?:draft|words?|answer|note))\b[^.?!\n]{0,40}?"
    r"\b(?:said|says?|told|mentions?|mentioned|wrote|write|writes|answered|replied|confirmed|called|call|asked|put it|stated|words?|draft|"
    r"insist\w*|phrased?|demand\w*)\b"
    r"|\b(?:in|by|with) your (?:own )?words?\b|\byour (?:own )?(?:rule|demand|wish|phrase|sentence|requirement|remark|condition|words?|term|goal)\b",
    re.IGNORECASE,
)
_TO_THE_PERSON: Final = re.compile(r"\byour?s?\b|\byou'(?:ve|re|d|ll)\b", re.IGNORECASE)
_FREE: Final = re.compile(
    r"\b(?:would|could|should|might|shall|may|can|if|when|whenever|e\.g\.|such as|like|example|suggest\w*|propos\w*|imagine|instead|"
    r"reads?|prints?|shows?|sees?|gets?|types?|typed|enters?|returns?|message|or)\b",
    re.IGNORECASE,
)
_REPORTED: Final = re.compile(
    r"\b(?P<who>you(?:'ve| have)?|(?-i:[A-Z][a-z]+))(?: just| already| also| clearly| even| then)* "
    r"(?:said|agrees?|accepts?|confirms?|insists?|told (?:us|me|maya|alex|jordan)|mentioned|wrote|stated|explained|confirmed|agreed|asked (?:us )?(?:for|to)|decided|insisted|"
    r"described|pointed out|promised|specified)\b(?: that| how| to| on)?(?P<claim>[^.?!;:,(\n]*)",
    re.IGNORECASE,
)
_AS_YOU: Final = re.compile(r"\b(?:as|like) $", re.IGNORECASE)
_CLAIM_ENDS: Final = re.compile(
    r"\b(?:so|which|because|since|but|and|while|hence|therefore)\b", re.IGNORECASE
)
_GIVEN_FIGURE: Final = re.compile(
    r"\byou(?:'ve| have)? (?:just |already |also )?(?:said|told (?:us|me)|mentioned|wrote|answered|confirmed|stated|asked (?:us )?for|gave|named|"
    r"specified|set|want|need|require|expect)\b(?P<rest>[^.?!;(\n]{0,80})"
    r"|\byour (?:[\w-]+ ){0,3}?(?:of |is |at )?(?P<number>\d[\d.,]*)",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(
    r"\b(?:from|in|through|at|into) (?:the|your|this) (?:code ?base|source code|repository|repo|existing code|current code)\b"
    r"|\bthe (?:code ?base|repository|repo|scan) (?:shows?|says?|has|contains?|tells?)\b",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"\b(?:https?|ftp|wss?)://[^\s)>\]\"'`]+|\bwww\.[\w.-]+\.\w{2,}", re.IGNORECASE)
_NAME: Final = re.compile(r"\b[A-Z][a-z]+\b")
_NEARLY_ALL: Final = 0.8
_FEWEST_WORDS: Final = 3
_MOSTLY: Final = 0.5


def given_figures(briefing: Briefing) -> frozenset[str]:
    """The numbers that the person gave, in digits or in words, also by answering a question that has them."""
    analysis = briefing.analysis
    given = [*spoken_by_the_person(briefing), *(turn.question for turn in analysis.turns)]
    return frozenset(figure for text in given for figure in figures(text, spelled=True))


def unheard_figures(text: str, briefing: Briefing, *, only_targets: bool = False) -> tuple[str, ...]:
    """The numbers in a text that nobody said and nothing found shows; a target counts even when it is small."""
    stated = targets(text) if only_targets else (figures(text) - SMALL) | targets(text)
    return tuple(sorted(stated - _heard_figures(briefing))) if stated else ()


def _heard_figures(briefing: Briefing) -> frozenset[str]:
    analysis, scan = briefing.analysis, briefing.scan
    heard = [line.text for line in briefing.said]
    heard += [json.dumps(fact.model_dump(mode="json", exclude={"evidence"})) for fact in analysis.facts]
    if scan is not None:
        heard += [f"{file.path} {' '.join(file.reasons)}" for file in scan.files]
        heard.append(str(scan.file_count.total))
    return given_figures(briefing) | {figure for text in heard for figure in figures(text, spelled=True)}


def unknown_link(text: str, briefing: Briefing) -> str:
    """A link that neither the person nor the code that was shown has; empty when there is none."""
    known = [*spoken_by_the_person(briefing), *(shown.text for shown in briefing.shown)]
    links = (link.rstrip(".,;:!?") for link in _LINK.findall(text))
    return next((link for link in links if not any(link in words for words in known)), "")


def planted_name(text: str, briefing: Briefing) -> str:
    """A name that nothing has but a paragraph of a file that speaks to assistants; empty when there is none."""
    blocks = [block for shown in briefing.shown for block in shown.text.split("\n\n")]
    planted = " ".join(block for block in blocks if speaks_to_assistants(block))
    if not planted:
        return ""
    others = [
        *spoken_by_the_person(briefing),
        *(block for block in blocks if not speaks_to_assistants(block)),
    ]
    words = [
        (at, word.strip("`.,;:!?()'\"")) for one in sentences(text) for at, word in enumerate(one.split())
    ]
    # The first word of a sentence has a capital without being a name, unless it has another one.
    names = (word for at, word in words if word[:1].isupper() and (at or word != word.capitalize()))
    return next((one for one in names if one in planted and not any(one in other for other in others)), "")


def check_claims(text: str, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    """Refuse what is presented as said or found, and is neither."""
    said = [plain(words) for words in spoken_by_the_person(briefing)]
    for sentence in sentences(text):
        _check_quotations(sentence, briefing, said, findings)
        _check_reported(sentence, briefing, findings)
        _check_given(sentence, briefing, findings)
        _check_whose(sentence, briefing, findings)
    if planted := planted_name(text, briefing):
        findings.refuse("protocol", f'"{planted}" comes from a text that speaks to assistants. Leave it out.')
    link = unknown_link(text, briefing)
    if link:
        findings.refuse("evidence", f'Nobody gave the link "{link}". Leave it out.')
    _check_code(text, briefing, sight, findings)


def _check_quotations(sentence: str, briefing: Briefing, said: list[str], findings: Findings) -> None:
    around = without_quotations(sentence)
    is_theirs = _OF_THE_PERSON.search(around) is not None
    is_to_them = _TO_THE_PERSON.search(around) is not None and _FREE.search(around) is None
    if not is_theirs and not is_to_them:
        return
    for match in _QUOTATION.finditer(sentence):
        words = plain(match.group("words")).strip(" .,!?…")
        if any(words in known for known in said):
            continue
        others = [one.text for one in (*briefing.said, *briefing.shown)]
        others += [turn.question for turn in briefing.analysis.turns]
        is_short = len(words.split()) < _FEWEST_WORDS
        if not is_theirs and (is_short or any(words in plain(text) for text in others)):
            continue
        never = f'The person never said "{match.group("words").strip()}"'
        findings.refuse("evidence", f"{never}. Quote their exact words, or use your own.")


def _check_reported(sentence: str, briefing: Briefing, findings: Findings) -> None:
    """What they are said to have said shares its words with what they said."""
    for match in _REPORTED.finditer(without_quotations(sentence)):
        who = match.group("who")
        if who[:3].lower() != "you" and not any(
            who in words.split() for words in spoken_by_the_person(briefing)
        ):
            continue  # somebody at the table
        claim = _CLAIM_ENDS.split(match.group("claim"), maxsplit=1)[0]
        after = without_quotations(sentence)[match.end() :]
        if not content_words(claim) and _AS_YOU.search(sentence[: match.start()]) and after[:1] != ";":
            # "As you said, …": what follows is the claim.
            claim = _CLAIM_ENDS.split(after.strip(" ,"), maxsplit=1)[0]
        words = content_words(claim)
        if len(words) < _FEWEST_WORDS:
            continue
        known = known_words(briefing)
        if sum(1 for word in words if word in known) / len(words) <= _MOSTLY:
            never = f'Nobody said "{claim.strip()}"'
            findings.refuse("evidence", f"{never}. Say only what they said, or ask for it.")


def _check_whose(sentence: str, briefing: Briefing, findings: Findings) -> None:
    """What the person said of themselves is not put into the mouth of somebody whom they named."""
    names = set(_NAME.findall(sentence)) if not _TO_THE_PERSON.search(sentence) else set[str]()
    for words in spoken_by_the_person(briefing):
        for clause in re.split(r"[.!?;:,]\s+", words):
            if (
                re.match(r"\W*(?:I|we)\b", clause)
                and len(content_words(clause)) >= _FEWEST_WORDS
                and share_of(clause, sentence) >= _NEARLY_ALL
                and any(re.search(rf"\b{name}\b", words) and name not in clause for name in names)
            ):
                findings.refuse("evidence", f'The person said "{clause.strip()}" of themselves. Say so.')
                return


def _check_given(sentence: str, briefing: Briefing, findings: Findings) -> None:
    known = given_figures(briefing)
    for match in _GIVEN_FIGURE.finditer(without_quotations(sentence)):
        stated = figures(match.group("number") or match.group("rest") or "") - SMALL
        for figure in sorted(stated - known):
            findings.refuse("evidence", f"The person gave no such number as {figure}. Ask for it instead.")


def _check_code(text: str, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    looked = briefing.scan is not None and briefing.scan.total_files > 0
    if not looked:
        if _SEEN.search(text):
            findings.refuse("evidence", "Nobody has looked at the code: claim nothing about it.")
        return
    trouble = trouble_in(text, briefing, sight)
    if trouble is not None:
        name, wrong = trouble
        findings.refuse(
            "evidence", f"`{name}` {wrong}. Name what is there and was shown, or say that it would be new."
        )
