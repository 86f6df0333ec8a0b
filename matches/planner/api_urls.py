"""The API addresses of the planner and of the schedule."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.planner import api, schedule_api

urlpatterns: list[URLPattern] = [
    path("plan/", api.PlanView.as_view(), name="api-plan"),
    path("plan/cut/", api.PlanCutView.as_view(), name="api-plan-cut"),
    path(f"{EVENT}schedule/", schedule_api.ScheduleView.as_view(), name="api-schedule"),
    path(f"{EVENT}schedule/shift/", schedule_api.ScheduleShiftView.as_view(), name="api-schedule-shift"),
]
