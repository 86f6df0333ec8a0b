"""The API addresses of entries."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import ENTRY, EVENT
from matches.people import api
from matches.people.import_api import ImportView
from matches.people.link_api import LinksRevokeView, LinksView
from matches.people.person_api import PersonEntriesView
from matches.people.serializers import EntrySerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}entries/", api.EntryListView.as_view(), name="api-entries"),
    path(f"{EVENT}entries/import/", ImportView.as_view(), name="api-entries-import"),
    path(f"{EVENT}entries/check-in/", api.CheckInView.as_view(), name="api-entries-check-in"),
    path("entries/", PersonEntriesView.as_view(), name="api-people"),
    path(f"{EVENT}links/", LinksView.as_view(), name="api-links"),
    path(f"{EVENT}links/revoke/", LinksRevokeView.as_view(), name="api-links-revoke"),
    path(ENTRY, api.EntryView.as_view(), name="api-entry"),
    *action_paths(ENTRY, "entry", api.EntryActionView, api.ACTIONS, tag="entries", response=EntrySerializer),
]
