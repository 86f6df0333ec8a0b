"""The address of the list of calls of a hall day."""

from django.urls import URLPattern, path

from judging.floor import hall_call_views

urlpatterns: list[URLPattern] = [
    path("calls/", hall_call_views.hall_calls, name="hall_calls"),
]
