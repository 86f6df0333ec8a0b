"""A penalty's life, and the way back: confirmed, changed, rescinded, undone, carried out later."""

import pytest

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import PenaltyEvent, Record, TimeExtension
from judging.policies.services import delegate_to_deputy
from judging.records.services import Stamp
from judging.records.verify_services import verify_log
from judging.rulings.effects.stored import RoundLoss
from judging.rulings.queries.penalties import active_effect, penalty_state_of
from judging.rulings.services.penalties import confirm_penalty, issue_penalty
from judging.rulings.services.takebacks import apply_penalty, change_penalty, rescind_penalty, undo_infraction
from matches.attendance.services import disqualify_entry
from matches.enums import DecidedBy, EntryStatus, ResultStatus, Role, RoundStatus, Source
from matches.errors import Refused
from matches.models import AuditRow, Result
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Duel
from tests.factories import MatchFactory, RoundFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db

STATEMENTS = {"statement_player": "I marked it.", "statement_judge": "Marked Ace.", "prize_decision": "without_prize"}


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def confirmed(match):
    return Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()


@pytest.fixture
def provisional(floor):
    """A match loss that a floor judge gave."""
    return floor.infraction("TE-OUTSIDE", "ML", comment="asked a spectator")


def test_a_provisional_loss_does_nothing_to_the_match(floor, provisional):
    assert penalty_state_of(provisional).status == PenaltyStatus.PROVISIONAL
    assert confirmed(floor.match) is None


def test_confirming_it_gives_the_match_to_the_opponent(floor, provisional):
    confirm_penalty(infraction=provisional, actor=floor.deputy)
    result = confirmed(floor.match)
    assert (result.decided_by, result.source, result.reported_by_user) == (
        DecidedBy.PENALTY,
        Source.JUDGE,
        floor.deputy.user,
    )
    assert [(line.outcome, line.rounds_won) for line in result.lines.order_by("seat__index")] == [
        ("loss", 0),
        ("win", 2),
    ]
    assert penalty_state_of(provisional).status == PenaltyStatus.CONFIRMED


def test_the_second_player_s_loss_gives_it_to_the_first(floor):
    row = floor.infraction("TE-OUTSIDE", "ML", comment="asked", actor=floor.head, entry=floor.opponent)
    assert penalty_state_of(row).status == PenaltyStatus.ISSUED
    assert [line.outcome for line in confirmed(floor.match).lines.order_by("seat__index")] == ["win", "loss"]


def test_a_penalty_and_its_effect_are_one_change_in_the_audit_log(floor, provisional):
    rows = AuditRow.objects.filter(event=floor.event)
    before = rows.count()
    confirm_penalty(infraction=provisional, actor=floor.deputy)
    assert rows.count() == before + 1
    row = rows.get(sequence=before + 1)
    assert (row.act, row.details["penalty"], row.details["log"]) == ("confirm_penalty", "ML", 3)
    [included] = row.details["includes"]
    assert (included["act"], included["match"]) == ("report_result", floor.match.pk)
    assert confirmed(floor.match).reported_at == row.at
    assert verify_log(floor.event) == []


def test_a_disqualification_that_cannot_be_carried_out_writes_nothing(floor):
    disqualify_entry(actor=floor.actor(Role.ORGANISER), entry=floor.player, reason="before")
    before = (Record.objects.count(), Result.objects.count(), AuditRow.objects.count())
    with refusal("already_out"):
        floor.infraction("UC-CHEAT", "DQ", comment="marked an Ace", actor=floor.head, statements=STATEMENTS)
    assert (Record.objects.count(), Result.objects.count(), AuditRow.objects.count()) == before


def test_rescinding_gives_the_match_back(floor, provisional):
    confirm_penalty(infraction=provisional, actor=floor.deputy)
    step = rescind_penalty(infraction=provisional, reason="the spectator was wrong", actor=floor.head)
    assert confirmed(floor.match) is None
    assert step.effect == {"gave_back": "match_loss", "match": str(floor.match.key)}
    assert step.corrects_id == PenaltyEvent.objects.get(act=PenaltyAct.CONFIRMED).pk
    now = penalty_state_of(provisional)
    assert (now.status, now.struck) == (PenaltyStatus.RESCINDED, ("ML",))


def test_a_result_that_was_corrected_since_stands(floor, provisional):
    confirm_penalty(infraction=provisional, actor=floor.deputy)
    score = Duel(rounds=(2, 1), winner=0)
    correct_result(match=floor.match, score=score, actor=floor.head, source=Source.JUDGE, reason="played on")
    step = rescind_penalty(infraction=provisional, reason="the spectator was wrong", actor=floor.head)
    assert step.effect["gave_back"] == "nothing"
    assert confirmed(floor.match).version == 2


def test_a_loss_in_a_closed_round_is_not_taken_back_behind_its_standings(floor, provisional):
    confirm_penalty(infraction=provisional, actor=floor.deputy)
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    with refusal("loss_in_closed_round"):
        rescind_penalty(infraction=provisional, reason="wrong", actor=floor.head)
    assert penalty_state_of(provisional).status == PenaltyStatus.CONFIRMED


def test_after_the_match_the_loss_waits_for_the_next_one(floor, provisional):
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    event = confirm_penalty(infraction=provisional, actor=floor.deputy)
    assert event.effect == {"kind": "match_loss", "waits": True}
    assert confirmed(floor.match).version == 1

    with refusal("no_match"):
        apply_penalty(infraction=provisional, actor=floor.head)
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    next_round = RoundFactory(stage=floor.round.stage, number=2, status=RoundStatus.PUBLISHED)
    next_match = MatchFactory(round=next_round, table=5, entries=[floor.opponent, floor.player])
    applied = apply_penalty(infraction=provisional, actor=floor.head)
    assert (applied.match, applied.table) == (next_match, 5)
    assert [line.outcome for line in confirmed(next_match).lines.order_by("seat__index")] == ["win", "loss"]
    with refusal("nothing_waits"):
        apply_penalty(infraction=provisional, actor=floor.head)
    rescind_penalty(infraction=provisional, reason="the spectator was wrong", actor=floor.head)
    assert confirmed(next_match) is None


def test_who_confirms(subtests: pytest.Subtests, floor, provisional):
    for role, allowed in [
        (Role.FLOOR_JUDGE, False),
        (Role.DEPUTY_HEAD, True),
        (Role.HEAD_JUDGE, True),
        (Role.SCOREKEEPER, False),
    ]:
        with subtests.test(role=role, allowed=allowed), undone(floor):
            if allowed:
                confirm_penalty(infraction=provisional, actor=floor.actor(role))
            else:
                with refusal("not_allowed"):
                    confirm_penalty(infraction=provisional, actor=floor.actor(role))


def test_a_penalty_is_confirmed_once(floor, provisional):
    stamp = Stamp()
    first = confirm_penalty(infraction=provisional, actor=floor.deputy, stamp=stamp)
    assert confirm_penalty(infraction=provisional, actor=floor.deputy, stamp=stamp) == first
    with refusal("not_provisional"):
        confirm_penalty(infraction=provisional, actor=floor.head)


def test_a_disqualification_needs_both_statements_and_the_prizes(floor):
    row = floor.infraction("UC-CHEAT", "DQ", comment="marked cards")
    with refusal("not_allowed"):
        confirm_penalty(infraction=row, actor=floor.deputy, statements=STATEMENTS)
    with pytest.raises(Refused) as caught:
        confirm_penalty(infraction=row, actor=floor.head, statements={"statement_judge": "Marked."})
    assert caught.value.details == ["statement_player", "prize_decision"]
    with refusal("statements_missing"):
        confirm_penalty(infraction=row, actor=floor.head, statements={**STATEMENTS, "prize_decision": "half"})
    confirm_penalty(infraction=row, actor=floor.head, statements=STATEMENTS)
    player = floor.player
    assert (player.status, player.keeps_place) == (EntryStatus.DISQUALIFIED, False)
    assert confirmed(floor.match) is not None


def test_rescinding_a_disqualification_brings_the_player_back(floor):
    given = {"comment": "marked", "statements": {**STATEMENTS, "prize_decision": "with_prize"}}
    row = floor.infraction("UC-CHEAT", "DQ", actor=floor.head, **given)
    assert floor.player.keeps_place is True
    rescind_penalty(infraction=row, reason="the mark was a printing fault", actor=floor.head)
    assert floor.player.status == EntryStatus.CHECKED_IN
    assert confirmed(floor.match) is None


def test_a_round_loss_names_the_match_it_counts_in(floor):
    row = floor.infraction("GP-CTRNONE", "RL", actor=floor.head, comment="deliberate")
    effect = active_effect(row.penalty_events.order_by("sequence"))
    assert effect == RoundLoss(str(floor.match.key))
    assert confirmed(floor.match) is None  # the running score is the table's to report


def test_who_changes(subtests: pytest.Subtests, floor):
    for role, delegated, allowed in [
        (Role.FLOOR_JUDGE, False, False),
        (Role.FLOOR_JUDGE, True, False),
        (Role.DEPUTY_HEAD, False, False),
        (Role.DEPUTY_HEAD, True, True),
        (Role.HEAD_JUDGE, False, True),
    ]:
        with subtests.test(role=role, delegated=delegated, allowed=allowed), undone(floor):
            row = floor.infraction()
            delegate_to_deputy(event=floor.event, delegated=delegated, actor=floor.head)
            if not allowed:
                with refusal("not_allowed"):
                    change_penalty(infraction=row, penalty="RM", reason="first event", actor=floor.actor(role))
                continue
            change_penalty(infraction=row, penalty="RM", reason="first event", actor=floor.actor(role))
            now = penalty_state_of(row)
            assert (now.penalty, now.status, now.struck) == ("RM", PenaltyStatus.ISSUED, ("W",))


def test_changing_a_match_loss_gives_the_match_back(floor):
    row = floor.infraction("TE-OUTSIDE", "ML", comment="asked", actor=floor.head)
    step = change_penalty(infraction=row, penalty="W", reason="nothing useful was learned", actor=floor.head)
    assert confirmed(floor.match) is None
    assert step.effect == {"gave_back": {"gave_back": "match_loss", "match": str(floor.match.key)}}
    change_penalty(infraction=row, penalty="ML", reason="it was useful after all", actor=floor.head)
    assert confirmed(floor.match).decided_by == DecidedBy.PENALTY


@pytest.mark.parametrize(("penalty", "reason", "code"), [("RM", " ", "reason_missing"), ("W", "same", "same_penalty")])
def test_a_change_that_cannot_be(floor, penalty, reason, code):
    row = floor.infraction()
    with refusal(code):
        change_penalty(infraction=row, penalty=penalty, reason=reason, actor=floor.head)


def test_only_the_head_rescinds_and_says_why(floor):
    row = floor.infraction()
    for actor in (floor.judge, floor.deputy):
        with refusal("not_allowed"):
            rescind_penalty(infraction=row, reason="wrong", actor=actor)
    with refusal("reason_missing"):
        rescind_penalty(infraction=row, reason="", actor=floor.head)
    rescind_penalty(infraction=row, reason="wrong player", actor=floor.head)
    with refusal("already_rescinded"):
        rescind_penalty(infraction=row, reason="again", actor=floor.head)
    with refusal("already_rescinded"):
        change_penalty(infraction=row, penalty="RM", reason="again", actor=floor.head)
    assert floor.infraction().nth == 1


def test_undo_within_ten_seconds_is_a_counter_entry(floor):
    row = floor.infraction(at=floor.at(1))
    step = undo_infraction(infraction=row, actor=floor.judge, at=floor.at(1.15))
    assert (step.act, step.reason, penalty_state_of(row).status) == (
        PenaltyAct.RESCINDED,
        "undo",
        PenaltyStatus.RESCINDED,
    )
    assert Record.objects.filter(event=floor.event).count() == 3


def test_undo_is_one_s_own_and_soon(floor):
    row = floor.infraction(at=floor.at(1))
    with refusal("not_yours"):
        undo_infraction(infraction=row, actor=floor.head, at=floor.at(1.1))
    with refusal("too_late"):
        undo_infraction(infraction=row, actor=floor.judge, at=floor.at(1.3))


def test_undo_after_somebody_acted_is_refused(floor):
    row = floor.infraction("TE-OUTSIDE", "ML", comment="asked", at=floor.at(1))
    confirm_penalty(infraction=row, actor=floor.deputy, at=floor.at(1.05))
    with refusal("too_late"):
        undo_infraction(infraction=row, actor=floor.judge, at=floor.at(1.1))


def test_a_penalty_for_a_fault_that_was_logged_without_one(floor):
    row = floor.infraction(penalty=None)
    issue_penalty(infraction=row, penalty="W", actor=floor.judge)
    assert penalty_state_of(row).penalty == "W"
    with refusal("already_issued"):
        issue_penalty(infraction=row, penalty="W", actor=floor.judge)


def test_a_fault_without_a_penalty_can_be_undone_but_not_changed(floor):
    row = floor.infraction(penalty=None, at=floor.at(1))
    with refusal("not_issued"):
        change_penalty(infraction=row, penalty="W", reason="x", actor=floor.head)
    undo_infraction(infraction=row, actor=floor.judge, at=floor.at(1.1))
    assert penalty_state_of(row).status == PenaltyStatus.RESCINDED


def test_a_time_penalty_that_the_device_sends_again_counts_once(floor):
    """It writes extra time as well, and the device knows only the penalty by its id."""
    floor.infraction("TM-SLOW", "RM")
    floor.infraction("TM-SLOW", "W")
    row = floor.infraction("TM-SLOW", None)
    stamp = Stamp(device="tablet", number=7)
    terms = {"infraction": row, "penalty": "TP", "comment": "went on", "actor": floor.judge, "stamp": stamp}
    first = issue_penalty(**terms, at=floor.at(10))
    again = issue_penalty(**terms, at=floor.at(11))
    assert (first.pk, first.device_number, again.pk) == (stamp.id, 7, stamp.id)
    assert TimeExtension.objects.count() == 1
