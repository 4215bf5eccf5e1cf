"""The rate buckets: waiting for a window instead of running into a 429."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flavours import Flavour
from peer import Peer, answer, batch, problem
from prospecting import Prospecting, RateLimitedError
from prospecting._state import Tracker
from prospecting._structured_fields import read_list

POLICY = '"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60'
BALANCE = {"included": 1, "purchased": 0, "total": 1}


def headers(overall: int, search: int, spend: int, seconds: int) -> dict[str, str]:
    counts = {"overall": overall, "search": search, "spend": spend}
    rates = ", ".join(f'"{name}";r={count};t={seconds}' for name, count in counts.items())
    return {"RateLimit-Policy": POLICY, "RateLimit": rates, "Service-Credits-Remaining": "118.8"}


def options(peer: Peer, **more: Any) -> dict[str, Any]:
    return {"api_key": "pd_live_secret", "base_url": peer.base_url, **more}


def balance(client: Any) -> Any:
    return client.get_credits()


def match(client: Any) -> Any:
    return client.match_organizations(items=[{"domain": "a.example"}])


def test_waits_for_the_next_window_instead_of_running_into_a_429(peer: Peer, flavour: Flavour) -> None:
    times: list[float] = []

    def timed(connection: Any) -> None:
        times.append(time.monotonic())
        answer(200, BALANCE, headers(0, 5, 5, 1))(connection)

    peer.answers = [timed]
    # The deadline is shorter than the wait, which is no time of the call.
    flavour.run(balance, balance, **options(peer))
    assert times[1] - times[0] >= 0.95


def test_a_bucket_without_room_holds_only_the_requests_that_count_in_it(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [answer(200, BALANCE, headers(50, 0, 0, 60)), answer(200, BALANCE)]
    begin = time.monotonic()
    flavour.run(balance, balance, **options(peer))
    assert time.monotonic() - begin < 30


def test_waits_out_a_429_beyond_the_deadline(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [
        problem(429, "rate_limited", retryable=True, headers={"Retry-After": "3"}, retryAfterSeconds=3),
        batch(),
    ]
    flavour.run(match, **options(peer, timeout=2.5))
    assert len(peer.received) == 2


def test_does_not_wait_for_longer_than_a_window_can_be(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(429, "rate_limited", retryable=True, headers={"Retry-After": "86400"})]
    with pytest.raises(RateLimitedError):
        flavour.run(match, **options(peer))
    assert len(peer.received) == 1


def test_without_waiting_a_call_is_sent_and_its_429_raised(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [
        answer(200, BALANCE, headers(0, 0, 0, 60)),
        problem(429, "rate_limited", retryable=True, headers={"Retry-After": "60"}),
    ]
    with pytest.raises(RateLimitedError) as refused:
        flavour.run(balance, balance, **options(peer, wait_for_rate_limit=False))
    assert refused.value.retry_after == 60
    assert len(peer.received) == 2


def test_shows_what_the_last_answer_said(peer: Peer) -> None:
    peer.answers = [answer(200, BALANCE, headers(59, 19, 5, 31))]
    with Prospecting(**options(peer)) as client:
        assert (client.state.credits_remaining, dict(client.state.rate_limits)) == (None, {})
        client.get_credits()
        assert client.state.credits_remaining == 118.8
        search = client.state.rate_limits["search"]
        assert (search.limit, search.remaining) == (20, 19)
        assert search.resets_at.tzinfo is not None


def test_threads_share_what_is_left() -> None:
    tracker = Tracker()
    tracker.read(lower(headers(60, 20, 5, 60)), 0)
    taken: list[float] = []
    threads = [threading.Thread(target=lambda: taken.append(tracker.reserve(("spend",), 1))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [0] * 5 + [59] * 7


def test_a_late_answer_of_the_window_before_changes_nothing() -> None:
    tracker = Tracker()
    tracker.read(lower(headers(3, 3, 3, 60)), 60)
    tracker.read(lower(headers(0, 0, 0, 1)), 61)
    assert tracker.reserve(("overall",), 63) == 0


def lower(values: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in values.items()}


@given(
    limit=st.integers(1, 9),
    steps=st.lists(st.tuples(st.floats(0, 40), st.sampled_from(["ask", "answer"])), max_size=60),
)
def test_never_sends_more_in_a_window_than_the_bucket_has(limit: int, steps: list[tuple[float, str]]) -> None:
    """The service counts in windows of 60 s; answers may come late, and each says what was left when it was sent."""
    tracker = Tracker()
    sent: dict[int, int] = {}
    pending: list[dict[str, str]] = []
    now = 0.0
    tracker.read({"ratelimit-policy": f'"overall";q={limit};w=60', "ratelimit": f'"overall";r={limit};t=60'}, now)
    for pause, step in steps:
        now += pause
        if step == "ask" and tracker.reserve(("overall",), now) == 0:
            window = int(now // 60)
            sent[window] = sent.get(window, 0) + 1
            left = int(60 * (window + 1) - now) + 1
            rate = f'"overall";r={max(0, limit - sent[window])};t={left}'
            pending.append({"ratelimit-policy": f'"overall";q={limit};w=60', "ratelimit": rate})
        elif step == "answer" and pending:
            tracker.read(pending.pop(), now)
            pending.clear()
    assert all(count <= limit for count in sent.values())


@given(st.text(alphabet=st.characters(max_codepoint=255)) | st.text(alphabet='";=,\\ artq019-*'))
def test_reads_any_header_without_failing(text: str) -> None:
    Tracker().read({"ratelimit": text, "ratelimit-policy": text, "service-credits-remaining": text}, 0)


NAMES = st.sampled_from(["overall", "search", "spend", "r", "t", "a_b", "c-2"])


@given(st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(-(10**12), 10**12))))
def test_reads_what_the_service_writes(members: dict[str, dict[str, int]]) -> None:
    text = ", ".join(
        f'"{name}"' + "".join(f";{key}={value}" for key, value in parameters.items())
        for name, parameters in members.items()
    )
    assert read_list(text) == members


def test_reads_lists_as_they_are_in_the_wild() -> None:
    assert read_list("") == {}
    assert read_list('overall;r=1;t=2,"a,b\\"c";r=3;x="no";y=?1') == {"overall": {"r": 1, "t": 2}, 'a,b"c': {"r": 3}}
