"""The addresses of the standings: at the desk, public, and explained."""

from django.urls import URLPattern, path

from matches.ranking import views

PUBLIC = "e/<slug:slug>/standings/"
DESK = "e/<slug:slug>/desk/standings/"

urlpatterns: list[URLPattern] = [
    path(DESK, views.desk_standings, name="desk_standings"),
    path(f"{DESK}<int:order>/<int:number>/", views.desk_standings, name="desk_standings_after"),
    path(PUBLIC, views.standings, name="standings"),
    path(f"{PUBLIC}<int:order>/<int:number>/", views.standings, name="standings_after"),
    path(f"{PUBLIC}<int:order>/<int:number>/<int:player>/", views.explained, name="explained"),
]
