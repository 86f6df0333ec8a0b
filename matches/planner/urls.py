"""The addresses of the planner."""

from django.urls import URLPattern, path

from matches.planner import views

urlpatterns: list[URLPattern] = [
    path("plan/", views.planner, name="planner"),
    path("plan/job/<uuid:key>/", views.plan_job, name="plan_job"),
    path("e/<slug:slug>/desk/plan/", views.event_planner, name="event_planner"),
]
