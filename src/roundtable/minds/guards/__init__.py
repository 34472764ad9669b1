"""Guards: what every thought passes before anything of it is shown or stored.

`judge(thought, briefing, code)` is pure: it looks at one thought with its briefing and says whether it may pass, with
reasons for whoever has to write it anew. What can be mended without changing the meaning is mended.

Elsewhere: one rule each in `voice`, `protocol`, `claims` and `evidence`; what happens to a refused
thought (`roundtable.minds.guarded`).
"""

from roundtable.minds.guards.judging import judge, may_be_shown
from roundtable.minds.guards.verdict import Verdict

__all__ = ["Verdict", "judge", "may_be_shown"]
