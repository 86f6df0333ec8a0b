"""The API addresses of rounds and their matches."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT, MATCH, ROUND
from matches.rounds.api import actions, matches, rounds
from matches.rounds.serializers.matches import MatchSerializer
from matches.rounds.serializers.rounds import RoundSerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}rounds/", rounds.RoundListView.as_view(), name="api-rounds"),
    path(ROUND, rounds.RoundView.as_view(), name="api-round"),
    path(f"{ROUND}verify/", rounds.RoundVerifyView.as_view(), name="api-round-verify"),
    *action_paths(ROUND, "round", actions.RoundActionView, actions.ACTIONS, tag="rounds", response=RoundSerializer),
    path(f"{EVENT}matches/", matches.MatchListView.as_view(), name="api-matches"),
    path(MATCH, matches.MatchView.as_view(), name="api-match"),
    *action_paths(MATCH, "match", matches.MatchActionView, matches.ACTIONS, tag="matches", response=MatchSerializer),
]
