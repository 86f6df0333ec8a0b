"""What pages ask to stay up to date; the stream itself stands in front of Django in ``asgi.py``."""

from django.urls import URLPattern, path

from matches.live import views

urlpatterns: list[URLPattern] = [path("e/<slug:slug>/live/", views.live, name="live")]
