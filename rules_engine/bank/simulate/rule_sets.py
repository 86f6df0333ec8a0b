"""Every rule set of Bank: the product of its dimensions (BK-1.12)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final

from rules_engine.bank.schema import SCHEMA, TRICKS

SUBSETS: Final = [list(chosen) for size in (1, 2, 3) for chosen in combinations(TRICKS, size)]
DIMENSIONS: Final[dict[str, Any]] = {
    field.key: SUBSETS if field.key == "tricks" else field.values
    for field in SCHEMA.fields
    if field.key not in ("preset", "box_limit")
}
"""BK-1.1 to BK-1.11 with their values; the limit of a box is no dimension."""


def all_rule_sets() -> list[dict[str, Any]]:
    """Every combination of the dimensions, as a record's ``rules``."""
    return [dict(zip(DIMENSIONS, values, strict=True)) for values in product(*DIMENSIONS.values())]
