"""The addresses of cards for the table, below ``/rules/cards/``."""

from django.urls import URLPattern, path

from judging.papers.card_views import card_document

app_name = "table_cards"

urlpatterns: list[URLPattern] = [path("<slug:game>/<slug:key>.pdf", card_document, name="card")]
