"""Circles in what depends on what."""

from collections.abc import Mapping, Sequence


def circles(targets: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Each circle once, starting at its first name in alphabetical order; without recursion, for any depth."""
    found: dict[tuple[str, ...], None] = {}
    done: set[str] = set()
    for start in sorted(targets):
        path: list[str] = []
        place: dict[str, int] = {}
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            name, at = stack.pop()
            if at == 0:
                if name in done:
                    continue
                place[name] = len(path)
                path.append(name)
            following = targets.get(name, ())
            if at < len(following):
                stack.append((name, at + 1))
                other = following[at]
                if other in place:
                    circle = path[place[other] :]
                    turn = circle.index(min(circle))
                    found[(*circle[turn:], *circle[:turn])] = None
                elif other not in done:
                    stack.append((other, 0))
            else:
                path.pop()
                place.pop(name, None)
                done.add(name)
    return list(found)
