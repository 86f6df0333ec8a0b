"""A table with its players, and a round with its staff, for the tests about reports."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, Round
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, running
from tests.matches.results.tables import Table, table_of


@pytest.fixture
def table() -> Table:
    return table_of()


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    return running(event_of(6), desk)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


@pytest.fixture
def scorekeeper(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client
