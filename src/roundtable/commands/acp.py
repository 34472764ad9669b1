"""`roundtable acp`: a session in the agent panel of an editor."""

import asyncio
from argparse import Namespace

from roundtable.commands.jobs import CommandJobs
from roundtable.commands.model_choice import chosen_model
from roundtable.commands.settings import settings
from roundtable.hosts.editor import Place, serve
from roundtable.stores.tidying import recover
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    def place_at(folder: str) -> Place:
        workspace = open_workspace(arguments.repo or folder)
        recover(workspace.places, now=workspace.now())
        model = chosen_model(arguments, settings(workspace, quiet=True), workspace.places.root)
        return Place(workspace, CommandJobs(workspace), model)

    asyncio.run(serve(place_at))
    return 0
