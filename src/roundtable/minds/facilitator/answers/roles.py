"""Who is spoken of: roles in a sentence, and names in a list of users or stakeholders."""

import re
from typing import Final, NamedTuple

from roundtable.minds.facilitator.spans import Piece, split_names
from roundtable.minds.facilitator.words import base_form, content_words, is_clause, is_command, word_set

__all__ = ["Named", "find_roles", "is_role_of", "read_names", "same_role"]


class Named(NamedTuple):
    """A name and, where it was said, what is said about it."""

    name: str
    about: str
    piece: Piece


_HEADS: Final = (
    "users?|customers?|shoppers?|buyers?|sellers?|merchants?|vendors?|clients?|visitors?|guests?|members?|subscribers?|admins?|administrators?|operators?|"
    "agents?|managers?|editors?|reviewers?|moderators?|authors?|writers?|readers?|developers?|devs?|engineers?|programmers?|maintainers?|contributors?|"
    "analysts?|scientists?|accountants?|auditors?|bookkeepers?|controllers?|employees?|staff|colleagues?|owners?|testers?|designers?|architects?|students?|teachers?|"
    "learners?|doctors?|nurses?|patients?|drivers?|couriers?|dispatchers?|technicians?|researchers?|support|helpdesk|sales|marketing|finance|accounting|"
    "operations|ops|sres?|team|teams|partners?|suppliers?|resellers?|players?|parents?|children|citizens?|tenants?|landlords?|drivers?|riders?|cashiers?|clerks?|"
    "integrators?|consumers?|scripts?|bots?|crawlers?|cron ?jobs?|services?|ci|Kunden?|Kundinnen|Nutzer(?:innen)?|Benutzer(?:innen)?|Administrator(?:en)?|Mitarbeiter(?:innen)?|Entwickler(?:innen)?|Support-?Team"
)
_ROLE: Final = re.compile(rf"(?<![\w/.-])(?P<head>{_HEADS})(?![\w/(-]|\.\w)", re.IGNORECASE)
_NEXT_ROLE: Final = re.compile(rf"\s+(?:{_HEADS})(?![\w/(-])", re.IGNORECASE)
_BEFORE: Final = re.compile(r"(?:(?<=^)|(?<=[\s(\"'“]))([A-Za-zÄÖÜäöüß][\w'-]*)[ \t]+$")
_MOST_MODIFIERS: Final = 3
_CHINESE: Final = re.compile(
    r"[\u4e00-\u9fff]{0,4}(?:用户|客户|顾客|管理员|运营|开发者|开发人员|客服(?:人员)?|商家|经理|员工|买家|卖家)"
)
_NOT_A_MODIFIER: Final = word_set("""
    today now nowadays tomorrow yesterday often sometimes always never maybe perhaps yet already soon later once
    a an the our your their my his her its all any each every some no both most many few other another one two three for to by of in on at from with and
    or but when if that which who so because as is are was were be been being do does did has have had can could will would should must may might
    let lets tell tells ask asks show shows give gives allow allows help helps send sends mean means then than also only just not mostly mainly
    same first last second next usually probably maybe especially even like via per if while after before where there these those this it they we i you
    der die das den dem ein eine einen unsere alle für von mit und oder
    """)
_NOUNS_TOO: Final = word_set(
    "support order account project product content store shop test release system sales data report site group market design repair"
    " night batch power first second back front build"
)
_AMBIGUOUS: Final = word_set(
    "support sales marketing finance accounting operations ops ci service services script scripts client clients team teams staff agent agents"
)


def find_roles(text: str) -> list[tuple[str, int, int]]:
    """Roles mentioned in running text with where they stand; words that may be something else need company."""
    found: list[tuple[str, int, int]] = []
    read = text[:8000]
    for hit in _ROLE.finditer(read):
        head = hit["head"].lower()
        # In "support agents" the first role only describes the second.
        if _NEXT_ROLE.match(read, hit.end()):
            continue
        start = _with_modifiers(read, hit.start())
        alone = start == hit.start()
        # "support", "marketing" and the like need company, unless they are said to want something.
        if not _WANTS.match(read, hit.end()):
            if head in _AMBIGUOUS and (alone or _names_something_else(read[hit.end() :])):
                continue
            if base_form(head) and alone and not head.endswith("s"):
                continue
            if (
                alone
                and head in ("user", "client", "owner", "member", "author", "support")
                and not _has_article(read, start)
            ):
                # "user and password" speaks of a field, "the user" of somebody.
                continue
        found.append((" ".join(read[start : hit.end()].split()), start, hit.end()))
    found += _wanting(read, found)
    found += [(hit.group(), hit.start(), hit.end()) for hit in _CHINESE.finditer(text[:8000])]
    distinct: dict[str, tuple[str, int, int]] = {}
    for role in found:
        distinct.setdefault(same_role(role[0]), role)
    return list(distinct.values())


def _has_article(text: str, start: int) -> bool:
    return (
        bool(
            re.search(
                r"\b(?:an?|the|each|every|our|one|any|no|this|that|as|by)\s+$", text[:start], re.IGNORECASE
            )
        )
        or start == 0
    )


_WANTS: Final = re.compile(
    r"\s+(?:also |only |just |mostly |mainly |really |usually |always )?(?:wants?|needs?|expects?|asks? for|complains?|would like|insists?|hopes?)\b",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(
    r"(?:^|[,;.:!?\n]\s*(?:and |but |while )?|\band |\bwhile |\bbut )(?P<lead>the |our |all |some |most )?(?P<who>[A-Za-zÄÖÜäöü][\w'-]*(?: [a-z][\w-]*)?)(?=\s+(?:also |only |just |mostly |mainly |really |usually |always )?(?:wants?|would like|insists?|complains?)\b)",
    re.IGNORECASE,
)
_NO_ROLE: Final = word_set(
    "it this that these those they we i you he she who which what nobody everybody everyone somebody someone anyone one people there here"
    " system code app application program software tool file page server database function method class module request response api service"
    " feature test user-interface ui thing things customer's rule law none both nothing something everything else also and but or if when as"
)


def _wanting(read: str, known: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Whoever is said to want something is somebody, whatever they are called: "billing wants every kWh"."""
    found: list[tuple[str, int, int]] = []
    for hit in _SUBJECT.finditer(read):
        words = hit["who"].lower().split()
        taken = any(start < hit.end("who") and hit.start("who") < end for _, start, end in known)
        if (
            not taken
            and not _NO_ROLE.intersection(words)
            and words[0] not in _NOT_A_MODIFIER
            and base_form(words[-1]) is None
        ):
            found.append((" ".join(hit["who"].split()), hit.start("who"), hit.end("who")))
    return found


def _with_modifiers(text: str, start: int) -> int:
    """Where the words that belong to a role begin: "registered customers", "marketing managers"."""
    for _ in range(_MOST_MODIFIERS):
        before = _BEFORE.search(text[max(0, start - 40) : start])
        if before is None:
            break
        bare = before[1].lower()
        is_verb = base_form(bare) is not None and not bare.endswith(("ed", "ing")) and bare not in _NOUNS_TOO
        if bare in _NOT_A_MODIFIER or is_verb or bare.endswith("ly"):
            break
        start -= len(before.group())
    return start


def _names_something_else(after: str) -> bool:
    """`support tickets`, `service layer`: the word only describes the noun behind it."""
    following = re.match(r"\s+([A-Za-z]+)", after)
    if following is None:
        return False
    word = following[1].lower()
    return word not in _NOT_A_MODIFIER and base_form(word) is None and not word.endswith("ly")


def is_role_of(name: str, known: str) -> bool:
    """Whether a name means somebody who is known already: "the crew" after "the field crew"."""
    one, other = same_role(name), same_role(known)
    return one == other or (" " not in one and other.endswith(f" {one}"))


def same_role(name: str) -> str:
    """What makes two spellings one role: case, article and plural do not count."""
    name = re.sub(r"^(?:the|our|an?|all|every|each|die|der|das)\s+", "", " ".join(name.lower().split()))
    # "Anna the bookkeeper" is the bookkeeper.
    name = re.sub(r"^[\w.-]+(?: [\w.-]+)?,? the (?=\w)", "", name)
    return re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", name)


_ABOUT: Final = re.compile(r"\s*(?::|\s[-–—]+\s|\(|,?\s+(?=(?:who|that|which|because|since|when|want|wants|need|needs|use|uses|do|does|does|run|runs|get|gets|will|would|should|must|can|has|have|is|are|so|at|during|after|before|for|from|in|on|by)\b))")  # fmt: skip
_LEAD: Final = re.compile(
    r"^(?:(?:mostly|mainly|primarily|probably|basically|just|only|well|first|also|then|and|maybe|especially|of course|it['’]?s|its|that['’]?s|there (?:are|is)|there['’]s|they are|i think|i guess|used by|by|for|the|our|all|every|each|any|both|an?|hauptsächlich|vor allem|主要是?)[,:]?\s+)+",
    re.IGNORECASE,
)


def read_names(pieces: list[Piece]) -> list[Named]:
    """The people or programs that an answer to "who?" names, item by item; empty when none can be told apart."""
    named: list[Named] = []
    for piece in pieces:
        if is_command(piece.text):
            continue
        if is_clause(_LEAD.sub("", piece.text)) and not re.match(r"[^:]{2,40}:\s", piece.text):
            named += [Named(name, piece.flat, piece) for name, _, _ in find_roles(piece.text)]
            continue
        for part in (
            split_names(piece, longest=10) if not piece.bullet or len(piece.text.split()) <= 12 else [piece]
        ):
            if named and re.match(r"(?:who|which|that|whose)\b", part.text, re.IGNORECASE):
                # "Priya, who maintains our tool" is one person.
                named[-1] = named[-1]._replace(
                    about=" ".join((named[-1].about, part.flat.rstrip("."))).strip()
                )
                continue
            one = _one(part)
            if one is not None:
                named.append(one)
    return named


def _one(part: Piece) -> Named | None:
    lead = _LEAD.match(part.text)
    rest = part.part(lead.end() if lead else 0, len(part.text))
    about = _ABOUT.search(rest.text)
    name = rest.part(0, about.start() if about else len(rest.text))
    name_text = name.flat.strip(" .,;:!?。，\"'*")
    said = rest.text[about.end() :].strip(" .)") if about else ""
    words = name_text.split()
    if not words or not content_words(name_text):
        return None
    if len(words) > 5 or len(name_text) > 60:
        roles = find_roles(part.text)
        return Named(roles[0][0], part.flat, part) if roles else None
    roles = find_roles(rest.text)
    looks_like_name = bool(roles) or part.bullet or about is not None or len(words) <= 4
    return Named(name_text, " ".join(said.split()), part) if looks_like_name else None
