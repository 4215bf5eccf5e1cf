"""More items than one request takes, under one budget."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any, Generic, Literal, overload

from .._chunking import Chunk, Plan
from .._credits import Credits
from .._generated import requests
from .._generated.errors import CreditCapExceededError, InsufficientCreditsError
from .._generated.models import (
    ContactsResult,
    OrganizationResult,
    PersonResult,
    RevealResult,
    SwitchboardResult,
)
from .._operations import (
    MATCH_ORGANIZATION_CONTACTS,
    MATCH_ORGANIZATION_SWITCHBOARDS,
    MATCH_ORGANIZATIONS,
    MATCH_PEOPLE,
    REVEAL_CONTACTS,
    Body,
    Operation,
    Result,
    batch_body,
    require_budget,
)
from .._progress import MemoryProgress, ProgressStore
from .engine import AsyncEngine
from .transport import in_thread


class AsyncChunks(Generic[Result]):
    """Iterates over the answers of a run, in order.

    A chunk counts as done when the next one is asked for. So a run that stops while its caller works on a chunk gives
    that chunk again when it goes on; under its old key it is not paid for again.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        operation: Operation[Any, Result],
        body: Body,
        *,
        progress: ProgressStore | None,
        timeout: float | None,
    ) -> None:
        require_budget(operation, body)
        self._engine = engine
        self._operation = operation
        self._body = body
        self._store: ProgressStore = MemoryProgress() if progress is None else progress
        self._timeout = timeout

    async def __aiter__(self) -> AsyncIterator[Chunk[Result]]:
        plan = Plan(self._operation, self._body)
        plan.resume(await in_thread(self._store.load))
        while (planned := plan.next()) is not None:
            # Before the chunk is sent: a process that dies after it finds the key again.
            await in_thread(partial(self._store.save, plan.progress))
            try:
                answer = await self._engine.call(
                    self._operation,
                    planned.body,
                    idempotency_key=planned.under_way.idempotency_key,
                    timeout=self._timeout,
                )
            except (CreditCapExceededError, InsufficientCreditsError) as error:
                exceeded = plan.refused(planned, error)
                await in_thread(partial(self._store.save, plan.progress))
                if exceeded is None:
                    raise
                raise exceeded from error
            chunk = plan.answered(planned, answer)
            yield chunk
            plan.done(chunk)
        await in_thread(partial(self._store.save, plan.progress))


class AsyncInChunks:
    """The batch operations for any number of items, 25 in a request.

    `max_credits` is one budget for all of them: each request may spend what the ones before have left. All or nothing
    holds for each request, not for the run.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @overload
    def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[OrganizationResult]: ...

    @overload
    def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[OrganizationResult]: ...

    @overload
    def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[OrganizationResult]: ...

    def match_organizations(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.Detail] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[OrganizationResult]:
        """Finds organizations, and reveals their details for credits."""
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return AsyncChunks(self._engine, MATCH_ORGANIZATIONS, body, progress=progress, timeout=timeout)

    def match_organization_contacts(
        self,
        *,
        items: Sequence[requests.ContactsItem],
        limit: int | None = None,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[ContactsResult]:
        """Lists a page of contacts of each organization."""
        body = batch_body(items, limit=limit)
        return AsyncChunks(self._engine, MATCH_ORGANIZATION_CONTACTS, body, progress=progress, timeout=timeout)

    @overload
    def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[SwitchboardResult]: ...

    @overload
    def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[SwitchboardResult]: ...

    @overload
    def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[SwitchboardResult]: ...

    def match_organization_switchboards(
        self,
        *,
        items: Sequence[requests.OrganizationItem],
        reveal: Sequence[requests.ReachableInfoType] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[SwitchboardResult]:
        """Finds switchboards, and reveals their numbers and e-mail addresses for credits."""
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return AsyncChunks(self._engine, MATCH_ORGANIZATION_SWITCHBOARDS, body, progress=progress, timeout=timeout)

    @overload
    def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[PersonResult]: ...

    @overload
    def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[PersonResult]: ...

    @overload
    def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[PersonResult]: ...

    def match_people(
        self,
        *,
        items: Sequence[requests.PersonItem],
        reveal: Sequence[requests.ReachableInfoType] | None = None,
        max_credits: Credits | None = None,
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[PersonResult]:
        """Finds people, and reveals their contact details for credits."""
        body = batch_body(items, reveal=reveal, maxCredits=max_credits, dryRun=dry_run or None)
        return AsyncChunks(self._engine, MATCH_PEOPLE, body, progress=progress, timeout=timeout)

    @overload
    def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        max_credits: Credits,
        dry_run: Literal[False] = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[RevealResult]: ...

    @overload
    def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        dry_run: Literal[True],
        max_credits: Credits | None = None,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[RevealResult]: ...

    def reveal_contacts(
        self,
        *,
        items: Sequence[requests.RevealItem],
        info_types: Sequence[requests.InfoType],
        max_credits: Credits | None = None,
        dry_run: bool = False,
        progress: ProgressStore | None = None,
        timeout: float | None = None,
    ) -> AsyncChunks[RevealResult]:
        """Reveals the contact details of contacts for credits."""
        body = batch_body(items, infoTypes=info_types, maxCredits=max_credits, dryRun=dry_run or None)
        return AsyncChunks(self._engine, REVEAL_CONTACTS, body, progress=progress, timeout=timeout)
