"""The surface of the client: one method for each operation of the API."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Literal, overload

import httpx
from typing_extensions import Self

from .._credits import Credits
from .._generated import requests
from .._generated.models import (
    CreditBalance,
    MatchOrganizationContactsResponse,
    MatchOrganizationsResponse,
    MatchOrganizationSwitchboardsResponse,
    MatchPeopleResponse,
    RevealContactsResponse,
)
from .._operations import (
    GET_CREDITS,
    MATCH_ORGANIZATION_CONTACTS,
    MATCH_ORGANIZATION_SWITCHBOARDS,
    MATCH_ORGANIZATIONS,
    MATCH_PEOPLE,
    REVEAL_CONTACTS,
    Answer,
    Body,
    Operation,
    Result,
    batch_body,
    require_budget,
)
from .._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, read_settings
from .._state import State
from .chunks import AsyncInChunks
from .contacts import AsyncContacts
from .engine import AsyncEngine
from .quotes import AsyncQuotes


class AsyncProspecting:
    """A client of the Prospecting data service.

    Share one client: it counts the rate limits of its key and keeps connections open.

    `api_key` and `base_url` default to the environment's `PROSPECTING_API_KEY` and `PROSPECTING_BASE_URL`. `timeout` is
    the deadline of a call over all its attempts, in seconds; waiting for a rate window does not count. `max_retries`
    bounds the attempts after the first. With `wait_for_rate_limit`, a call waits for the next window instead of
    running into a 429. `http_client` takes proxies and certificates of your own; closing it is then up to you.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        wait_for_rate_limit: bool = True,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = read_settings(api_key, base_url, timeout, max_retries, wait_for_rate_limit)
        self._engine = AsyncEngine(settings, http_client)
        self.quote = AsyncQuotes(self._engine)
        """Asks what a request costs, and accepts the price."""
        self.in_chunks = AsyncInChunks(self._engine)
        """Takes more than 25 items, under one budget."""

    @property
    def state(self) -> State:
        """Credits and rate limits, as the last answers tell them."""
        return self._engine.state

    async def get_credits(self, *, timeout: float | None = None) -> CreditBalance:
        """Returns the balance of the account."""
        return await self._engine.call(GET_CREDITS, timeout=timeout)

    @overload
    async def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationsResponse: ...

    @overload
    async def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationsResponse: ...

    @overload
    async def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationsResponse: ...

    async def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationsResponse:
        """Finds 1 to 25 organizations by `id`, `orgNumber`, `linkedInUrl` or `domain`. Free without `reveal`.

        With `reveal=["details"]` it spends at most `max_credits`, or quotes the price with `dry_run=True`.
        """
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return await self._send(MATCH_ORGANIZATIONS, body, idempotency_key, timeout)

    async def match_organization_contacts(
        self, *, items: Sequence[requests.ContactsItem], limit: int | None = None, timeout: float | None = None
    ) -> MatchOrganizationContactsResponse:
        """Lists a page of contacts for each of 1 to 25 organizations, `limit` of them (1 to 50, default 20). Free.

        `list_contacts` goes through every page of one organization.
        """
        return await self._send(MATCH_ORGANIZATION_CONTACTS, batch_body(items, limit=limit), None, timeout)

    @overload
    async def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationSwitchboardsResponse: ...

    @overload
    async def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationSwitchboardsResponse: ...

    @overload
    async def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationSwitchboardsResponse: ...

    async def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchOrganizationSwitchboardsResponse:
        """Finds the main lines of 1 to 25 organizations. Free without `reveal`.

        With `reveal=["phone"]` it spends at most `max_credits`, or quotes the price with `dry_run=True`.
        """
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return await self._send(MATCH_ORGANIZATION_SWITCHBOARDS, body, idempotency_key, timeout)

    @overload
    async def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchPeopleResponse: ...

    @overload
    async def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchPeopleResponse: ...

    @overload
    async def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchPeopleResponse: ...

    async def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MatchPeopleResponse:
        """Finds 1 to 25 people by `linkedInUrl`, `email`, or `name` with `organization`. Free without `reveal`.

        With `reveal=["email"]` it spends at most `max_credits`, or quotes the price with `dry_run=True`.
        """
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return await self._send(MATCH_PEOPLE, body, idempotency_key, timeout)

    @overload
    async def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RevealContactsResponse: ...

    @overload
    async def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RevealContactsResponse: ...

    async def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        max_credits: Credits | None = None,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> RevealContactsResponse:
        """Reveals e-mail addresses and phone numbers of 1 to 25 contacts for at most `max_credits`, all or nothing.

        With `dry_run=True` it quotes the price instead.
        """
        body = batch_body(items, infoTypes=info_types, maxCredits=max_credits, dryRun=dry_run or None)
        return await self._send(REVEAL_CONTACTS, body, idempotency_key, timeout)

    def list_contacts(
        self, organization: requests.ContactsItem, *, limit: int | None = 50, timeout: float | None = None
    ) -> AsyncContacts:
        """Returns every contact of an organization, page after page: iterate over it, or over its `pages()`.

        `{"cursor": …}` in place of an identifier goes on after an earlier page. `timeout` is the deadline of each page.
        """
        return AsyncContacts(self._engine, organization, limit=limit, timeout=timeout)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._engine.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._engine.settings.base_url!r})"

    async def _send(
        self, operation: Operation[Answer, Result], body: Body, idempotency_key: str | None, timeout: float | None
    ) -> Answer:
        require_budget(operation, body)
        return await self._engine.call(operation, body, idempotency_key=idempotency_key, timeout=timeout)
