"""Planning, pairing and running rounds."""

from django.urls import URLPattern, path

from matches.rounds.views import acts as act_views
from matches.rounds.views import attempts as attempt_views
from matches.rounds.views import reseat as reseat_views
from matches.rounds.views import rounds as views

BASE = "e/<slug:slug>/desk/"

urlpatterns: list[URLPattern] = [
    path(f"{BASE}rounds/", views.plan, name="rounds"),
    path(f"{BASE}rounds/pair/", views.pair, name="pair"),
    path(f"{BASE}rounds/<int:order>/<int:number>/", views.round_page, name="round"),
    path(f"{BASE}rounds/<int:order>/<int:number>/seats/", reseat_views.reseat, name="reseat"),
    path(f"{BASE}rounds/<int:order>/<int:number>/<int:attempt>/", attempt_views.round_attempt, name="round_attempt"),
    path(f"{BASE}round/<int:pk>/<slug:name>/", act_views.round_act, name="round_act"),
    path(f"{BASE}match/<int:pk>/<slug:name>/", act_views.match_act, name="match_act"),
]
