"""The addresses of the log of an event and of a player."""

from django.urls import URLPattern, path

from judging.log import views
from matches.pages.export_views import export_file

urlpatterns: list[URLPattern] = [
    path("log/", views.log, name="log"),
    path("log/export.<slug:kind>", export_file, {"key": "rulings"}, name="export"),
    path("player/<int:number>/", views.player_log, name="player_log"),
]
