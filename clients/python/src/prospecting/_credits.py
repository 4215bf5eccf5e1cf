"""Amounts of credits. They are compared and added as whole thousandths, as the service does."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Decimal
from typing import TypeAlias

from ._errors import ConfigurationError

Credits: TypeAlias = int | float | Decimal


def millicredits(amount: Credits) -> int:
    """Returns an amount in whole thousandths of a credit, rounded down. Raises `ConfigurationError` if it is none."""
    if isinstance(amount, bool) or not isinstance(amount, (int, float, Decimal)) or not math.isfinite(amount):
        raise ConfigurationError("max_credits must be a finite number")
    if amount < 0:
        raise ConfigurationError("max_credits must not be negative")
    # str: the decimal that the number reads as, not the binary fraction behind it.
    return int((Decimal(str(amount)) * 1000).to_integral_value(rounding=ROUND_FLOOR))


def credits_of(amount: int) -> float:
    """Returns thousandths of a credit as credits."""
    return amount // 1000 if amount % 1000 == 0 else float(Decimal(amount) / 1000)
