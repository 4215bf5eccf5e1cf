"""One call over all its attempts: its deadline, and what to do after a failure. Without I/O."""

from __future__ import annotations

import random

from ._errors import ApiError, ConnectionError, ProspectingError, TimeoutError
from ._generated.errors import RateLimitedError
from ._protocol import Request

_FIRST_BACKOFF = 0.5
_LONGEST_BACKOFF = 8.0
_LONGEST_SPREAD = 0.5
"""Everybody waits for the same end of a window; without a spread all of them come back in the same moment."""

_LONGEST_WINDOW = 120.0
"""A rate window is a minute. What asks for much more is a proxy, and the deadline holds for its wait."""


class Call:
    """The attempts of one call."""

    def __init__(
        self, request: Request, *, idempotency_key: str | None, timeout: float, max_retries: int, now: float
    ) -> None:
        self.request = request
        self._key = idempotency_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._ends_at = now + timeout
        self._failures = 0
        self._last_failure: ProspectingError | None = None

    @property
    def ends_at(self) -> float:
        """When the deadline passes."""
        return self._ends_at

    @property
    def last_failure(self) -> ProspectingError | None:
        """The failure of the attempt before this one."""
        return self._last_failure

    def pause(self, seconds: float) -> None:
        """Moves the deadline. The wait for a rate window is no time of the service."""
        self._ends_at += seconds

    def wait_after(self, failure: ApiError | ConnectionError, now: float, *, pauses: bool) -> float:
        """Returns the seconds to wait before the next attempt. Raises the failure when there must be none.

        With `pauses`, the deadline does not run while the call waits for a rate window.
        """
        self._last_failure = failure
        self._failures += 1
        if self._failures > self._max_retries or not (isinstance(failure, ConnectionError) or failure.retryable):
            raise failure
        wait = backoff(self._failures, None if isinstance(failure, ConnectionError) else failure.retry_after)
        if pauses and isinstance(failure, RateLimitedError) and wait <= _LONGEST_WINDOW:
            self.pause(wait)
        if now + wait >= self._ends_at:
            raise failure
        return wait

    def timed_out(self) -> TimeoutError:
        """Returns the error of a call whose deadline passed. Its cause is `last_failure`."""
        return TimeoutError(f"The call did not end within {self._timeout:g} s{self._advice()}")

    def lost(self, error: Exception) -> ConnectionError:
        """Returns the error of an attempt without an answer."""
        reason = type(error).__name__
        lost = ConnectionError(f"No answer came from the service ({reason}){self._advice()}")
        lost.__cause__ = error
        return lost

    def _advice(self) -> str:
        if self._key is None:
            return ""
        return ". Repeat the call with the error's idempotency_key to learn its outcome without paying twice"


def backoff(failures: int, retry_after: float | None) -> float:
    """Returns a wait with full jitter, or at least what the service asks for."""
    longest = min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0 ** min(failures - 1, 10))
    if retry_after is None:
        return random.uniform(0, longest)  # noqa: S311
    return retry_after + random.uniform(0, min(_LONGEST_SPREAD, longest))  # noqa: S311
