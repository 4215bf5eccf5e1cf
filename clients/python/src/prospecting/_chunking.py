"""Splits many items into requests under one budget. Without I/O."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic
from uuid import uuid4

from ._credits import credits_of, millicredits
from ._errors import BudgetExceededError, ConfigurationError
from ._generated.errors import CreditCapExceededError, InsufficientCreditsError
from ._model import Model
from ._operations import Body, Operation, Result
from ._progress import Progress, UnderWay

CHUNK_SIZE = 25
"""The most items that a request may have."""


@dataclass(frozen=True)
class Chunk(Generic[Result]):
    """The answer to one request of a run."""

    results: Sequence[Result]
    """One result for each item, in order."""
    start: int
    """The index of the first item."""
    end: int
    """The index after the last item."""
    credits_charged: float
    """What this chunk spent."""
    credits_quoted: float
    """What this chunk costs."""
    credits_remaining: float | None
    """The balance after it; `None` without a credit subscription."""


@dataclass(frozen=True)
class PlannedChunk:
    """The next request of a run."""

    start: int
    under_way: UnderWay
    body: Body = field(repr=False)


class Plan(Generic[Result]):
    """Knows which items come next, and what they may spend."""

    def __init__(self, operation: Operation[Any, Result], body: Body) -> None:
        self.operation = operation
        self._items: list[Any] = body["items"]
        self._top = {name: value for name, value in body.items() if name not in ("items", "maxCredits")}
        self._charges = operation.may_charge(body)
        self._budget = millicredits(body["maxCredits"]) if self._charges else 0
        self._fingerprint = _fingerprint(operation, self._items, self._top)
        self._position = 0
        self._charged = 0
        self._under_way: UnderWay | None = None

    @property
    def progress(self) -> Progress:
        return Progress(self._fingerprint, self._position, credits_of(self._charged), self._under_way)

    def resume(self, progress: Progress | None) -> None:
        """Goes on from where a run stopped. Raises `ConfigurationError` when that was another run."""
        if progress is None:
            return
        if progress.fingerprint != self._fingerprint:
            raise ConfigurationError(
                "The progress belongs to other items or to another request. Go on with the same, or begin a new one"
            )
        self._position = progress.position
        self._charged = millicredits(progress.credits_charged)
        self._under_way = progress.under_way
        if self._under_way is not None and self._charges and self._cap_of(self._under_way) > self._left():
            raise ConfigurationError(
                f"The budget is too small to go on: {progress.credits_charged:g} credits are spent, and the chunk that "
                f"was under way may have spent up to {self._under_way.max_credits:g}"
            )

    def next(self) -> PlannedChunk | None:
        """Returns the chunk to send, the one that was under way first. `None` at the end."""
        if self._position >= len(self._items):
            return None
        if self._under_way is None:
            needs_key = self.operation.needs_key({**self._top, "items": []})
            self._under_way = UnderWay(
                end=min(self._position + CHUNK_SIZE, len(self._items)),
                idempotency_key=str(uuid4()) if needs_key else None,
                max_credits=credits_of(self._left()) if self._charges else None,
            )
        body: Body = {"items": self._items[self._position : self._under_way.end], **self._top}
        if self._under_way.max_credits is not None:
            body["maxCredits"] = self._under_way.max_credits
        return PlannedChunk(self._position, self._under_way, body)

    def answered(self, chunk: PlannedChunk, answer: Model) -> Chunk[Result]:
        """Returns the results of a chunk. It is done only when `done` says that the caller has them."""
        envelope = answer.to_dict()
        return Chunk(
            results=getattr(answer, "results", None) or [],
            start=chunk.start,
            end=chunk.under_way.end,
            credits_charged=envelope.get("creditsCharged", 0),
            credits_quoted=envelope.get("creditsQuoted", 0),
            credits_remaining=envelope.get("creditsRemaining"),
        )

    def done(self, chunk: Chunk[Result]) -> None:
        """Goes on to the next chunk."""
        self._position = chunk.end
        self._charged += millicredits(chunk.credits_charged)
        self._under_way = None

    def refused(
        self, chunk: PlannedChunk, error: CreditCapExceededError | InsufficientCreditsError
    ) -> BudgetExceededError | None:
        """Forgets the key of a chunk that certainly spent nothing, so that it can be sent under another budget."""
        self._under_way = None
        if isinstance(error, InsufficientCreditsError):
            return None
        return BudgetExceededError(
            budget=credits_of(self._budget),
            credits_charged=credits_of(self._charged),
            credits_required=error.credits_required,
            start=chunk.start,
        )

    def _left(self) -> int:
        return max(0, self._budget - self._charged)

    def _cap_of(self, under_way: UnderWay) -> int:
        return 0 if under_way.max_credits is None else millicredits(under_way.max_credits)


def _fingerprint(operation: Operation[Any, Result], items: list[Any], top: Body) -> str:
    """Returns a digest of everything but the budget, which may be raised between two runs."""
    digest = hashlib.sha256()
    text = json.dumps([operation.path, CHUNK_SIZE, top, items], sort_keys=True, separators=(",", ":"))
    digest.update(text.encode("ascii"))
    return digest.hexdigest()
