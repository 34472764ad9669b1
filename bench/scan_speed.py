"""How fast the scan is, as multiples of `rg` counting the query's words over the same files, side by side in one run.

    uv run bench/scan_speed.py TREE [--rounds 5] [--growth] [--files 100000] [--clock wall]

Each round times rg and then the scan, so that both meet the same machine; the ratio of the medians is what counts.
Cold: a new process without a cache, from start to answer. Warm: a further question to the same scanner. Touched: after
ten files changed. Saved: a new process with the cache of an earlier one. Python keeps its bytecode, as it does wherever a
program is installed: without it, every process would compile the libraries anew and half of `saved` would be that.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from roundtable.scan.query import read_description
from roundtable.scan.service import Scanner

TEXT = """Set default FILE_UPLOAD_PERMISSION to 0o644.
The file uploads documentation page does not mention any permission issues. In absence of explicitly configured
FILE_UPLOAD_PERMISSIONS, the permissions for a file uploaded to FileSystemStorage might not be consistent, depending on
whether a MemoryUploadedFile or a TemporaryUploadedFile was used for temporary storage of the uploaded data."""
ASK = (
    "import sys, time; from pathlib import Path; from roundtable.scan.service import Scanner;"
    "r = Scanner(Path(sys.argv[1]), Path(sys.argv[2])).scan(sys.argv[3]); print(r.files[0].path)"
)


CLOCKS = {"wall": time.perf_counter, "cpu": lambda: sum(os.times()[:4])}
clock = CLOCKS["cpu"]


def timed(command: list[str], **more: object) -> float:
    began = clock()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, **more)  # type: ignore[call-overload]
    return clock() - began


def count_words(tree: Path) -> float:
    words = [word for word in read_description(TEXT).spelled.values() if len(word) > 2]
    patterns = [part for word in dict.fromkeys(words) for part in ("-e", word)]
    return timed(["rg", "--count-matches", "--ignore-case", "--fixed-strings", *patterns, "."], cwd=tree)


def touch(tree: Path, files: list[Path], mark: int) -> None:
    for file in files:
        file.write_bytes(file.read_bytes().rstrip(b"#0123456789 ") + f"#{mark} ".encode())


def measure(tree: Path, rounds: int) -> dict[str, float]:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    files = sorted(tree.rglob("*.py"))[:: max(1, sum(1 for _ in tree.rglob("*.py")) // 10)][:10]
    times: dict[str, list[float]] = {"rg": [], "cold": [], "saved": [], "warm": [], "touched": []}
    with tempfile.TemporaryDirectory() as folder:
        warm = Scanner(tree, Path(folder) / "warm")
        warm.scan(TEXT)
        timed([sys.executable, "-c", ASK, str(tree), str(Path(folder) / "warm"), TEXT])
        for mark in range(rounds):
            times["rg"].append(count_words(tree))
            cache = Path(folder) / f"cold{mark}"
            times["cold"].append(timed([sys.executable, "-c", ASK, str(tree), str(cache), TEXT]))
            times["saved"].append(timed([sys.executable, "-c", ASK, str(tree), str(cache), TEXT]))
            times["rg"].append(count_words(tree))
            began = clock()
            warm.scan(TEXT)
            times["warm"].append(clock() - began)
            touch(tree, files, mark)
            began = clock()
            warm.scan(TEXT)
            times["touched"].append(clock() - began)
    return {name: statistics.median(values) for name, values in times.items()}


def peak_memory(tree: Path) -> int:
    """Megabytes of the largest of the processes of a cold scan."""
    with tempfile.TemporaryDirectory() as folder:
        program = ASK + (
            "; import resource as r; print(max(r.getrusage(who).ru_maxrss for who in (r.RUSAGE_SELF, r.RUSAGE_CHILDREN)))"
        )
        # A shell between: a process is counted as at least as large as the one that it was started from.
        done = subprocess.run(
            ["sh", "-c", '"$@"; exit', "sh", sys.executable, "-c", program, str(tree), folder, TEXT],
            capture_output=True,
            text=True,
            check=True,
        )
    return int(done.stdout.split()[-1]) // 1024


def show(label: str, tree: Path, rounds: int) -> None:
    found = measure(tree, rounds)
    ratios = " | ".join(
        f"{found[name]:.2f} s, {found[name] / found['rg']:.1f} ×"
        for name in ("cold", "saved", "warm", "touched")
    )
    print(f"| {label} | {found['rg']:.3f} s | {ratios} | {peak_memory(tree)} MB |", flush=True)


def copies(tree: Path, folder: Path, many: int) -> Path:
    """The tree several times over, every copy with words of its own so that nothing is shared by accident."""
    target = folder / f"x{many}"
    for number in range(many):
        shutil.copytree(tree, target / f"copy{number}", ignore=shutil.ignore_patterns(".git"), symlinks=True)
    subprocess.run(["git", "init", "-q"], cwd=target, check=True)
    return target


def synthetic(folder: Path, files: int) -> Path:
    target = folder / "synthetic"
    for number in range(files):
        place = target / f"pkg{number // 1000}" / f"mod{number // 50 % 20}"
        if number % 50 == 0:
            place.mkdir(parents=True, exist_ok=True)
        (place / f"file{number}.py").write_text(
            f"from pkg{number // 1000}.mod0.file{number // 1000 * 1000} import upload_{number // 1000 * 1000}\n\n"
            f"def upload_{number}(storage, permission):\n    return storage.save(permission, {number})\n",
            encoding="utf-8",
        )
    return target


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tree", type=Path, help="a checkout; ten of its files are touched and left changed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="also four and sixteen copies of the tree")
    parser.add_argument("--files", type=int, default=0, help="also a synthetic tree of so many files")
    parser.add_argument(
        "--clock", choices=CLOCKS, default="cpu", help="on a shared machine CPU time says more"
    )
    arguments = parser.parse_args()
    global clock
    clock = CLOCKS[arguments.clock]
    print(f"{os.cpu_count()} cores\n")
    print(
        "| tree | rg | cold | saved | warm | touched | peak memory |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    show("1 ×", arguments.tree, arguments.rounds)
    with tempfile.TemporaryDirectory() as folder:
        for many in (4, 16) if arguments.growth else ():
            tree = copies(arguments.tree, Path(folder), many)
            show(f"{many} ×", tree, 1)
            shutil.rmtree(tree)
        if arguments.files:
            show(f"{arguments.files} synthetic files", synthetic(Path(folder), arguments.files), 1)


if __name__ == "__main__":
    main()
