"""Filters and order of lists of rounds and of matches."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from matches.api.filters import IntegerFilter, OrderFilter, SeveralOrdersFilter, TruthFilter, order_of
from matches.enums import MatchKind, ResultStatus, RoundStatus
from matches.models import Match, Round


class RoundFilter(filters.FilterSet):
    """Rounds by stage and status."""

    stage = IntegerFilter("stage__order")
    status = filters.ChoiceFilter(choices=RoundStatus.choices)
    order = SeveralOrdersFilter(fields=(("stage__order", "stage"), ("number", "number")))

    class Meta:
        model = Round
        fields: list[str] = []


MATCH_ORDERS = {"table": "table", "round": "round__number"}


class MatchFilter(filters.FilterSet):
    """Matches by round, table or player; ``missing``: those without a confirmed result."""

    stage = IntegerFilter("round__stage__order", label="The stage's order.")
    round = IntegerFilter("round__number", label="The round's number.")
    table = IntegerFilter("table")
    entry = IntegerFilter("seats__entry__number", label="A player's number.")
    kind = filters.ChoiceFilter(choices=MatchKind.choices)
    missing = TruthFilter(method="of_missing", label="Without (or with) a confirmed result; byes are not.")
    order = OrderFilter(MATCH_ORDERS, method="in_order")

    class Meta:
        model = Match
        fields: list[str] = []

    def in_order(self, matches: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        rest = ("round__stage__order", "round__number", order_of(MATCH_ORDERS, "table"), "pk")
        return matches.order_by(order_of(MATCH_ORDERS, value), *rest)

    def of_missing(self, matches: QuerySet[Match], name: str, value: bool) -> QuerySet[Match]:
        settled = Q(results__status=ResultStatus.CONFIRMED)
        played = matches.filter(kind=MatchKind.PLAYED)
        return played.exclude(settled) if value else played.filter(settled)
