"""What the tests share: the real stack, customers with keys, and a peer that misbehaves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings

from flavours import FLAVOURS, Flavour
from peer import Peer
from prospecting import Prospecting

AMPLE = 1_000_000

# No limits of time: the machine may be busy with other tests.
settings.register_profile("busy", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@dataclass(frozen=True)
class Customer:
    """An account of its own with a key."""

    key: str
    base_url: str

    def client(self, **options: Any) -> Prospecting:
        return Prospecting(api_key=self.key, base_url=self.base_url, **options)


NewCustomer = Callable[..., Customer]


@pytest.fixture(autouse=True, scope="session")
def without_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Spares each client the reading of the system's certificates, which takes longer than a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(scope="session")
def new_customer() -> NewCustomer:
    """Returns what makes customers of the real stack, which `npm test` starts."""
    variables = ("PROSPECTING_BASE_URL", "PROSPECTING_TEST_ADMIN_URL", "PROSPECTING_TEST_ADMIN_TOKEN")
    values = [os.environ.get(name, "") for name in variables]
    if "" in values:
        pytest.skip("the real stack is not running: npm test -- clients/python starts it")
    base_url, admin_url, token = values

    def create(*, included: float = 100, limits: dict[str, int] | None = None) -> Customer:
        ample = dict.fromkeys(("overall", "search", "spend"), AMPLE)
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=f"{admin_url}/admin/v1", headers=headers, timeout=60) as admin:
            account = {"name": "Testkunden AB", "credits": {"included": included}}
            created = admin.post("/accounts", json=account).raise_for_status().json()
            key = {"name": "python", "limits": {**ample, **(limits or {})}}
            secret = admin.post(f"/accounts/{created['id']}/keys", json=key).raise_for_status().json()["key"]
        return Customer(secret, base_url)

    return create


@pytest.fixture
def customer(new_customer: NewCustomer) -> Customer:
    """A customer with 100 credits."""
    return new_customer()


@pytest.fixture(scope="session")
def contact_ids() -> list[str]:
    """The contacts of nordvik.example."""
    return os.environ.get("PROSPECTING_TEST_CONTACT_IDS", "").split()


@pytest.fixture
def peer() -> Iterator[Peer]:
    """A server that does what the test says."""
    with Peer() as running:
        yield running


@pytest.fixture(params=FLAVOURS)
def flavour(request: pytest.FixtureRequest) -> Flavour:
    """The synchronous client, or the asynchronous one on asyncio or trio."""
    return Flavour(request.param)


@pytest.fixture
def without_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes retries immediate, unless the service says when."""
    monkeypatch.setattr("prospecting._call.backoff", lambda _failures, retry_after: retry_after or 0.0)
