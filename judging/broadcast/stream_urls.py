"""The addresses of stream layers."""

from django.urls import URLPattern, path

from judging.broadcast.views import layers

app_name = "stream"

urlpatterns: list[URLPattern] = [
    path("<str:token>/<slug:key>/", layers.layer, name="layer"),
]
