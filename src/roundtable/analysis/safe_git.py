"""How git is asked, so that nothing in a foreign `.git/config` runs a program or reaches a network.

A repository from elsewhere may name a program for signatures, hooks, a watcher of files, logins or another end of the line.
Whatever asks git about one (`stores.repo`, `scan.git`) takes its words and its environment from here.
"""

from collections.abc import Mapping
from typing import Final

_SETTINGS: Final = (
    "core.fsmonitor=false core.hooksPath=/dev/null core.quotePath=off core.alternateRefsCommand=true credential.helper= "
    "log.showSignature=false mailmap.file=/dev/null submodule.recurse=false color.ui=false color.grep=false grep.column=false"
)
"""What `-c` says counts for more than any file, the included ones too."""
_ENVIRONMENT: Final[Mapping[str, str]] = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # Older versions fetch what a partial clone lacks all the same; no way of fetching is allowed to them.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_SSH_COMMAND": "false",
    "GIT_ASKPASS": "true",
    "LC_ALL": "C",
}
_NOT_OURS: Final = frozenset(
    {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_PARAMETERS"}
)
"""Set by git itself for its hooks; they would point our questions at another repository."""


def git_command(root: str, *words: str) -> list[str]:
    settings = (part for setting in _SETTINGS.split() for part in ("-c", setting))
    return ["git", "--no-pager", "--no-optional-locks", "-C", root, *settings, *words]


def git_environment(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in given.items() if name not in _NOT_OURS} | dict(_ENVIRONMENT)
