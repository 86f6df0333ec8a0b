"""Calls for a judge."""

from django.urls import URLPattern, path

from judging.calls import views

urlpatterns: list[URLPattern] = [
    path("calls/", views.calls, name="calls"),
    path("calls/waiting/", views.waiting, name="calls_waiting"),
    path("calls/<uuid:record>/<slug:name>/", views.call_act, name="call_act"),
]
