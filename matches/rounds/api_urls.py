"""The API addresses of rounds and their matches."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT, MATCH, ROUND
from matches.rounds.api import matches as match_api
from matches.rounds.api import rounds as api
from matches.rounds.serializers.matches import MatchSerializer
from matches.rounds.serializers.rounds import RoundSerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}rounds/", api.RoundListView.as_view(), name="api-rounds"),
    path(ROUND, api.RoundView.as_view(), name="api-round"),
    path(f"{ROUND}verify/", api.RoundVerifyView.as_view(), name="api-round-verify"),
    *action_paths(ROUND, "round", api.RoundActionView, api.ACTIONS, tag="rounds", response=RoundSerializer),
    path(f"{EVENT}matches/", match_api.MatchListView.as_view(), name="api-matches"),
    path(MATCH, match_api.MatchView.as_view(), name="api-match"),
    *action_paths(
        MATCH, "match", match_api.MatchActionView, match_api.ACTIONS, tag="matches", response=MatchSerializer
    ),
]
