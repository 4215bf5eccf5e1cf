"""Carries out calls: waits for rate windows, sends, retries."""

from __future__ import annotations

import random

import httpx

from .._call import Call
from .._errors import ApiError, ConnectionError, ProspectingError
from .._operations import Answer, Body, Operation, Result
from .._protocol import build_request, key_for, read_answer
from .._settings import Settings, checked_timeout
from .._state import State, Tracker, monotonic
from .transport import exchange, sleep

_LONGEST_SPREAD = 0.25


class AsyncEngine:
    """Sends the calls of one client."""

    def __init__(self, settings: Settings, http_client: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        self._tracker = Tracker()

    @property
    def state(self) -> State:
        return self._tracker.state

    async def call(
        self,
        operation: Operation[Answer, Result],
        body: Body | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Answer:
        """Carries out a call, with its retries, and returns the answer."""
        key = key_for(operation, body, idempotency_key)
        call = Call(
            build_request(self.settings, operation, body, key),
            idempotency_key=key,
            timeout=self.settings.timeout if timeout is None else checked_timeout(timeout),
            max_retries=self.settings.max_retries,
            now=monotonic(),
        )
        buckets = operation.buckets(body)
        try:
            while True:
                await self._wait_for_window(call, buckets)
                try:
                    return operation.answer.from_dict(await self._attempt(call))
                except (ApiError, ConnectionError) as failure:
                    wait = call.wait_after(failure, monotonic(), pauses=self.settings.wait_for_rate_limit)
                await sleep(wait)
        except ProspectingError as error:
            error.idempotency_key = key
            raise

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to the caller's client."""
        if self._owns_client:
            await self._http.aclose()

    async def _attempt(self, call: Call) -> dict[str, object]:
        response = await exchange(self._http, call)
        self._tracker.read(response.headers, monotonic())
        return read_answer(response, self.settings.key)

    async def _wait_for_window(self, call: Call, buckets: tuple[str, ...]) -> None:
        while True:
            wait = self._tracker.reserve(buckets, monotonic())
            if wait <= 0 or not self.settings.wait_for_rate_limit:
                return
            wait += random.uniform(0, _LONGEST_SPREAD)  # noqa: S311
            call.pause(wait)
            await sleep(wait)
