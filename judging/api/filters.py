"""What lists of records can be narrowed to. What a filter cannot read is a 400 with the field's name."""

from __future__ import annotations

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from judging.enums import PenaltyAct, RecordKind
from judging.models import Call, Infraction, PenaltyEvent, Record, Ruling
from matches.api.filters import Whole


class RecordFilter(filters.FilterSet):
    """By round, table or match; ``after``: only what came later than a sequence, to follow the log."""

    after = Whole("sequence", "gt", label="Only records after this sequence.")
    round = Whole("round__number", label="The round's number.")
    table = Whole("table")
    match = Whole("match", label="The match's id.")
    order = filters.OrderingFilter(fields=("sequence",))

    class Meta:
        model = Record
        fields: list[str] = []


class LineFilter(RecordFilter):
    kind = filters.ChoiceFilter(choices=RecordKind.choices)

    class Meta(RecordFilter.Meta):
        model = Record


class RulingFilter(RecordFilter):
    matter = filters.CharFilter("matter", max_length=40)
    player = Whole("concerns__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = Ruling


class InfractionFilter(RecordFilter):
    code = filters.CharFilter("code", max_length=20)
    player = Whole("entry__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = Infraction


class PenaltyFilter(RecordFilter):
    penalty = filters.CharFilter("penalty", max_length=10)
    act = filters.ChoiceFilter(choices=PenaltyAct.choices)
    player = Whole("infraction__entry__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = PenaltyEvent


class CallFilter(RecordFilter):
    open = filters.BooleanFilter(method="of_open", label="Only those not resolved (or resolved).")

    class Meta(RecordFilter.Meta):
        model = Call

    def of_open(self, calls: QuerySet[Call], name: str, value: bool) -> QuerySet[Call]:
        resolved = {"steps__step": "resolved"}
        return calls.exclude(**resolved) if value else calls.filter(**resolved)
