"""`roundtable worker`: one more process at the queue, until it is told to stop."""

import signal
import threading
from argparse import Namespace
from typing import TYPE_CHECKING

from roundtable.batches.database import application_of, database_url, open_client
from roundtable.batches.jobs import Job
from roundtable.batches.taking_items import Worker
from roundtable.commands.model_choice import chosen_model
from roundtable.commands.output import remark
from roundtable.commands.settings import settings
from roundtable.errors import WrongUse
from roundtable.faces.parent import end_with_parent
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace, open_workspace

if TYPE_CHECKING:
    from roundtable.minds.llm.options import ModelOptions


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    config = settings(workspace, quiet=arguments.quiet)
    database = arguments.database or config.database
    if arguments.clone:
        workspace = _cloned(arguments, database)
    url = database_url(workspace.places, database)
    if arguments.with_parent:
        end_with_parent()
    recover(workspace.places, now=workspace.now())

    def options(job: Job) -> "ModelOptions | None":
        asked = Namespace(
            **job.model_dump(include={"model", "budget", "no_code"}),
            offline=job.model is None,
            base_url=arguments.base_url,
            show_prompt=False,
            protocol="jsonl",  # nobody is there to be asked
            quiet=True,
        )
        return chosen_model(asked, config, workspace.places.root)

    stop = threading.Event()
    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda _number, _frame: stop.set())
    client = open_client(url, application_of(workspace.places))
    worker = Worker(workspace, url, options, client, is_elsewhere=bool(arguments.clone))
    where = url if url.startswith("sqlite") else "PostgreSQL"
    remark(
        f"{worker.name} works on {workspace.places.root} ({where}). Ctrl-C stops it.", quiet=arguments.quiet
    )
    worker.run(stop=stop, drain=arguments.drain)
    return 0


def _cloned(arguments: Namespace, database: str | None) -> Workspace:
    """The worker's own clone. Its queue cannot be in it: the items come from elsewhere."""
    if database is None:
        raise WrongUse("--clone needs the database that the batch uses: --database postgresql://…")
    from platformdirs import user_cache_path

    from roundtable.batches.elsewhere import clone_of

    return open_workspace(str(clone_of(arguments.clone, user_cache_path("roundtable", appauthor=False))))
