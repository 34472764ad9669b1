"""What people have in mind about a change to code: defects, commands, libraries, data on its way, and anything else.

The same idea as `subjects`, for items whose users are developers, scripts or operators: how it shows, what has to stay, what
goes in and comes out, what happens with bad input, who notices. Questions name the request's own words where it has any.
"""

from collections.abc import Iterator

from roundtable.minds.facilitator.conversation.request import Request
from roundtable.minds.facilitator.conversation.subjects import Subject, is_several
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA
from roundtable.minds.facilitator.things import singular

__all__ = ["about_code"]

_DISCOVERY = "problem-discovery"
_SPECIFICATION = "specification"


def about_code(request: Request, touched: str = "") -> Iterator[Subject]:
    """Everything worth asking about a change to code; `touched` is the file that will change most, if it is known."""
    what = _what(request)
    if request.nature == "bug":
        yield from _defect(what, touched)
    elif request.nature == "command":
        yield from _command(what, request)
    elif request.nature == "pipeline":
        yield from _pipeline(request)
    elif request.nature == "library":
        yield from _library(what, touched)
    else:
        yield from _change(request, what)


def _what(request: Request) -> str:
    """How to call the thing that changes: a name from the code, else its noun."""
    if request.names:
        return f"`{request.names[0].strip('`')}`"
    if request.things:
        thing = request.things[0]
        return f"the {thing}"
    return "this"


def _defect(what: str, touched: str) -> Iterator[Subject]:
    what = what if what.startswith("`") else "it"
    yield Subject(
        "reproduce",
        f"What is the shortest way to make {what} go wrong: which input or steps, and what do you see?",
        0.95,
        kinds=("journey", "criterion"),
        topic=_DISCOVERY,
        label="how to reproduce it",
    )
    yield Subject(
        "expected",
        "In exactly that case, what should happen instead, down to the value, message or state you would check?",
        0.9,
        kinds=("requirement", "criterion"),
        label="what should happen instead",
    )
    yield Subject(
        "since",
        "Since when does it happen, and on which versions, platforms or settings does it not?",
        0.7,
        kinds=("constraint", "note"),
        label="since when and where it happens",
    )
    yield Subject(
        "hit",
        "Who runs into this, how often, and how do they get around it today?",
        0.75,
        kinds=("user_type", "need"),
        topic=_DISCOVERY,
        label="who is hit, and how they get around it",
    )
    place = f"`{touched}`" if touched else what
    yield Subject(
        "relied",
        f"Some callers may rely on what {place} does now. Should I keep their result unchanged, or correct it for everyone with a note in the changelog?",
        0.6,
        persona=ALEX,
        kinds=("constraint", "decision"),
        options=("keep the result of existing callers unchanged", "correct it for everyone"),
        label="who relies on the present behaviour",
    )
    yield Subject(
        "neighbours",
        "Which related inputs must give the same result as before: empty, repeated, very large, or already correct ones?",
        0.55,
        persona=JORDAN,
        kinds=("criterion", "business_rule"),
        options=("all of them stay as they are", "some change too"),
        label="inputs that must stay as they are",
    )


def _command(what: str, request: Request) -> Iterator[Subject]:
    flag = next((name for name in request.names if name.startswith("--")), "")
    yield Subject(
        "example",
        f"Show me one real call with {flag or what} and what appears: which line do you type, and what comes out?",
        0.95,
        kinds=("criterion", "journey"),
        label="one real call and its output",
    )
    yield Subject(
        "default",
        f"Without {flag or 'it'} everything should stay as it is, and no configuration turns it on. Is that the default you want?",
        0.8,
        persona=JORDAN,
        kinds=("business_rule", "decision"),
        topic=_SPECIFICATION,
        options=("unchanged by default", "on by default"),
        label="the default",
    )
    yield Subject(
        "combined",
        f"Which other flags or arguments may be combined with {flag or what}, and what should happen where two contradict each other?",
        0.7,
        kinds=("business_rule", "error_case"),
        label="how it combines with other flags",
    )
    yield Subject(
        "exit",
        "For bad input: one sentence on stderr, nothing on stdout, exit code 2. Does that fit the scripts that call it?",
        0.65,
        persona=JORDAN,
        kinds=("error_case", "interface"),
        topic=_SPECIFICATION,
        options=("one sentence on stderr, exit code 2", "warn and go on with exit code 0"),
        label="errors and exit codes",
    )
    yield Subject(
        "callers",
        "Who or what calls this command: people at a terminal, scripts, continuous integration, and what would break for them?",
        0.7,
        kinds=("user_type", "need"),
        topic=_DISCOVERY,
        label="who calls the command",
    )


def _library(what: str, touched: str) -> Iterator[Subject]:
    yield Subject(
        "use",
        f"Show me the call you would like to write with {what}: what goes in, and what do you get back?",
        0.95,
        kinds=("criterion", "interface"),
        label="the call and its result",
    )
    yield Subject(
        "who",
        f"Who calls {what}, inside this project and outside, and what are they trying to get done?",
        0.75,
        kinds=("user_type", "need"),
        topic=_DISCOVERY,
        label="who calls it",
    )
    place = f"`{touched}`" if touched else what
    yield Subject(
        "compatible",
        f"Existing calls to {place} can keep working unchanged, or old spellings can be deprecated first. Shall I plan for unchanged?",
        0.75,
        persona=ALEX,
        kinds=("constraint", "decision"),
        options=("existing calls keep working unchanged", "deprecate, then remove"),
        label="compatibility with existing callers",
    )
    yield Subject(
        "default",
        "When the caller leaves the new part out, today's behaviour should be the default value. Does that hold in every case?",
        0.6,
        persona=JORDAN,
        kinds=("business_rule", "interface"),
        topic=_SPECIFICATION,
        options=("today's behaviour is the default", "the new behaviour is the default"),
        label="the default value",
    )
    yield Subject(
        "invalid",
        "For a value that is missing, of the wrong type or out of range, should the caller get an exception, or a fallback value?",
        0.65,
        persona=JORDAN,
        kinds=("error_case", "interface"),
        topic=_SPECIFICATION,
        options=("an exception that names the value", "a fallback value"),
        label="what the caller gets for bad input",
    )
    yield Subject(
        "edges",
        "Which unusual but valid inputs have to work: none, one, very many, nested, or written in another way?",
        0.55,
        kinds=("criterion", "business_rule"),
        label="unusual but valid inputs",
    )


def _pipeline(request: Request) -> Iterator[Subject]:
    record = request.things[0] if request.things else "records"
    records = record if is_several(record) else "records"
    yield Subject(
        "source",
        f"Where do the {records} come from, in which format, and who can change that format without asking you?",
        0.85,
        kinds=("integration", "constraint"),
        label="where the data comes from",
    )
    yield Subject(
        "bad",
        f"For {records} that are incomplete or malformed: set them aside with a reason and go on, or stop the whole run?",
        0.9,
        persona=JORDAN,
        kinds=("error_case", "business_rule"),
        topic=_SPECIFICATION,
        options=("set them aside with a reason and go on", "stop the whole run"),
        label="what happens to bad records",
    )
    yield Subject(
        "again",
        "When a run is repeated or resumed half-way, should the same records be recognised and written once, or appended again?",
        0.7,
        persona=JORDAN,
        kinds=("state", "error_case"),
        topic=_SPECIFICATION,
        options=("recognised and written once", "appended again"),
        label="repeated runs",
    )
    yield Subject(
        "volume",
        "How much data arrives per run, how often, and by when does somebody need the result?",
        0.75,
        kinds=("quality", "constraint"),
        label="volume and deadline of a run",
    )
    yield Subject(
        "consumer",
        "Who works with the result, and how would they notice that a row is missing or wrong?",
        0.8,
        kinds=("user_type", "need"),
        topic=_DISCOVERY,
        label="who works with the result",
    )


def _change(request: Request, what: str) -> Iterator[Subject]:
    action = request.actions[0] if request.actions else None
    deed = (
        f"would {action.verb} the {action.thing}" if action and action.thing else f"will come across {what}"
    )
    yield Subject(
        "who",
        f"Who {deed}, and what are they in the middle of at that moment?",
        0.85,
        kinds=("user_type", "need"),
        topic=_DISCOVERY,
        label="who uses it",
    )
    yield Subject(
        "case",
        f"Take one real case of {what}: how does it begin, and what is the exact result?",
        0.9,
        kinds=("criterion", "requirement"),
        label="one real case",
    )
    yield Subject(
        "rule",
        f"Which rule or limit applies to {what}, for example how often, how many, or for whom not?",
        0.75,
        kinds=("business_rule", "criterion"),
        label="rules and limits",
    )
    yield Subject(
        "choice",
        f"What should people be able to set or choose about {what}, and what is the value if they choose nothing?",
        0.6,
        kinds=("requirement", "business_rule"),
        label="what can be chosen",
    )
    # What is shown comes out; what could be wrong is what goes in.
    noun = singular(action.thing) if action and action.thing and action.deed != "see" else "input"
    yield Subject(
        "invalid",
        f"When the {noun} is missing, wrong or comes twice: refuse it and say why, or accept it with a warning?",
        0.7,
        persona=JORDAN,
        kinds=("error_case", "business_rule"),
        topic=_SPECIFICATION,
        options=("refuse it and say why", "accept it with a warning"),
        label="bad or repeated input",
    )
    yield Subject(
        "stays",
        "Which neighbouring behaviour must stay exactly as it is, even if that makes this more work?",
        0.5,
        persona=MAYA,
        kinds=("out_of_scope", "constraint"),
        label="what must stay as it is",
    )
