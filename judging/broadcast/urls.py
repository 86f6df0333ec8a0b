"""The addresses where the matches that everybody can watch are chosen."""

from django.urls import URLPattern, path

from judging.broadcast.views import desk

urlpatterns: list[URLPattern] = [
    path("live/", desk.featured, name="featured"),
    path("live/stream/<slug:act>/", desk.stream_act, name="stream_act"),
    path("live/<int:pk>/<slug:act>/", desk.feature_act, name="feature_act"),
]
