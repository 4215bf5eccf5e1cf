"""What a type checker accepts and refuses. mypy reads this; an `ignore` that nothing needs is an error to it."""

from __future__ import annotations

from prospecting import AsyncProspecting, Prospecting


def spending_needs_a_budget(client: Prospecting) -> None:
    client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"], max_credits=1)
    client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"], dry_run=True)
    client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"])  # type: ignore[call-overload]
    client.match_organizations(items=[{"domain": "a.example"}])
    client.match_organizations(items=[{"domain": "a.example"}], reveal=["details"])  # type: ignore[call-overload]
    client.match_people(items=[{"email": "a@a.example"}], reveal=["email"])  # type: ignore[call-overload]
    client.match_people(items=[{"email": "a@a.example"}], reveal=["email"], dry_run=False)  # type: ignore[call-overload]
    client.match_organization_switchboards(items=[{"id": "x"}], reveal=["phone"])  # type: ignore[call-overload]
    client.in_chunks.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"])  # type: ignore[call-overload]
    client.in_chunks.match_organizations(items=[{"id": "x"}], reveal=["details"])  # type: ignore[call-overload]
    client.reveal_contacts([{"contactId": "x"}], info_types=["email"], max_credits=1)  # type: ignore[call-overload]


def names_and_values_are_those_of_the_api(client: Prospecting) -> None:
    client.match_organization_contacts(items=[{"domian": "a.example"}])  # type: ignore[typeddict-unknown-key]
    client.match_organization_contacts(items=[{"orgNumber": "1", "countryCode": "XX"}])  # type: ignore[typeddict-item]
    client.quote.reveal_contacts(items=[{"contactId": "x"}], info_types=["fax"])  # type: ignore[list-item]
    client.quote.reveal_contacts(items=[{}], info_types=["email"])  # type: ignore[typeddict-item]


async def asynchronous_results_have_types(client: AsyncProspecting) -> None:
    revealed = await client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"], max_credits=1)
    name: str | None = revealed.results[0].contact.name if revealed.results[0].contact is not None else None
    async for contact in client.list_contacts({"domain": "a.example"}):
        name = contact.name
    async for chunk in client.in_chunks.match_people(items=[{"email": "a@a.example"}]):
        name = chunk.results[0].status
    quote = await client.quote.match_organizations(items=[{"id": "x"}])
    name = (await quote.accept()).results[0].status
    del name
    client.match_organizations(items=[{"id": "x"}], reveal=["details"])  # type: ignore[call-overload]
