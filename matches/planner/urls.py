"""The addresses of the planner."""

from django.urls import URLPattern, path

from matches.planner import schedule_views, views

urlpatterns: list[URLPattern] = [
    path("plan/", views.planner, name="planner"),
    path("plan/job/<uuid:key>/", views.plan_job, name="plan_job"),
    path("e/<slug:slug>/desk/plan/", views.event_planner, name="event_planner"),
    path("e/<slug:slug>/desk/schedule/", schedule_views.desk_schedule, name="desk_schedule"),
    path("e/<slug:slug>/desk/schedule/delay/", schedule_views.schedule_delay, name="schedule_delay"),
]
