"""What a caller can get wrong, what an answer looks like, and what nobody may see."""

from __future__ import annotations

import copy
import logging
import pickle
import traceback
from typing import Any

import pytest

import prospecting
from flavours import Flavour
from peer import Peer, answer, batch, disconnect, envelope, problem
from prospecting import (
    ApiError,
    ConfigurationError,
    MatchPeopleResponse,
    Organization,
    OrganizationResult,
    PersonResult,
    Prospecting,
    ProspectingError,
    to_records,
)
from prospecting._generated.errors import BY_CODE

KEY = "pd_live_abcdefghijklmnopqrstuvwxyz0123456789AB"


def options(peer: Peer, **more: Any) -> dict[str, Any]:
    return {"api_key": KEY, "base_url": peer.base_url, **more}


NO_BUDGET: list[Any] = [
    lambda client: client.match_organizations(items=[{"domain": "a.example"}], reveal=["details"]),
    lambda client: client.match_people(items=[{"email": "a@a.example"}], reveal=["email"], dry_run=False),
    lambda client: client.match_organization_switchboards(items=[{"domain": "a.example"}], reveal=["phone"]),
    lambda client: client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"]),
    lambda client: client.in_chunks.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"]),
]

WRONG: list[Any] = [
    *NO_BUDGET,
    lambda client: client.match_organizations(items={"domain": "a.example"}),
    lambda client: client.match_organizations(items=[{"domain": "a.example"}], reveal="details", max_credits=1),
    lambda client: client.match_organizations(items=[{"domain": object()}]),
    lambda client: client.match_organizations(items=[{"domain": float("inf")}]),
    lambda client: client.reveal_contacts(items=[], info_types=["email"], max_credits=-1),
    lambda client: client.reveal_contacts(items=[], info_types=["email"], max_credits=1, idempotency_key="a\nb"),
    lambda client: client.reveal_contacts(items=[], info_types=["email"], max_credits=1, idempotency_key="x" * 256),
    lambda client: client.get_credits(timeout=0),
]


@pytest.mark.parametrize("call", WRONG)
def test_refuses_a_wrong_call_before_anything_is_sent(peer: Peer, flavour: Flavour, call: Any) -> None:
    peer.answers = [batch()]
    with pytest.raises(ConfigurationError):
        flavour.run(call, **options(peer))
    assert peer.received == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"api_key": ""},
        {"api_key": f"{KEY} {KEY}"},
        {"api_key": f"{KEY}\r\nX-Injected: 1"},
        {"api_key": f"{KEY}å"},
        {"base_url": ""},
        {"base_url": "api.example/external/v1"},
        {"base_url": "ftp://api.example"},
        {"base_url": "http://[::1"},
        {"base_url": "http://api.example:99999"},
        {"base_url": "http://api.example/external/v1"},
        {"base_url": "http://8.8.8.8/external/v1"},
        {"base_url": "https://user:secret@api.example/external/v1"},
        {"base_url": "https://api.example/external/v1#x"},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"max_retries": -1},
    ],
)
def test_refuses_wrong_settings_and_never_repeats_the_key(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as refused:
        Prospecting(**{"api_key": KEY, "base_url": "http://127.0.0.1/external/v1", **wrong})
    assert KEY not in str(refused.value)


@pytest.mark.parametrize("step", [disconnect, answer(200, "<html>", kind="text/html"), "problem"])
def test_no_repr_error_log_or_traceback_shows_the_key(
    peer: Peer, flavour: Flavour, step: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    peer.answers = [problem(401, "invalid_api_key", retryable=False) if step == "problem" else step]
    shown: list[str] = []
    with pytest.raises(ProspectingError) as failed:
        flavour.run(
            lambda client: shown.append(repr(client)),
            lambda client: client.get_credits(),
            **options(peer, max_retries=0),
        )
    trace = traceback.TracebackException.from_exception(failed.value, capture_locals=True)
    assert "Authorization" not in str(failed.value)
    assert peer.received[0].headers["authorization"] == f"Bearer {KEY}"
    for text in [*shown, repr(failed.value), str(vars(failed.value)), caplog.text]:
        assert KEY not in text
    ours = [frame for frame in trace.stack if "prospecting" in frame.filename and "tests" not in frame.filename]
    assert ours
    for frame in ours:
        assert KEY not in str(frame.locals), frame.name


def test_every_code_of_the_contract_has_a_class() -> None:
    assert BY_CODE["idempotency_key_in_use"] is prospecting.IdempotencyKeyInUseError
    assert BY_CODE["internal_error"] is prospecting.InternalError
    for code, error in BY_CODE.items():
        assert issubclass(error, ApiError)
        assert error.__name__ in prospecting.__all__, code


def test_missing_values_of_a_table_count_as_absent(peer: Peer) -> None:
    peer.answers = [batch()]
    rows: list[Any] = [{"ref": "a", "domain": "a.example", "orgNumber": float("nan")}]
    with Prospecting(**options(peer)) as client:
        client.match_organizations(items=rows)
    assert peer.received[0].body == {"items": [{"ref": "a", "domain": "a.example", "orgNumber": None}]}


def test_an_answer_can_be_kept_as_json_and_read_again() -> None:
    wire = envelope([{"status": "ambiguous", "candidates": [{"id": "x", "name": "Astrid Exempel"}], "new": 1}])
    people = MatchPeopleResponse.from_dict(wire)
    assert people.to_dict() == wire
    assert MatchPeopleResponse.from_dict(people.to_dict()) == people
    candidates = people.results[0].candidates
    assert candidates is not None
    assert candidates[0].name == "Astrid Exempel"
    assert repr(people.results[0]) == (
        "PersonResult(status='ambiguous', candidates=[Candidate(id='x', name='Astrid Exempel')], new=1)"
    )


def test_a_model_that_a_caller_builds_has_its_json() -> None:
    result = OrganizationResult(
        status="matched",
        organization=Organization(id="x", name="A", details_revealed=False, country_code="SE", url="https://a.example"),
    )
    assert result.to_dict() == {
        "status": "matched",
        "organization": {
            "id": "x",
            "name": "A",
            "detailsRevealed": False,
            "countryCode": "SE",
            "url": "https://a.example",
        },
    }
    assert OrganizationResult.from_dict(result.to_dict()) == result


@pytest.mark.parametrize("spoiled", [None, 1, "x", [], [1], [None], {"a": 1}])
def test_reads_what_it_can_of_an_answer_that_breaks_the_contract(spoiled: Any) -> None:
    people = MatchPeopleResponse.from_dict({"results": spoiled})
    assert people.credits_charged is None
    PersonResult.from_dict({"contact": spoiled, "candidates": spoiled})


def test_records_are_flat_and_have_the_same_columns() -> None:
    results = [
        PersonResult.from_dict(
            {"ref": "a", "status": "matched", "contact": {"id": "x", "email": "a@a.example", "fax": "1"}, "score": 2}
        ),
        PersonResult.from_dict({"status": "ambiguous", "candidates": [{"id": "y"}]}),
    ]
    first, second = to_records(results)
    assert (first["contact_id"], first["contact_email"], first["contact_fax"], first["score"]) == (
        "x",
        "a@a.example",
        "1",
        2,
    )
    assert second["contact_email"] is None
    assert second["candidates"] == [{"id": "y"}]
    assert second.keys() <= first.keys()
    assert not any(isinstance(value, dict) for value in first.values())


@pytest.mark.parametrize(
    "base_url", ["http://127.0.0.1:8080", "http://[::1]", "http://10.0.0.7", "http://gateway", "http://api.internal"]
)
def test_accepts_http_where_no_request_crosses_the_internet(base_url: str) -> None:
    assert Prospecting(api_key=KEY, base_url=base_url) is not None


def test_an_error_never_shows_the_key_that_a_proxy_repeats(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(400, "bad_header", retryable=False, detail=f"Rejected Bearer {KEY}", echo={KEY: [KEY]})]
    with pytest.raises(ApiError) as refused:
        flavour.run(lambda client: client.get_credits(), **options(peer))
    assert KEY not in str(refused.value)
    assert KEY not in repr(refused.value.problem)


def test_errors_cross_processes_with_all_that_they_say(peer: Peer, flavour: Flavour) -> None:
    peer.answers = [problem(402, "insufficient_credits", retryable=False, creditsRequired=2, creditsRemaining=1)]
    with pytest.raises(ApiError) as refused:
        flavour.run(
            lambda client: client.reveal_contacts(items=[{"contactId": "x"}], info_types=["email"], max_credits=2),
            **options(peer),
        )
    for twin in (pickle.loads(pickle.dumps(refused.value)), copy.copy(refused.value)):  # noqa: S301
        assert type(twin) is type(refused.value)
        assert (str(twin), vars(twin)) == (str(refused.value), vars(refused.value))
        assert twin.idempotency_key is not None
