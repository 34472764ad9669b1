"""Opening a session on an item: lock, library, saved facts, scan, mind and store put together.

An item with analysis.json goes on where it was. One made elsewhere (documents but no facts) is read back as well as possible.
A new one starts from its draft.

Elsewhere: finding or making the item (`commands.analyze`), the loop (`driver`), how it looks (`faces`).
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from roundtable.analysis import scanning
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library
from roundtable.analysis.meta import iso
from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import QuickScan
from roundtable.documents.threeway import Manifest
from roundtable.driver.session import Session
from roundtable.engine.events import AnyEvent, DocumentsRead
from roundtable.engine.fold import cut_off, fold_all, parsed, spoken_in
from roundtable.engine.place import AtStart, InConversation, InStep, Place, resting
from roundtable.engine.state import Progress, SessionState
from roundtable.facts import Fact
from roundtable.interview import Interviewer
from roundtable.library.loading import load_library
from roundtable.ports import CodeView, Mind
from roundtable.stores.items import Item, load_item, read_document
from roundtable.stores.locks import lock_item
from roundtable.stores.paths import private_folder
from roundtable.stores.repo import check_freshness
from roundtable.stores.saved import Saved, mode_of, read_saved
from roundtable.stores.session_store import ItemFolder, TeamInbox
from roundtable.wiring import Workspace

if TYPE_CHECKING:
    from roundtable.driver.desk import Desk
    from roundtable.minds.guarded import Guardable
    from roundtable.minds.llm.options import ModelOptions
    from roundtable.minds.team.rounds import Rounds
    from roundtable.scan.service import Scanner

Mode = Literal["steps", "conversation"]
_MINDS = 3  # in a team, which share one budget
_SUBJECTS = 8  # commits of a file that whoever asks for its history is told about


@dataclass(slots=True, kw_only=True)
class Choices:
    mode: Mode
    depth: Depth | None = None
    headless: bool = False
    model: "ModelOptions | None" = None
    host: "Callable[[CodeView], Guardable] | None" = None
    """Makes a mind of whoever thinks outside this process."""
    takes_up: bool = False
    """Whether a session that was cut off goes on at that very instant; so everything that is shown is kept."""
    open_errors: int = 0
    team: bool = False  # whether each specialist has a mind of its own
    rounds: "Rounds | None" = None  # where the work of a team is kept, so that it outlives the process

    def __post_init__(self) -> None:
        self.team = self.team and self.model is not None and self.mode == "conversation"


class _Code:
    """The code of the repository: read once beside the conversation, then looked up and asked again.

    Until the scan is done every look-up answers "not known", because a person must never wait for the index.
    """

    def __init__(self, root: Path, cache: Path, report: Callable[[str, int, int], None]) -> None:
        self._where = (root, cache, report)
        self._scanner: Scanner | None = None

    def scan(self, text: str, focus: scanning.Focus) -> scanning.ScanResult:
        scanner = self._scanner or self._new_scanner()
        found = scanner.scan(text, focus=focus)
        self._scanner = scanner
        return found

    def open(self) -> None:
        """Read the code, so that look-ups are answered although nobody scans; for who can wait."""
        if self._scanner is None:
            scanner = self._new_scanner()
            scanner.refresh()
            self._scanner = scanner

    def _new_scanner(self) -> "Scanner":
        # Loaded here, in the scan's own thread: the first question does not wait for it.
        from roundtable.scan.service import Scanner

        root, cache, report = self._where
        return Scanner(root, cache_dir=cache, progress=report)

    @property
    def is_read(self) -> bool:
        return self._scanner is not None

    def resolve(self, name: str) -> scanning.Resolved | None:
        return self._scanner.resolve(name) if self._scanner else None

    def namesakes(self, name: str) -> Sequence[str]:
        return self._scanner.namesakes(name) if self._scanner else ()

    def signatures(self, path: str) -> Sequence[scanning.Definition]:
        return self._scanner.signatures(path) if self._scanner else ()

    def callers(self, path: str) -> Sequence[scanning.Caller]:
        return self._scanner.callers(path) if self._scanner else ()

    def churn(self, path: str) -> scanning.Churn | None:
        return self._scanner.churn(path) if self._scanner else None

    def subjects(self, path: str) -> Sequence[str]:
        """Date and first line of the latest commits that changed a file."""
        if self._scanner is None:
            return ()
        from roundtable.scan.git import Git

        log = ("log", f"-n{_SUBJECTS}", "--no-merges", "--format=%cs %s", "--", path)
        return (Git(self._scanner.root).run(*log) or b"").decode("utf-8", "replace").splitlines()

    def search(self, text: str) -> Sequence[scanning.Hit]:
        return self._scanner.search(text) if self._scanner else ()

    def uses(self, name: str) -> Sequence[scanning.Occurrence]:
        return self._scanner.uses(name) if self._scanner else ()

    def lines(self, path: str, first: int, last: int) -> Sequence[str]:
        return self._scanner.lines(path, first, last) if self._scanner else ()


def code_of(
    workspace: Workspace, report: Callable[[str, int, int], None] = lambda _doing, _done, _of: None
) -> _Code:
    return _Code(workspace.places.root, private_folder(workspace.places, "cache"), report)


@contextmanager
def open_session(workspace: Workspace, folder: str, choices: Choices) -> Generator[Session]:
    """A session that nobody else can open at the same time."""
    places, command = workspace.places, f"roundtable analyze {folder}"
    with lock_item(places, folder, command=command, now=workspace.now()):
        item = load_item(places, folder, workspace.now())
        in_git, mode = workspace.config().journal_in_git, choices.mode
        store = ItemFolder(places, item, workspace.clock, command=command, mode=mode, journal_in_git=in_git)
        basis = _basis(item)
        saved = read_saved(store, basis)
        seated: list[Session] = []

        def report(doing: str, done: int, of: int) -> None:
            for session in seated:
                session.progressed(doing, done, of)

        def stream(piece: str) -> None:
            for session in seated:
                session.delta(piece)

        code = code_of(workspace, report)
        library = load_library(places.root)
        interviewer = Interviewer(code)
        mind = _mind(choices, interviewer, code, library, stream, store, TeamInbox(places, folder))
        manifest = saved.manifest if saved else {}

        @cache
        def desk() -> "Desk":
            from roundtable.driver.desk import Desk  # loading it takes longer than the first question may

            return Desk(store, manifest=manifest)

        def prepare() -> None:
            import_module("roundtable.driver.desk")
            interviewer.prepare()

        state = _state(workspace, item, choices, saved, basis, mind.name, library)
        read_in = _read_in(item, state.analysis, saved, store, desk, iso(workspace.now()))
        state = fold_all(state, read_in)
        found = cut_off(state, saved.journal) if saved and choices.takes_up and not saved.notice else None
        is_open = state.open_phase is not None and item.meta.closed is None
        session = Session(
            found.state if found else state,
            mind=mind,
            store=store,
            desk=desk,
            manifest=manifest,
            clock=workspace.clock,
            repo=code,
            prepare=prepare,
            read_in=read_in,
            ask_first=saved is None and bool(read_in or state.resumed) and not choices.headless,
            keeps_all=choices.takes_up and is_open,
            shown=found.shown if found else (),
            requests=found.requests if found else 0,
        )
        seated.append(session)
        yield session


def _mind(
    choices: Choices,
    interviewer: Interviewer,
    code: _Code,
    library: Library,
    stream: Callable[[str], None],
    store: ItemFolder,
    inbox: TeamInbox,
) -> Mind:
    """The offline mind; with a model chosen, the model under guard and the offline mind behind it; or a team of them."""
    if choices.host is not None:
        from roundtable.minds.guarded import Guarded

        return Guarded(choices.host(code), interviewer, code)
    if choices.model is None:
        return interviewer
    from roundtable.minds.guarded import Guarded
    from roundtable.minds.llm.building import language_model

    options = choices.model
    if choices.team:
        answers = choices.rounds.answers if choices.rounds else None
        options = replace(options, budget=options.budget.shared(_MINDS), keeping=answers)
    guarded = Guarded(language_model(options, code, library), interviewer, code)
    guarded.stream = stream
    if not choices.team:
        return guarded
    from roundtable.minds.team.lead import Team
    from roundtable.minds.team.teammate import ModelTeammate

    def spawn(key: str) -> ModelTeammate:
        name = library.persona(key).first_name
        return ModelTeammate(key, language_model(options, code, library), first_name=name)

    documents = store.read_documents
    return Team(guarded, spawn, inbox=inbox, documents=documents, code=code, rounds=choices.rounds)


def _at_rest(workspace: Workspace, folder: str) -> tuple[Item, ItemFolder]:
    """An item that is read and left as it is."""
    item = load_item(workspace.places, folder, workspace.now())
    return item, ItemFolder(workspace.places, item, workspace.clock, command="", mode="")


def remembered_mode(workspace: Workspace, folder: str) -> Mode | None:
    return cast("Mode | None", mode_of(_at_rest(workspace, folder)[1]))


def known_analysis(workspace: Workspace, folder: str) -> Analysis:
    item, store = _at_rest(workspace, folder)
    saved = read_saved(store, basis := _basis(item))
    return saved.analysis if saved else basis


def told_before(workspace: Workspace, folder: str) -> tuple[AnyEvent, ...]:
    """Everything that the journal tells of an item; nothing where it cannot be read."""
    return parsed(_at_rest(workspace, folder)[1].read_journal()[0])


def _state(
    workspace: Workspace,
    item: Item,
    choices: Choices,
    saved: Saved | None,
    basis: Analysis,
    mind: str,
    library: Library,
) -> SessionState:
    progress = _progress(item)
    analysis = saved.analysis if saved else basis
    freshness = check_freshness(workspace.places, item)
    commits = -1 if freshness.commits is None else freshness.commits
    resumed = bool(progress.steps_completed or progress.phases_completed or len(analysis.turns) > 1)
    place: Place = saved.place if saved else AtStart()
    if saved and saved.mode != choices.mode:
        analysis, place = _without_open_question(analysis, place), AtStart()
    return SessionState(
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
        open_errors=choices.open_errors,
        head_moved=None if freshness.level == "current" else commits,
        place=place,
        mended=saved.notice if saved else "",
        past=saved.past if saved else (),
        said=spoken_in(saved.journal) if saved and choices.mode == "conversation" else (),
        looked=saved.looked if saved else (),
    )


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


def _basis(item: Item) -> Analysis:
    """Nothing but the draft."""
    draft = Turn(number=0, text=read_document(item, "draft.md") or item.meta.description or item.title)
    return Analysis(
        slug=item.folder,
        title=item.title,
        source=item.meta.source.value,
        source_id=item.meta.source_id,
        turns=(draft,),
    )


def _read_in(
    item: Item,
    analysis: Analysis,
    saved: Saved | None,
    store: ItemFolder,
    desk: "Callable[[], Desk]",
    at: str,
) -> tuple[DocumentsRead, ...]:
    """What the documents say beyond what was saved: everything, or what people added by hand."""
    texts = {name: text for name, text in store.read_documents().items() if text is not None}
    if saved is None:
        facts: tuple[Fact, ...] = ()
        if texts:
            from roundtable.documents.importing import read_back  # a new item has nothing to read

            facts = read_back(texts, item.folder)
        covered = item.meta.topics_covered
    else:
        written, covered = Manifest(documents=saved.manifest), ()
        if all(written.wrote(name, text) for name, text in texts.items()):
            return ()
        from roundtable.documents.importing import facts_from_edits

        facts = facts_from_edits(analysis, texts, Manifest(documents=desk().manifest))
    if not (facts or covered):
        return ()
    return (DocumentsRead.model_validate({"at": at, "facts": facts, "covered": covered}),)


def _without_open_question(analysis: Analysis, place: Place) -> Analysis:
    """Who comes back in the other mode is not shown the open question again; so it may be put anew, and is not lost."""
    left = resting(place)
    asked = left.asked if isinstance(left, InStep | InConversation) else None
    if asked is None:
        return analysis
    return analysis.changed(answered=tuple(text for text in analysis.answered if text != asked.text))
