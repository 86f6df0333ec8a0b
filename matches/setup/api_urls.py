"""The API addresses of events, their stages and the presets."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT
from matches.events.serializers.events import EventSerializer
from matches.setup import api, prize_api

urlpatterns: list[URLPattern] = [
    path("presets/", api.PresetListView.as_view(), name="api-presets"),
    path("events/", api.EventListView.as_view(), name="api-events"),
    path(EVENT, api.EventView.as_view(), name="api-event"),
    path(f"{EVENT}stages/", api.StageListView.as_view(), name="api-stages"),
    path(f"{EVENT}prizes/", prize_api.PrizesView.as_view(), name="api-prizes"),
    path(f"{EVENT}prizes/categories/", prize_api.PrizeCategoriesView.as_view(), name="api-prize-categories"),
    *action_paths(EVENT, "event", api.EventActionView, api.ACTIONS, tag="events", response=EventSerializer),
]
