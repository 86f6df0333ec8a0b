"""The filters of the log."""

from __future__ import annotations

from django_filters import rest_framework as filters

from judging.enums import RecordKind
from judging.models import Record
from judging.records.filters import RecordFilter


class LineFilter(RecordFilter):
    kind = filters.ChoiceFilter(choices=RecordKind.choices)

    class Meta(RecordFilter.Meta):
        model = Record
