"""What lists of rulings, infractions and penalties can be narrowed to."""

from __future__ import annotations

from django_filters import rest_framework as filters

from judging.enums import PenaltyAct
from judging.models import Infraction, PenaltyEvent, Ruling
from judging.records.filters import RecordFilter
from matches.api.filters import IntegerFilter


class RulingFilter(RecordFilter):
    matter = filters.CharFilter("matter", max_length=40)
    player = IntegerFilter("concerns__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = Ruling


class InfractionFilter(RecordFilter):
    code = filters.CharFilter("code", max_length=20)
    player = IntegerFilter("entry__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = Infraction


class PenaltyFilter(RecordFilter):
    penalty = filters.CharFilter("penalty", max_length=10)
    act = filters.ChoiceFilter(choices=PenaltyAct.choices)
    player = IntegerFilter("infraction__entry__number", label="A player's number.")

    class Meta(RecordFilter.Meta):
        model = PenaltyEvent
