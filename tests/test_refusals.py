"""The watch that finds refusals after a write finds them, and only them."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from matches.audit.services import SYSTEM, audited_change
from matches.errors import Refused
from matches.models import Event
from tests.factories import EventFactory
from tests.refusals import watched_refusals

pytestmark = pytest.mark.django_db


def complaints(event: Event, *, write: bool, savepoint: bool = False) -> list[str]:
    with pytest.MonkeyPatch.context() as patch, watched_refusals(patch) as watch:
        Event.objects.filter(pk=event.pk).update(venue="before the change")
        with pytest.raises(Refused):
            refuse(event, write=write, savepoint=savepoint)
    return watch.complaints


def refuse(event: Event, *, write: bool, savepoint: bool) -> None:
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM):
        if savepoint:
            with pytest.raises(IntegrityError), transaction.atomic():
                Event.objects.create(slug=event.slug)
        if write:
            Event.objects.filter(pk=event.pk).update(venue="inside the change")
        raise Refused("too_late", "Too late.")


@pytest.fixture(autouse=True)
def refusals_watch() -> None:
    """Here it is: put the watch over all tests aside."""


@pytest.fixture
def event() -> Event:
    return EventFactory()


def test_a_refusal_before_the_first_write_is_fine(event: Event) -> None:
    assert complaints(event, write=False) == []


def test_a_refusal_after_a_write_is_found(event: Event) -> None:
    [complaint] = complaints(event, write=True)
    assert complaint.startswith("too_late was refused after: UPDATE")


def test_what_a_savepoint_took_back_does_not_count(event: Event) -> None:
    assert complaints(event, write=False, savepoint=True) == []
