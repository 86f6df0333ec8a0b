"""The API addresses of the strategy lab."""

from django.urls import URLPattern, path

from matches.campaigns import api

urlpatterns: list[URLPattern] = [
    path("lab/", api.ComparisonsView.as_view(), name="api-comparisons"),
    path("lab/<uuid:key>/", api.ComparisonView.as_view(), name="api-comparison"),
]
