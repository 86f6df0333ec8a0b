"""Addresses of results, and reports by players."""

from __future__ import annotations

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.models import Match
from matches.results.services.results import report_result
from matches.tables.score import Score


def table_url(match: Match) -> str:
    return reverse("matches:table", args=[match.round.stage.event.slug, match.pk])


def tell(match: Match, index: int, score: Score) -> None:
    entry = match.seats.select_related("entry").get(index=index).entry
    report_result(match=match, score=score, actor=Actor(entry=entry), source="player")


def correct(client: Client, url: str, **sent: str) -> HttpResponse:
    """Correct a result at the page of a table: look at what it changes, then save it. Returns the last answer."""
    asked = client.post(url, sent)
    return client.post(url, {**sent, "seen": asked.context["seen"]})
