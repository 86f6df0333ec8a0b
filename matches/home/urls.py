"""The addresses of the first page and of the page of all events."""

from django.urls import URLPattern, path

from matches.home import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("events/", views.all_events, name="all_events"),
]
