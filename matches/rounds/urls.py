"""Planning, pairing and running rounds."""

from django.urls import URLPattern, path

from matches.rounds.views import acts, attempts, match_acts, reseat, rounds

BASE = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}rounds/", rounds.plan, name="rounds"),
    path(f"{BASE}rounds/pair/", rounds.pair, name="pair"),
    path(f"{BASE}rounds/<int:order>/<int:number>/", rounds.round_page, name="round"),
    path(f"{BASE}rounds/<int:order>/<int:number>/seats/", reseat.reseat, name="reseat"),
    path(f"{BASE}rounds/<int:order>/<int:number>/<int:attempt>/", attempts.round_attempt, name="round_attempt"),
    path(f"{BASE}round/<int:pk>/<slug:name>/", acts.round_act, name="round_act"),
    path(f"{BASE}match/<int:pk>/<slug:name>/", match_acts.match_act, name="match_act"),
]
