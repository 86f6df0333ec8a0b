"""What lists can be narrowed to and ordered by. What a filter cannot read is a 400 with the field's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, OrderBy, Q, QuerySet
from django_filters import rest_framework as filters

from matches.enums import EntryStatus, MatchKind, NameDisplay, ResultStatus, RoundStatus
from matches.models import Entry, Event, EventRole, Match, Round, User
from rules_engine import games

MOST = 2**31 - 1


class Whole(filters.NumberFilter):
    """A whole number that a column can hold."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": MOST, "decimal_places": 0, **kwargs})


class EventFilter(filters.FilterSet):
    """Events by game, date and name; ``mine``: only where one works."""

    game = filters.ChoiceFilter(choices=[(game.key, game.name) for game in games.all_games()])
    since = filters.DateFilter("date", "gte", label="On this day or later.")
    until = filters.DateFilter("date", "lte", label="On this day or earlier.")
    q = filters.CharFilter("name", "icontains", max_length=120, label="Part of the name.")
    finished = filters.BooleanFilter("finished_at", "isnull", exclude=True)
    mine = filters.BooleanFilter(method="of_mine", label="Only events where one has a role.")
    order = filters.OrderingFilter(fields=("date", "name"))

    class Meta:
        model = Event
        fields: list[str] = []

    def of_mine(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        user = self.request.user
        if not value or not isinstance(user, User):
            return events.none() if value else events
        return events.filter(pk__in=EventRole.objects.filter(user=user).values("event"))


def by(orders: Mapping[str, str], value: str) -> OrderBy:
    """``-table`` as what a query is ordered by; what has no value stands last either way, on every database."""
    column = F(orders[value.removeprefix("-")])
    return column.desc(nulls_last=True) if value.startswith("-") else column.asc(nulls_last=True)


class InOrder(filters.ChoiceFilter):
    """One of the names to order by, with - the other way round."""

    def __init__(self, orders: Mapping[str, str], **kwargs: Any) -> None:
        choices = [(f"{sign}{name}", name) for name in orders for sign in ("", "-")]
        super().__init__(choices=choices, label="What to order by, with - the other way round.", **kwargs)


ENTRY_ORDERS = {"number": "number", "name": "player__name", "seed": "seed"}


class EntryFilter(filters.FilterSet):
    """Entries by status and name. Who may not see a name can neither search nor order by it."""

    status = filters.ChoiceFilter(choices=EntryStatus.choices)
    q = filters.CharFilter(method="of_text", max_length=120, label="Part of the name; for staff of the id as well.")
    order = InOrder(ENTRY_ORDERS, method="in_order")

    class Meta:
        model = Entry
        fields: list[str] = []

    @property
    def _view(self) -> Any:
        return self.request.parser_context["view"]

    def of_text(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        if self._view.staff:
            return entries.filter(Q(player__name__icontains=value) | Q(player__external_id__icontains=value))
        shown = Q(name_display=NameDisplay.FULL)
        if self._view.event.name_display == NameDisplay.FULL:
            shown |= Q(name_display__isnull=True)
        return entries.filter(shown, player__name__icontains=value)

    def in_order(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        open_to_all = value.lstrip("-") == "number" or (
            value.lstrip("-") == "name"
            and self._view.event.name_display == NameDisplay.FULL
            and not entries.filter(name_display__gt=NameDisplay.FULL).exists()
        )
        if not (self._view.staff or open_to_all):
            return entries.order_by("number")
        return entries.order_by(by(ENTRY_ORDERS, value), "number")


class RoundFilter(filters.FilterSet):
    """Rounds of a stage, or in a state."""

    stage = Whole("stage__order")
    status = filters.ChoiceFilter(choices=RoundStatus.choices)
    order = filters.OrderingFilter(fields=(("stage__order", "stage"), ("number", "number")))

    class Meta:
        model = Round
        fields: list[str] = []


MATCH_ORDERS = {"table": "table", "round": "round__number"}


class MatchFilter(filters.FilterSet):
    """Matches by round, table or player; ``missing``: those without a confirmed result."""

    stage = Whole("round__stage__order", label="The stage's order.")
    round = Whole("round__number", label="The round's number.")
    table = Whole("table")
    entry = Whole("seats__entry__number", label="A player's number.")
    kind = filters.ChoiceFilter(choices=MatchKind.choices)
    missing = filters.BooleanFilter(method="of_missing", label="Without (or with) a confirmed result; byes are not.")
    order = InOrder(MATCH_ORDERS, method="in_order")

    class Meta:
        model = Match
        fields: list[str] = []

    def in_order(self, matches: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        rest = ("round__stage__order", "round__number", by(MATCH_ORDERS, "table"), "pk")
        return matches.order_by(by(MATCH_ORDERS, value), *rest)

    def of_missing(self, matches: QuerySet[Match], name: str, value: bool) -> QuerySet[Match]:
        settled = Q(results__status=ResultStatus.CONFIRMED)
        played = matches.filter(kind=MatchKind.PLAYED)
        return played.exclude(settled) if value else played.filter(settled)
