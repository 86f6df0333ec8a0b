"""The API addresses of matches and their results."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT, MATCH
from matches.results import api, batch_api, match_api
from matches.results.serializers import MatchSerializer, ResultVersionSerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}matches/", match_api.MatchListView.as_view(), name="api-matches"),
    path(f"{EVENT}results/", batch_api.BatchView.as_view(), name="api-results-batch"),
    path(MATCH, match_api.MatchView.as_view(), name="api-match"),
    path(f"{MATCH}results/", api.ResultListView.as_view(), name="api-results"),
    *action_paths(
        MATCH, "match", match_api.MatchActionView, match_api.ACTIONS, tag="matches", response=MatchSerializer
    ),
    *action_paths(
        MATCH,
        "result",
        api.ResultActionView,
        api.ACTIONS,
        tag="results",
        response=ResultVersionSerializer(many=True),
    ),
]
