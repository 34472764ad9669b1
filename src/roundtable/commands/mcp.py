"""`roundtable mcp`: the table for coding agents, over standard streams or HTTP."""

import asyncio
from argparse import Namespace

from roundtable.commands.jobs import CommandJobs
from roundtable.hosts.exchange import Exchange
from roundtable.hosts.tools import Toolbox
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    jobs = CommandJobs(open_workspace(arguments.repo))

    def exchange() -> Exchange:
        return Exchange(lambda host: Toolbox(jobs, host))

    if arguments.http is None:
        from roundtable.hosts.stdio import serve

        asyncio.run(serve(exchange))
    else:
        from roundtable.hosts.http import serve_http

        asyncio.run(serve_http(exchange, arguments.http))
    return 0
