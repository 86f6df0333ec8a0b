"""The API addresses of the standings."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.snapshots import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}standings/", api.StandingsView.as_view(), name="api-standings"),
    path(f"{EVENT}standings/<int:number>/", api.PlaceView.as_view(), name="api-place"),
]
