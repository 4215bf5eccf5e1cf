"""What the asynchronous client asks of the world. `_sync/transport.py` is its synchronous twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
import httpx

from .._call import Call
from .._protocol import Response
from .._state import monotonic

T = TypeVar("T")


async def sleep(seconds: float) -> None:
    """Waits."""
    await anyio.sleep(seconds)


async def in_thread(work: Callable[[], T]) -> T:
    """Runs work that blocks, such as writing a file."""
    return await anyio.to_thread.run_sync(work)


async def exchange(client: httpx.AsyncClient, call: Call) -> Response:
    """Sends the request of a call once. Raises `ConnectionError` without an answer, `TimeoutError` at the deadline."""
    remaining = call.ends_at - monotonic()
    request = call.request
    try:
        with anyio.fail_after(max(0.0, remaining)):
            answer = await client.request(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                timeout=None,
                follow_redirects=False,
            )
    except TimeoutError:
        raise call.timed_out() from call.last_failure
    except httpx.RequestError as error:
        raise call.lost(error) from error
    return Response(answer.status_code, {name.lower(): text for name, text in answer.headers.items()}, answer.content)
