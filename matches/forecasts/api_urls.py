"""The API address of the forecast."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.forecasts import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}forecast/", api.ForecastView.as_view(), name="api-forecast"),
]
