"""The API addresses of forecasts."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.forecasts import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}forecast/", api.ForecastView.as_view(), name="api-forecast"),
    path("player/what-if/", api.OwnWhatIfView.as_view(), name="api-player-what-if"),
]
