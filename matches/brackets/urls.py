"""The public bracket, and its seeds at the desk."""

from django.urls import URLPattern, path

from matches.brackets import seed_views, views

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("e/<slug:slug>/desk/seeds/<int:order>/", seed_views.seeds, name="seeds"),
]
