"""The API addresses of calls for a judge."""

from django.urls import URLPattern, path

from judging.calls import api
from judging.calls.serializers import CallSerializer
from matches.api.actions import action_paths
from matches.api.addresses import EVENT

CALL = f"{EVENT}calls/<uuid:pk>/"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}calls/", api.CallListView.as_view(), name="api-calls"),
    *action_paths(CALL, "calls", api.CallActionView, api.ACTIONS, tag="calls", response=CallSerializer),
]
