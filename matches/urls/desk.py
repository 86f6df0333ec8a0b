"""The staff pages of an event that deal with rounds, results and standings."""

from django.urls import URLPattern, path

from matches.views import desk, results, rounds, standings

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/desk/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/rounds/", rounds.plan, name="rounds"),
    path("e/<slug:slug>/desk/rounds/pair/", rounds.pair, name="pair"),
    path("e/<slug:slug>/desk/rounds/<int:order>/<int:number>/", rounds.round_page, name="round"),
    path("e/<slug:slug>/desk/round/<int:pk>/<slug:name>/", rounds.round_act, name="round_act"),
    path("e/<slug:slug>/desk/match/<int:pk>/<slug:name>/", rounds.match_act, name="match_act"),
    path("e/<slug:slug>/desk/results/", results.results, name="results"),
    path("e/<slug:slug>/desk/results/<int:pk>/undo/", results.undo_result, name="undo_result"),
    path("e/<slug:slug>/desk/table/<int:pk>/", results.table, name="table"),
    path("e/<slug:slug>/desk/standings/", standings.desk_standings, name="desk_standings"),
]
