"""What is made by a program, and what ships."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import generate

PACKAGE = Path(generate.__file__).resolve().parent.parent


def test_generated_files_are_current() -> None:
    """`python tools/generate.py` makes them current."""
    assert generate.outdated_files() == []


def test_the_wheel_has_types_and_nothing_of_the_tests(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=PACKAGE, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = {str(path.relative_to(PACKAGE / "src")) for path in (PACKAGE / "src").rglob("*.py")}
    shipped = {name for name in names if ".dist-info/" not in name}
    assert shipped == {name.replace("\\", "/") for name in sources} | {"prospecting/py.typed"}
