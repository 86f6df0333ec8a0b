"""The archive of an event, and the list of those that are in it."""

from django.urls import URLPattern, path

from matches.life import archive_views

BASE = "e/<slug:slug>/desk/settings/"

urlpatterns: list[URLPattern] = [
    path("events/archive/", archive_views.archived_events, name="archived_events"),
    path(f"{BASE}archive/", archive_views.event_life, name="event_life"),
    path(f"{BASE}archive/add/", archive_views.event_archive, name="event_archive"),
    path(f"{BASE}archive/remove/", archive_views.event_unarchive, name="event_unarchive"),
]
