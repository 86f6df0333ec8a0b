"""The addresses of zones and the rota of a hall day."""

from django.urls import URLPattern, path

from judging.rota import hall_views

urlpatterns: list[URLPattern] = [
    path("rota/", hall_views.hall_rota, name="hall_rota"),
    path("rota/<slug:name>/", hall_views.hall_rota_act, name="hall_rota_act"),
]
