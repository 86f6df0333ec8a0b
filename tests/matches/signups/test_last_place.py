"""Fifty people at once for the last place: one gets it, each other one learns the own place on the list."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor, verify_audit
from matches.enums import Admission
from matches.models import Event
from matches.signups.queries import place_on_list, places_of
from matches.signups.services.signing import NewSignUp, sign_up, withdraw_sign_up
from tests.factories import EventFactory
from tests.matches.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 50


def crowded(capacity: int) -> tuple[Event, list[NewSignUp]]:
    event = EventFactory(options={"sign_up": {"is_open": True, "capacity": capacity}})
    return event, at_once(*[lambda n=n: sign_up(event=event, name=f"Player {n}") for n in range(CROWD)])


def test_one_gets_the_last_place_and_the_others_their_place_on_the_list() -> None:
    event, answers = crowded(1)
    assert all(isinstance(answer, NewSignUp) for answer in answers), answers
    states = [answer.sign_up.state for answer in answers]
    assert sorted(states) == [Admission.CONFIRMED, *[Admission.WAITING] * (CROWD - 1)]
    waiting = [answer.sign_up for answer in answers if answer.sign_up.state == Admission.WAITING]
    assert sorted(map(place_on_list, waiting)) == list(range(1, CROWD))
    assert (event.entries.count(), verify_audit(event)) == (1, None)


def test_places_that_are_given_back_at_once_each_go_to_one_person() -> None:
    event, answers = crowded(5)
    leaving = [answer.sign_up for answer in answers if answer.sign_up.state == Admission.CONFIRMED]
    at_once(*[lambda row=row: withdraw_sign_up(sign_up=row, actor=Actor(sign_up=row)) for row in leaving])
    assert event.entries.count() == 5
    assert (places_of(event).waiting, event.sign_ups.filter(state=Admission.WITHDRAWN).count()) == (CROWD - 10, 5)
    turns = event.sign_ups.filter(state=Admission.CONFIRMED).values_list("turn", flat=True)
    assert sorted(turns) == list(range(6, 11))
