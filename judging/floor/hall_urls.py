"""The judges' addresses of a hall day, below ``halls/<hall day>/``."""

from django.urls import URLPattern, path

from judging.floor import hall_call_views

app_name = "hall_floor"

urlpatterns: list[URLPattern] = [
    path("calls/", hall_call_views.hall_calls, name="hall_calls"),
]
