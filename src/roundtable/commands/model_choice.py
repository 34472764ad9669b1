"""Which model a session uses and how, from flags and settings; and what to say about it before and after."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roundtable.commands.agreement import agreed_model
from roundtable.commands.output import complain, remark
from roundtable.config import Config
from roundtable.engine.briefing import Spending
from roundtable.engine.spending import describe_spending
from roundtable.errors import WrongUse

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


TEAMS: Final = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"
"""The name by which other tools ask for teams."""


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

    found = suggestion(environment)
    if found is not None:
        key, model = found
        remark(f"{key} is set but not used; --model {model} would use it.", quiet=arguments.quiet)


def describe_account(before: tuple[Spending, ...], after: tuple[Spending, ...]) -> list[str]:
    earlier = {spent.model: spent for spent in before}
    return [describe_spending(spent) for spent in after if spent != earlier.get(spent.model)]
