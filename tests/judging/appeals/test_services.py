"""Appeals, and results accepted or protested."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from judging.appeals.change_services import AppealChange
from judging.appeals.services import acknowledge_result, decide_appeal, file_appeal
from judging.enums import AppealState, PenaltyStatus
from judging.extensions.queries import paused_since
from judging.extensions.services import resume_play
from judging.models import Acknowledgement, Appeal, AppealStep, TableEvent, TimeExtension
from judging.policies.services import delegate_to_deputy, start_policy
from judging.rulings.queries.penalties import penalty_state_of
from matches.audit.services import Actor
from matches.enums import Role, Source
from matches.errors import NotAllowed, Refused
from matches.models import AuditRow
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.tables.score import Duel
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


@pytest.fixture
def infraction(floor):
    return floor.infraction()


@pytest.fixture
def appeal(floor, infraction):
    return file_appeal(
        event=floor.event, of=infraction, entry=floor.player, actor=floor.judge, statement="three cards were legal"
    )


def test_an_appeal_stands_at_the_table_of_what_it_is_about(appeal, infraction, floor):
    assert (appeal.match, appeal.of_id, appeal.entry) == (floor.match, infraction.pk, floor.player)
    with refusal("appealed"):
        file_appeal(event=floor.event, of=infraction, actor=floor.judge)


def acts(floor):
    return list(TableEvent.objects.filter(match=floor.match).order_by("sequence").values_list("act", flat=True))


def test_play_stops_for_an_appeal_and_the_time_is_given_back(infraction, floor):
    file_appeal(event=floor.event, of=infraction, actor=floor.judge, at=floor.at(5))
    assert acts(floor) == ["paused"]
    assert paused_since(floor.match) == floor.at(5)
    file_appeal(event=floor.event, match=floor.match, actor=floor.judge, at=floor.at(6))
    assert acts(floor) == ["paused"], "it stands still already"
    resume_play(match=floor.match, actor=floor.judge, at=floor.at(9))
    assert TimeExtension.objects.get().seconds == 240


def test_play_goes_on_where_the_policy_says_so_or_nothing_is_left_to_stop(infraction, floor):
    score = Duel(rounds=(2, 0), winner=0)
    report_result(match=floor.matches[1], score=score, actor=floor.head, source=Source.JUDGE, at=floor.at(2))
    file_appeal(event=floor.event, match=floor.matches[1], actor=floor.judge, at=floor.at(5))
    file_appeal(event=floor.event, of=infraction, actor=floor.judge, at=floor.at(500))
    assert not TableEvent.objects.exists()


def test_a_policy_may_let_play_go_on_during_an_appeal(floor):
    own = {"appeals.pauses_table": False}
    start_policy(event=floor.event, profile="competitive", overrides=own, actor=floor.head)
    file_appeal(event=floor.event, match=floor.match, actor=floor.judge, at=floor.at(5))
    assert acts(floor) == []


def test_a_player_appeals_at_the_own_table_only(infraction, floor):
    stranger = Actor(entry=floor.matches[1].seats.first().entry)
    with refusal("not_allowed"):
        file_appeal(event=floor.event, of=infraction, actor=stranger)
    assert file_appeal(event=floor.event, of=infraction, actor=Actor(entry=floor.player), entry=floor.player)


def test_the_head_s_own_ruling_is_final(floor):
    row = floor.infraction(actor=floor.head)
    with refusal("head_is_final"):
        file_appeal(event=floor.event, of=row, actor=floor.judge)


def test_something_at_the_table_without_a_record(floor):
    assert file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="whose turn it is").of is None


def test_who_decides(subtests: pytest.Subtests, appeal, floor):
    for role, delegated, allowed in [
        (Role.FLOOR_JUDGE, True, False),
        (Role.DEPUTY_HEAD, False, False),
        (Role.DEPUTY_HEAD, True, True),
        (Role.HEAD_JUDGE, False, True),
        (Role.SCOREKEEPER, True, False),
    ]:
        with subtests.test(role=role, delegated=delegated, allowed=allowed), undone(floor):
            delegate_to_deputy(event=floor.event, delegated=delegated, actor=floor.head)
            if allowed:
                assert decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=floor.actor(role)).state == "upheld"
            else:
                with refusal("not_allowed"):
                    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=floor.actor(role))


def test_upheld_leaves_the_penalty(appeal, infraction, floor):
    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=floor.head)
    assert penalty_state_of(infraction).status == PenaltyStatus.ISSUED


def test_changed_takes_the_penalty_back_in_the_same_act(appeal, infraction, floor):
    with refusal("comment_missing"):
        decide_appeal(appeal=appeal, state=AppealState.CHANGED, actor=floor.head)
    decide_appeal(appeal=appeal, state=AppealState.CHANGED, actor=floor.head, comment="the cards were counted wrong")
    assert penalty_state_of(infraction).status == PenaltyStatus.RESCINDED


def test_or_puts_another_in_its_place(appeal, infraction, floor):
    decide_appeal(
        appeal=appeal,
        state=AppealState.CHANGED,
        actor=floor.head,
        comment="reported it",
        change=AppealChange(penalty="RM"),
    )
    assert penalty_state_of(infraction).penalty == "RM"


def test_a_decision_that_cannot_be_carried_out_is_not_made(appeal, floor):
    with refusal("same_penalty"):
        decide_appeal(
            appeal=appeal, state=AppealState.CHANGED, actor=floor.head, comment="x", change=AppealChange(penalty="W")
        )
    assert not AppealStep.objects.exists()


def test_the_word_is_final(appeal, floor):
    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=floor.head)
    with refusal("appeal_decided"):
        decide_appeal(appeal=appeal, state=AppealState.WITHDRAWN, actor=floor.head)


def test_withdrawn_is_for_any_judge_to_write_down(appeal, floor):
    decide_appeal(appeal=appeal, state=AppealState.WITHDRAWN, actor=floor.judge)
    assert appeal.decision.state == "withdrawn"


def test_open_is_no_decision(appeal, floor):
    with refusal("state_unknown"):
        decide_appeal(appeal=appeal, state=AppealState.OPEN, actor=floor.head)


@pytest.fixture
def result(floor):
    return report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)


def test_both_players_accept(result, floor):
    for entry in (floor.player, floor.opponent):
        row = acknowledge_result(result=result, entry=entry, actor=Actor(entry=entry))
        assert (row.entry, row.under_protest) == (entry, False)
    with refusal("acknowledged"):
        acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player))


def accept(floor, result):
    for entry in (floor.player, floor.opponent):
        acknowledge_result(result=result, entry=entry, actor=Actor(entry=entry))
    result.refresh_from_db()


def test_the_second_acceptance_locks_the_result(result, floor):
    acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player), under_protest=True)
    result.refresh_from_db()
    assert not result.is_locked
    acknowledge_result(result=result, entry=floor.opponent, actor=Actor(entry=floor.opponent))
    result.refresh_from_db()
    assert result.is_locked
    assert AuditRow.objects.filter(event=floor.event).last().details["locked"] == result.version


def test_a_locked_result_is_changed_only_by_the_head_judge_and_a_scorekeeper(subtests: pytest.Subtests, result, floor):
    for role in Role:
        with subtests.test(role=role), undone(result, floor):
            accept(floor, result)
            score = Duel(rounds=(1, 2), winner=1)
            actor = floor.actor(role)
            if role not in (Role.HEAD_JUDGE, Role.SCOREKEEPER):
                for change in (correct_result, take_back_result):
                    given = {"score": score, "source": Source.DESK} if change is correct_result else {}
                    with pytest.raises(NotAllowed):
                        change(match=floor.match, actor=actor, reason="swapped", **given)
                continue
            with refusal("reason_missing"):
                take_back_result(match=floor.match, actor=actor)
            again = correct_result(match=floor.match, score=score, actor=actor, source=Source.DESK, reason="swapped")
            assert not again.is_locked  # both players have to accept the new one
            take_back_result(match=floor.match, actor=actor, reason="they play on")
            assert not floor.match.results.exclude(status="superseded").exists()


def test_acceptance_of_a_result_that_was_corrected_a_moment_ago(result, floor):
    correct_result(
        match=floor.match, score=Duel(rounds=(1, 2), winner=1), actor=floor.head, source=Source.DESK, reason="swapped"
    )
    with refusal("result_not_confirmed"):
        acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player))


def test_for_the_other_player_only_a_judge_with_the_sheet(result, floor):
    with refusal("not_allowed"):
        acknowledge_result(result=result, entry=floor.opponent, actor=Actor(entry=floor.player))
    assert acknowledge_result(result=result, entry=floor.opponent, actor=floor.judge)
    with refusal("not_at_table"):
        entry = floor.matches[1].seats.first().entry
        acknowledge_result(result=result, entry=entry, actor=Actor(entry=entry))


def test_a_version_that_no_longer_stands_is_not_accepted(result, floor):
    score = Duel(rounds=(1, 2), winner=1)
    correct_result(match=floor.match, score=score, actor=floor.head, source=Source.DESK, reason="swapped")
    result.refresh_from_db()
    with refusal("result_not_confirmed"):
        acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player))


def test_under_protest_opens_an_appeal(result, floor):
    row = acknowledge_result(
        result=result, entry=floor.player, actor=Actor(entry=floor.player), under_protest=True, statement="it was 2-0"
    )
    appeal = Appeal.objects.get()
    assert (appeal.of_id, appeal.entry, appeal.statement, appeal.match) == (
        row.pk,
        floor.player,
        "it was 2-0",
        floor.match,
    )


def test_after_ten_minutes_a_result_is_not_protested(result, floor):
    late = result.confirmed_at + timedelta(minutes=11)
    with refusal("too_late"):
        acknowledge_result(
            result=result, entry=floor.player, actor=Actor(entry=floor.player), under_protest=True, at=late
        )
    assert acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player), at=late)


def test_the_database_holds_one_acknowledgement_and_one_decision(result, appeal, floor):
    row = acknowledge_result(result=result, entry=floor.player, actor=Actor(entry=floor.player))
    with pytest.raises(IntegrityError), transaction.atomic():
        Acknowledgement(result=row.result, entry=row.entry, record_id=appeal.pk).save_base(raw=True, force_insert=True)
