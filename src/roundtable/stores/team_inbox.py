"""What teammates found and nobody has heard yet, kept until the next session on the item."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from roundtable.analysis.json_text import json_object
from roundtable.stores.atomic import read_if_there, replace_file
from roundtable.stores.paths import Places
from roundtable.stores.private import private_folder


class TeamInbox:
    """A file in `.roundtable/`, whole or not there."""

    def __init__(self, places: Places, folder: str) -> None:
        self._places = places
        self._name = f"team-{folder}.json"

    def load(self) -> list[dict[str, Any]]:
        path = private_folder(self._places, "cache") / self._name
        found = json_object(read_if_there(path, self._name) or b"{}") or {}
        waiting: object = found.get("findings")
        return [one for one in waiting if isinstance(one, dict)] if isinstance(waiting, list) else []  # pyright: ignore[reportUnknownVariableType]

    def save(self, findings: Sequence[Mapping[str, Any]]) -> None:
        path = private_folder(self._places, "cache") / self._name
        if findings:
            replace_file(path, json.dumps({"findings": list(findings)}).encode(), self._name)
        else:
            path.unlink(missing_ok=True)
