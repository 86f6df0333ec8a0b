"""What the filters of all lists share. A value that a filter cannot read is a 400 with the field's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, OrderBy
from django_filters import rest_framework as filters

from matches.api.serializers import MOST_NUMBER


class IntegerFilter(filters.NumberFilter):
    """A whole number that a column can hold."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": MOST_NUMBER, "decimal_places": 0, **kwargs})


def order_of(orders: Mapping[str, str], value: str) -> OrderBy:
    """``-table`` as what a query is ordered by. Rows without a value are last either way, on every database."""
    column = F(orders[value.removeprefix("-")])
    return column.desc(nulls_last=True) if value.startswith("-") else column.asc(nulls_last=True)


class OrderFilter(filters.ChoiceFilter):
    """One of the names to order by; a - before it turns the order round."""

    def __init__(self, orders: Mapping[str, str], **kwargs: Any) -> None:
        choices = [(f"{sign}{name}", name) for name in orders for sign in ("", "-")]
        super().__init__(choices=choices, label="What to order by, with - the other way round.", **kwargs)
