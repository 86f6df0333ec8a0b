"""What every list of records can be narrowed to."""

from __future__ import annotations

from django_filters import rest_framework as filters

from judging.models import Record
from matches.api.filters import IntegerFilter


class RecordFilter(filters.FilterSet):
    """By round, table or match; ``after``: only what came later than a sequence, to follow the log."""

    after = IntegerFilter("sequence", "gt", label="Only records after this sequence.")
    round = IntegerFilter("round__number", label="The round's number.")
    table = IntegerFilter("table")
    match = IntegerFilter("match", label="The match's id.")
    order = filters.OrderingFilter(fields=("sequence",))

    class Meta:
        model = Record
        fields: list[str] = []
