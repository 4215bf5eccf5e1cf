"""How far a run over many items has come, kept so that another process can go on."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from ._errors import ConfigurationError


@dataclass(frozen=True)
class UnderWay:
    """A chunk that may have been sent. Sent again as it was, it never pays twice."""

    end: int
    """The index after its last item."""
    idempotency_key: str | None
    max_credits: float | None


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    fingerprint: str
    """Tells whether the items and the request are still the same."""
    position: int
    """How many items are done."""
    credits_charged: float
    """What the chunks that are done spent."""
    under_way: UnderWay | None = None
    """The chunk that begins at `position`."""

    def to_dict(self) -> dict[str, Any]:
        """Returns an object for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Progress:
        """Reads what `to_dict` returned. Raises `ConfigurationError` for anything else."""
        try:
            under_way = value["under_way"]
            return cls(
                fingerprint=str(value["fingerprint"]),
                position=int(value["position"]),
                credits_charged=float(value["credits_charged"]),
                under_way=None if under_way is None else UnderWay(**under_way),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ConfigurationError("This is not the progress of a run") from error


class ProgressStore(Protocol):
    """Keeps the progress of one run: in a file, in a row of a database."""

    def load(self) -> Progress | None:
        """Returns what was saved last; `None` before the first time."""

    def save(self, progress: Progress) -> None:
        """Keeps the progress. A chunk is sent only after this has returned, so return when it is durable."""


class FileProgress:
    """Keeps progress in a file, which a crash leaves whole: the old one or the new one."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def load(self) -> Progress | None:
        """Returns what the file says; `None` when there is no file."""
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return None
        try:
            value = json.loads(text)
        except ValueError as error:
            raise ConfigurationError(f"{self._path} is not the progress of a run") from error
        if not isinstance(value, dict):
            raise ConfigurationError(f"{self._path} is not the progress of a run")
        return Progress.from_dict(value)

    def save(self, progress: Progress) -> None:
        """Replaces the file, and returns when the disk has it."""
        folder = self._path.parent
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=f".{self._path.name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(progress.to_dict(), file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self._path)
        except BaseException:
            os.unlink(temporary)
            raise
        _sync_folder(folder)


class MemoryProgress:
    """Keeps progress as long as the process lives."""

    def __init__(self) -> None:
        self._progress: Progress | None = None

    def load(self) -> Progress | None:
        """Returns what was saved last."""
        return self._progress

    def save(self, progress: Progress) -> None:
        """Keeps the progress."""
        self._progress = progress


def _sync_folder(folder: Path) -> None:
    """Makes the new name of a file durable. Windows has no way to, and needs none."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
