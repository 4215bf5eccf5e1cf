"""What the synchronous client asks of the world. `_async/transport.py` is its asynchronous twin."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import httpx

from .._call import Call
from .._protocol import Response
from .._state import monotonic

T = TypeVar("T")


def sleep(seconds: float) -> None:
    """Waits."""
    time.sleep(seconds)


def in_thread(work: Callable[[], T]) -> T:
    """Runs work that blocks. Here everything may block."""
    return work()


class _Remaining(dict[str, float]):
    """The time-outs of an attempt. httpx reads one before each step, and gets what is left of the deadline then."""

    def __init__(self, call: Call) -> None:
        super().__init__()
        self._call = call

    def get(self, _step: str, _default: object = None) -> float:
        return max(0.001, self._call.ends_at - monotonic())


def exchange(client: httpx.Client, call: Call) -> Response:
    """Sends the request of a call once. Raises `ConnectionError` without an answer, `TimeoutError` at the deadline."""
    request = call.request
    try:
        with client.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            extensions={"timeout": _Remaining(call)},
            follow_redirects=False,
        ) as answer:
            content = bytearray()
            for part in answer.iter_bytes():
                content += part
                # A peer that sends byte after byte keeps within every time-out of a single read.
                if monotonic() >= call.ends_at:
                    raise call.timed_out() from call.last_failure
    except httpx.TimeoutException:
        raise call.timed_out() from call.last_failure
    except httpx.RequestError as error:
        raise call.lost(error) from error
    headers = {name.lower(): text for name, text in answer.headers.items()}
    return Response(answer.status_code, headers, bytes(content))
