"""What the list of events can be narrowed to and ordered by."""

from __future__ import annotations

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from matches.api.filters import SeveralOrdersFilter, TruthFilter
from matches.events.queries.events import ARCHIVED, CURRENT, TEMPLATES
from matches.events.queries.games import playable_games
from matches.models import Event, EventRole, User


class EventFilter(filters.FilterSet):
    """Events by game, date and name; ``mine``: only where one works."""

    game = filters.ChoiceFilter(choices=[(game.key, game.name) for game in playable_games()])
    since = filters.DateFilter("date", "gte", label="On this day or later.")
    until = filters.DateFilter("date", "lte", label="On this day or earlier.")
    q = filters.CharFilter("name", "icontains", max_length=120, label="Part of the name.")
    finished = TruthFilter("finished_at", "isnull", exclude=True)
    mine = TruthFilter(method="of_mine", label="Only events where one has a role.")
    archived = TruthFilter(method="of_shelf", label="Only events in the archive, which the list leaves out otherwise.")
    template = TruthFilter(method="of_shelf", label="Only templates, which the list leaves out otherwise.")
    order = SeveralOrdersFilter(fields=("date", "name"))

    class Meta:
        model = Event
        fields: list[str] = []

    def filter_queryset(self, queryset: QuerySet[Event]) -> QuerySet[Event]:
        """Archive and templates are left out unless they are asked for."""
        chosen = self.form.cleaned_data
        shelf = TEMPLATES if chosen["template"] else ARCHIVED if chosen["archived"] else CURRENT
        found: QuerySet[Event] = super().filter_queryset(queryset.filter(shelf))
        return found

    def of_shelf(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        """``filter_queryset`` has chosen already."""
        return events

    def of_mine(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        user = self.request.user
        if not value or not isinstance(user, User):
            return events.none() if value else events
        return events.filter(pk__in=EventRole.objects.filter(user=user).values("event"))
