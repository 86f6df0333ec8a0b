"""The API addresses of rulings, infractions and penalties."""

from django.urls import URLPattern, path

from judging.rulings.api import infractions as infraction_api
from judging.rulings.api import rulings as api
from judging.rulings.serializers import InfractionSerializer, RulingSerializer
from matches.api.actions import action_paths
from matches.api.addresses import EVENT

INFRACTION = f"{EVENT}infractions/<uuid:pk>/"
RULING = f"{EVENT}rulings/<uuid:pk>/"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}rulings/", api.RulingListView.as_view(), name="api-rulings"),
    path(f"{EVENT}infractions/", infraction_api.InfractionListView.as_view(), name="api-infractions"),
    path(INFRACTION, infraction_api.InfractionView.as_view(), name="api-infraction"),
    path(f"{EVENT}penalties/", infraction_api.PenaltyListView.as_view(), name="api-penalties"),
    *action_paths(RULING, "rulings", api.RulingActionView, api.ACTIONS, tag="rulings", response=RulingSerializer),
    *action_paths(
        INFRACTION,
        "infractions",
        infraction_api.InfractionActionView,
        infraction_api.ACTIONS,
        tag="infractions",
        response=InfractionSerializer,
    ),
]
