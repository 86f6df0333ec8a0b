"""The API addresses of announcements."""

from django.urls import URLPattern, path

from matches.announcements import api
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}announcements/", api.AnnouncementListView.as_view(), name="api-announcements"),
    path(f"{EVENT}announcements/<uuid:key>/end/", api.AnnouncementEndView.as_view(), name="api-announcement-end"),
]
