"""The addresses of the strategy lab."""

from django.urls import URLPattern, path

from matches.campaigns import views

urlpatterns: list[URLPattern] = [
    path("lab/", views.lab, name="lab"),
    path("lab/job/<uuid:key>/", views.lab_job, name="lab_job"),
]
