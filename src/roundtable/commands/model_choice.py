"""Which model a session uses and how, from flags and settings; and what to say about it before and after.

What one says, and parts of the code, go to a model. A repository that somebody else wrote may propose one and never choose it:
somebody agrees first, is asked once, and that is remembered in their own folder; without a terminal to ask at, the session is
offline.
"""

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from roundtable.analysis.json_text import as_object, json_object
from roundtable.commands.output import can_ask, complain, confirm, remark
from roundtable.config import REPOSITORY_FILE, Config, user_file
from roundtable.engine.briefing import Spending
from roundtable.engine.spending import describe_spending
from roundtable.errors import WrongUse
from roundtable.stores.atomic import bytes_at

if TYPE_CHECKING:
    from roundtable.minds.llm.fencing import Sending
    from roundtable.minds.llm.ledger import Budget
    from roundtable.minds.llm.options import ModelOptions
    from roundtable.minds.llm.prompt import Prompt


def chosen_model(arguments: Namespace, config: Config, root: Path) -> "ModelOptions | None":
    """The model that was named or configured, if it can be used; none when the session works offline."""
    name: str | None = None if arguments.offline else arguments.model
    if name is None and not arguments.offline:
        asking = arguments.protocol == "text"
        name = agreed_model(config, root, asking=asking, quiet=arguments.quiet)
    if name is None:
        return None
    from roundtable.minds.llm.connecting import connect  # a session without a model loads nothing of it
    from roundtable.minds.llm.options import ModelOptions

    options = ModelOptions(
        name=name,
        base_url=arguments.base_url or config.base_url,
        context=config.context,
        timeout=float(config.timeout or 90),
        budget=_budget(arguments.budget or config.budget),
        sending=allowed_to_send(config, code=not arguments.no_code),
        show_prompt=_Shown() if arguments.show_prompt else None,
    )
    # Sends nothing; complains early.
    connect(options.name, base_url=options.base_url, context=options.context)
    return options


TEAMS: Final = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"  # the name by which other tools ask for teams


def wants_team(arguments: Namespace, config: Config, environment: Mapping[str, str]) -> bool:
    """Whether somebody opted in; the model that it needs as well is another question."""
    asked = environment.get(TEAMS, "").strip().lower() not in {"", "0", "false", "no", "off"}
    return bool(arguments.team or (config.team if config.team is not None else asked))


def allowed_to_send(config: Config, *, code: bool = True) -> "Sending":
    """What a model may see of the repository, by the settings."""
    from roundtable.minds.llm.fencing import Sending

    return Sending(
        code=code and config.send_code is not False,
        only=config.send_only or (),
        exclude=config.send_except or (),
        mask=config.mask_secrets is not False,
    )


def _budget(text: str | None) -> "Budget":
    from roundtable.minds.llm.ledger import Budget, parse_budget

    if text is None:
        return Budget()
    budget = parse_budget(text)
    if budget is None:
        raise WrongUse(f"--budget {text}: write dollars (2.50) or tokens (200k).")
    return budget


class _Shown:
    """Everything that is sent, on standard error: the beginning once, as long as it stays the same."""

    def __init__(self) -> None:
        self._stable = ""

    def __call__(self, prompt: "Prompt") -> None:
        if prompt.stable != self._stable:
            self._stable = prompt.stable
            complain(f"----- sent to the model, beginning of every request -----\n{prompt.stable}")
        complain(f"----- sent to the model -----\n{prompt.changing}\n-----")


def suggest_model(arguments: Namespace, environment: Mapping[str, str]) -> None:
    """A key that lies about is worth a hint, and nothing more: it sends nothing by itself."""
    if arguments.offline or not any(name.endswith("_API_KEY") for name in environment):
        return
    from roundtable.minds.llm.options import suggestion

    if (found := suggestion(environment)) is not None:
        key, model = found
        remark(f"{key} is set but not used; --model {model} would use it.", quiet=arguments.quiet)


def describe_account(before: tuple[Spending, ...], after: tuple[Spending, ...]) -> list[str]:
    earlier = {spent.model: spent for spent in before}
    return [describe_spending(spent) for spent in after if spent != earlier.get(spent.model)]


def agreed_model(config: Config, root: Path, *, asking: bool, quiet: bool) -> str | None:
    """The configured model, unless only the repository names it and the person has not said yes to that."""
    model = config.model
    if model is None or config.origins.get("model") != REPOSITORY_FILE:
        return model
    place = user_file().with_name("agreed-models.json")
    saved = json_object(bytes_at(place) or b"") or {}
    known = {root: as_object(answers) for root, answers in saved.items()}
    answers = known.get(str(root), {})
    if model not in answers and asking and can_ask():
        complain(
            f"{REPOSITORY_FILE} of this repository names the model {model}: what you say and parts of the code would be sent there."
        )
        answers = {**answers, model: confirm("Use it here from now on?")}
        _remember({**known, str(root): answers}, place)
    if answers.get(model) is True:
        return model
    if model not in answers:
        remark(
            f"{REPOSITORY_FILE} names the model {model}, and nobody agreed to it here: working offline. --model {model} uses it.",
            quiet=quiet,
        )
    return None


def _remember(known: dict[str, Any], place: Path) -> None:
    """Repository -> model -> whether it may be used."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        complain(f"Your answer could not be kept in {place} ({error.strerror}); it will be asked again.")
