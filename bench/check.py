"""How long the rules take for many items.   python bench/check.py [ITEMS]

Checks a synthetic set in memory: the clean item of the tests, grown to 8 and to 20 requirements, under as many names as asked
for (300). Reading from disk is not part of it. Prints CPU seconds, which a busy machine distorts less than the clock.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from check_samples import clean_files
from roundtable.documents.checks import CheckContext, check_item
from test_check_mutations import requirements


def main() -> None:
    items = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for more in (0, 6, 18):
        files = clean_files()
        requirements(*(["Must", "Should", "Could"] * 6)[:more])(files)
        size = sum(len(text) for text in files.values())
        start = time.process_time()
        for number in range(items):
            check_item(
                files, None, CheckContext(slug=f"item-{number}", folder=f"docs/requirements/item-{number}")
            )
        spent = time.process_time() - start
        print(f"{items} items with {more + 2} requirements ({size // 1024} KB each): {spent:.1f} s")


if __name__ == "__main__":
    main()
