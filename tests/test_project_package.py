"""The package as it would be published: the wheel holds everything that a session needs, and nothing else."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv") or str(ROOT / ".uv" / ("Scripts" if os.name == "nt" else "bin") / "uv")
LARGEST = 6_000_000


@pytest.mark.slow
@pytest.mark.skipif(shutil.which(UV) is None, reason="needs uv, which ./dev installs")
def test_the_wheel_alone_runs_the_demo(tmp_path: Path) -> None:
    built = subprocess.run(
        [UV, "build", "--wheel", "--out-dir", str(tmp_path), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode and "hatchling" in built.stderr:
        pytest.skip("the build backend is not at hand and cannot be fetched here")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.partition("/")[0].partition("-")[0] for name in packed.namelist()}
        packed.extractall(tmp_path / "unpacked")
    assert tops == {"roundtable", "roundtable_analyst"}
    told = "import sys, roundtable; from roundtable.cli import main; print(roundtable.__file__); sys.exit(main())"
    run = subprocess.run(
        [sys.executable, "-c", told, "demo", "--fast", "--to", "shop"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "unpacked"), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(tmp_path / "unpacked"))
    assert list((tmp_path / "shop/docs/requirements").glob("*/requirements-spec.md"))
