"""Many items under one budget, whatever happens between two chunks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flavours import Flavour
from peer import Peer, batch, disconnect, problem
from prospecting import (
    BudgetExceededError,
    ConfigurationError,
    ConnectionError,
    FileProgress,
    InsufficientCreditsError,
    MemoryProgress,
    Progress,
    Prospecting,
    RevealItem,
    UnderWay,
)
from prospecting._chunking import CHUNK_SIZE, Plan
from prospecting._credits import credits_of, millicredits
from prospecting._generated.errors import CreditCapExceededError
from prospecting._generated.models import RevealContactsResponse
from prospecting._operations import REVEAL_CONTACTS, batch_body


def options(peer: Peer, **more: Any) -> dict[str, Any]:
    return {"api_key": "pd_live_secret", "base_url": peer.base_url, **more}


def items_of(count: int) -> list[RevealItem]:
    return [{"ref": str(index), "contactId": f"id-{index}"} for index in range(count)]


def run_of(store: Any, *, count: int = 60, max_credits: float = 10) -> Any:
    return lambda client: client.in_chunks.reveal_contacts(
        items=items_of(count), info_types=["email"], max_credits=max_credits, progress=store
    )


def test_each_chunk_may_spend_what_the_ones_before_have_left(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [batch(creditsCharged=5), batch(creditsCharged=0.2), batch(creditsCharged=2)]
    [chunks] = flavour.run(run_of(MemoryProgress()), **options(peer))
    assert [(chunk.start, chunk.end, chunk.credits_charged) for chunk in chunks] == [
        (0, 25, 5),
        (25, 50, 0.2),
        (50, 60, 2),
    ]
    assert [request.body["maxCredits"] for request in peer.received] == [10, 5, 4.8]
    assert [len(request.body["items"]) for request in peer.received] == [25, 25, 10]
    assert len(set(peer.keys)) == 3


def test_goes_on_with_the_key_and_body_of_the_chunk_that_was_under_way(
    peer: Peer, flavour: Flavour, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    peer.answers = [batch(creditsCharged=5), disconnect, batch(creditsCharged=5), batch(creditsCharged=2)]
    with pytest.raises(ConnectionError):
        flavour.run(run_of(FileProgress(path), max_credits=12), **options(peer, max_retries=0))
    # Another budget does not change the request whose outcome is unknown.
    [chunks] = flavour.run(run_of(FileProgress(path), max_credits=20), **options(peer))
    assert [chunk.start for chunk in chunks] == [25, 50]
    assert peer.keys[1] == peer.keys[2]
    assert peer.received[1].body == peer.received[2].body
    assert peer.received[3].body["maxCredits"] == 10
    done = FileProgress(path).load()
    assert done is not None
    assert (done.position, done.credits_charged, done.under_way) == (60, 12, None)
    assert flavour.run(run_of(FileProgress(path), max_credits=20), **options(peer)) == [[]]
    assert len(peer.received) == 4


def test_the_key_is_kept_before_the_chunk_is_sent(peer: Peer, flavour: Flavour) -> None:
    class Recording(MemoryProgress):
        def save(self, progress: Progress) -> None:
            super().save(progress)
            key = None if progress.under_way is None else progress.under_way.idempotency_key
            saved.append((len(peer.received), key))

    saved: list[tuple[int, str | None]] = []
    peer.answers = [batch()]
    flavour.run(run_of(Recording()), **options(peer))
    first, second, third = peer.keys
    assert saved == [(0, first), (1, second), (2, third), (3, None)]


def test_a_chunk_that_the_budget_refused_gets_another_key(peer: Peer, flavour: Flavour) -> None:
    store = MemoryProgress()
    peer.answers = [
        batch(creditsCharged=5),
        problem(422, "credit_cap_exceeded", retryable=False, creditsRequired=6, maxCredits=5),
        problem(402, "insufficient_credits", retryable=False, creditsRequired=6, creditsRemaining=1),
        batch(creditsCharged=6),
    ]
    with pytest.raises(BudgetExceededError) as exceeded:
        flavour.run(run_of(store), **options(peer))
    assert (exceeded.value.credits_charged, exceeded.value.credits_required, exceeded.value.start) == (5, 6, 25)
    with pytest.raises(InsufficientCreditsError):
        flavour.run(run_of(store, max_credits=20), **options(peer))
    [chunks] = flavour.run(run_of(store, max_credits=20), **options(peer))
    assert [chunk.start for chunk in chunks] == [25, 50]
    assert len(set(peer.keys)) == 5


def test_refuses_the_progress_of_another_run(peer: Peer, flavour: Flavour) -> None:
    store = MemoryProgress()
    peer.answers = [batch()]
    flavour.run(run_of(store), **options(peer))
    with pytest.raises(ConfigurationError):
        flavour.run(run_of(store, count=61), **options(peer))
    assert len(peer.received) == 3


def test_refuses_a_budget_that_the_chunk_under_way_may_have_passed(peer: Peer) -> None:
    store = MemoryProgress()
    peer.answers = [batch(creditsCharged=5), disconnect]
    with Prospecting(**options(peer, max_retries=0)) as client:
        with pytest.raises(ConnectionError):
            list(run_of(store, max_credits=12)(client))
        with pytest.raises(ConfigurationError, match="too small"):
            list(run_of(store, max_credits=8)(client))
    assert len(peer.received) == 2


def test_a_file_survives_a_crash_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileProgress(tmp_path / "run.json")
    assert store.load() is None
    kept = Progress("digest", 25, 4.8, UnderWay(50, "key", 5.2))
    store.save(kept)

    def crash(_descriptor: int) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(OSError, match="the disk is gone"):
        store.save(Progress("digest", 50, 9.6))
    assert store.load() == kept
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"fingerprint":"a","position":"x","credits_charged":0}', "\x00"])
def test_says_so_when_a_file_is_no_progress(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(ConfigurationError):
        FileProgress(path).load()


@given(
    prices=st.lists(st.integers(0, 3), max_size=90),
    budget=st.integers(0, 200),
    crashes=st.lists(st.sampled_from(["before", "after", "none"]), max_size=12),
)
def test_charges_each_item_once_and_never_more_than_the_budget(
    prices: list[int], budget: int, crashes: list[str]
) -> None:
    """A model of the service: it charges each item once, and replays a key. The process dies before or after it."""
    body = batch_body(items_of(len(prices)), infoTypes=["email"], maxCredits=credits_of(budget))
    store = MemoryProgress()
    revealed: set[int] = set()
    replays: dict[str | None, tuple[int, dict[str, Any]]] = {}
    charged = 0
    moments = iter(crashes)
    delivered: list[int] = []
    for _ in range(len(crashes) + 1):
        plan = Plan(REVEAL_CONTACTS, json.loads(json.dumps(body)))
        plan.resume(store.load())
        while (planned := plan.next()) is not None:
            store.save(plan.progress)
            moment = next(moments, "none")
            if moment == "before":
                break
            key = planned.under_way.idempotency_key
            if key not in replays:
                new = set(range(planned.start, planned.under_way.end)) - revealed
                cost = sum(prices[index] for index in new)
                if cost > millicredits(planned.body["maxCredits"]):
                    error = CreditCapExceededError(status=422, problem={}, retryable=False)
                    assert isinstance(plan.refused(planned, error), BudgetExceededError)
                    store.save(plan.progress)
                    assert charged + cost > budget
                    return
                charged += cost
                revealed |= new
                replays[key] = (cost, planned.body)
            cost, first_body = replays[key]
            assert planned.body == first_body
            if moment == "after":
                break
            wire = {"results": [], "creditsCharged": credits_of(cost), "creditsQuoted": credits_of(cost)}
            chunk = plan.answered(planned, RevealContactsResponse.from_dict(wire))
            delivered.append(chunk.start)
            plan.done(chunk)
        else:
            store.save(plan.progress)
            break
        assert charged <= budget
    assert charged == sum(prices) <= budget
    assert delivered == list(range(0, len(prices), CHUNK_SIZE))


@given(st.decimals(0, 10**9, places=3))
def test_amounts_are_whole_thousandths(amount: Any) -> None:
    assert credits_of(millicredits(amount)) == float(amount)
    assert millicredits(float(amount)) == int(amount * 1000)


@given(st.floats(0, 10**9))
def test_amounts_are_rounded_down(amount: float) -> None:
    assert credits_of(millicredits(amount)) <= amount


@pytest.mark.parametrize("amount", [-1, float("nan"), float("inf"), True, "5", None])
def test_refuses_what_is_no_amount(amount: Any) -> None:
    with pytest.raises(ConfigurationError):
        millicredits(amount)
