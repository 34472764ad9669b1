"""What an untagged question is after, learned from labelled ones: its words first, then the step it stands in.

Files written elsewhere carry no tags. Where nothing speaks clearly the answer is `note`: the person's words are then kept as
they are, which is never wrong.

Elsewhere: tags (`roundtable.analysis.kinds`), who reads the files (`roundtable.analysis.prose`), learning (`training/`).
"""

from functools import lru_cache
from typing import Final, NamedTuple

from roundtable.language.linear import Groups, model
from roundtable.language.tokens import letter_runs, tokens, word_runs

_MOST: Final = 3
_LONGEST: Final = 2000
_CLEAR: Final = 0.1
"""What the likeliest kind must reach; below that nobody can tell."""
_COMPANION: Final = 0.5
"""How near to the likeliest a further kind must come to be named as well."""
_IN_PHASE: Final = 2.0
_ONLY_DOCUMENT: Final = 4.0
_ABOVE: Final = 0.5
"""What the heading or label above counts beside the question itself; the title of the step counts half of that."""

_PHASES: Final = {
    "00-quick-scan": "scope out_of_scope keyword file_count direct_change",
    "02-impact-analysis": "direct_change indirect_change entry_point risk_zone order",
    "03-architecture": "option decision technology integration risk",
    "04-design": "module interface data_flow state error_case",
}
"""What the steps of a phase are mostly after."""
_DOCUMENTS: Final = {
    "user-stories.json": "story",
    "nfr-matrix.md": "quality",
    "tech-stack-decision.md": "technology",
    "module-design.md": "module",
    "interface-spec.yaml": "interface",
    "data-flow.md": "data_flow state",
    "error-taxonomy.md": "error_case",
}
"""What a step is after that writes nothing but this document."""


class Setting(NamedTuple):
    """Where a question stands: what the step around it says about itself."""

    title: str = ""
    phase_key: str = ""
    outputs: tuple[str, ...] = ()
    heading: str = ""
    """The heading or label right above the question."""


NOWHERE: Final = Setting()
"""For a question that stands in no step."""


def question_features(text: str) -> Groups:
    """Feature names by view."""
    words = tokens(text[:_LONGEST])
    return {
        "words": word_runs(words),
        "letters": letter_runs(text[:_LONGEST], 3, 5),
        "first": [" ".join(words[:size]) for size in (1, 2, 3)],
        "Bias": ["always"],
    }


@lru_cache(maxsize=4096)
def kinds_asked(text: str, setting: Setting = NOWHERE) -> tuple[str, ...]:
    """The kinds of fact that an answer to `text` would give, main one first; `("note",)` when nothing tells."""
    shares = _shares(text)
    if not shares:
        return ("note",)
    if setting.heading:
        shares["note"] = 0.0  # whoever wrote the heading has said what it is about
    for name, weight in ((setting.heading, _ABOVE), (setting.title, _ABOVE / 2)):
        for kind, share in _shares(name).items():
            # A step called "Review" also asks ordinary questions, and a "yes" to those approves nothing.
            shares[kind] += weight * share if kind != "approval" else 0.0
    for kind in _PHASES.get(setting.phase_key, "").split():
        shares[kind] *= _IN_PHASE
    if len(setting.outputs) == 1:
        for kind in _DOCUMENTS.get(setting.outputs[0], "").split():
            shares[kind] *= _ONLY_DOCUMENT
    ranked = sorted(shares, key=lambda kind: -shares[kind])
    highest = shares[ranked[0]]
    if highest < _CLEAR or ranked[0] == "note":
        return ("note",)
    near = [kind for kind in ranked if shares[kind] >= _COMPANION * highest and kind != "note"]
    return tuple(near[:_MOST])


def _shares(text: str) -> dict[str, float]:
    if not any(letter.isalpha() for letter in text):
        return {}
    return model("questions").shares(question_features(text))
