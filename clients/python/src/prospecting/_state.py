"""What the last answers say about credits and rate limits."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from ._structured_fields import read_list

_DEFAULT_WINDOW_SECONDS = 60
_SAME_WINDOW_SECONDS = 5
"""Two resets that are closer than this are the same: the service tells whole seconds."""


@dataclass(frozen=True)
class RateLimit:
    """A rate bucket of the key, as the last answer tells it."""

    limit: int | None
    """Requests in a window."""
    remaining: int
    """Requests that are left in this window."""
    resets_at: datetime
    """When the next window begins."""


@dataclass(frozen=True)
class State:
    """Credits and rate limits, as the last answers tell them."""

    credits_remaining: float | None
    """The balance; `None` before it is known and for an account without a credit subscription."""
    rate_limits: Mapping[str, RateLimit]
    """The rate buckets by name: `overall`, `search`, `spend`."""


@dataclass
class _Bucket:
    limit: int | None
    window: int
    remaining: float
    resets_at: float
    """On the monotonic clock."""

    def roll(self, now: float) -> None:
        """Begins the window that contains `now`. The windows of the service follow each other without a gap."""
        if now >= self.resets_at:
            # A bucket without room would block forever. One request may always ask.
            self.remaining = math.inf if self.limit is None else max(1, self.limit)
            self.resets_at += self.window * (math.floor((now - self.resets_at) / self.window) + 1)


class Tracker:
    """Counts what is left of each rate bucket, shared by all threads and tasks of a client."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._buckets: dict[str, _Bucket] = {}
        self._shown: dict[str, RateLimit] = {}
        self._credits: float | None = None

    @property
    def state(self) -> State:
        with self._lock:
            return State(self._credits, dict(self._shown))

    def reserve(self, buckets: Iterable[str], now: float) -> float:
        """Takes one request of each bucket and returns 0, or takes nothing and returns the seconds to wait."""
        with self._lock:
            known = [bucket for name in buckets if (bucket := self._buckets.get(name)) is not None]
            for bucket in known:
                bucket.roll(now)
            wait = max((bucket.resets_at - now for bucket in known if bucket.remaining <= 0), default=0.0)
            if wait <= 0:
                for bucket in known:
                    bucket.remaining -= 1
            return wait

    def read(self, headers: Mapping[str, str], now: float) -> None:
        """Takes over what the headers of an answer say."""
        policies = read_list(headers.get("ratelimit-policy", ""))
        credits_left = _number(headers.get("service-credits-remaining"))
        with self._lock:
            if credits_left is not None:
                self._credits = credits_left
            for name, parameters in read_list(headers.get("ratelimit", "")).items():
                if "r" in parameters and "t" in parameters:
                    policy = policies.get(name, {})
                    self._update(name, policy, max(0, parameters["r"]), max(0, parameters["t"]), now)

    def _update(self, name: str, policy: Mapping[str, int], remaining: int, reset: int, now: float) -> None:
        limit = policy.get("q")
        window = max(1, policy.get("w", _DEFAULT_WINDOW_SECONDS))
        resets_at = now + min(reset, window)
        wall = datetime.now(timezone.utc) + timedelta(seconds=min(reset, window))
        self._shown[name] = RateLimit(limit, remaining, wall)
        left: float = remaining
        old = self._buckets.get(name)
        if old is not None and abs(old.resets_at - resets_at) < _SAME_WINDOW_SECONDS:
            # Requests that are under way are taken off here, and those of other processes are taken off there.
            left = min(left, old.remaining)
            resets_at = min(resets_at, old.resets_at)
        elif old is not None and resets_at < old.resets_at:
            # An answer of the window before, overtaken by another.
            return
        self._buckets[name] = _Bucket(limit, window, left, resets_at)


def monotonic() -> float:
    """Returns the clock that deadlines and windows go by."""
    return time.monotonic()


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text is not None else None
    except ValueError:
        return None
    return number if number is not None and math.isfinite(number) else None
