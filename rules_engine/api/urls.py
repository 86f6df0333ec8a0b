"""The addresses of the API."""

from django.urls import URLPattern, path

from rules_engine.api.drill import DrillView
from rules_engine.api.odds import OddsView
from rules_engine.api.records import CheckRecordView, ConvertRecordView
from rules_engine.api.rulebook import GameListView, RuleListView, RuleView

urlpatterns: list[URLPattern] = [
    path("records/check/", CheckRecordView.as_view(), name="records-check"),
    path("records/convert/", ConvertRecordView.as_view(), name="records-convert"),
    path("rules/", RuleListView.as_view(), name="rules-list"),
    path("rules/<str:rule>/", RuleView.as_view(), name="rules-detail"),
    path("odds/", OddsView.as_view(), name="odds/"),
    path("drill/", DrillView.as_view(), name="drill"),
    path("games/", GameListView.as_view(), name="games/"),
]
