"""Answering what the person just said in a discussion: about their matter, from the persona's own evidence.

Each persona looks for what it has on it: Maya among the people and requirements, Alex in the code, Jordan in conditions,
values and contracts. A persona that has nothing says so only when it was asked.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.analysis.content import Persona
from roundtable.analysis.facts import ErrorCase, Interface, UserType
from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.criteria import read_condition
from roundtable.minds.facilitator.answers.numbers import find_figures
from roundtable.minds.facilitator.answers.reading import closest, names_in
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.discussion.points import Table, short, with_article
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA
from roundtable.minds.facilitator.rephrase import as_topic, clean, gist_of, listed
from roundtable.minds.facilitator.spans import read_pieces
from roundtable.minds.facilitator.words import FAILURE, is_english, likeness, stem, stems

__all__ = ["Reply", "answer_message", "bare_message", "matter_of"]


class Reply(NamedTuple):
    """What a persona answers, how the synthesis records it, and what it leaves open."""

    text: str
    insight: str
    question: str = ""


def bare_message(table: Table, message: str) -> str:
    """The message without the names it begins with."""
    names = "|".join(re.escape(persona.first_name) for persona in table.library.personas) or "nobody"
    return re.sub(
        rf"^\s*(?:{names}|everyone|everybody|team|you all|all of you)\s*[,:]\s*",
        "",
        message,
        flags=re.IGNORECASE,
    ).strip()


def matter_of(table: Table, message: str) -> str:
    """What a message is about, as a noun phrase: a case, a choice, or its most telling words."""
    bare = bare_message(table, message)
    chosen = read_choice(bare)
    if chosen is not None and len(chosen.choice.split()) <= 9 and is_english(bare):
        return clean(chosen.choice)
    case = re.search(r"\b(?:when|if)\s+(?P<case>[^?.!;,]{6,90}?)\s*[?.!]*$", bare, re.IGNORECASE)
    if case is not None and is_english(bare) and len(case["case"].split()) >= 3:
        return f"the case that {clean(case['case'])}"
    return as_topic(
        gist_of(re.sub(r"^(?:what|how) about\s+", "", bare, flags=re.IGNORECASE)), table.situation.item
    )


def answer_message(table: Table, persona: Persona, message: str, *, must_answer: bool) -> Iterator[Reply]:
    """Possible answers, the most specific first."""
    bare, matter = bare_message(table, message), matter_of(table, message)
    if must_answer and _ASKS.match(bare):
        yield from _from_record(table, persona, bare)
    match persona.key:
        case key if key == MAYA:
            yield from _maya(table, bare, matter, must_answer=must_answer)
        case key if key == ALEX:
            yield from _alex(table, bare, matter, must_answer=must_answer)
        case key if key == JORDAN:
            yield from _jordan(table, bare, matter, must_answer=must_answer)
        case _:
            if must_answer:
                yield Reply(f"On {matter}: I have it down as you said it.", f"Somebody brought up {matter}")


_ASKS: Final = re.compile(
    r"(?:who|whose|what|why|how|which|where|when|is|are|do|does|did|can|could|should|would|will|has|have)\b(?! about\b| if\b| happens\b)[^?]*\?\s*$",
    re.IGNORECASE,
)
_OWN: Final = {
    MAYA: ("need", "problem", "user_type", "stakeholder", "journey", "success_metric", "requirement", "business_rule", "out_of_scope"),
    ALEX: ("quality", "constraint", "integration", "decision", "option", "technology", "risk_zone"),
    JORDAN: ("interface", "error_case", "business_rule", "data_flow", "state", "module", "criterion"),
}  # fmt: skip
_SAYS: Final = {
    MAYA: ("What I have from you on that is {}. More than that nobody has told me, so the question stays on the list.", "Nobody has told me that yet, so I take your question down as it is."),
    ALEX: ("What is on record there is {}. It bears on the options, but it does not settle your question.", "Nothing on record and nothing in the code settles that; I would find out before we plan on it."),
    JORDAN: ("Specified so far: {}. The rest of your question is undefined, and I list it as such.", "That is undefined so far; I list it with the open questions."),
}  # fmt: skip


def _from_record(table: Table, persona: Persona, question: str) -> Iterator[Reply]:
    """A question of the person, answered with what is on record about it; else it is one more open question."""
    kinds, forms = _OWN.get(persona.key), _SAYS.get(persona.key)
    if kinds is None or forms is None:
        return
    asked = stems(question) - stems(table.analysis.title)
    scored = [
        (len(asked & stems(fact.headline)), -at, fact)
        for at, fact in enumerate(table.analysis.facts)
        if fact.kind in kinds and asked & stems(fact.headline)
    ]
    standing = question[:1].upper() + question[1:]
    if scored:
        best = max(scored, key=lambda entry: entry[:2])[2]
        yield Reply(
            forms[0].format(f'"{short(best.headline, 16)}"'),
            f'On "{short(question.rstrip("? "), 14)}" only {best.id} is on record',
            standing,
        )
    elif not _files_about(table, question):
        yield Reply(forms[1], f'Nothing on record answers "{short(question.rstrip("? "), 14)}"', standing)


def _maya(table: Table, message: str, matter: str, *, must_answer: bool) -> Iterator[Reply]:
    roles = [name for name, _, _ in find_roles(message)]
    requirement = closest(message, table.requirements)
    users = [user.name for user in table.analysis.of(UserType)]
    who = with_article(roles[0] if roles else users[0] if users else "") or "the people who use it"
    if read_choice(message) is not None:
        yield Reply(
            f"So we agree on {matter}. What will {who} notice of it first, and who has to be told?",
            f"{_capital(matter)} is agreed; who has to be told is not",
            f"Who has to be told about {matter}?",
        )
    if (
        roles
        and users
        and not any(likeness(roles[0], user) >= 0.99 or likeness(user, roles[0]) >= 0.99 for user in users)
    ):
        yield Reply(
            f"So {roles[0]} are part of this too; nobody had named them before. What are they trying to get done there?",
            f"{_capital(roles[0])} are part of this and were not named before",
            f"What are {roles[0]} trying to get done?",
        )
    if requirement is not None:
        checked = len(table.analysis.criteria_of(requirement))
        state = (
            f"It has {checked} acceptance {'criterion' if checked == 1 else 'criteria'} so far, and none speaks of this."
            if checked
            else "Nobody can check it yet, so the acceptance criterion would start right here."
        )
        yield Reply(
            f'{_capital(matter)} belongs to {requirement.id}, "{short(requirement.title)}". {state} What should {who} see at that moment?',
            f'{_capital(matter)} belongs to {requirement.id} and no acceptance criterion covers it',
            f"What should {who} see in this: {matter}?",
        )  # fmt: skip
    if must_answer:
        yield Reply(
            f"What would {matter} mean for {who}? Nothing on record speaks of it yet, so I take it down as you said it; one example from a real day would help.",
            f"Nothing on record speaks of {matter} yet", f"What would {matter} mean for {who}?",
        )  # fmt: skip
        yield Reply(
            f"So {matter} stays on the table. Whom would we disappoint if it came later?",
            f"{_capital(matter)} stays on the table",
        )


def _alex(table: Table, message: str, matter: str, *, must_answer: bool) -> Iterator[Reply]:
    named = [resolved.path for name in names_in(message) if (resolved := table.sight.resolve(name))]
    for path in list(dict.fromkeys([*named, *_files_about(table, message)]))[:2]:
        callers = [caller.path for caller in table.sight.callers(path) if not caller.is_test]
        churn = table.sight.churn(path)
        reach = (
            f"{len(callers)} other {'file relies' if len(callers) == 1 else 'files rely'} on it"
            if callers
            else "nothing else was seen to rely on it"
        )
        history = (
            f", and it changed {churn.recent_commits} times in the last year"
            if churn and churn.recent_commits >= 3
            else ""
        )
        risk = (
            "The risk is in those; we can mitigate it by keeping what they call as it is."
            if callers
            else "That keeps the blast radius small."
        )
        yield Reply(
            f"{_capital(matter)} leads me to `{path}`: {reach}{history}. {risk}",
            f"{_capital(matter)} leads to `{path}`, where {reach}{history}",
        )
    if read_choice(message) is not None and must_answer:
        yield Reply(
            f"Then {matter} is a decision, and we should document the tradeoff with it: what it rules out, and what it would take to go back.",
            f"{_capital(matter)} is a decision whose tradeoff should be documented",
        )
    requirement = closest(message, table.requirements)
    if requirement is not None and table.changes and must_answer:
        shown = listed([f"`{change.path}`" for change in table.changes[:2]], len(table.changes) - 2)
        yield Reply(
            f"{_capital(matter)} belongs to {requirement.id}, and that lands in {shown}. Option A is to put it there; option B is a unit beside it, which costs one more connection. I would start with A.",
            f"{_capital(matter)} would land in {shown}, or in a unit beside it at the price of one more connection",
        )  # fmt: skip
    if must_answer:
        yield Reply(
            f"Nothing in the code that we found speaks of {matter}, so it would be new ground. The risk is an estimate without a base; we can mitigate it with a small trial before we promise anything.",
            f"No code speaks of {matter}; an estimate needs a small trial first",
        )  # fmt: skip
        yield Reply(
            f"On {matter} I have no evidence either way. I would leave the decision open and write down what would settle it.",
            f"On {matter} the code gives no evidence either way",
        )


def _files_about(table: Table, message: str) -> list[str]:
    words = stems(message)
    if table.scan is None:
        return []
    scored = [
        (
            len(
                words
                & {stem(part) for part in re.split(r"[/._\- ]+", f"{file.path} {' '.join(file.symbols)}")}
            ),
            file.path,
        )
        for file in table.scan.files
        if not file.is_test
    ]
    return [path for score, path in sorted(scored, key=lambda entry: (-entry[0], entry[1])) if score > 0]


def _jordan(table: Table, message: str, matter: str, *, must_answer: bool) -> Iterator[Reply]:
    for signature in find_signatures(message)[:1]:
        inputs = listed([f"`{p.name}`" for p in signature.inputs]) or "no input"
        returned = f"`{signature.output}`" if signature.output else "nothing that was named"
        yield Reply(
            f"To make this concrete: `{signature.name}` takes {inputs} and returns {returned}. The error case is the line that is missing.",
            f"`{signature.name}` takes {inputs} and returns {returned}; its error case is missing",
        )
    scenario = next((found for piece in read_pieces(message) if (found := read_condition(piece))), None)
    requirement = closest(message, table.requirements)
    if scenario is not None and not message.rstrip().endswith("?"):
        owner = f" for {requirement.id}" if requirement else ""
        test = f"Given the normal starting state, When {short(scenario.when, 12)}, Then {short(scenario.then, 14)}"
        yield Reply(
            f"As a test{owner}: {test}. I would write it down exactly so.", f"As a test{owner}: {test}"
        )
    figures = find_figures(message)
    if figures:
        yield Reply(
            f'"{figures[0].text}" is a value that code can check. The contract needs the results below it, at it and above it.',
            f'"{figures[0].text}" is a boundary; the results below, at and above it have to be specified',
        )
    if FAILURE.search(message) or matter.startswith("the case that"):
        known = [case for case in table.analysis.of(ErrorCase) if _same_case(case.condition, message)]
        line = (
            f'that is the failure "{short(known[0].condition)}", and its message is {"fixed" if known[0].message else "still open"}'
            if known
            else "no error case on record covers it"
        )
        yield Reply(
            f"For {matter}: {line}. The contract needs a code, the words and the state it leaves behind.",
            f"For {matter} {line}" if not known else f"{_capital(matter)} is a failure on record",
        )
    if requirement is not None:
        interface = next(
            (
                one
                for one in table.analysis.of(Interface)
                if likeness(one.name.replace("_", " "), message) > 0
            ),
            None,
        )
        where = f"`{interface.name}`" if interface else "an interface that is not written yet"
        yield Reply(
            f'{_capital(matter)} changes the contract behind {requirement.id}, "{short(requirement.title)}": {where} needs an input for it and a result when it is missing.',
            f"{_capital(matter)} changes the contract behind {requirement.id}",
        )  # fmt: skip
    if must_answer:
        yield Reply(
            f"For {matter} I would fix three things: the value that goes in, the value that comes out, and what the caller gets when it fails.",
            f"The contract needs an input, an output and a failure for {matter}",
        )
        yield Reply(
            f"In the data structure {matter} needs a name, a type and a rule for when it is empty.",
            f"In the data structure {matter} still lacks a name, a type and a rule for when it is empty",
        )


def _same_case(condition: str, message: str) -> bool:
    shared = stems(condition) & stems(message)
    return len(shared) >= 2


def _capital(text: str) -> str:
    return text if text.startswith("`") else text[:1].upper() + text[1:]
