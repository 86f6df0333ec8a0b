"""The API addresses of the clock, the live versions and a player's link."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.public import api

urlpatterns: list[URLPattern] = [
    path("player/", api.PlayerLinkView.as_view(), name="api-player"),
    path(f"{EVENT}clock/", api.ClockView.as_view(), name="api-clock"),
    path(f"{EVENT}live/", api.LiveView.as_view(), name="api-live"),
]
