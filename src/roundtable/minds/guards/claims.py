"""Claims in words: what is given as the person's is theirs, what is given as found is there, and no link fell from the sky."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from roundtable.analysis.secrets import mask_told
from roundtable.engine.briefing import Briefing
from roundtable.interview.code_sight import Sight
from roundtable.language.phrases import any_word
from roundtable.minds.guards.figures import ONE, SMALL, figures, targets
from roundtable.minds.guards.names_in_code import trouble_in
from roundtable.minds.guards.protocol import obeys, speaks_to_assistants, without_address
from roundtable.minds.guards.support import share_of, statement_of
from roundtable.minds.guards.text import (
    content_words,
    plain,
    sentences,
    spoken_by_the_person,
    without_quotations,
)
from roundtable.minds.guards.verdict import Findings

_QUOTATION: Final = re.compile(r"[\"“”„«](?P<words>[^\"“”„«»\n]{3,400})[\"“”»]")
_SAYS: Final = (
    r"(?:said|says?|told|mention(?:s|ed)?|wrote|writes?|answered|replied|confirm(?:s|ed)?|call(?:ed)?|asked|put it|stated?|insist\w*|"
    r"phrased?|demand\w*|agree[sd]?|accept(?:s|ed)?|explain(?:s|ed)?|decided|described|pointed out|promised|specified)"
)
_OF_THE_PERSON: Final = re.compile(
    rf"\b(?:you|the user|the person|they|your (?:draft|words?|answer|note))\b[^.?!\n]{{0,40}}?\b(?:{_SAYS}|words?|draft)\b"
    r"|\byour (?:own )?(?:rule|demand|wish|phrase|sentence|requirement|remark|condition|words?|term|goal)\b",
    re.IGNORECASE,
)
_TO_THE_PERSON: Final = re.compile(r"\byour?s?\b|\byou'(?:ve|re|d|ll)\b", re.IGNORECASE)
_FREE: Final = any_word(
    r"would|could|should|might|shall|may|can|if|when|whenever|e\.g\.|such as|like|example|suggest\w*|propos\w*|imagine|instead|"
    r"reads?|prints?|shows?|sees?|gets?|types?|typed|enters?|returns?|message|or"
)
_REPORTED: Final = re.compile(
    r"\b(?P<who>you(?:'ve| have)?|(?-i:[A-Z][a-z]+))(?: just| already| also| clearly| even| then)* "
    rf"{_SAYS}\b(?: (?:us|me|maya|alex|jordan))?(?: that| how| to| on| for)?(?P<claim>[^.?!;:,(\n]*)",
    re.IGNORECASE,
)
_AS_YOU: Final = re.compile(r"\b(?:as|like) $", re.IGNORECASE)
_CLAIM_ENDS: Final = any_word("so|which|because|since|but|and|while|hence|therefore")
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
    given = [*spoken_by_the_person(briefing), *(turn.question for turn in briefing.analysis.turns)]
    one = {"1"} if any(ONE.search(text) for text in given) else set[str]()
    return frozenset(figure for text in given for figure in figures(text, spelled=True)) | one


def unheard_figures(text: str, briefing: Briefing, *, only_targets: bool = False) -> tuple[str, ...]:
    """The numbers in a text that nobody said and nothing found shows; a target counts even when it is small."""
    stated = targets(text) if only_targets else (figures(text) - SMALL) | targets(text)
    return tuple(sorted(stated - _heard_figures(briefing))) if stated else ()


def _heard_figures(briefing: Briefing) -> frozenset[str]:
    facts, scan = briefing.analysis.facts, briefing.scan
    heard = [line.text for line in briefing.said]
    heard += [json.dumps(fact.model_dump(mode="json", exclude={"evidence"})) for fact in facts]
    if scan is not None:
        files = (f"{file.path} {' '.join(file.reasons)}" for file in scan.files)
        heard += [*files, str(scan.file_count.total)]
    return given_figures(briefing) | {figure for text in heard for figure in figures(text, spelled=True)}


def unknown_link(text: str, briefing: Briefing) -> str:
    """A link that neither the person nor the code that was shown has; empty when there is none."""
    known = [*spoken_by_the_person(briefing), *(shown.text for shown in briefing.shown)]
    links = (link.rstrip(".,;:!?") for link in _LINK.findall(text))
    return next((link for link in links if not any(link in words for words in known)), "")


def planted(text: str, briefing: Briefing) -> str:
    """Words that nothing has but a text that instructs whoever reads it; empty when there are none.

    Such a text is a paragraph of a file that speaks to assistants, or a sentence of the person's that tells one to disobey.
    One name gives it away, or half of a sentence.
    """
    said = [sentence for words in spoken_by_the_person(briefing) for sentence in sentences(words)]
    blocks = [*said, *(block for shown in briefing.shown for block in shown.text.split("\n\n"))]
    instructs = [block for block in blocks if speaks_to_assistants(block) or obeys(block)]
    others = set(content_words(" ".join(block for block in blocks if block not in instructs)))
    only_there = set(content_words(" ".join(map(without_address, instructs)))) - others
    for sentence in sentences(text) if only_there else ():
        words = [word.strip("`.,;:!?()'\"") for word in sentence.split()]
        own = [(at, word) for at, word in enumerate(words) if content_words(word)]
        found = [(at, word) for at, word in own if only_there.issuperset(content_words(word))]
        # The first word of a sentence has a capital without being a name, unless it has another one.
        names = [one for at, one in found if one != (one.lower() if at else one.capitalize()) or "-" in one]
        if names or len(found) > len(own) / 2:
            return " ".join(names or [word for _at, word in found])
    return ""


def check_claims(text: str, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    """Refuse what is presented as said or found, and is neither."""
    said = [plain(words) for words in spoken_by_the_person(briefing)]
    for sentence in sentences(text):
        _check_quotations(sentence, briefing, said, findings)
        _check_reported(sentence, briefing, findings)
        _check_given(sentence, briefing, findings)
        _check_whose(sentence, briefing, findings)
    if words := planted(text, briefing):
        findings.refuse("protocol", f'"{words}" comes from a text that speaks to assistants. Leave it out.')
    if link := unknown_link(text, briefing):
        findings.refuse("evidence", f'Nobody gave the link "{link}". Leave it out.')
    if mask_told(text) != text:
        findings.refuse("protocol", "Repeat no key, token or password.")
    _check_code(text, briefing, sight, findings)


def _check_quotations(sentence: str, briefing: Briefing, said: list[str], findings: Findings) -> None:
    around = without_quotations(sentence)
    is_theirs = _OF_THE_PERSON.search(around) is not None
    if not is_theirs and _FREE.search(around):
        return
    for match in _QUOTATION.finditer(sentence):
        words = plain(match["words"]).strip(" .,!?…")
        if any(words in known for known in said):
            continue
        others = [one.text for one in (*briefing.said, *briefing.shown)]
        others += [turn.question for turn in briefing.analysis.turns]
        is_short = len(words.split()) < _FEWEST_WORDS
        if not is_theirs and (is_short or any(words in plain(text) for text in others)):
            continue
        never = f'The person never said "{match["words"].strip()}"'
        findings.refuse("evidence", f"{never}. Quote their exact words, or use your own.")


def _check_reported(sentence: str, briefing: Briefing, findings: Findings) -> None:
    """What they are said to have said shares its words with what they said."""
    around = without_quotations(sentence)
    for match in _REPORTED.finditer(around):
        named = (words.split() for words in spoken_by_the_person(briefing))
        if match["who"][:3].lower() != "you" and not any(match["who"] in words for words in named):
            continue  # somebody at the table
        claim, after = _CLAIM_ENDS.split(match["claim"], maxsplit=1)[0], around[match.end() :]
        if not content_words(claim) and _AS_YOU.search(sentence[: match.start()]) and after[:1] != ";":
            # "As you said, …": what follows is the claim.
            claim = _CLAIM_ENDS.split(after.strip(" ,"), maxsplit=1)[0]
        is_short, places = len(content_words(claim)) < _FEWEST_WORDS, _places_said(briefing)
        if not is_short and not any(share_of(claim, place) > _MOSTLY for place in places):
            never = f'Nobody said "{claim.strip()}"'
            findings.refuse("evidence", f"{never}. Say only what they said, or ask for it.")


def _places_said(briefing: Briefing) -> Iterator[str]:
    """What somebody may refer to: each two neighbouring sentences of the person's, a line of somebody else's, a fact."""
    for turn in briefing.analysis.turns:
        said = (turn.question, *sentences(turn.text), "")
        yield from (f"{one} {two}" for one, two in pairwise(said))
    yield from (statement_of(fact) for fact in briefing.analysis.facts)


def _check_whose(sentence: str, briefing: Briefing, findings: Findings) -> None:
    """What the person said of themselves is not put into the mouth of somebody whom they named."""
    names = set(_NAME.findall(sentence)) if not _TO_THE_PERSON.search(sentence) else set[str]()
    for words in spoken_by_the_person(briefing) if names else ():
        named = names.intersection(_NAME.findall(words))
        for clause in re.split(r"[.!?;:,]\s+", words) if named else ():
            is_own = re.match(r"\W*(?:I|we)\b", clause) and len(content_words(clause)) >= _FEWEST_WORDS
            is_of_another = is_own and any(name not in clause for name in named)
            if is_of_another and share_of(clause, sentence) >= _NEARLY_ALL:
                findings.refuse("evidence", f'The person said "{clause.strip()}" of themselves. Say so.')
                return


def _check_given(sentence: str, briefing: Briefing, findings: Findings) -> None:
    """A number that is spoken of as the person's is theirs, unless it stands in code or is an example."""
    around = without_quotations(sentence)
    if _TO_THE_PERSON.search(around) is None or _FREE.search(around):
        return
    shown = (figure for one in briefing.shown for figure in figures(one.text))
    for figure in sorted(figures(around) - SMALL - _heard_figures(briefing).union(shown)):
        findings.refuse("evidence", f"The person gave no such number as {figure}. Ask for it instead.")


def _check_code(text: str, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    if briefing.scan is None or not briefing.scan.total_files:
        if _SEEN.search(text):
            findings.refuse("evidence", "Nobody has looked at the code: claim nothing about it.")
    elif trouble := trouble_in(text, briefing, sight):
        wrong = f"`{trouble[0]}` {trouble[1]}"
        findings.refuse(
            "evidence", f"{wrong}. Name what is there and was shown, or say that it would be new."
        )
