"""Writes `src/prospecting/_generated` from the OpenAPI document and `src/prospecting/_sync` from `_async`.

`python tools/generate.py` writes the files; `--check` only says which of them are out of date.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import models
import sync_copy

PACKAGE = Path(__file__).resolve().parent.parent
REPOSITORY = PACKAGE.parent.parent
DOCUMENT = REPOSITORY / "openapi" / "openapi.json"
SOURCES = PACKAGE / "src" / "prospecting"


def generated_files() -> dict[Path, str]:
    """Returns the text of every generated file."""
    files = {SOURCES / "_generated" / name: text for name, text in models.generate(DOCUMENT).items()}
    for source in sorted((SOURCES / "_async").glob("*.py")):
        # The transport is the one module that is written twice.
        if source.name != "transport.py":
            files[SOURCES / "_sync" / source.name] = sync_copy.transform(source.read_text("utf-8"), source.name)
    return {path: _formatted(path, text) for path, text in files.items()}


def outdated_files() -> list[str]:
    """Returns the generated files whose text on disk is not what the sources give."""
    return [
        str(path.relative_to(PACKAGE))
        for path, text in generated_files().items()
        if not path.exists() or path.read_text("utf-8") != text
    ]


def _formatted(path: Path, text: str) -> str:
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format", "--quiet"]):
        text = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(path), "-"],
            input=text,
            capture_output=True,
            check=True,
            encoding="utf-8",
            cwd=PACKAGE,
        ).stdout
    return text


def main() -> int:
    if "--check" in sys.argv[1:]:
        outdated = outdated_files()
        for name in outdated:
            print(f"{name} is out of date: run python tools/generate.py")
        return 1 if outdated else 0
    for path, text in generated_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
