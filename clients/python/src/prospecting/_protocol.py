"""Requests and answers as bytes, without sending them."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from ._errors import ApiError, ConfigurationError
from ._generated.errors import BY_CODE
from ._operations import Answer, Body, Operation, Result
from ._settings import Secret, Settings
from ._version import VERSION

_RETRYABLE_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
"""For answers that are not problems of the API, such as those of proxies."""

_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")

_USER_AGENT = f"prospecting-client-python/{VERSION} python/{platform.python_version()}"


@dataclass(frozen=True)
class Request:
    """A request, ready to be sent any number of times."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(repr=False)


@dataclass(frozen=True)
class Response:
    """An answer. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)


def build_request(
    settings: Settings, operation: Operation[Answer, Result], body: Body | None, idempotency_key: str | None
) -> Request:
    """Returns the request of an operation."""
    headers = {
        "Authorization": f"Bearer {settings.key.reveal()}",
        "Accept": "application/json, application/problem+json",
        "User-Agent": _USER_AGENT,
    }
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    content = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        content = json.dumps(body, separators=(",", ":"), allow_nan=False).encode("ascii")
    return Request(operation.method, settings.base_url + operation.path, headers, content)


def key_for(operation: Operation[Answer, Result], body: Body | None, given: str | None) -> str | None:
    """Returns the Idempotency-Key of a call: the caller's, or a new one where the operation needs one."""
    if given is None:
        return str(uuid4()) if operation.needs_key(body) else None
    if _KEY.fullmatch(given) is None:
        raise ConfigurationError("idempotency_key must have 1 to 255 printable ASCII characters")
    return given


def read_answer(response: Response, key: Secret) -> dict[str, Any]:
    """Returns the JSON object of a successful answer. Raises `ApiError`, or the class of its code, for any other.

    An error never shows the API key, which a proxy may have repeated.
    """
    value = _json_of(response)
    if HTTPStatus.OK <= response.status < HTTPStatus.MULTIPLE_CHOICES:
        if isinstance(value, dict):
            return value
        raise ApiError(
            status=response.status, problem={}, retryable=True, explanation=f"the answer is {_kind(response)}"
        )
    raise _error_of(response, _without(key, value) if isinstance(value, dict) else {})


def _without(key: Secret, value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(key.reveal(), "…")
    if isinstance(value, list):
        return [_without(key, each) for each in value]
    if isinstance(value, dict):
        return {_without(key, name): _without(key, each) for name, each in value.items()}
    return value


def _error_of(response: Response, problem: dict[str, Any]) -> ApiError:
    code = problem.get("code")
    known = BY_CODE.get(code) if isinstance(code, str) else None
    retryable = problem.get("retryable")
    if not isinstance(retryable, bool):
        retryable = response.status in _RETRYABLE_STATUSES
    # The page of a proxy is not repeated: it may be long, and it is not for the caller's log.
    explanation = None if isinstance(code, str) else f"the answer is {_kind(response)}, not a problem of the API"
    return (known or ApiError)(
        status=response.status,
        problem=problem,
        retryable=retryable,
        retry_after=_retry_after(response, problem),
        explanation=explanation,
    )


def _json_of(response: Response) -> Any:
    try:
        return json.loads(response.content)
    except (ValueError, RecursionError):
        return None


def _kind(response: Response) -> str:
    media_type = response.headers.get("content-type", "").partition(";")[0].strip()
    if re.fullmatch(r"[\w.+-]{1,60}/[\w.+-]{1,60}", media_type) is None:
        media_type = "of no known type"
    return f"{len(response.content)} bytes {media_type}"


def _retry_after(response: Response, problem: Mapping[str, Any]) -> float | None:
    """Returns the seconds that `Retry-After` names, in either of its forms, or else those of the problem."""
    text = response.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}", text):
        return float(text)
    named = problem.get("retryAfterSeconds")
    if isinstance(named, int) and not isinstance(named, bool) and named >= 0:
        return float(named)
    try:
        # Against the clock of the answer, so that a wrong clock here does not matter.
        wait = parsedate_to_datetime(text) - parsedate_to_datetime(response.headers.get("date", ""))
        return max(0.0, wait.total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
