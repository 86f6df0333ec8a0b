"""What everyone may open, and the players' personal pages."""

from django.urls import URLPattern, path

from matches.views import live, me, public

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/", public.pairings, name="public"),
    path("e/<slug:slug>/round/<int:order>/<int:number>/", public.pairings, name="public_round"),
    path("e/<slug:slug>/standings/", public.standings, name="standings"),
    path("e/<slug:slug>/bracket/", public.bracket, name="bracket"),
    path("e/<slug:slug>/players/", public.players, name="players"),
    path("e/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("e/<slug:slug>/wall/", public.wall, name="wall"),
    path("e/<slug:slug>/clock/", public.clock_part, name="clock_part"),
    path("e/<slug:slug>/live/", live.live, name="live"),
    path("p/<str:token>/", me.me, name="me"),
]
