"""The base of everything that the API answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from typing_extensions import Self


class Part(NamedTuple):
    """A field of a model: its attribute, and the model of its value where that is one."""

    attribute: str
    model: type[Model] | None = None
    many: bool = False


Shape = Mapping[str, Part]
"""The fields of a model by their names in JSON."""


class Model:
    """An object of an answer. A field that the service left out is `None`."""

    _shape: ClassVar[Shape] = {}
    _wire: dict[str, Any]

    @classmethod
    def from_dict(cls, wire: Mapping[str, Any]) -> Self:
        """Reads a JSON object of the API, such as one that `to_dict` returned. Accepts fields and values of later
        releases.
        """
        values = {part.attribute: _read(part, wire[name]) for name, part in cls._shape.items() if name in wire}
        # A field that v1 promises and an answer lacks is None too: reading the others is worth more than raising.
        for each in cls._shape.values():
            values.setdefault(each.attribute, None)
        model = cls(**values)
        object.__setattr__(model, "_wire", dict(wire))
        return model

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object of the API, with the API's names and with fields that this release does not know."""
        return dict(self._wire)

    @property
    def extra(self) -> dict[str, Any]:
        """The fields that this release does not know, by their names in JSON."""
        return {name: value for name, value in self._wire.items() if name not in self._shape}

    def __post_init__(self) -> None:
        # For a model that a test or a caller builds; `from_dict` replaces it with the object that it read.
        object.__setattr__(self, "_wire", self._write())

    def __repr__(self) -> str:
        fields = ((part.attribute, getattr(self, part.attribute)) for part in self._shape.values())
        shown = [f"{name}={value!r}" for name, value in fields if value is not None]
        return f"{type(self).__name__}({', '.join([*shown, *(f'{k}={v!r}' for k, v in self.extra.items())])})"

    def _write(self) -> dict[str, Any]:
        present = ((name, getattr(self, part.attribute)) for name, part in self._shape.items())
        return {name: _plain(value) for name, value in present if value is not None}


def field_names(model: type[Model]) -> tuple[str, ...]:
    """Returns the attributes of a model, in the order of the contract."""
    return tuple(field.name for field in dataclasses.fields(model))  # type: ignore[arg-type]


def _read(part: Part, value: Any) -> Any:
    if part.model is None:
        return value
    if part.many and isinstance(value, list):
        return [part.model.from_dict(each) if isinstance(each, Mapping) else each for each in value]
    return part.model.from_dict(value) if isinstance(value, Mapping) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    return [_plain(each) for each in value] if isinstance(value, list) else value
