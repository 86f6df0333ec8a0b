"""What the filters of all lists share. An unreadable value is a 400 with the field's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import F, OrderBy, QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters

from matches.api.serializers import MOST_NUMBER


class IntegerFilter(filters.NumberFilter):
    """A whole number in the range of a column."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": MOST_NUMBER, "decimal_places": 0, **kwargs})


class TruthField(forms.CharField):
    """``true`` or ``false``, or 1 or 0; None without a value."""

    TRUTHS: ClassVar = {"true": True, "1": True, "false": False, "0": False}

    def clean(self, value: Any) -> Any:
        text = super().clean(value).lower()
        if text and text not in self.TRUTHS:
            raise ValidationError(_("This must be true or false."))
        return self.TRUTHS.get(text)


class TruthFilter(filters.BooleanFilter):
    """A yes or a no. The library's own takes what it cannot read for no filter at all."""

    field_class = TruthField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"widget": forms.TextInput, **kwargs})


def order_of(orders: Mapping[str, str], value: str) -> OrderBy:
    """Return the query expression for an order such as ``-table``. Rows without a value always come last."""
    column = F(orders[value.removeprefix("-")])
    return column.desc(nulls_last=True) if value.startswith("-") else column.asc(nulls_last=True)


class OrderFilter(filters.ChoiceFilter):
    """A choice of names to order by; a leading - reverses the order."""

    def __init__(self, orders: Mapping[str, str], **kwargs: Any) -> None:
        choices = [(f"{sign}{name}", name) for name in orders for sign in ("", "-")]
        super().__init__(choices=choices, label="What to order by; a leading - reverses the order.", **kwargs)


class SeveralOrdersFilter(filters.OrderingFilter):
    """Several names to order by, with commas; rows that are equal in all of them stay in one order from page to page.

    Without a name between the commas, the list has its own order.
    """

    def filter(self, qs: QuerySet[Any], value: Sequence[str] | None) -> QuerySet[Any]:
        ordering = [self.get_ordering_value(name) for name in value or () if name]
        return qs.order_by(*ordering, "pk") if ordering else qs
