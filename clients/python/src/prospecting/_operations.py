"""The operations of the API: where they are, what they cost and what they answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from ._credits import credits_of, millicredits
from ._errors import ConfigurationError
from ._generated import models
from ._model import Model

Answer = TypeVar("Answer", bound=Model)
Result = TypeVar("Result", bound=Model)

Body = dict[str, Any]


class Spends(Enum):
    """When an operation needs `max_credits` and an Idempotency-Key."""

    NEVER = 0
    WHEN_REVEALING = 1
    ALWAYS = 2


@dataclass(frozen=True)
class Operation(Generic[Answer, Result]):
    """An operation of the API, with the models of its answer and of each result."""

    method: str
    path: str
    answer: type[Answer]
    result: type[Result]
    spends: Spends = Spends.NEVER
    searches: bool = True

    def may_charge(self, body: Body | None) -> bool:
        """Returns true when the request reveals for credits, so that it must say what it may spend."""
        if body is None or body.get("dryRun") is True:
            return False
        return self.spends is Spends.ALWAYS or (self.spends is Spends.WHEN_REVEALING and bool(body.get("reveal")))

    def needs_key(self, body: Body | None) -> bool:
        """Returns true when the request needs an Idempotency-Key: contacts/reveal needs one for a dry run too."""
        return self.spends is Spends.ALWAYS or self.may_charge(body)

    def buckets(self, body: Body | None) -> tuple[str, ...]:
        """Returns the rate buckets in which the request counts."""
        search = ("search",) if self.searches else ()
        spend = ("spend",) if self.needs_key(body) else ()
        return ("overall", *search, *spend)


GET_CREDITS = Operation("GET", "/credits", models.CreditBalance, Model, searches=False)
MATCH_ORGANIZATIONS = Operation(
    "POST",
    "/organizations/match",
    models.MatchOrganizationsResponse,
    models.OrganizationResult,
    Spends.WHEN_REVEALING,
)
MATCH_ORGANIZATION_CONTACTS = Operation(
    "POST", "/organizations/contacts/match", models.MatchOrganizationContactsResponse, models.ContactsResult
)
MATCH_ORGANIZATION_SWITCHBOARDS = Operation(
    "POST",
    "/organizations/switchboards/match",
    models.MatchOrganizationSwitchboardsResponse,
    models.SwitchboardResult,
    Spends.WHEN_REVEALING,
)
MATCH_PEOPLE = Operation(
    "POST", "/people/match", models.MatchPeopleResponse, models.PersonResult, Spends.WHEN_REVEALING
)
REVEAL_CONTACTS = Operation(
    "POST",
    "/contacts/reveal",
    models.RevealContactsResponse,
    models.RevealResult,
    Spends.ALWAYS,
    searches=False,
)


def batch_body(items: Iterable[Mapping[str, Any]], **top: Any) -> Body:
    """Returns the body of a batch request, with a copy of the items. Fields that are `None` are left out.

    A missing value of pandas (NaN) counts as absent, so that rows of a table can be items.
    """
    if isinstance(items, (str, bytes, Mapping)):
        raise ConfigurationError("items must be a list of items")
    body: Body = {"items": [_copy(item, f"items[{index}]") for index, item in enumerate(items)]}
    for name, value in top.items():
        if value is None:
            continue
        if name == "maxCredits":
            body[name] = credits_of(millicredits(value))
        elif name in ("reveal", "infoTypes"):
            if isinstance(value, str):
                raise ConfigurationError(f"{name} must be a list, such as [{value!r}]")
            body[name] = list(value)
        else:
            body[name] = value
    return body


def require_budget(operation: Operation[Answer, Result], body: Body) -> None:
    """Raises `ConfigurationError` when a request that reveals for credits does not say what it may spend."""
    if operation.may_charge(body) and "maxCredits" not in body:
        raise ConfigurationError("Revealing needs max_credits, the most that the call may spend, or dry_run=True")


def _copy(value: Any, place: str) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            return None
        raise ConfigurationError(f"{place} is not a finite number")
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _copy(each, f"{place}.{name}") for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_copy(each, f"{place}[{index}]") for index, each in enumerate(value)]
    raise ConfigurationError(f"{place} is of type {type(value).__name__}, which JSON does not have")
