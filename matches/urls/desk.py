"""The staff pages of an event that deal with rounds, results and standings."""

from django.urls import URLPattern, path

from matches.views import desk, results, round_acts, rounds, standings, table

BASE = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(BASE, desk.desk, name="desk"),
    path(f"{BASE}rounds/", rounds.plan, name="rounds"),
    path(f"{BASE}rounds/pair/", rounds.pair, name="pair"),
    path(f"{BASE}rounds/<int:order>/<int:number>/", rounds.round_page, name="round"),
    path(f"{BASE}rounds/<int:order>/<int:number>/<int:attempt>/", rounds.round_attempt, name="round_attempt"),
    path(f"{BASE}round/<int:pk>/<slug:name>/", round_acts.round_act, name="round_act"),
    path(f"{BASE}match/<int:pk>/<slug:name>/", round_acts.match_act, name="match_act"),
    path(f"{BASE}results/", results.results, name="results"),
    path(f"{BASE}results/<int:pk>/undo/", table.undo_result, name="undo_result"),
    path(f"{BASE}table/<int:pk>/", table.table, name="table"),
    path(f"{BASE}standings/", standings.desk_standings, name="desk_standings"),
    path(f"{BASE}standings/<int:order>/<int:number>/", standings.desk_standings, name="desk_standings_after"),
]
