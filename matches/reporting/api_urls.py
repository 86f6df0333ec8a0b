"""The API addresses of results."""

from django.urls import URLPattern, path

from matches.api.actions import action_paths
from matches.api.addresses import EVENT, MATCH
from matches.reporting import api, batch_api
from matches.results.serializers import ResultVersionSerializer

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}results/", batch_api.BatchView.as_view(), name="api-results-batch"),
    path(f"{MATCH}results/", api.ResultListView.as_view(), name="api-results"),
    *action_paths(
        MATCH,
        "result",
        api.ResultActionView,
        api.ACTIONS,
        tag="results",
        response=ResultVersionSerializer(many=True),
    ),
]
