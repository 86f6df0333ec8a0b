"""The addresses of the API."""

from django.urls import URLPattern, path

from rules_engine.api.odds import OddsView
from rules_engine.api.records import CheckRecord, ConvertRecord
from rules_engine.api.rulebook import Games, OneRule, Rules

urlpatterns: list[URLPattern] = [
    path("records/check", CheckRecord.as_view(), name="records-check"),
    path("records/convert", ConvertRecord.as_view(), name="records-convert"),
    path("rules", Rules.as_view(), name="rules-list"),
    path("rules/<str:rule>", OneRule.as_view(), name="rules-detail"),
    path("odds", OddsView.as_view(), name="odds"),
    path("games", Games.as_view(), name="games"),
]
