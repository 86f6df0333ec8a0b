"""The API addresses of turns on record."""

from django.urls import URLPattern, path

from judging.recorder import api
from judging.recorder.serializers import TurnsSerializer
from matches.api.actions import action_paths
from matches.api.addresses import MATCH

TURNS = f"{MATCH}turns/"

urlpatterns: list[URLPattern] = [
    path(TURNS, api.TurnsView.as_view(), name="api-turns"),
    *action_paths(TURNS, "turns", api.TurnsActionView, api.ACTIONS, tag="turns", response=TurnsSerializer),
]
