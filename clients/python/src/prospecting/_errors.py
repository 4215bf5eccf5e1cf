"""What can go wrong."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any


class ProspectingError(Exception):
    """The base of every error of this client."""

    idempotency_key: str | None = None
    """The Idempotency-Key of the call that failed. The same call under the same key never pays twice."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross processes whole: classes with keyword arguments would not unpickle otherwise."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[ProspectingError], args: tuple[Any, ...], state: dict[str, Any]) -> ProspectingError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ConfigurationError(ProspectingError, ValueError):
    """The call or the client is wrong; nothing was sent."""


class ConnectionError(ProspectingError, builtins.ConnectionError):
    """No answer came, after every retry. The outcome of a spend is unknown: repeat it under `idempotency_key`."""


class TimeoutError(ProspectingError, builtins.TimeoutError):
    """The deadline of the call passed. The outcome of a spend is unknown: repeat it under `idempotency_key`."""


class NotMatchedError(ProspectingError):
    """The organization whose contacts were asked for is not found or its item is invalid."""

    def __init__(self, status: str, *, reason: str | None = None, error: str | None = None) -> None:
        super().__init__(f"The organization is {status}: {reason or error or 'no reason given'}")
        self.status = status
        """`not_found` or `invalid`."""
        self.reason = reason
        """Why it is not found."""
        self.error = error
        """Why its item is invalid."""


class BudgetExceededError(ProspectingError):
    """The next chunk costs more than what is left of the budget. That chunk spent nothing."""

    def __init__(self, *, budget: float, credits_charged: float, credits_required: float | None, start: int) -> None:
        cost = "more" if credits_required is None else f"{credits_required:g} credits"
        super().__init__(
            f"The chunk from item {start} costs {cost}, and {credits_charged:g} of {budget:g} credits are spent"
        )
        self.budget = budget
        """What the run may spend."""
        self.credits_charged = credits_charged
        """What the chunks before spent."""
        self.credits_required = credits_required
        """The price of the chunk."""
        self.start = start
        """The index of the chunk's first item."""


class ApiError(ProspectingError):
    """The service, or a proxy before it, refused. Codes that this release knows have a class of their own."""

    def __init__(
        self,
        *,
        status: int,
        problem: Mapping[str, Any],
        retryable: bool,
        retry_after: float | None = None,
        explanation: str | None = None,
    ) -> None:
        code = problem.get("code")
        self.status = status
        """The HTTP status."""
        self.code: str | None = code if isinstance(code, str) else None
        """The stable code of the API; `None` when the answer is not one of the API's problems."""
        self.retryable = retryable
        """True when the same call may succeed later."""
        self.problem: dict[str, Any] = dict(problem)
        """The problem as the service wrote it, with fields that this release does not know."""
        self.retry_after = retry_after
        """Seconds after which to try again, when the service says so."""
        text = explanation or self.detail or self.problem.get("title") or "no explanation"
        trace = f" (trace id {self.trace_id})" if self.trace_id is not None else ""
        super().__init__(f"{status} {self.code or 'without a code'}: {text}{trace}")

    @property
    def detail(self) -> str | None:
        """What was wrong, for people. It may change: branch on `code`."""
        return self._text("detail")

    @property
    def title(self) -> str | None:
        """The name of the problem, for people."""
        return self._text("title")

    @property
    def type(self) -> str | None:
        """The address of the page that explains the code."""
        return self._text("type")

    @property
    def trace_id(self) -> str | None:
        """What to give to support."""
        return self._text("traceId")

    @property
    def errors(self) -> dict[str, list[str]]:
        """What is wrong with each field, for `validation_failed`."""
        errors = self.problem.get("errors")
        return errors if isinstance(errors, dict) else {}

    @property
    def credits_required(self) -> float | None:
        """What the request costs, for `insufficient_credits` and `credit_cap_exceeded`."""
        return self._number("creditsRequired")

    @property
    def credits_remaining(self) -> float | None:
        """The balance, for `insufficient_credits`."""
        return self._number("creditsRemaining")

    @property
    def max_credits(self) -> float | None:
        """What the request may spend, for `credit_cap_exceeded`."""
        return self._number("maxCredits")

    @property
    def max_items(self) -> int | None:
        """How many items a request may have, for `too_many_items`."""
        number = self._number("maxItems")
        return None if number is None else int(number)

    def _text(self, name: str) -> str | None:
        value = self.problem.get(name)
        return value if isinstance(value, str) else None

    def _number(self, name: str) -> float | None:
        value = self.problem.get(name)
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
