"""Fixtures of the tests about the pages of rounds."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Round
from matches.rounds.services.rounds import pair_round
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, stage_of


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    return event_of(6)


@pytest.fixture
def draft_round(event: Event, desk: Actor) -> Round:
    return pair_round(stage=stage_of(event), actor=desk, seed=1)


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client
