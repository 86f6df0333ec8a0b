"""The addresses of the pages for players and spectators."""

from django.urls import URLPattern, path

from matches.public import draw_views, player_views, schedule_views, views

BASE = "e/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(BASE, views.pairings, name="public"),
    path(f"{BASE}round/<int:order>/<int:number>/", views.pairings, name="public_round"),
    path(f"{BASE}round/<int:order>/<int:number>/draw/", draw_views.draw, name="draw"),
    path(f"{BASE}find/", views.find, name="find"),
    path(f"{BASE}players/", views.players, name="players"),
    path(f"{BASE}players/<int:number>/", player_views.player, name="player"),
    path(f"{BASE}schedule/", schedule_views.schedule, name="schedule"),
    path(f"{BASE}clock/", views.clock_part, name="clock_part"),
]
