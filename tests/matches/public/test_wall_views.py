"""The wall: what a room reads from far away, and nothing that is not public."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.models import Event
from matches.rounds.clock_services import call_time, extend_match
from tests.factories import any_organiser
from tests.matches.playing import event_of, match_at, report, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def wall(event: Event) -> str:
    return reverse("matches:wall", args=[event.slug])


def test_the_wall_counts_extensions_down_after_the_rounds_zero(client: Client, desk: Actor) -> None:
    event = event_of(6)
    round_ = running(event, desk)
    for table in (1, 2):
        extend_match(match=match_at(round_, table), seconds=180, actor=desk)
    report(round_, desk, tables=[2])
    call_time(round=round_, actor=desk)
    shown = client.get(wall(event)).context["extensions"]
    assert [(one["table"], one["clock"]["state"]) for one in shown] == [(1, "running")]
    left = shown[0]["clock"]["ends_at"] - timezone.now()
    assert timedelta(seconds=150) < left <= timedelta(seconds=180)
