"""The client against the real stack."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Customer, NewCustomer
from prospecting import (
    BudgetExceededError,
    CreditCapExceededError,
    FileProgress,
    InsufficientCreditsError,
    InvalidApiKeyError,
    NotMatchedError,
    Prospecting,
    RateLimitedError,
    RevealItem,
    TooManyItemsError,
    ValidationFailedError,
    to_records,
)

NORDVIK = "nordvik-python.example"


def reveal_items(contact_ids: list[str]) -> list[RevealItem]:
    return [{"ref": f"row-{index}", "contactId": contact_id} for index, contact_id in enumerate(contact_ids)]


def test_reads_the_environment_and_returns_the_balance(customer: Customer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROSPECTING_API_KEY", f"{customer.key}\n")
    monkeypatch.setenv("PROSPECTING_BASE_URL", f"{customer.base_url}/")
    with Prospecting() as client:
        balance = client.get_credits()
        assert (balance.included, balance.purchased, balance.total) == (100, 0, 100)
        assert client.state.credits_remaining == 100
        assert client.state.rate_limits["overall"].limit == 1_000_000


def test_matches_for_free_with_a_status_for_each_item(customer: Customer) -> None:
    with customer.client() as client:
        answer = client.match_organizations(
            items=[{"ref": "a", "domain": NORDVIK}, {"domain": "nobody.example"}, {"countryCode": "SE"}]
        )
    matched, missing, invalid = answer.results
    assert matched.ref == "a"
    assert matched.status == "matched"
    assert matched.matched_by == "domain"
    assert matched.organization is not None
    assert matched.organization.name == "Nordvik Python AB"
    assert not matched.organization.details_revealed
    assert missing.status == "not_found"
    assert missing.organization is None
    assert (invalid.status, invalid.error) == ("invalid", "country_code_without_org_number")
    assert answer.credits_charged == 0


def test_reveals_details_under_a_cap_and_says_what_it_costs_before(customer: Customer) -> None:
    with customer.client() as client:
        dry = client.match_organizations(items=[{"domain": NORDVIK}], reveal=["details"], dry_run=True)
        assert (dry.credits_quoted, dry.dry_run) == (0.2, True)
        with pytest.raises(CreditCapExceededError) as refused:
            client.match_organizations(items=[{"domain": NORDVIK}], reveal=["details"], max_credits=0.1)
        assert (refused.value.credits_required, refused.value.max_credits) == (0.2, 0.1)
        real = client.match_organizations(items=[{"domain": NORDVIK}], reveal=["details"], max_credits=1)
        organization = real.results[0].organization
        assert organization is not None
        assert organization.website == "https://nordvik-python.example"
        assert real.credits_charged == 0.2
        assert client.state.credits_remaining == 99.8


def test_matches_people_and_switchboards(customer: Customer) -> None:
    with customer.client() as client:
        people = client.match_people(
            items=[{"name": "Astrid Exempelaa", "organization": {"domain": NORDVIK}}], reveal=["email"], max_credits=0.2
        )
        contact = people.results[0].contact
        assert contact is not None
        assert (contact.email, contact.email_is_masked) == (f"astrid.0@{NORDVIK}", False)
        lines = client.match_organization_switchboards(items=[{"domain": NORDVIK}], reveal=["phone"], dry_run=True)
        line = lines.results[0]
        assert line.switchboard is not None
        assert line.switchboard.phone_is_masked
        assert line.reveal is not None
        assert line.reveal.new_info_types == ["phone"]


def test_a_key_of_the_callers_own_replays_instead_of_paying_twice(customer: Customer, contact_ids: list[str]) -> None:
    with customer.client() as client:
        answers = [
            client.reveal_contacts(
                items=reveal_items(contact_ids[:1]), info_types=["email"], max_credits=1, idempotency_key="row 1"
            )
            for _ in range(2)
        ]
        assert [answer.credits_charged for answer in answers] == [0.2, 0.2]
        assert answers[0].to_dict() == answers[1].to_dict()
        assert client.get_credits().total == 99.8


def test_a_quote_is_accepted_for_its_price_and_paid_once(customer: Customer, contact_ids: list[str]) -> None:
    with customer.client() as client:
        quote = client.quote.reveal_contacts(items=reveal_items(contact_ids[:2]), info_types=["email"])
        assert quote.credits_quoted == 0.4
        assert quote.answer.results[0].status == "quoted"
        assert client.get_credits().total == 100
        assert quote.accept().results[0].status == "revealed"
        assert quote.accept().credits_charged == 0.4
        assert client.get_credits().total == 99.6


def test_quotes_matches(customer: Customer) -> None:
    with customer.client() as client:
        assert client.quote.match_organizations(items=[{"domain": NORDVIK}]).credits_quoted == 0.2
        lines = client.quote.match_organization_switchboards(items=[{"domain": NORDVIK}], reveal=["phone", "email"])
        assert lines.credits_quoted == 1.2
        people = client.quote.match_people(
            items=[{"name": "Astrid Exempelaa", "organization": {"domain": NORDVIK}}], reveal=["email"]
        )
        assert people.accept(max_credits=1).credits_charged == 0.2


def test_lists_every_contact_and_whole_pages(customer: Customer, contact_ids: list[str]) -> None:
    with customer.client() as client:
        contacts = list(client.list_contacts({"domain": NORDVIK}))
        assert sorted(contact.id for contact in contacts) == sorted(contact_ids)
        pages = list(client.list_contacts({"domain": NORDVIK}, limit=25).pages())
        assert [len(page.contacts or []) for page in pages] == [25, 25, 10]
        assert pages[0].total_count == 60
        rest = list(client.list_contacts({"cursor": pages[0].next_cursor}))
        assert [contact.id for contact in rest] == [contact.id for contact in contacts[25:]]
        assert list(client.list_contacts({"domain": "fjordlys-python.example"})) == []


def test_says_why_an_organization_has_no_contacts(customer: Customer) -> None:
    with customer.client() as client:
        with pytest.raises(NotMatchedError) as missing:
            list(client.list_contacts({"domain": "nobody.example"}))
        assert (missing.value.status, missing.value.reason) == ("not_found", "organization_not_found")
        with pytest.raises(NotMatchedError) as invalid:
            list(client.list_contacts({"cursor": "altered"}).pages())
        assert (invalid.value.status, invalid.value.error) == ("invalid", "invalid_cursor")


def test_errors_of_the_service_have_classes(new_customer: NewCustomer, contact_ids: list[str]) -> None:
    poor = new_customer(included=0.1)
    with poor.client() as client:
        with pytest.raises(InsufficientCreditsError) as broke:
            client.reveal_contacts(items=reveal_items(contact_ids[:1]), info_types=["email"], max_credits=1)
        assert (broke.value.status, broke.value.credits_required, broke.value.credits_remaining) == (402, 0.2, 0.1)
        assert broke.value.trace_id is not None
        with pytest.raises(ValidationFailedError) as wrong:
            client.match_organizations(items=[])
        assert "items" in wrong.value.errors
        with pytest.raises(TooManyItemsError) as many:
            client.match_organizations(items=[{"domain": NORDVIK}] * 26)
        assert many.value.max_items == 25
    stranger = Prospecting(api_key="pd_live_wrong", base_url=poor.base_url)
    with stranger, pytest.raises(InvalidApiKeyError):
        stranger.get_credits()


def test_without_waiting_the_429_of_the_service_is_raised(new_customer: NewCustomer) -> None:
    limited = new_customer(limits={"overall": 1})
    with limited.client(wait_for_rate_limit=False, max_retries=0) as client:

        def ask_three_times() -> None:
            # A new window may begin between two of them, but not twice.
            for _ in range(3):
                client.get_credits()

        with pytest.raises(RateLimitedError) as refused:
            ask_three_times()
        assert refused.value.retryable
        assert refused.value.retry_after is not None
        assert 0 < refused.value.retry_after <= 60
        assert client.state.rate_limits["overall"].remaining == 0


def test_chunks_resume_after_a_crash_and_pay_once(customer: Customer, contact_ids: list[str], tmp_path: Path) -> None:
    items = reveal_items(contact_ids)
    path = tmp_path / "progress.json"
    with customer.client() as client:
        first = client.in_chunks.reveal_contacts(
            items=items, info_types=["email"], max_credits=20, progress=FileProgress(path)
        )
        seen = []
        for chunk in first:
            seen.append((chunk.start, chunk.end, len(chunk.results)))
            if chunk.start == 25:
                break  # Killed while the caller worked on the second chunk.
        assert client.get_credits().total == 90
    with customer.client() as client:
        second = client.in_chunks.reveal_contacts(
            items=items, info_types=["email"], max_credits=20, progress=FileProgress(path)
        )
        for chunk in second:
            assert all(result.status == "revealed" for result in chunk.results)
            seen.append((chunk.start, chunk.end, len(chunk.results)))
        assert client.get_credits().total == 88
    assert seen == [(0, 25, 25), (25, 50, 25), (25, 50, 25), (50, 60, 10)]


def test_one_budget_holds_for_all_chunks_and_can_be_raised(
    customer: Customer, contact_ids: list[str], tmp_path: Path
) -> None:
    store = FileProgress(tmp_path / "progress.json")
    with customer.client() as client:
        run = client.in_chunks.reveal_contacts(
            items=reveal_items(contact_ids), info_types=["email"], max_credits=6.9, progress=store
        )
        with pytest.raises(BudgetExceededError) as exceeded:
            for _ in run:
                pass
        error = exceeded.value
        assert (error.budget, error.credits_charged, error.credits_required, error.start) == (6.9, 5, 5, 25)
        assert client.get_credits().total == 95
        more = client.in_chunks.reveal_contacts(
            items=reveal_items(contact_ids), info_types=["email"], max_credits=12, progress=store
        )
        assert [chunk.start for chunk in more] == [25, 50]
        assert client.get_credits().total == 88


def test_free_matches_go_in_chunks_too(customer: Customer) -> None:
    with customer.client() as client:
        run = client.in_chunks.match_organizations(items=[{"domain": NORDVIK}] * 30)
        results = [result for chunk in run for result in chunk.results]
        assert [result.status for result in results] == ["matched"] * 30
        quoted = client.in_chunks.match_organizations(
            items=[{"domain": NORDVIK}] * 30, reveal=["details"], dry_run=True
        )
        assert [chunk.credits_quoted for chunk in quoted] == [0.2, 0.2]


def test_results_become_flat_records(customer: Customer) -> None:
    with customer.client() as client:
        answer = client.match_organizations(items=[{"ref": "a", "domain": NORDVIK}, {"domain": "nobody.example"}])
    first, second = to_records(answer.results)
    assert first["organization_name"] == "Nordvik Python AB"
    assert first["organization_website"] is None
    assert first.keys() == second.keys()
