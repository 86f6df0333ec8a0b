"""The API address of the planner."""

from django.urls import URLPattern, path

from matches.planner import api

urlpatterns: list[URLPattern] = [
    path("plan/", api.PlanView.as_view(), name="api-plan"),
    path("plan/cut/", api.PlanCutView.as_view(), name="api-plan-cut"),
]
