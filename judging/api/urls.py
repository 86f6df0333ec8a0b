"""The addresses of the judging API, below ``/api/v1/``."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path

from judging.api import acts, lists, records

EVENT = "events/<slug:slug>"


def _acts(kind: str, views: Mapping[str, Callable[..., Any]]) -> list[URLPattern]:
    """An address for each act: ``infractions/ID/confirm/``."""
    return [path(f"{EVENT}/{kind}/<uuid:pk>/{name}/", view, name=f"api-{kind}-{name}") for name, view in views.items()]


urlpatterns: list[URLPattern] = [
    path(f"{EVENT}/policy/", lists.PolicyNow.as_view(), name="api-policy"),
    path(f"{EVENT}/rulings/", records.Rulings.as_view(), name="api-rulings"),
    path(f"{EVENT}/infractions/", records.Infractions.as_view(), name="api-infractions"),
    path(f"{EVENT}/infractions/<uuid:pk>/", acts.OneInfraction.as_view(), name="api-infraction"),
    path(f"{EVENT}/penalties/", lists.Penalties.as_view(), name="api-penalties"),
    path(f"{EVENT}/calls/", records.Calls.as_view(), name="api-calls"),
    path(f"{EVENT}/log/", lists.Lines.as_view(), name="api-log"),
    *_acts("infractions", acts.INFRACTION_VIEWS),
    *_acts("rulings", acts.RULING_VIEWS),
    *_acts("calls", acts.CALL_VIEWS),
]
