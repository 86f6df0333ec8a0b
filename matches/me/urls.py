"""A player's own page, behind the personal link."""

from django.urls import URLPattern, path

from matches.me import app_views, check_in_views, device_views, forecast_views, views, worker_views

urlpatterns: list[URLPattern] = [
    path("p/<str:token>/", views.me, name="me"),
    path("p/<str:token>/check-in/", check_in_views.own_check_in_page, name="own_check_in"),
    path("p/<str:token>/time/", views.my_time_call, name="my_time_call"),
    path("p/<str:token>/what-if/", forecast_views.my_what_if, name="my_what_if"),
    path("p/<str:token>/worker.js", worker_views.worker, name="my_worker"),
    path("p/<str:token>/app.webmanifest", app_views.manifest, name="my_app"),
    path("device/forget/", device_views.forget, name="forget_players"),
]
