"""What the client does when a peer fails, breaks connections or does not answer."""

from __future__ import annotations

import builtins
import time
import uuid
from typing import Any

import pytest

from flavours import Flavour
from peer import Peer, answer, batch, cut_answer, disconnect, drip, problem, silence
from prospecting import (
    ApiError,
    ConnectionError,
    CreditCapExceededError,
    IdempotencyKeyInUseError,
    Prospecting,
    ServiceUnavailableError,
    TimeoutError,
)

PAGE = "<html><body>502 Bad Gateway of a proxy</body></html>"
CONTACT = "c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21"


def options(peer: Peer, **more: Any) -> dict[str, Any]:
    return {"api_key": "pd_live_secret", "base_url": peer.base_url, **more}


def reveal(client: Any, **more: Any) -> Any:
    return client.reveal_contacts(items=[{"contactId": CONTACT}], info_types=["email"], max_credits=1, **more)


def match(client: Any) -> Any:
    return client.match_organizations(items=[{"domain": "a.example"}])


@pytest.mark.usefixtures("without_backoff")
def test_keeps_one_key_and_one_body_over_the_retries_of_a_spend(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [
        disconnect,
        cut_answer,
        problem(503, "service_unavailable", retryable=True),
        answer(502, PAGE, kind="text/html"),
        batch(creditsCharged=0.2),
    ]
    [revealed] = flavour.run(reveal, **options(peer))
    assert revealed.credits_charged == 0.2
    assert len(peer.received) == 5
    [key] = set(peer.keys)
    assert key is not None
    assert uuid.UUID(key).version == 4
    assert all(request.body == peer.received[0].body for request in peer.received)


def test_draws_a_new_key_for_each_spend_and_none_for_what_is_free(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [batch()]
    flavour.run(
        reveal, reveal, lambda client: client.match_organizations(items=[{"domain": "a.example"}]), **options(peer)
    )
    first, second, free = peer.keys
    assert first != second
    assert free is None
    assert "maxCredits" not in peer.received[2].body


@pytest.mark.usefixtures("without_backoff")
def test_gives_up_after_max_retries_and_names_the_key(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [disconnect]
    with pytest.raises(ConnectionError) as lost:
        flavour.run(reveal, **options(peer, max_retries=2))
    assert isinstance(lost.value, builtins.ConnectionError)
    assert peer.keys == [lost.value.idempotency_key] * 3
    assert lost.value.idempotency_key is not None


def test_retries_nothing_that_is_not_retryable(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(422, "credit_cap_exceeded", retryable=False, creditsRequired=2, maxCredits=1)]
    with pytest.raises(CreditCapExceededError):
        flavour.run(reveal, **options(peer))
    assert len(peer.received) == 1


def test_does_not_follow_a_redirect_with_its_key(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [answer(307, "", {"Location": "http://elsewhere.example/"})]
    with pytest.raises(ApiError) as refused:
        flavour.run(lambda client: client.get_credits(), **options(peer))
    assert (refused.value.status, refused.value.code) == (307, None)
    assert len(peer.received) == 1


def test_waits_as_long_as_retry_after_says(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [
        problem(409, "idempotency_key_in_use", retryable=True, headers={"Retry-After": "1"}),
        batch(creditsCharged=0.2),
    ]
    begin = time.monotonic()
    flavour.run(reveal, **options(peer))
    assert time.monotonic() - begin >= 1
    assert len(set(peer.keys)) == 1


def test_raises_the_failure_at_once_when_the_wait_would_pass_the_deadline(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(503, "service_unavailable", retryable=True, headers={"Retry-After": "60"})]
    begin = time.monotonic()
    with pytest.raises(ServiceUnavailableError) as refused:
        flavour.run(reveal, **options(peer, timeout=20))
    assert time.monotonic() - begin < 15
    assert refused.value.retry_after == 60


@pytest.mark.parametrize("misbehaviour", [silence, drip])
def test_the_deadline_ends_an_attempt_that_does_not_end(peer: Peer, flavour: Flavour, misbehaviour: Any) -> None:
    peer.answers = [misbehaviour]
    begin = time.monotonic()
    with pytest.raises(TimeoutError) as late:
        flavour.run(lambda client: reveal(client, timeout=0.5), **options(peer))
    assert 0.45 <= time.monotonic() - begin < 15
    assert isinstance(late.value, builtins.TimeoutError)
    # A busy machine may not even have sent it by then.
    assert peer.keys in ([], [late.value.idempotency_key])


@pytest.mark.usefixtures("without_backoff")
def test_the_deadline_is_one_for_all_attempts_and_names_the_last_failure(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(409, "idempotency_key_in_use", retryable=True), silence]
    with pytest.raises(TimeoutError) as late:
        flavour.run(reveal, **options(peer, timeout=2))
    assert isinstance(late.value.__cause__, IdempotencyKeyInUseError)


@pytest.mark.usefixtures("without_backoff")
@pytest.mark.parametrize(("status", "attempts"), [(502, 3), (504, 3), (403, 1), (413, 1), (200, 3)])
def test_tolerates_pages_of_proxies(peer: Peer, status: int, attempts: int, flavour: Flavour) -> None:
    peer.answers = [answer(status, PAGE, kind="text/html")]
    with pytest.raises(ApiError) as refused:
        flavour.run(lambda client: client.get_credits(), **options(peer, max_retries=2))
    assert (refused.value.status, refused.value.code, len(peer.received)) == (status, None, attempts)
    assert "html>" not in str(refused.value)
    assert type(refused.value) is ApiError


def test_tolerates_codes_statuses_and_fields_that_it_does_not_know(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [
        batch([{"status": "postponed", "until": "2027-01-01", "organization": {"id": "x", "mood": "good"}}], cost=1),
        problem(418, "teapot", retryable=False, brew="green"),
    ]
    [matched] = flavour.run(match, **options(peer))
    result = matched.results[0]
    assert (result.status, result.extra, matched.extra) == ("postponed", {"until": "2027-01-01"}, {"cost": 1})
    assert (result.organization.extra, result.organization.name) == ({"mood": "good"}, None)
    with pytest.raises(ApiError) as refused:
        flavour.run(lambda client: client.get_credits(), **options(peer))
    assert type(refused.value) is ApiError
    assert (refused.value.code, refused.value.problem["brew"]) == ("teapot", "green")


def test_a_page_that_fails_is_asked_for_again_by_its_cursor(peer: Peer, flavour: Flavour) -> None:
    def page(name: str, cursor: str | None) -> Any:
        return batch([{"status": "matched", "contacts": [{"id": name}], "nextCursor": cursor}])

    peer.answers = [page("a", "c1"), disconnect, page("b", "c2"), page("c", None)]
    [contacts] = flavour.run(lambda client: client.list_contacts({"domain": "a.example"}), **options(peer))
    assert [contact.id for contact in contacts] == ["a", "b", "c"]
    items = [request.body["items"] for request in peer.received]
    assert items == [[{"domain": "a.example"}], [{"cursor": "c1"}], [{"cursor": "c1"}], [{"cursor": "c2"}]]


def test_accepting_a_quote_again_keeps_its_key(peer: Peer) -> None:
    peer.answers = [batch(creditsQuoted=0.4, dryRun=True), disconnect, batch(creditsCharged=0.4)]
    with Prospecting(**options(peer, max_retries=0)) as client:
        quote = client.quote.reveal_contacts(items=[{"contactId": CONTACT}], info_types=["email"])
        assert quote.credits_quoted == 0.4
        with pytest.raises(ConnectionError):
            quote.accept()
        assert quote.accept().credits_charged == 0.4
    dry_run, lost, accepted = peer.received
    assert dry_run.body["dryRun"] is True
    assert lost.body == accepted.body == {"items": [{"contactId": CONTACT}], "infoTypes": ["email"], "maxCredits": 0.4}
    assert peer.keys[1] == peer.keys[2] == quote.idempotency_key != peer.keys[0]
