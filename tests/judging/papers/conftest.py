"""Fixtures of the tests about documents."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Player
from tests.judging.conftest import Floor
from tests.judging.papers.events import Print


@pytest.fixture
def desk(floor: Floor) -> Actor:
    return Actor(user=floor.user(Role.ORGANISER))


@pytest.fixture
def printed(client: Client, floor: Floor) -> Print:
    """``printed("slips", spares=2)``: the PDF of the floor's event."""

    user = floor.user(Role.SCOREKEEPER)

    def print_(kind: str, **query: object) -> bytes:
        client.force_login(user)
        answer = client.get(reverse("paper:document", args=[floor.event.slug, kind]), query)
        assert answer.status_code == 200, answer.headers
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Cache-Control"] == "no-store"
        assert f'filename="{floor.event.slug}-{kind.replace("_", "-")}.pdf"' in answer.headers["Content-Disposition"]
        return answer.content

    return print_


@pytest.fixture
def named(floor: Floor) -> list[Player]:
    """The four players under names of many writings, table 1 first."""
    players = []
    names = ("Ada Okafor", "محمد الحسن", "山本 さくら", "Anneliese van der Hoogenband-Østergaard")
    for seat, name in zip(
        [seat for match in floor.matches for seat in match.seats.order_by("index")], names, strict=True
    ):
        Player.objects.filter(pk=seat.entry.player_id).update(name=name)
        players.append(Player.objects.get(pk=seat.entry.player_id))
    return players
