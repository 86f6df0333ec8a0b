"""The API address of zones and the rota."""

from django.urls import URLPattern, path

from judging.rota.api import RotaView
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [path(f"{EVENT}rota/", RotaView.as_view(), name="api-rota")]
