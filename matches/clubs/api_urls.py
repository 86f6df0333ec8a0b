"""The API addresses of clubs."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.clubs import api, series_api

CLUB = "clubs/<slug:club>/"

urlpatterns: list[URLPattern] = [
    path("clubs/", api.ClubListView.as_view(), name="api-clubs"),
    path(CLUB, api.ClubView.as_view(), name="api-club"),
    path(f"{CLUB}series/", series_api.SeriesListView.as_view(), name="api-series"),
    path(f"{CLUB}series/<uuid:key>/events/", series_api.SeriesEventsView.as_view(), name="api-series-events"),
    path(f"{CLUB}suspensions/", api.SuspensionListView.as_view(), name="api-suspensions"),
    path(f"{CLUB}suspensions/<uuid:key>/lift/", api.SuspensionLiftView.as_view(), name="api-suspension-lift"),
    path(
        f"{EVENT}suspensions/<uuid:key>/override/",
        api.SuspensionOverrideView.as_view(),
        name="api-suspension-override",
    ),
]
