"""Two judges at one moment: one chain, nothing doubled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from judging.calls.services import call_judge, claim_call
from judging.models import Call, CallStep, Infraction, PenaltyEvent, Record
from judging.records.services import Stamp
from judging.records.verify_services import verify_log
from judging.rulings.services.penalties import confirm_penalty
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Result
from tests.factories import EventRoleFactory
from tests.judging.conftest import Floor, make_floor
from tests.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def hall(transactional_db: None) -> Floor:
    floor = make_floor()
    for role in (Role.FLOOR_JUDGE, Role.DEPUTY_HEAD, Role.HEAD_JUDGE):
        floor.user(role)
    floor.infraction("OT-NOTE", "NONE", comment="the policy is started before")
    return floor


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act answered, or the refusal it met; all start together."""
    start = threading.Barrier(len(acts))
    answers: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=PATIENCE)
            answers[place] = act()
        except Refused as refused:
            answers[place] = refused.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    return answers


def test_the_same_record_from_two_requests_lands_once(hall: Floor) -> None:
    stamp = Stamp(device="tab-1", number=1)
    first, second = at_once(*[lambda: hall.infraction(stamp=stamp)] * 2)
    assert first == second
    assert Infraction.objects.filter(code="GP-HAND").count() == 1
    assert verify_log(hall.event) == []


def test_many_judges_write_one_chain(hall: Floor) -> None:
    entries = [seat.entry for match in hall.matches for seat in match.seats.all()]
    acts = [
        lambda entry=entry, match=match: hall.infraction(entry=entry, match=match)
        for match in hall.matches
        for entry in entries
        if match.seats.filter(entry=entry).exists()
    ]
    at_once(*acts)
    sequences = list(Record.objects.filter(event=hall.event).order_by("sequence").values_list("sequence", flat=True))
    assert sequences == list(range(1, 2 + 2 * len(acts) + 1))
    assert verify_log(hall.event) == []


def test_the_second_of_two_offences_counts_the_first(hall: Floor) -> None:
    at_once(lambda: hall.infraction(), lambda: hall.infraction(actor=hall.deputy))
    counted = sorted(Infraction.objects.filter(code="GP-HAND").values_list("nth", flat=True))
    assert counted == [1, 2]


def test_one_judge_goes(hall: Floor) -> None:
    call = call_judge(match=hall.match, actor=hall.judge)
    other = Actor(user=EventRoleFactory(event=hall.event, role=Role.FLOOR_JUDGE).user)
    answers = at_once(lambda: claim_call(call=call, actor=hall.judge), lambda: claim_call(call=call, actor=other))
    assert "call_claimed" in answers
    assert CallStep.objects.count() == 1


def test_both_players_call_and_one_call_is_open(hall: Floor) -> None:
    players = [Actor(entry=hall.player), Actor(entry=hall.opponent)]
    first, second = at_once(*[lambda who=who: call_judge(match=hall.match, actor=who) for who in players])
    assert first == second
    assert Call.objects.count() == 1


def test_a_loss_is_confirmed_once(hall: Floor) -> None:
    row = hall.infraction("TE-OUTSIDE", "ML", comment="asked")
    answers = at_once(
        lambda: confirm_penalty(infraction=row, actor=hall.deputy),
        lambda: confirm_penalty(infraction=row, actor=hall.head),
    )
    assert "not_provisional" in answers
    assert PenaltyEvent.objects.filter(act="confirmed").count() == 1
    assert Result.objects.filter(match=hall.match).count() == 1
