"""Whether somebody agreed to the model that a repository names: asked once, remembered in the user's own folder.

What one says, and parts of the code, go to a model. A repository that somebody else wrote may propose one and never choose it:
without a terminal to ask at, the session is offline.
"""

import json
from pathlib import Path
from typing import Any, cast

from roundtable.analysis.json_text import json_object
from roundtable.commands.output import can_ask, complain, confirm, remark
from roundtable.config import REPOSITORY_FILE, Config, user_file
from roundtable.stores.atomic import bytes_at


def agreed_model(config: Config, root: Path, *, asking: bool, quiet: bool) -> str | None:
    """The configured model, unless only the repository names it and the person has not said yes to that."""
    model = config.model
    if model is None or config.origins.get("model") != REPOSITORY_FILE:
        return model
    place = user_file().with_name("agreed-models.json")
    saved = json_object(bytes_at(place) or b"") or {}
    known: dict[str, Any] = {root: answers for root, answers in saved.items() if isinstance(answers, dict)}
    answers = cast("dict[str, Any]", known.get(str(root), {}))
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
