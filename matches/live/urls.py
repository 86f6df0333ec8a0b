"""The address that keeps pages up to date; ``asgi.py`` puts the stream in front of Django."""

from django.urls import URLPattern, path

from matches.live import views

urlpatterns: list[URLPattern] = [path("e/<slug:slug>/live/", views.live, name="live")]
