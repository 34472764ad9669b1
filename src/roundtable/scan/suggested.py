"""Files that stand beside a plan because the code says so: each holds something that was named, or will have to. Pure.

- A likely file that defines, calls, raises or catches what was named, and the only one that defines it.
- A module under which something was named that it does not have, and a package that hands out the classes of a planned file,
  when a class was named that is nowhere yet.
- The places of a sibling: who names a new option and an old one, or `max_new` and `max_old`, will find both side by side.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from roundtable.analysis.scanning import Focus, Impacted, Mention, is_below
from roundtable.scan.corpus import Corpus
from roundtable.scan.coverage import is_example
from roundtable.scan.lexicon import parts_of
from roundtable.scan.mentions import definers
from roundtable.scan.uses import FACES, is_compound

_MOST_HOMES: Final = 4  # what stands in more sources is no place for its sibling


def suggested(
    corpus: Corpus, likely: Sequence[int], mentions: Sequence[Mention], focus: Focus
) -> tuple[Impacted, ...]:
    """The files and why, without those that are planned or ruled out already."""
    rules = (
        definers(mentions, focus).items(),
        _holding(corpus, likely, mentions),
        _lacking(corpus, focus, mentions),
        _handing_out(corpus, likely, focus),
        _beside_siblings(corpus, mentions, focus),
    )
    found: dict[str, str] = {}
    for path, why in chain.from_iterable(rules):
        found.setdefault(path, why)
    told = (*focus.plan, *focus.ruled_out)
    return tuple(Impacted(path=path, reason=why) for path, why in found.items() if not is_below(path, told))


def _holding(corpus: Corpus, likely: Sequence[int], mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Likely files whose code holds what was named."""
    held = {
        at.path: one.text
        for one in reversed(mentions)
        for at in one.occurrences
        if at.kind == "source" and (one.is_message or at.role not in {"names", "imports"})
    }
    for file in likely:
        path = corpus.index.paths[file]
        if path in held:
            yield path, f"has `{held[path]}`"


def _lacking(corpus: Corpus, focus: Focus, mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Modules of which the person named a member that they do not have: `click.NoSuchCommand` will have to be handed out."""
    standing = {(one.text, at.path) for one in mentions for at in one.occurrences}
    defined = {one.text for one in mentions for at in one.occurrences if at.role == "defines"}
    for name in focus.names:
        *heads, last = name.partition("(")[0].split(".")
        files = corpus.modules.get("/".join(heads), ()) if heads else ()
        sources = [file for file in files if corpus.index.kind(file) == "source"]
        path = corpus.index.paths[sources[0]] if len(sources) == 1 else ""
        # Only a class says by its form that it is a member of a module and no attribute of a value.
        if path and _is_class(last) and last not in defined and (last, path) not in standing:
            yield path, f"`{name}` is not in it yet"


def _handing_out(corpus: Corpus, likely: Sequence[int], focus: Focus) -> Iterator[tuple[str, str]]:
    """Packages that hand out the classes of a planned file, when a class was named that nobody defines."""
    index, graph = corpus.index, corpus.graph
    classes = [name for name in focus.names if _is_class(name) and not _may_be_prose(name)]
    new = [name for name in classes if not index.find_word(name)]
    for path in focus.plan:
        file = index.number_of.get(path)
        for face, names in graph.importers(file).items() if file is not None else ():
            above = index.paths[face].rpartition("/")[0] + "/"
            if not index.paths[face].endswith(FACES) or not path.startswith(above):
                continue
            handed = [name for name in names if name[:1].isupper()] if new else names
            if len(handed) >= 2 and (new or face in likely):
                yield index.paths[face], f"hands out the names of `{path}`"


def _beside_siblings(corpus: Corpus, mentions: Sequence[Mention], focus: Focus) -> Iterator[tuple[str, str]]:
    """Sources that hold a name which was told together with a new one of its kind."""
    index = corpus.index
    names = [name.partition("(")[0].rpartition(".")[2] for name in focus.names]
    spelled = {name: _identifier(corpus, name) for name in names}
    standing = {one.text for one in mentions}
    new = [name for name in names if not spelled[name] and name not in standing and not _may_be_prose(name)]
    for name in names:
        sibling = next((other for other in new if spelled[name] and _are_siblings(name, other)), "")
        if sibling:
            word = index.find_word(spelled[name])
            files = index.files_with([word])[word]
            sources = [
                index.paths[file] for file in list[int](files.tolist()) if index.kind(file) == "source"
            ]
            homes = [path for path in sources if not is_example(path)]
            told = f"has `{spelled[name]}`, beside which `{sibling}` is new"
            yield from ((path, told) for path in homes if len(homes) <= _MOST_HOMES)


def _identifier(corpus: Corpus, name: str) -> str:
    """A name as the code spells it: of an option the variable; empty when it is nowhere or a plain word."""
    words = name.removeprefix("--").split("-")
    forms = ("_".join(words), words[0] + "".join(word.capitalize() for word in words[1:]))
    return next((form for form in forms if is_compound(form) and corpus.index.find_word(form)), "")


def _are_siblings(one: str, other: str) -> bool:
    """Two options, or two names of one form that share their first word."""
    if one.startswith("--") or other.startswith("--"):
        return one.startswith("--") and other.startswith("--")
    same_form = ("_" in one) == ("_" in other) and one[:1].isupper() == other[:1].isupper()
    return is_compound(other) and same_form and parts_of(one)[:1] == parts_of(other)[:1]


def _may_be_prose(name: str) -> bool:
    """JavaScript and FreeBSD are written like classes, too; in three words only code is."""
    return _is_class(name) and len(parts_of(name)) <= 2


def _is_class(name: str) -> bool:
    return name[:1].isupper() and is_compound(name)
