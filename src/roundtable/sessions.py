"""Opening a session on an item: lock, library, saved facts, scan, mind and store put together.

An item with analysis.json goes on where it was. One made elsewhere (documents but no facts) is read back as well as possible.
A new one starts from its draft.

Elsewhere: finding or making the item (`commands.analyze`), the loop (`driver`), how it looks (`faces`).
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import TypeAdapter, ValidationError

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library
from roundtable.analysis.phases import Depth
from roundtable.analysis.quick_scan import QuickScan
from roundtable.analysis.scanning import Caller, Churn, Definition, Focus, Hit, Resolved, ScanResult
from roundtable.documents.manifest import Manifest
from roundtable.driver.session import Session
from roundtable.engine.place import AtStart, InConversation, InStep, Place, resting
from roundtable.engine.replay import before_each_turn
from roundtable.engine.state import Progress, SessionState
from roundtable.facts import Fact, parse_fact
from roundtable.interview import Interviewer
from roundtable.library.loading import load_library
from roundtable.ports import Mind
from roundtable.stores.freshness import check_freshness
from roundtable.stores.items import Item, load_item, read_document
from roundtable.stores.locks import lock_item
from roundtable.stores.private import cache_folder
from roundtable.stores.session_store import ItemFolder
from roundtable.wiring import Workspace

if TYPE_CHECKING:
    from roundtable.driver.desk import Desk
    from roundtable.minds.llm.options import ModelOptions
    from roundtable.scan.service import Scanner

Mode = Literal["steps", "conversation"]
_PLACE: TypeAdapter[Place] = TypeAdapter(Place)


class Choices:
    """What the person chose on the command line."""

    mode: Mode

    def __init__(
        self,
        *,
        mode: Mode,
        depth: Depth | None = None,
        headless: bool = False,
        model: "ModelOptions | None" = None,
    ) -> None:
        self.mode = mode
        self.depth = depth
        self.headless = headless
        self.model = model


class _Code:
    """The code of the repository: read once beside the conversation, then looked up and asked again.

    Until the scan is done every look-up answers "not known", because a person must never wait for the index.
    """

    def __init__(self, root: Path, cache: Path, report: Callable[[str, int, int], None]) -> None:
        self._where = (root, cache, report)
        self._scanner: Scanner | None = None

    def scan(self, text: str, focus: Focus) -> ScanResult:
        if self._scanner is not None:
            return self._scanner.scan(text, focus=focus)
        # Loaded here, in the scan's own thread: the first question does not wait for it.
        from roundtable.scan.service import Scanner

        root, cache, report = self._where
        scanner = Scanner(root, cache_dir=cache, progress=report)
        found = scanner.scan(text, focus=focus)
        self._scanner = scanner
        return found

    def resolve(self, name: str) -> Resolved | None:
        return self._scanner.resolve_anchor(name) if self._scanner else None

    def signatures(self, path: str) -> Sequence[Definition]:
        return self._scanner.symbols(path) if self._scanner else ()

    def callers(self, path: str) -> Sequence[Caller]:
        return self._scanner.callers(path) if self._scanner else ()

    def churn(self, path: str) -> Churn | None:
        return self._scanner.churn(path) if self._scanner else None

    def search(self, text: str) -> Sequence[Hit]:
        return self._scanner.search(text) if self._scanner else ()

    def lines(self, path: str, first: int, last: int) -> Sequence[str]:
        return self._scanner.lines(path, first, last) if self._scanner else ()


@contextmanager
def open_session(workspace: Workspace, folder: str, choices: Choices) -> Generator[Session]:
    """A session that nobody else can open at the same time."""
    places, command = workspace.places, f"roundtable analyze {folder}"
    with lock_item(places, folder, command=command, now=workspace.now()):
        item = load_item(places, folder, workspace.now())
        store = ItemFolder(places, item, workspace.clock, command=command, mode=choices.mode)
        if workspace.config().journal_in_git is False:
            store.keep_journal_out_of_git()
        saved = store.read_analysis()
        seated: list[Session] = []

        def report(doing: str, done: int, of: int) -> None:
            for session in seated:
                session.progressed(doing, done, of)

        def stream(piece: str) -> None:
            for session in seated:
                session.streamed(piece)

        code = _Code(places.root, cache_folder(places), report)
        library = load_library(places.root)
        interviewer = Interviewer(code)
        mind = _mind(choices, interviewer, code, library, stream)
        manifest = _manifest(saved)

        @cache
        def desk() -> "Desk":
            from roundtable.driver.desk import Desk  # loading it takes longer than the first question may

            return Desk(store, manifest=manifest)

        def prepare() -> None:
            import roundtable.driver.desk as _desk

            del _desk
            interviewer.prepare()

        state = _state(workspace, item, choices, saved, store, desk, mind.name, library)
        session = Session(
            state,
            mind=mind,
            store=store,
            desk=desk,
            manifest=manifest,
            clock=workspace.clock,
            repo=code,
            prepare=prepare,
        )
        seated.append(session)
        yield session


def _mind(
    choices: Choices, interviewer: Interviewer, code: _Code, library: Library, stream: Callable[[str], None]
) -> Mind:
    """The offline mind; with a model chosen, the model under guard and the offline mind behind it."""
    if choices.model is None:
        return interviewer
    from roundtable.minds.llm.building import guarded_model

    guarded = guarded_model(choices.model, interviewer, code, library)
    guarded.stream = stream
    return guarded


def remembered_mode(workspace: Workspace, folder: str) -> Mode | None:
    """The mode in which an item was last worked on."""
    item = load_item(workspace.places, folder, workspace.now())
    saved = ItemFolder(workspace.places, item, workspace.clock, command="", mode="").read_analysis()
    mode = saved.get("mode") if saved else None
    return mode if mode in ("steps", "conversation") else None


def _state(
    workspace: Workspace,
    item: Item,
    choices: Choices,
    saved: dict[str, Any] | None,
    store: ItemFolder,
    desk: "Callable[[], Desk]",
    mind: str,
    library: Library,
) -> SessionState:
    progress = _progress(item)
    analysis = _analysis(item, saved, store, desk)
    freshness = check_freshness(workspace.places, item)
    resumed = bool(progress.steps_completed or progress.phases_completed or len(analysis.turns) > 1)
    place: Place = _place(saved) if saved else AtStart()
    if saved and saved.get("mode") != choices.mode:
        analysis, place = _without_open_question(analysis, place), AtStart()
    state = SessionState(
        slug=item.folder,
        title=item.title,
        mode=choices.mode,
        mind=mind,
        headless=choices.headless,
        resumed=resumed,
        library=library,
        analysis=analysis,
        progress=progress,
        quick_scan=_quick_scan(item),
        depth_flag=choices.depth,
        head_moved=None
        if freshness.level == "current"
        else freshness.commits
        if freshness.commits is not None
        else -1,
        place=place,
    )
    if not resumed:
        return state
    return state.model_copy(update={"past": before_each_turn(state, store.read_journal())})


def _quick_scan(item: Item) -> QuickScan:
    text = read_document(item, "quick-scan.md")
    if not text:
        return QuickScan()
    from roundtable.documents.quick_scan import read_quick_scan

    return read_quick_scan(text)


def _progress(item: Item) -> Progress:
    meta = item.meta
    config: object = meta.raw.get("elaboration_config")
    tier: object = meta.raw.get("recommended_tier")
    return Progress(
        phases_completed=meta.phases_completed,
        steps_completed=meta.steps_completed,
        steps_skipped=meta.steps_skipped,
        depth_overrides=meta.depth_overrides,
        elaborations=meta.elaborations,
        elaboration_config=cast("dict[str, Any]", config) if isinstance(config, dict) else {},
        topics_covered=meta.topics_covered if "topics_covered" in meta.raw else None,
        recommended_tier=tier if isinstance(tier, str) else "",
    )


def _analysis(
    item: Item, saved: dict[str, Any] | None, store: ItemFolder, desk: "Callable[[], Desk]"
) -> Analysis:
    """The saved facts, else what the documents say, else nothing but the draft."""
    draft = Turn(number=0, text=read_document(item, "draft.md") or item.meta.description or item.title)
    basis = Analysis(
        slug=item.folder,
        title=item.title,
        source=item.meta.source.value,
        source_id=item.meta.source_id,
        turns=(draft,),
    )
    texts = {name: text for name, text in store.read_documents().items() if text is not None}
    if saved is None and not texts:
        return basis
    if saved is None:
        from roundtable.documents.importing import read_back  # a new item has nothing to read

        return changes.add(basis, read_back(texts, item.folder))[0]
    raw = dict(saved["analysis"])
    try:
        analysis = Analysis.model_validate(raw)
    except ValidationError:
        analysis = _salvaged(basis, raw)
    written = Manifest(documents=_manifest(saved))
    if all(written.wrote(name, text) for name, text in texts.items()):
        return analysis
    from roundtable.documents.importing import facts_from_edits

    edits = facts_from_edits(analysis, texts, Manifest(documents=desk().manifest))
    return changes.add(analysis, edits)[0]


def _salvaged(basis: Analysis, raw: dict[str, Any]) -> Analysis:
    """A file that somebody edited: every fact that still reads as one is kept."""
    facts: list[Fact] = []
    for entry in _list(raw.get("facts")):
        try:
            facts.append(parse_fact(entry))
        except (ValidationError, TypeError):
            continue
    turns: list[Turn] = []
    for entry in _list(raw.get("turns")):
        try:
            turns.append(Turn.model_validate(entry))
        except ValidationError:
            continue
    return changes.add(basis.changed(turns=tuple(turns) or basis.turns), facts)[0]


def _list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _place(saved: dict[str, Any]) -> Place:
    try:
        return _PLACE.validate_python(saved.get("place"))
    except ValidationError:
        return AtStart()


def _without_open_question(analysis: Analysis, place: Place) -> Analysis:
    """Who comes back in the other mode is not shown the open question again; so it may be put anew, and is not lost."""
    left = resting(place)
    asked = left.asked if isinstance(left, InStep | InConversation) else None
    if asked is None:
        return analysis
    return analysis.changed(answered=tuple(text for text in analysis.answered if text != asked.text))


def _manifest(saved: dict[str, Any] | None) -> dict[str, dict[str, str]]:
    found: object = saved.get("manifest") if saved else None
    known = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return {
        name: cast("dict[str, str]", pieces) for name, pieces in known.items() if isinstance(pieces, dict)
    }


def history_file(workspace: Workspace) -> Path:
    """Where the lines that were typed are remembered."""
    return cache_folder(workspace.places) / "history"


def unsent_file(workspace: Workspace, folder: str) -> Path:
    """Where an answer waits that was typed and not sent."""
    return cache_folder(workspace.places) / f"unsent-{folder}.txt"
