"""The settings of a workspace, with a remark about what in them is not understood."""

from roundtable.commands.output import remark
from roundtable.config import Config
from roundtable.wiring import Workspace


def settings(workspace: Workspace, *, quiet: bool) -> Config:
    config = workspace.config()
    for warning in config.warnings:
        remark(f"warning: {warning}", quiet=quiet)
    return config
