"""The API address of extra time."""

from django.urls import URLPattern, path

from judging.floor.api import ExtensionListView
from matches.api.addresses import EVENT

urlpatterns: list[URLPattern] = [path(f"{EVENT}extensions/", ExtensionListView.as_view(), name="api-extensions")]
