"""What everyone may open, and the players' personal pages."""

from django.urls import URLPattern, path

from matches.views import bracket, live, me, player, public, standings, wall

BASE = "e/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(BASE, public.pairings, name="public"),
    path(f"{BASE}round/<int:order>/<int:number>/", public.pairings, name="public_round"),
    path(f"{BASE}find/", public.find, name="find"),
    path(f"{BASE}standings/", standings.standings, name="standings"),
    path(f"{BASE}standings/<int:order>/<int:number>/", standings.standings, name="standings_after"),
    path(f"{BASE}standings/<int:order>/<int:number>/<int:player>/", standings.explained, name="explained"),
    path(f"{BASE}bracket/", bracket.bracket, name="bracket"),
    path(f"{BASE}players/", public.players, name="players"),
    path(f"{BASE}players/<int:number>/", player.player, name="player"),
    path(f"{BASE}wall/", wall.wall, name="wall"),
    path(f"{BASE}clock/", public.clock_part, name="clock_part"),
    path(f"{BASE}live/", live.live, name="live"),
    path("p/<str:token>/", me.me, name="me"),
]
