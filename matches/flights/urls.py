"""The pages of flights."""

from django.urls import URLPattern, path

from matches.flights import views

BASE = "e/<slug:slug>/desk/settings/flights/"

urlpatterns: list[URLPattern] = [
    path(BASE, views.event_flights, name="event_flights"),
    path(f"{BASE}split/", views.event_split, name="event_split"),
    path(f"{BASE}from/<slug:source_slug>/", views.event_qualifiers, name="event_qualifiers"),
]
