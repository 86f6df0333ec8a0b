"""What a list of rounds can be narrowed to and ordered by."""

from __future__ import annotations

from django_filters import rest_framework as filters

from matches.api.filters import IntegerFilter
from matches.enums import RoundStatus
from matches.models import Round


class RoundFilter(filters.FilterSet):
    """Rounds of a stage, or in a state."""

    stage = IntegerFilter("stage__order")
    status = filters.ChoiceFilter(choices=RoundStatus.choices)
    order = filters.OrderingFilter(fields=(("stage__order", "stage"), ("number", "number")))

    class Meta:
        model = Round
        fields: list[str] = []
