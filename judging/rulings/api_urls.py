"""The API addresses of rulings, infractions and penalties."""

from django.urls import URLPattern, path

from judging.rulings.api import infractions, rulings
from judging.rulings.serializers import InfractionSerializer, RulingSerializer
from matches.api.actions import action_paths
from matches.api.addresses import EVENT

INFRACTION = f"{EVENT}infractions/<uuid:pk>/"
RULING = f"{EVENT}rulings/<uuid:pk>/"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}rulings/", rulings.RulingListView.as_view(), name="api-rulings"),
    path(f"{EVENT}infractions/", infractions.InfractionListView.as_view(), name="api-infractions"),
    path(INFRACTION, infractions.InfractionView.as_view(), name="api-infraction"),
    path(f"{EVENT}penalties/", infractions.PenaltyListView.as_view(), name="api-penalties"),
    *action_paths(
        RULING, "rulings", rulings.RulingActionView, rulings.ACTIONS, tag="rulings", response=RulingSerializer
    ),
    *action_paths(
        INFRACTION,
        "infractions",
        infractions.InfractionActionView,
        infractions.ACTIONS,
        tag="infractions",
        response=InfractionSerializer,
    ),
]
