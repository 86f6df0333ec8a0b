"""The event's log, a player's, and the rulebook of the floor."""

from django.urls import URLPattern, path

from judging.log import views

urlpatterns: list[URLPattern] = [
    path("log/", views.log, name="log"),
    path("log/export.<slug:kind>", views.export, name="export"),
    path("player/<int:number>/", views.player_log, name="player_log"),
    path("rules/", views.rulebook, name="rules"),
]
