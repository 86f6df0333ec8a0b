"""The API addresses of what may become of an event."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT
from matches.events.serializers.events import EventSerializer
from matches.life import api
from matches.setup.api import EventActionView

urlpatterns: list[URLPattern] = [
    path("deletions/", api.DeletionListView.as_view(), name="api-deletions"),
    path(f"{EVENT}delete/", api.EventDeleteView.as_view(), name="api-event-delete"),
    path(f"{EVENT}copy/", api.EventCopyView.as_view(), name="api-event-copy"),
    *action_paths(EVENT, "event", EventActionView, api.ACTIONS, tag="events", response=EventSerializer),
]
