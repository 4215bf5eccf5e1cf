"""The contacts of an organization, page after page."""

from __future__ import annotations

from collections.abc import AsyncIterator

from .._errors import NotMatchedError
from .._generated.models import Contact, ContactsResult
from .._generated.requests import ContactsItem
from .._operations import MATCH_ORGANIZATION_CONTACTS, batch_body
from .engine import AsyncEngine


class AsyncContacts:
    """Iterates over contacts; `pages()` over whole pages. Each iteration begins at the first page.

    A page that fails and is asked for again loses no row: its cursor says where it begins.
    """

    def __init__(
        self, engine: AsyncEngine, organization: ContactsItem, *, limit: int | None, timeout: float | None
    ) -> None:
        self._engine = engine
        self._organization = organization
        self._limit = limit
        self._timeout = timeout

    async def __aiter__(self) -> AsyncIterator[Contact]:
        async for page in self.pages():
            for contact in page.contacts or []:
                yield contact

    async def pages(self) -> AsyncIterator[ContactsResult]:
        """Yields whole pages, with `contacts`, `total_count` and the `next_cursor` to go on from later.

        Raises `NotMatchedError` when the organization is not found or its item is invalid.
        """
        item: ContactsItem | None = self._organization
        while item is not None:
            body = batch_body([item], limit=self._limit)
            answer = await self._engine.call(MATCH_ORGANIZATION_CONTACTS, body, timeout=self._timeout)
            page = answer.results[0]
            if page.contacts is None:
                raise NotMatchedError(page.status, reason=page.reason, error=page.error)
            # Asked before the page is given away: who receives it may change it.
            item = None if page.next_cursor is None else {"cursor": page.next_cursor}
            yield page
