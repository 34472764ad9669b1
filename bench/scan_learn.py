"""Learn the weights of the scan and write `src/roundtable/scan/weights.json`.

    uv run bench/scan_learn.py CLONES ITEMS [--keep TABLES.npz] [--out FILE]

CLONES is a folder with clones of the repositories that ITEMS (JSON lines: id, repo, base_commit, text, changed) speaks
of. Besides the items, commits that are older than all of them serve as queries: their message, their files.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from scan_tables import Design, learn, tables_for

COMMITS = 2400
COMMIT_WEIGHT = 0.6
RIDGE = 0.15
HOME = Path(__file__).resolve().parent.parent / "src" / "roundtable" / "scan" / "weights.json"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clones", type=Path)
    parser.add_argument("items", type=Path)
    parser.add_argument("--keep", type=Path, help="keep the signals here, or read them from here")
    parser.add_argument("--out", type=Path, default=HOME)
    arguments = parser.parse_args()
    tables = tables_for(arguments.clones, arguments.items, COMMITS, arguments.keep)
    design = Design()
    weights = design.named(learn(tables, design, COMMIT_WEIGHT, RIDGE))
    # Next to none of these texts names a component before it speaks; a folder named so is like a module named by its path.
    weights["component"] = weights["module"]
    rounded = {name: [round(number, 3) for number in four] for name, four in sorted(weights.items())}
    lines = ",\n".join(f'    "{name}": {json.dumps(four)}' for name, four in rounded.items())
    arguments.out.write_text('{\n  "signals": {\n' + lines + "\n  }\n}\n", encoding="utf-8")
    print(f"Wrote {len(rounded)} signals, learned from {len(tables)} descriptions, to {arguments.out}.")


if __name__ == "__main__":
    main()
