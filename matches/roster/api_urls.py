"""The API addresses of entries."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import ENTRY, EVENT
from matches.people.serializers import EntrySerializer
from matches.roster import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}entries/", api.EntryListView.as_view(), name="api-entries"),
    path(f"{EVENT}entries/check-in/", api.CheckInView.as_view(), name="api-entries-check-in"),
    path(ENTRY, api.EntryView.as_view(), name="api-entry"),
    *action_paths(ENTRY, "entry", api.EntryActionView, api.ACTIONS, tag="entries", response=EntrySerializer),
]
