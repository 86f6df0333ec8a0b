"""The API addresses of sign-ups."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.signups import api

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}sign-ups/", api.SignUpListView.as_view(), name="api-sign-ups"),
    path(f"{EVENT}sign-ups/accept/", api.SignUpsAcceptView.as_view(), name="api-sign-ups-accept"),
    path(f"{EVENT}sign-ups/decline/", api.SignUpsDeclineView.as_view(), name="api-sign-ups-decline"),
    path(f"{EVENT}sign-ups/<uuid:key>/move/", api.SignUpMoveView.as_view(), name="api-sign-up-move"),
    path(f"{EVENT}paid/", api.PaidView.as_view(), name="api-paid"),
]
