"""Calls for a judge, and appeals from a table."""

from django.urls import URLPattern, path

from judging.calls import views

urlpatterns: list[URLPattern] = [
    path("table/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("calls/", views.calls, name="calls"),
    path("calls/<uuid:record>/<slug:name>/", views.call_act, name="call_act"),
]
