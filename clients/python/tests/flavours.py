"""Runs one test with the synchronous client, and with the asynchronous one on asyncio and on trio."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import anyio

from prospecting import AsyncProspecting, Prospecting

FLAVOURS = ("sync", "asyncio", "trio")

Step = Callable[[Any], Any]


class Flavour:
    """Makes a client for each run, and carries out steps such as `lambda client: client.get_credits()`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, *steps: Step, **options: Any) -> list[Any]:
        """Returns what each step returns: an answer, or a list of what it iterates over."""
        if self.name == "sync":
            with Prospecting(**options) as client:
                return [_collect(step(client)) for step in steps]
        return anyio.run(_run_async, steps, options, backend=self.name)


def _collect(value: Any) -> Any:
    return list(value) if hasattr(value, "__iter__") and not isinstance(value, (str, dict, list, tuple)) else value


async def _run_async(steps: tuple[Step, ...], options: dict[str, Any]) -> list[Any]:
    results = []
    async with AsyncProspecting(**options) as client:
        for step in steps:
            value = step(client)
            if inspect.isawaitable(value):
                value = await value
            elif hasattr(value, "__aiter__"):
                value = [each async for each in value]
            results.append(value)
    return results
