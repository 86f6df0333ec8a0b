"""What the head judge has to look at."""

from datetime import timedelta

import pytest

from judging.appeals.services import decide_appeal, file_appeal
from judging.head.queries import docket_of
from judging.policies.queries import rules_of
from judging.records.services import Stamp
from judging.rulings.services.penalties import confirm_penalty
from judging.rulings.services.rulings import keep_both
from judging.rulings.services.takebacks import rescind_penalty
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role, RoundStatus, Source
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import EventRoleFactory, MatchFactory, RoundFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db


def docket(floor):
    return docket_of(floor.event, rules_of(floor.event).policy, floor.at(20))


def keys(cases):
    return [case.infraction.pk for case in cases]


@pytest.fixture
def second_judge(floor):
    return Actor(user=EventRoleFactory(event=floor.event, role=Role.FLOOR_JUDGE).user)


def test_nothing_to_do(floor):
    floor.infraction()
    assert docket(floor).count() == 0


def test_provisional_and_deviations_are_told_apart(floor):
    loss = floor.infraction("TE-OUTSIDE", "ML", comment="asked")
    milder = floor.infraction("GP-HAND", "RM", comment="first event")
    assert (keys(docket(floor).provisional), keys(docket(floor).deviations)) == ([loss.pk], [milder.pk])
    confirm_penalty(infraction=loss, actor=floor.head)
    confirm_penalty(infraction=milder, actor=floor.head)
    assert docket(floor).count() == 0


def test_open_appeals(floor):
    appeal = file_appeal(event=floor.event, of=floor.infraction(), actor=floor.judge, statement="no")
    assert docket(floor).appeals == [appeal]
    decide_appeal(appeal=appeal, state="upheld", actor=floor.head)
    assert docket(floor).appeals == []


def test_possible_duplicates(subtests: pytest.Subtests, floor, second_judge):
    for change, doubled in [
        ({}, True),
        ({"at": 3.9}, True),
        ({"at": 4.1}, False),  # more than three minutes
        ({"code": "GP-DRAW"}, False),
        ({"entry": "opponent"}, False),
        ({"actor": "judge"}, False),  # the same judge twice is no duplicate
    ]:
        with subtests.test(change=change, doubled=doubled), undone(floor):
            first = floor.infraction(at=floor.at(1))
            given = {
                "code": change.get("code", "GP-HAND"),
                "penalty": "W",
                "at": floor.at(change.get("at", 2)),
                "actor": floor.judge if "actor" in change else second_judge,
                "entry": floor.opponent if "entry" in change else floor.player,
            }
            second = floor.infraction(**given)
            found = [(one.infraction.pk, other.infraction.pk) for one, other in docket(floor).duplicates]
            assert found == ([(first.pk, second.pk)] if doubled else [])


def test_the_device_s_time_counts_for_what_came_late(floor, second_judge):
    floor.infraction(at=floor.at(1))
    stamp = Stamp(device_time=floor.at(1.5), device="tablet-2", number=1)
    floor.infraction(at=floor.at(15), actor=second_judge, stamp=stamp)
    assert len(docket(floor).duplicates) == 1


def test_one_is_rescinded_or_both_stand(floor, second_judge):
    floor.infraction(at=floor.at(1))
    second = floor.infraction(at=floor.at(2), actor=second_judge)
    assert len(docket(floor).duplicates) == 1
    keep_both(infraction=second, actor=floor.head)
    assert docket(floor).duplicates == []
    third = floor.infraction(at=floor.at(3), actor=floor.deputy, comment="the same fault")
    assert len(docket(floor).duplicates) == 1  # beside the first; the second was decided
    rescind_penalty(infraction=third, reason="the same fault", actor=floor.head)
    assert docket(floor).duplicates == []


def test_near_an_upgrade(floor):
    floor.infraction()
    assert docket(floor).near == []
    floor.infraction()
    (near,) = docket(floor).near
    assert (near.entry, near.code, near.times, near.next) == (floor.player, "GP-HAND", 2, "RL")
    floor.infraction("UC-MINOR", "W", entry=floor.opponent)
    assert [(n.code, n.next) for n in docket(floor).near] == [("GP-HAND", "RL"), ("UC-MINOR", "RL")]


def test_what_was_not_confirmed_brings_nobody_near_an_upgrade(floor):
    floor.infraction("GP-CTRNONE", "RL", comment="showed another card")
    assert docket(floor).near == []


def test_who_is_out_is_not_near_anything(floor):
    floor.infraction("UC-MINOR", "W")
    player = floor.player
    player.status = EntryStatus.DROPPED
    player.save()
    assert docket(floor).near == []


def test_a_loss_that_waits_shows_once_the_player_sits_again(floor):
    row = floor.infraction("TE-OUTSIDE", "ML", comment="asked")
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    confirm_penalty(infraction=row, actor=floor.head)
    assert docket(floor).waiting == []
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    next_round = RoundFactory(stage=floor.round.stage, number=2, status=RoundStatus.PUBLISHED)
    MatchFactory(round=next_round, table=1, entries=[floor.player, floor.opponent])
    assert keys(docket(floor).waiting) == [row.pk]


def test_another_event_s_log_is_not_here(floor, other_floor):
    other_floor.infraction("TE-OUTSIDE", "ML", comment="asked")
    assert docket(floor).count() == 0


def test_the_docket_costs_the_same_for_one_and_for_three(floor, django_assert_num_queries):
    queries = []
    for n in range(3):
        floor.infraction("TE-OUTSIDE", "ML", comment="asked", at=floor.at(5 * n))
        rules = rules_of(floor.event)
        with django_assert_num_queries(queries[0] if queries else 5) as counted:
            docket_of(floor.event, rules.policy, floor.at(20) + timedelta(minutes=n))
        queries.append(len(counted))
