"""The API addresses of the log."""

from django.urls import URLPattern, path

from judging.log.api import LogView
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [path(f"{EVENT}log/", LogView.as_view(), name="api-log")]
