"""The content that drives a conversation: loaded from its layers, checked, listed, started from a template.

    load_library(repo)             everything, for a session; whatever is wrong is skipped and said in `warnings`
    check_library(repo, path)      every problem with file, line and a way to mend it
    list_library(repo)             plain values for `library list --json`, with the layer each comes from
    new_entry(kind, name, repo)    a template in the repository's own `.roundtable/`

The files themselves are in `content/`. Elsewhere: the records (`roundtable.analysis.content`), questions in the prose
(`roundtable.analysis.questions`), conditions (`roundtable.analysis.conditions`).
"""

from roundtable.library.checking import check_library
from roundtable.library.loading import list_library, load_library
from roundtable.library.problems import Problem
from roundtable.library.scaffolds import EntryKind, new_entry

__all__ = ["EntryKind", "Problem", "check_library", "list_library", "load_library", "new_entry"]
