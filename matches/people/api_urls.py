"""The API addresses of the import, of personal links, and of a person at all events."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.people.api.imports import ImportView
from matches.people.api.links import LinksRevokeView, LinksView
from matches.people.api.persons import PersonEntriesView

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}entries/import/", ImportView.as_view(), name="api-entries-import"),
    path("entries/", PersonEntriesView.as_view(), name="api-people"),
    path(f"{EVENT}links/", LinksView.as_view(), name="api-links"),
    path(f"{EVENT}links/revoke/", LinksRevokeView.as_view(), name="api-links-revoke"),
]
