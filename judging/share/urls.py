"""The addresses of the cards that links bring along, below ``e/<event>/share/``."""

from django.urls import URLPattern, path

from judging.share import views

app_name = "share"

urlpatterns: list[URLPattern] = [
    path("event.png", views.of_event, name="event"),
    path("round/<int:order>/<int:number>.png", views.of_round, name="round"),
    path("standings.png", views.of_standings, name="standings"),
    path("players/<int:number>.png", views.of_player, {"kind": "png"}, name="player"),
    path("players/<int:number>.svg", views.of_player, {"kind": "svg"}, name="player_svg"),
    path("watch/<int:pk>.png", views.of_match, name="match"),
]
