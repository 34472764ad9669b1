"""What the offline mind can see of the code: the live view when there is one, else what the scan brought back.

`Sight` answers the same questions either way, so that nobody else has to ask which it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from roundtable.analysis.scanning import Caller, Churn, Definition, Hit, Occurrence, Resolved, ScanResult
from roundtable.ports import CodeView

_LEAST_SEARCHED = 4
"""Letters: a shorter text stands everywhere and says nothing."""


@dataclass(slots=True)
class Sight:
    """The code as far as it is known at the table."""

    view: CodeView | None = None
    scan: ScanResult | None = None
    _known: dict[str, Resolved] | None = field(default=None, repr=False)

    def resolve(self, name: str) -> Resolved | None:
        """Where a name leads; nothing when it is not there."""
        name = name.strip().strip("`'\"").removesuffix("()").removeprefix("./")
        if not name or len(name) > 300:
            return None
        # What the view refuses has several places: the scan, which knows only some of them, would guess.
        return self.view.resolve(name) if self.view is not None else self._from_scan().get(name.lower())

    def namesakes(self, name: str) -> Sequence[str]:
        """The files that a name may mean where several have it."""
        return self.view.namesakes(name) if self.view is not None else ()

    def signatures(self, path: str) -> Sequence[Definition]:
        """What a file defines."""
        return self.view.signatures(path) if self.view is not None else ()

    def callers(self, path: str) -> Sequence[Caller]:
        """Who depends on a file."""
        return self.view.callers(path) if self.view is not None else ()

    def churn(self, path: str) -> Churn | None:
        """How often a file changed."""
        return self.view.churn(path) if self.view is not None else None

    def search(self, text: str) -> Sequence[Hit]:
        """The lines that contain a text, word for word."""
        is_telling = len(text.strip()) >= _LEAST_SEARCHED
        return self.view.search(text) if self.view is not None and is_telling else ()

    def uses(self, name: str) -> Sequence[Occurrence]:
        """The lines with an option or a name that the code defines, and what each does with it."""
        return self.view.uses(name) if self.view is not None else ()

    def _from_scan(self) -> dict[str, Resolved]:
        if self._known is not None:
            return self._known
        known: dict[str, Resolved] = {}
        if self.scan is not None:
            impact = self.scan.impact
            paths = [file.path for file in self.scan.files]
            paths += [item.path for tier in (impact.direct, impact.indirect, impact.distant) for item in tier]
            paths = list(dict.fromkeys([*paths, *(entry.path for entry in self.scan.entry_points)]))
            known = {path.lower(): Resolved(path=path) for path in paths}
            names = [path.rpartition("/")[2].lower() for path in paths]
            for name, path in zip(names, paths, strict=True):
                if names.count(name) == 1:  # a bare file name counts only when it can mean one file
                    known.setdefault(name, Resolved(path=path))
            for file in self.scan.files:
                for symbol in file.symbols:
                    place = Resolved(path=file.path, symbol=symbol, kind="symbol")
                    known.setdefault(symbol.lower(), place)
                    known.setdefault(symbol.rpartition(".")[2].lower(), place)
        self._known = known
        return known
