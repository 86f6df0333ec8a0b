"""The addresses of the records that an event publishes, below ``e/<event>/records/``."""

from django.urls import URLPattern, path

from judging.recorder.views import public

app_name = "records"

urlpatterns: list[URLPattern] = [
    path("", public.records, name="records"),
    path("<int:pk>/", public.replay, name="replay"),
]
