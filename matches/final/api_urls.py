"""The API address of the final ranking."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.final import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}standings/final/", api.FinalStandingsView.as_view(), name="api-standings-final"),
]
