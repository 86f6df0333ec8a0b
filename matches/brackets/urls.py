"""The public bracket, and its seeds at the desk."""

from django.urls import URLPattern, path

from matches.brackets.views import public, seeds

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/bracket/", public.bracket, name="bracket"),
    path("e/<slug:slug>/desk/seeds/<int:order>/", seeds.seeds, name="seeds"),
]
