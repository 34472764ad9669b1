"""One sentence for any fact: the person's own, else one made of the fields that a model or an older document filled.

Nothing is added but the marks between the fields.
"""

from collections.abc import Iterable

from roundtable import facts
from roundtable.documents.typography import contains, ended


def told(fact: facts.Fact) -> str:
    said = str(getattr(fact, "text", "") or "").strip()
    match fact:
        case facts.Criterion():
            return _criterion(fact)
        case facts.Decision():
            return fact.choice or fact.title
        case facts.Option():
            return fact.summary or fact.title
        case facts.Need() if fact.user_type:
            return f"{fact.user_type}: {said}"
        case facts.BusinessRule() if fact.example.strip():
            return f"{ended(said)} Example: {fact.example}"
        case facts.OutOfScope() if fact.reason.strip():
            return f"{said.rstrip(' .')}: {fact.reason}"
        case facts.Quality():
            figure = _pair(fact.metric, fact.target) if fact.target else ""
            more = [part for part in (figure, fact.measured) if part.strip() and not contains(said, part)]
            return f"{said.rstrip(' .')} ({', '.join(more)})." if more else said
        case _ if said:
            return said
        case facts.Stakeholder():
            return _pair(fact.name, fact.interest)
        case facts.UserType():
            return _pair(fact.name, fact.description)
        case facts.Journey():
            way = _pair(_pair(fact.title, fact.actor, " – "), " → ".join(fact.steps))
            return f"{ended(way)} {fact.trouble}".strip() if fact.trouble else way
        case facts.ErrorCase():
            shown = f"“{fact.message}”" if fact.message else ""
            return _pair(fact.condition or fact.code, "; ".join(filter(None, (shown, fact.recovery))))
        case facts.Technology():
            return _pair(" ".join(filter(None, (fact.name, fact.version))), fact.purpose)
        case facts.Integration():
            carries = fact.carries and f"Carries {fact.carries}"
            fails = fact.on_failure and f"When it fails: {fact.on_failure}"
            return _sentences(_pair(fact.headline, fact.purpose), carries, fails)
        case facts.Module():
            return fact.responsibility
        case facts.Interface():
            return fact.summary
        case facts.DataFlow():
            return _pair(fact.title, "; ".join(fact.steps))
        case facts.StateModel():
            return _sentences(_pair(fact.entity, ", ".join(fact.states)), "; ".join(fact.transitions))
        case facts.RiskZone():
            return _pair(fact.title, fact.why)
        case _:
            return fact.headline


def _criterion(fact: facts.Criterion) -> str:
    """The words as said; a text of another form that was split into its parts shows the parts."""
    steps = (("Given", fact.given), ("when", fact.when), ("then", fact.then))
    parts = [f"{word} {_without(word, part)}" for word, part in steps if part.strip()]
    is_split = len(parts) > 1 and not fact.text.lstrip().casefold().startswith("given")
    return ", ".join(parts) if is_split else fact.text


def _without(word: str, text: str) -> str:
    first, _, rest = text.strip().partition(" ")
    body = rest if first.casefold() == word.casefold() else text.strip()
    return body if word == "then" else body.rstrip(" ,;")


def _pair(what: str, more: str, between: str = ": ") -> str:
    return between.join(part for part in (what.strip(), more.strip()) if part)


def _sentences(*parts: str) -> str:
    kept: Iterable[str] = [part for part in parts if part]
    return " ".join(ended(part) for part in kept)
