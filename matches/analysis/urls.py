"""The addresses of analyses."""

from django.urls import URLPattern, path

from matches.analysis import views

urlpatterns: list[URLPattern] = [
    path("analysis/", views.analysis_start, name="analysis_start"),
    path("analysis/<uuid:key>/", views.analysis, name="analysis"),
    path("analysis/<uuid:key>/progress/", views.analysis_job, name="analysis_job"),
]
