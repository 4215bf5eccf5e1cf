"""Results as flat records, for pandas and CSV files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._model import Model


def to_records(results: Iterable[Model]) -> list[dict[str, Any]]:
    """Returns one flat dict for each result: `pandas.DataFrame(to_records(answer.results))`.

    The fields of a nested object get its name before theirs: `organization_name`, `contact_email`. Every field is
    there, `None` where the service left it out, so that the columns do not depend on the results. A field that this
    release does not know keeps its name in the API.
    """
    return [dict(_fields(type(result), result, "")) for result in results]


def _fields(model: type[Model], value: Model | None, prefix: str) -> Iterable[tuple[str, Any]]:
    for part in model._shape.values():
        field = getattr(value, part.attribute, None)
        if part.model is not None and not part.many and (field is None or isinstance(field, Model)):
            yield from _fields(part.model, field, f"{prefix}{part.attribute}_")
        elif isinstance(field, list):
            yield f"{prefix}{part.attribute}", [each.to_dict() if isinstance(each, Model) else each for each in field]
        else:
            yield f"{prefix}{part.attribute}", field
    if value is not None:
        for name, extra in value.extra.items():
            yield f"{prefix}{name}", extra
