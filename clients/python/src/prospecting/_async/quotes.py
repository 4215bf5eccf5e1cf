"""Quote, then reveal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic
from uuid import uuid4

from .._credits import Credits
from .._generated import models, requests
from .._operations import (
    MATCH_ORGANIZATION_SWITCHBOARDS,
    MATCH_ORGANIZATIONS,
    MATCH_PEOPLE,
    REVEAL_CONTACTS,
    Answer,
    Body,
    Operation,
    Result,
    batch_body,
)
from .engine import AsyncEngine


class AsyncQuote(Generic[Answer]):
    """The price of a request, and the way to accept it."""

    def __init__(
        self, engine: AsyncEngine, operation: Operation[Answer, Any], body: Body, answer: Answer, timeout: float | None
    ) -> None:
        self._engine = engine
        self._operation = operation
        self._body = body
        self._timeout = timeout
        self.answer = answer
        """The answer to the dry run."""
        self.idempotency_key = str(uuid4())
        """The key of `accept`. It stays the same, so that accepting again never pays twice."""

    @property
    def credits_quoted(self) -> float:
        """The exact price of the whole request."""
        return float(self.answer.to_dict()["creditsQuoted"])

    @property
    def credits_remaining(self) -> float | None:
        """The balance; `None` without a credit subscription."""
        remaining = self.answer.to_dict().get("creditsRemaining")
        return None if remaining is None else float(remaining)

    async def accept(self, *, max_credits: Credits | None = None, timeout: float | None = None) -> Answer:
        """Sends the same request for real. It spends at most what was quoted, or `max_credits`."""
        body = batch_body(**{**self._body, "maxCredits": self.credits_quoted if max_credits is None else max_credits})
        return await self._engine.call(
            self._operation,
            body,
            idempotency_key=self.idempotency_key,
            timeout=self._timeout if timeout is None else timeout,
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}(credits_quoted={self.credits_quoted:g})"


class AsyncQuotes:
    """Asks what a request would cost. Nothing is revealed or spent until the quote is accepted."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail] = ("details",),
        timeout: float | None = None,
    ) -> AsyncQuote[models.MatchOrganizationsResponse]:
        """Quotes the details of organizations."""
        return await self._quote(MATCH_ORGANIZATIONS, batch_body(items, reveal=reveal), timeout)

    async def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType],
        timeout: float | None = None,
    ) -> AsyncQuote[models.MatchOrganizationSwitchboardsResponse]:
        """Quotes the numbers and e-mail addresses of switchboards."""
        return await self._quote(MATCH_ORGANIZATION_SWITCHBOARDS, batch_body(items, reveal=reveal), timeout)

    async def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType],
        timeout: float | None = None,
    ) -> AsyncQuote[models.MatchPeopleResponse]:
        """Quotes the contact details of people."""
        return await self._quote(MATCH_PEOPLE, batch_body(items, reveal=reveal), timeout)

    async def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        timeout: float | None = None,
    ) -> AsyncQuote[models.RevealContactsResponse]:
        """Quotes the contact details of contacts."""
        return await self._quote(REVEAL_CONTACTS, batch_body(items, infoTypes=info_types), timeout)

    async def _quote(
        self, operation: Operation[Answer, Result], body: Body, timeout: float | None
    ) -> AsyncQuote[Answer]:
        answer = await self._engine.call(operation, {**body, "dryRun": True}, timeout=timeout)
        return AsyncQuote(self._engine, operation, body, answer, timeout)
