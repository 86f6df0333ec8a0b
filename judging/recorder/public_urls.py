"""The addresses of the records that an event publishes, below ``e/<event>/records/``."""

from django.urls import URLPattern, path

from judging.recorder.views import public as public_views

app_name = "records"

urlpatterns: list[URLPattern] = [
    path("", public_views.records, name="records"),
    path("<int:pk>/", public_views.replay, name="replay"),
]
