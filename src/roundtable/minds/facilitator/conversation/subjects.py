"""What people have in mind about a deed on a thing: the subjects that a question can be about.

Not a list of questions about web sites but a theory of wishes. Whoever wants to find something has thought about how; whoever
wants something shown, about what it says; whoever deals with others, about steps, states and records. Each `Subject` builds
its question from the request's own nouns and verbs and says how likely it is that the person has an answer (`worth`).

Elsewhere: subjects of changes to code (`code_subjects`), which comes next (`agenda`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from roundtable.minds.facilitator.conversation.request import Request
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA
from roundtable.minds.facilitator.things import (
    details_of,
    filters_of,
    is_mass,
    kind_of,
    singular,
)

__all__ = ["LONGEST", "Subject", "about_product"]

LONGEST: Final = 30
"""Words of a question."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something worth asking."""

    key: str
    """What it is about; two subjects with one key are never both asked."""
    text: str
    worth: float
    persona: str = MAYA
    kinds: tuple[str, ...] = ("requirement", "criterion")
    topic: str = "requirements-definition"
    options: tuple[str, ...] = ()
    """Where the choice is closed: short forms, the recommended one first."""
    label: str = ""
    """The subject as a noun phrase, for an assumption or a recap."""
    why: str = ""
    """Said before the question when it is not obvious."""
    told: str = ""
    """A pattern for answers that have told it already."""


def about_product(request: Request) -> Iterator[Subject]:
    """Everything worth asking about something that people will use."""
    yield from _finding(request)
    yield from _showing(request)
    yield from _making(request)
    yield from _dealing(request)
    yield from _talking(request)
    yield from _judging(request)
    yield from _running_it(request)


def is_several(thing: str) -> bool:
    """Whether the person spoke of more than one."""
    return not is_mass(thing) and singular(thing) != thing


def one(thing: str) -> str:
    """`each stock`, `the news`; what the person wrote in the singular is one: `the company`."""
    return f"each {singular(thing)}" if is_several(thing) else f"the {thing}"


def the(thing: str) -> str:
    """`the stocks`, `the news`, `the company`."""
    return f"the {thing}"


def _main(request: Request, *kinds: str) -> str:
    """The thing that matters most of these classes; one that comes in numbers where there is a choice."""
    fitting = [thing for thing in request.things if not kinds or kind_of(thing) in kinds] or list(
        request.things
    )
    return next(
        (thing for thing in fitting if is_several(thing) or is_mass(thing)), fitting[0] if fitting else ""
    )


def _finding(request: Request) -> Iterator[Subject]:
    finds = request.with_deed("find")
    for at, action in enumerate(finds[:2]):
        thing = action.thing
        yield Subject(
            f"find:{singular(thing)}",
            f"How would you look for {thing}: searching by name or keyword, browsing categories, or narrowing a list with filters?",
            0.8 - 0.35 * at,
            label=f"how {thing} are found" if is_several(thing) else f"how the {thing} is found",
        )
        yield Subject(
            f"filter:{singular(thing)}",
            f"Once there is a lot to choose from, by which criteria should {the(thing)} be narrowed down or sorted, such as {filters_of(thing)}?",
            0.42 - 0.2 * at,
            label=f"what narrows down {the(thing)}",
        )
    if not finds and request.things:
        thing = _main(request)
        yield Subject(
            f"find:{singular(thing)}",
            f"How do people get to {the(thing)} they are after: by searching, browsing an overview, or filtering by criteria?",
            0.45,
            label=f"how people get to {the(thing)}",
        )


def _showing(request: Request) -> Iterator[Subject]:
    for at, thing in enumerate(request.things[:4]):
        second = at == 1
        ask = "Which fields does the record of" if second else "What information should there be about"
        end = "carry" if second else "in detail"
        yield Subject(
            f"details:{singular(thing)}",
            f"{ask} {one(thing)} {end}, for example {details_of(thing)}?",
            0.95 - 0.12 * at,
            persona=JORDAN if second else MAYA,
            kinds=("requirement", "criterion"),
            label=f"what is shown of {the(thing)}",
        )
    if request.things:
        thing = _main(request)
        yield Subject(
            "organised",
            f"How should {the(thing)} be organized: separate sections or categories, one overview leading to details, or a single feed?",
            0.5,
            label=f"how {the(thing)} are organized" if is_several(thing) else f"how the {thing} is organized",
        )
        yield Subject(
            "media",
            f"Which photos, videos, documents or links belong with {the(thing)}, and who uploads them?",
            0.3,
            label=f"pictures and files that belong with {the(thing)}",
        )


def _making(request: Request) -> Iterator[Subject]:
    for at, action in enumerate(request.with_deed("make", "change", "judge", "move")[:2]):
        yield Subject(
            f"choose:{action.verb}",
            f"What should someone be able to choose, configure or enter themselves when they {action.verb} {the(action.thing)}, instead of fixed defaults?",
            0.5 - 0.2 * at,
            label=f"what can be chosen when people {action.verb} {the(action.thing)}",
        )


def _dealing(request: Request) -> Iterator[Subject]:
    for action in request.with_deed("deal")[:1]:
        thing = the(action.thing)
        yield Subject(
            "process",
            f"Which steps lead from selecting {thing} to a completed transaction: order, payment or deposit, confirmation, and what comes after?",
            0.75,
            kinds=("journey", "requirement"),
            topic="problem-discovery",
            label="the steps of a transaction",
        )
        yield Subject(
            "dispute",
            f"What can each side still do once {thing} have been taken: cancel, renew, transfer, or raise a dispute?"
            if is_several(action.thing)
            else f"What can each side still do after they {action.verb} {thing}: cancel, renew, transfer, or raise a dispute?",
            0.45,
            kinds=("business_rule", "requirement"),
            label="what can be done after a transaction",
        )


def _talking(request: Request) -> Iterator[Subject]:
    if "talk" in request.deeds:
        yield Subject(
            "contact",
            "How should people get in touch or send something: a form with name, email and message, direct messages, or a discussion?",
            0.6,
            label="how people get in touch",
            told=r"\b(?:contact form|online form|direct messages?|chat)\b",
        )
    thing = _main(request)
    yield Subject(
        "feedback",
        f"How should people take part and give feedback on {the(thing)}: ratings, reviews, comments or discussions?"
        if thing
        else "How should people take part and give feedback: ratings, reviews, comments or discussions?",
        0.55 if "talk" in request.deeds else 0.35,
        label="how people give feedback",
        told=r"\b(?:ratings?|reviews?|comments?|discussions?)\b",
    )


def _judging(request: Request) -> Iterator[Subject]:
    thing = _main(request, "figures", "deal", "record")
    figures = "judge" in request.deeds or any(kind_of(thing) == "figures" for thing in request.things)
    yield Subject(
        "figures",
        f"Which statistics, charts, comparisons or reports should it work out from {the(thing) if thing else 'what it knows'}?",
        0.6 if figures else 0.35,
        label="statistics and reports",
    )


def _running_it(request: Request) -> Iterator[Subject]:
    who = request.actors[0].lower() if request.actors else "people"
    yield Subject(
        "account",
        f"Should {who} register and log in with a personal account, with different roles and permissions, or use it without one?",
        0.6,
        persona=ALEX,
        kinds=("business_rule", "requirement"),
        topic="security",
        options=("a personal account with login and roles", "no account"),
        label="whether an account is needed",
        told=r"\b(?:log(?:ging)? ?in|accounts?|regist\w+|sign(?:ing)?[- ]?(?:in|up))\b",
    )
    yield Subject(
        "admin",
        f"What should administrators be able to manage, review and publish, such as {_main(request) or 'content'}, users and permissions?",
        0.5,
        kinds=("business_rule", "requirement"),
        label="what administrators may do",
        told=r"\b(?:admin\w*|moderat\w*)\b",
    )
    yield Subject(
        "history",
        "Which records of past activity, orders or changes should be kept so that someone can track their status and history?",
        0.5,
        persona=JORDAN,
        kinds=("state", "requirement"),
        topic="specification",
        label="which records are kept",
        told=r"\b(?:history|past (?:records?|orders?|transactions?)|audit)\b",
    )
    yield Subject(
        "notify",
        "When should it notify people or send updates, such as confirmations, reminders, a newsletter or alerts?",
        0.45,
        label="notifications",
        told=r"\b(?:notif\w+|newsletters?|remind\w*|alerts?|subscrib\w+)\b",
    )
