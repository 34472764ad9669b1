"""What a table of teammates has for the next session on the item, and the name by which its work is known to the engine."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from roundtable.analysis.json_text import json_object
from roundtable.stores.atomic import read_if_there, replace_file
from roundtable.stores.paths import Places, private_folder


class TeamInbox:
    """A file in `.roundtable/`, whole or not there."""

    def __init__(self, places: Places, folder: str) -> None:
        self._places = places
        self._name = f"team-{folder}.json"

    @property
    def table(self) -> str:
        """A name that no other item has, in no other clone: it is made once and lives as long as the file."""
        found = self.load().get("table")
        if isinstance(found, str) and found:
            return found
        made = f"table-{secrets.token_hex(8)}"
        self._write({**self.load(), "table": made})
        return made

    def load(self) -> Mapping[str, Any]:
        path = private_folder(self._places, "cache") / self._name
        return json_object(read_if_there(path, self._name) or b"{}") or {}

    def save(self, waiting: Mapping[str, Any]) -> None:
        table = self.load().get("table")
        self._write({**waiting, **({"table": table} if table else {})})

    def _write(self, values: Mapping[str, Any]) -> None:
        path = private_folder(self._places, "cache") / self._name
        replace_file(path, json.dumps(values).encode(), self._name)
