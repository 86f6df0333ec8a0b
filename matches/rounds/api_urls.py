"""The API addresses of rounds."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT, ROUND
from matches.rounds import api
from matches.rounds.serializers import RoundSerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}rounds/", api.RoundListView.as_view(), name="api-rounds"),
    path(ROUND, api.RoundView.as_view(), name="api-round"),
    path(f"{ROUND}verify/", api.RoundVerifyView.as_view(), name="api-round-verify"),
    *action_paths(ROUND, "round", api.RoundActionView, api.ACTIONS, tag="rounds", response=RoundSerializer),
]
