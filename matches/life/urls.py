"""What may become of an event: copied, kept as a template, archived, deleted."""

from django.urls import URLPattern, path

from matches.life import archive_views, copy_views, deletion_views

BASE = "e/<slug:slug>/desk/settings/"

urlpatterns: list[URLPattern] = [
    path("events/archive/", archive_views.archived_events, name="archived_events"),
    path("events/new/from/", copy_views.event_from, name="event_from"),
    path("events/deleted/", deletion_views.deleted_events, name="deleted_events"),
    path(f"{BASE}delete/", deletion_views.event_delete, name="event_delete"),
    path(f"{BASE}copy/", copy_views.event_copy, name="event_copy"),
    path(f"{BASE}template/", copy_views.event_template, name="event_template"),
    path(f"{BASE}archive/", archive_views.event_life, name="event_life"),
    path(f"{BASE}archive/add/", archive_views.event_archive, name="event_archive"),
    path(f"{BASE}archive/remove/", archive_views.event_unarchive, name="event_unarchive"),
]
