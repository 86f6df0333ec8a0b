"""Logging a fault: the suggestion, the penalty given, what is provisional."""

import pytest

from judging.enums import PenaltyStatus
from judging.models import Infraction, PenaltyEvent, TimeExtension
from judging.rulings.queries.penalties import penalty_state_of
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.penalties import confirm_penalty
from matches.enums import Role
from matches.errors import Refused
from matches.models import ClockEvent
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(code, field=None):
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def test_a_hand_limit_warning_in_one_act(floor):
    row = floor.infraction("GP-HAND", "W")
    assert (row.code, row.track, row.suggested, row.nth) == ("GP-HAND", "GP", "W", 1)
    assert row.suggestion["path"] == ["W", "W", "RL", "ML"]
    assert row.suggestion["reasons"][0]["params"] == {"n": 1, "window": "event", "infraction": "GP-HAND"}
    now = penalty_state_of(row)
    assert (now.penalty, now.status, now.deviation) == ("W", PenaltyStatus.ISSUED, False)


def test_the_path_goes_on_over_tables_and_judges(floor):
    floor.infraction()
    floor.infraction(actor=floor.deputy)
    third = floor.infraction(penalty="RL", comment="third in the event")
    assert [row.nth for row in Infraction.objects.order_by("sequence")] == [1, 2, 3]
    assert third.suggested == "RL"


def test_a_note_moves_nothing(floor):
    floor.infraction(penalty="NONE", note_only=True)
    assert floor.infraction().nth == 1


def test_cheating_is_logged_as_no_note(floor):
    with refusal("note_not_possible", "note_only"):
        floor.infraction("UC-CHEAT", "NONE", note_only=True, comment="fixed at once")
    assert not Infraction.objects.exists()


def test_a_provisional_loss_moves_the_path_once_it_is_confirmed(floor):
    floor.infraction()
    floor.infraction()
    waits = floor.infraction(penalty="RL", comment="third in the event")
    again = floor.infraction(penalty="RL", comment="the loss before was not confirmed yet")
    assert (again.nth, again.suggested) == (3, "RL")
    confirm_penalty(infraction=waits, actor=floor.deputy)
    after = floor.infraction(penalty="ML", comment="after the loss")
    assert (after.nth, after.suggested) == (4, "ML")


def test_without_a_penalty_only_the_fault_is_on_record(floor):
    row = floor.infraction(penalty=None)
    now = penalty_state_of(row)
    assert (now.penalty, now.status) == ("", PenaltyStatus.NOTED)
    assert floor.infraction().nth == 1


def test_a_round_loss_of_the_floor_is_provisional(subtests: pytest.Subtests, floor):
    for role, status in [
        (Role.FLOOR_JUDGE, PenaltyStatus.PROVISIONAL),
        (Role.DEPUTY_HEAD, PenaltyStatus.ISSUED),
        (Role.HEAD_JUDGE, PenaltyStatus.ISSUED),
    ]:
        with subtests.test(role=role, status=status), undone(floor):
            floor.infraction("GP-CTRNONE", "W")
            row = floor.infraction("GP-CTRNONE", "RL", actor=floor.actor(role), comment="claimed twice without a Joker")
            assert penalty_state_of(row).status == status


def test_a_deviation_of_the_floor_waits_for_approval(subtests: pytest.Subtests, floor):
    for given in ["NONE", "RM", "TP"]:
        with subtests.test(given=given), undone(floor):
            row = floor.infraction("GP-HAND", given, comment="the opponent distracted the player")
            now = penalty_state_of(row)
            assert (now.status, now.deviation, now.needs) == (PenaltyStatus.PROVISIONAL, True, "head")


def test_the_floor_issues_every_step_of_tardiness(floor):
    row = floor.infraction("TM-TARDY", "ML", late_seconds=301, comment="seated at 12:05")
    assert penalty_state_of(row).status == PenaltyStatus.ISSUED


def test_self_report_makes_the_first_a_reminder(floor):
    assert floor.infraction(penalty="RM", self_report=True).suggested == "RM"


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_the_desk_does_not_rule(floor, role):
    with refusal("not_allowed"):
        floor.infraction(actor=floor.actor(role))


def test_another_event_s_judge_does_not_rule_here(floor, other_floor):
    with refusal("not_allowed"):
        floor.infraction(actor=other_floor.head)


def test_what_is_missing_is_said_at_its_field(subtests: pytest.Subtests, floor):
    for more, code, field in [
        ({"code": "GP-NOPE"}, "code_unknown", "code"),
        ({"penalty": "XX"}, "penalty_unknown", "penalty"),
        ({"penalty": "RM"}, "comment_missing", "comment"),
        ({"penalty": "RL", "code": "TE-OUTSIDE"}, "comment_missing", "comment"),
        ({"code": "OT-NOTE", "penalty": "NONE", "comment": "too short"}, "comment_missing", "comment"),
        ({"code": "TM-TARDY", "penalty": "RM"}, "late_missing", "late_seconds"),
    ]:
        with subtests.test(more=more, code=code, field=field), undone(floor), refusal(code, field):
            floor.infraction(**more)


def test_a_player_of_another_table_or_event(floor, other_floor):
    with refusal("not_at_table", "entry"):
        floor.infraction(entry=floor.matches[1].seats.first().entry)
    with refusal("not_in_event", "entry"):
        floor.infraction(entry=other_floor.player, match=None)


def test_a_fault_away_from_a_table(floor):
    row = log_infraction(
        event=floor.event, actor=floor.judge, fault=Fault(entry=floor.player, code="UC-MINOR"), penalty="W"
    )
    assert (row.match, row.table, row.round) == (None, None, None)


def test_a_time_penalty_gives_the_table_three_minutes(floor):
    floor.infraction("TM-SLOW", "RM")
    floor.infraction("TM-SLOW", "W")
    row = floor.infraction("TM-SLOW", "TP", comment="went on", at=floor.at(10))
    effect = PenaltyEvent.objects.get(infraction=row).effect
    assert effect == {"kind": "time_penalty", "turn_seconds": 30, "seconds": 180, "recorded_only": False}
    extension = TimeExtension.objects.get()
    assert (extension.seconds, extension.cause, extension.clock_event.match) == (180, "time_penalty", floor.match)


def test_after_time_was_called_a_time_penalty_is_only_recorded(floor):
    floor.infraction("TM-SLOW", "RM")
    floor.infraction("TM-SLOW", "W")
    row = floor.infraction("TM-SLOW", "TP", comment="went on", at=floor.at(26))
    assert PenaltyEvent.objects.get(infraction=row).effect["recorded_only"] is True
    assert not ClockEvent.objects.filter(match=floor.match).exists()
