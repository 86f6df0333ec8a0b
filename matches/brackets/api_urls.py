"""The API addresses of brackets."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.brackets.api.brackets import BracketView
from matches.brackets.api.seeds import SeedsView

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}stages/<int:order>/bracket/", BracketView.as_view(), name="api-bracket"),
    path(f"{EVENT}stages/<int:order>/seeds/", SeedsView.as_view(), name="api-seeds"),
]
