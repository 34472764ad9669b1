"""How a speaker stands to words of theirs: wanted, how it is today, somebody else's, open, an example, or dropped.

Who quotes somebody has to know that. `Tomasz prefers zstd, I've got no opinion` is no decision, and of `the sensors are wired. No,
forget that` nothing is left. What stands before the words and behind them counts.

Learned from labelled sentences in four languages (`training/standings`). Who asks: `minds.guards`.
"""

from functools import lru_cache
from typing import Final

from roundtable.language.linear import Groups, model
from roundtable.language.tokens import clause_edges, letter_runs, placed_tokens, skeleton, word_runs

_AROUND: Final = 400
"""Letters before and behind the words that are looked at."""


def standing_features(text: str, start: int, end: int) -> Groups:
    """Feature names by view: of the words themselves, and of what stands before and behind them."""
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    placed = [(token, low + at) for token, at, _ in placed_tokens(text[low:high])]
    before = [token for token, at in placed if at < start]
    own = [token for token, at in placed if start <= at < end][:_AROUND]
    behind = [token for token, at in placed if at >= end]
    return {
        "letters": letter_runs(text[start:end][:2000]),
        "words": word_runs(own),
        "skeleton": word_runs(["^", *skeleton(own), "$"], longest=4),
        "edges": clause_edges(own),
        "before": [*word_runs(before[-12:]), *clause_edges(before[-6:])],
        "behind": [*word_runs(behind[:14]), *clause_edges(behind[:8])],
        "around": letter_runs(f"{text[low:start][-80:]} | {text[end:high][:100]}"),
        "Bias": ["always"],
    }


def standings(text: str, start: int, end: int) -> dict[str, float]:
    """Each standing's probability, the likeliest first."""
    return dict(_standings(text, start, end, id(model("standings"))))


@lru_cache(maxsize=512)
def _standings(text: str, start: int, end: int, _learned: int) -> tuple[tuple[str, float], ...]:
    return tuple(model("standings").shares(standing_features(text, start, end)).items())
