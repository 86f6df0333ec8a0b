"""The API addresses of analyses."""

from django.urls import URLPattern, path

from matches.analysis import api

urlpatterns: list[URLPattern] = [
    path("analysis/", api.AnalysesView.as_view(), name="api-analyses"),
    path("analysis/<uuid:key>/", api.AnalysisView.as_view(), name="api-analysis"),
]
