"""The filters that all lists of records share."""

from __future__ import annotations

from django_filters import rest_framework as filters

from judging.models import Record
from matches.api.filters import IntegerFilter, SeveralOrdersFilter


class RecordFilter(filters.FilterSet):
    """Filters by round, table, match, and ``after`` a sequence number, to follow the log."""

    after = IntegerFilter("sequence", "gt", label="Only records after this sequence.")
    round = IntegerFilter("round__number", label="The round's number.")
    table = IntegerFilter("table")
    match = IntegerFilter("match", label="The match's id.")
    order = SeveralOrdersFilter(fields=("sequence",))

    class Meta:
        model = Record
        fields: list[str] = []
