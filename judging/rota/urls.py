"""The addresses of zones and the rota."""

from django.urls import URLPattern, path

from judging.rota import event_views

urlpatterns: list[URLPattern] = [
    path("rota/", event_views.rota, name="rota"),
    path("rota/<slug:name>/", event_views.rota_act, name="rota_act"),
    path("duty/<slug:name>/", event_views.own_duty, name="own_duty"),
]
