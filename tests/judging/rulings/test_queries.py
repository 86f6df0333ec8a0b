"""Status computed from a penalty's events: the whole table, on unsaved objects."""

import pytest

from judging.enums import PenaltyAct as A
from judging.enums import PenaltyStatus as S
from judging.models import PenaltyEvent
from judging.rulings.effects.stored import MatchLoss
from judging.rulings.queries.penalties import active_effect, offences_of, penalty_state, penalty_states, venue_day
from judging.rulings.services.takebacks import rescind_penalty


def step(act, penalty="W", **more):
    return PenaltyEvent(act=act, penalty=penalty, **more)


@pytest.mark.parametrize(
    ("events", "penalty", "status", "struck"),
    [
        ([], "", S.NOTED, ()),
        ([step(A.ISSUED)], "W", S.ISSUED, ()),
        ([step(A.ISSUED, "RL", provisional=True)], "RL", S.PROVISIONAL, ()),
        ([step(A.ISSUED, "RL", provisional=True), step(A.CONFIRMED, "RL")], "RL", S.CONFIRMED, ()),
        ([step(A.ISSUED, "RL", provisional=True), step(A.CHANGED, "W")], "W", S.ISSUED, ("RL",)),
        ([step(A.ISSUED), step(A.CHANGED, "DQ", provisional=True)], "DQ", S.PROVISIONAL, ("W",)),
        ([step(A.ISSUED), step(A.RESCINDED)], "W", S.RESCINDED, ("W",)),
        ([step(A.RESCINDED)], "", S.RESCINDED, ()),
        ([step(A.ISSUED), step(A.CHANGED, "RM"), step(A.RESCINDED, "RM")], "RM", S.RESCINDED, ("W", "RM")),
        ([step(A.ISSUED, "ML"), step(A.APPLIED, "ML")], "ML", S.ISSUED, ()),
    ],
)
def test_standing(events, penalty, status, struck):
    now = penalty_state(events)
    assert (now.penalty, now.status, now.struck) == (penalty, status, struck)


@pytest.mark.parametrize(
    ("status", "effective", "in_force"),
    [
        (S.NOTED, False, False),
        (S.PROVISIONAL, True, False),
        (S.ISSUED, True, True),
        (S.CONFIRMED, True, True),
        (S.RESCINDED, False, False),
    ],
)
def test_what_counts_and_what_acts(status, effective, in_force):
    assert (status in S.unrescinded(), status in S.in_force()) == (effective, in_force)


@pytest.mark.parametrize(
    ("events", "needs"),
    [
        ([step(A.ISSUED, provisional=True, needs="head")], "head"),
        ([step(A.ISSUED, provisional=False, needs="floor")], ""),
        ([step(A.ISSUED, provisional=True, needs="head"), step(A.CONFIRMED, needs="head")], ""),
        ([step(A.ISSUED, provisional=True, needs="head"), step(A.RESCINDED)], ""),
    ],
)
def test_who_must_still_confirm(events, needs):
    assert penalty_state(events).needs == needs


LOSS = {"kind": "match_loss", "match": "m", "version": 1}
WAITS = {"kind": "match_loss", "waits": True}


@pytest.mark.parametrize(
    ("events", "effect"),
    [
        ([step(A.ISSUED)], None),
        ([step(A.ISSUED, effect=LOSS)], MatchLoss("m", 1)),
        ([step(A.ISSUED, effect=LOSS), step(A.RESCINDED, effect={"gave_back": "match_loss"})], None),
        ([step(A.ISSUED, effect=LOSS), step(A.CHANGED, effect={"gave_back": {}})], None),
        ([step(A.ISSUED, effect=WAITS), step(A.APPLIED, effect=LOSS)], MatchLoss("m", 1)),
        ([step(A.ISSUED, provisional=True), step(A.CONFIRMED, effect=WAITS)], MatchLoss(waits=True)),
    ],
)
def test_what_a_penalty_does_now(events, effect):
    assert active_effect(events) == effect


@pytest.mark.django_db
def test_a_player_s_offences_as_the_policy_counts_them(floor):
    first = floor.infraction()
    floor.infraction("TM-SLOW", "RM", entry=floor.opponent)
    floor.infraction("GP-DRAW", penalty=None)
    rescind_penalty(infraction=first, reason="wrong", actor=floor.head)
    found = [(o.infraction, o.penalty, o.rescinded, o.match) for o in offences_of(floor.event, floor.player)]
    key = str(floor.match.key)
    assert found == [("GP-HAND", "W", True, key), ("GP-DRAW", "", False, key)]


@pytest.mark.django_db
def test_states_of_many_cost_one_query(floor, django_assert_num_queries):
    rows = [floor.infraction(comment="again") for _ in range(3)]
    with django_assert_num_queries(1):
        assert len(penalty_states(rows)) == 3


@pytest.mark.django_db
def test_a_day_is_the_venue_s(floor):
    floor.event.time_zone = "Pacific/Auckland"
    assert venue_day(floor.event, floor.at(0)).isoformat() == "2026-11-22"
