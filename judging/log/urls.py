"""The addresses of the log of an event and of a player."""

from django.urls import URLPattern, path

from judging.log import views

urlpatterns: list[URLPattern] = [
    path("log/", views.log, name="log"),
    path("player/<int:number>/", views.player_log, name="player_log"),
]
