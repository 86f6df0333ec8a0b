"""The public bracket, and its seeds at the desk."""

from django.urls import URLPattern, path

from matches.brackets.views import public as views
from matches.brackets.views import seeds as seed_views

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("e/<slug:slug>/desk/seeds/<int:order>/", seed_views.seeds, name="seeds"),
]
