"""The services of the recorder: one tap is one change, one device writes, and a finding becomes an infraction."""

from __future__ import annotations

import uuid
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from judging.enums import FindingAct
from judging.models import FindingMark, TurnRecord, TurnStep
from judging.recorder.findings import name_of
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.findings import confirm_recorded_result, dismiss_finding, log_finding
from judging.recorder.services.recording import read_in_record, start_record, take_over_record
from judging.recorder.services.taps import Tap, begin_game_round, correct_token, undo_token, write_token
from judging.recorder.views.board import fault_shown
from judging.rulings.services.infractions import Fault
from matches.enums import Role, RoundStatus
from matches.errors import NotAllowed, Refused
from matches.models import AuditRow
from rules_engine import games
from rules_engine.game import Moment
from rules_engine.record.writing import to_text
from tests.factories import RoundFactory
from tests.judging.conftest import Floor
from tests.rules_engine.bankout.simulate.cases import played
from tests.undone import undone

pytestmark = pytest.mark.django_db

DEVICE = "tablet-1"


def started(floor: Floor, first: str = "A") -> RecordedMatch:
    start_record(match=floor.match, actor=floor.judge, first=first, device=DEVICE)
    return now(floor)


def now(floor: Floor) -> RecordedMatch:
    found = recorded(floor.event, floor.match)
    assert found is not None
    return found


def tap(floor: Floor, **more: object) -> Tap:
    return Tap(**{"device": DEVICE, "revision": now(floor).row.revision, "step": uuid.uuid4(), **more})  # type: ignore[arg-type]


def write(floor: Floor, *tokens: str, insist: bool = False) -> RecordedMatch:
    for token in tokens:
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), token=token, insist=insist)
    return now(floor)


def test_a_start_in_a_round_that_is_not_public_says_which_round_and_what_to_do(
    subtests: pytest.Subtests, floor: Floor
) -> None:
    for status, paired_again, said in [
        (RoundStatus.DRAFT, False, "Round 1 is not published"),
        (RoundStatus.WITHDRAWN, False, "Round 1 was withdrawn. Pair and publish it again"),
        (RoundStatus.WITHDRAWN, True, "Round 1 was paired again"),
    ]:
        with subtests.test(status=status, paired_again=paired_again, said=said), undone(floor):
            floor.round.status = status
            floor.round.save()
            if paired_again:
                RoundFactory(stage=floor.round.stage, number=floor.round.number, attempt=2)
            with pytest.raises(Refused) as refused:
                start_record(match=floor.matches[0], actor=floor.judge, first="A", device=DEVICE)
            assert refused.value.code == "round_not_published"
            assert str(refused.value.message).startswith(said)


def test_a_tap_that_is_sent_again_after_later_ones_counts_once(floor: Floor) -> None:
    started(floor)
    first = tap(floor)
    write_token(recorded=now(floor), actor=floor.judge, tap=first, token="7")
    write(floor, "4")
    write_token(recorded=now(floor), actor=floor.judge, tap=first, token="7")
    write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, step=first.step), token="7")
    assert now(floor).row.revision == 2
    assert lines(now(floor)) == ["A: 7 4"]
    with pytest.raises(Refused, match="added to this record"):
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, revision=0), token="7")


def test_the_database_knows_each_tap_of_a_record_once(floor: Floor) -> None:
    step = uuid.uuid4()
    first = started(floor).row
    second = start_record(match=floor.matches[1], actor=floor.judge, first="A", device="tablet")
    for row in (first, second):
        TurnStep.objects.create(record=row, step=step)
    with pytest.raises(IntegrityError), transaction.atomic():
        TurnStep.objects.create(record=first, step=step)


def test_taps_from_before_an_update_count_once(floor: Floor) -> None:
    started(floor)
    first = tap(floor)
    write_token(recorded=now(floor), actor=floor.judge, tap=first, token="7")
    write(floor, "4")
    TurnStep.objects.all().delete()
    import_module("judging.migrations.0005_turn_steps").take_over(apps, None)
    assert TurnStep.objects.count() == 2
    write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, step=first.step), token="7")
    assert lines(now(floor)) == ["A: 7 4"]


def test_a_tap_that_was_kept_has_the_time_of_the_tap(floor: Floor) -> None:
    found = started(floor)
    TurnRecord.objects.filter(pk=found.row.pk).update(started_at=timezone.now() - timedelta(seconds=1000))
    write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=600), token="7")
    write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=5000), token="4")
    tokens = now(floor).record.rounds[0].turns[0].actions
    assert tokens[1] in ("@399", "@400", "@401")
    assert tokens[3] == "@0"


def test_the_time_of_a_correction_is_nobody_s_decision(subtests: pytest.Subtests, floor: Floor) -> None:
    """BO-9.6: 84 seconds of correcting became a finding of slow play."""
    for mend in ["undo", "correct"]:
        with subtests.test(mend=mend), undone(floor):
            found = started(floor)
            TurnRecord.objects.filter(pk=found.row.pk).update(started_at=timezone.now() - timedelta(seconds=1000))
            for token, ago in (("5", 600), ("4", 595)):
                write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=ago), token=token)
            if mend == "undo":
                undo_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=590))
            else:
                place = Moment(0, 1, 1)
                correct_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=590), at=place, token="3")
            write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=506), token="7")
            assert "slow_decision" not in [finding.code for finding in now(floor).standing.report.findings]
            for token, ago in (("8", 500), ("9", 400)):
                write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=ago), token=token)
            assert "slow_decision" in [finding.code for finding in now(floor).standing.report.findings]


def lines(found: RecordedMatch) -> list[str]:
    return [
        f"{turn.seat}: {' '.join(token for token in turn.actions if not token.startswith('@'))}"
        for turn in found.record.rounds[-1].turns
    ]


def test_taps_become_turns_and_each_is_a_row_of_the_audit_log(floor: Floor) -> None:
    started(floor)
    found = write(floor, "7", "4", "B", "9")
    assert lines(found) == ["A: 7 4 B", "B: 9"]
    assert found.row.revision == 4
    rows = AuditRow.objects.filter(event=floor.event, act="write_token").order_by("sequence")
    assert [row.details["token"] for row in rows] == ["7", "4", "B", "9"]


def test_no_name_is_stored_with_the_turns(floor: Floor) -> None:
    found = started(floor)
    assert found.row.data["seats"] == {}
    assert found.record.seats == {"A": floor.player.unique_name, "B": floor.opponent.unique_name}


def test_a_tap_that_is_sent_twice_counts_once(floor: Floor) -> None:
    found = started(floor)
    one = tap(floor)
    for _ in range(2):
        write_token(recorded=found, actor=floor.judge, tap=one, token="7")
    assert lines(now(floor)) == ["A: 7"]


def test_a_tap_on_a_board_that_has_gone_on_is_refused(floor: Floor) -> None:
    started(floor)
    late = tap(floor)
    write(floor, "7")
    with pytest.raises(Refused, match="added to this record") as caught:
        write_token(recorded=now(floor), actor=floor.judge, tap=late, token="8")
    assert caught.value.conflict


def test_one_device_writes_and_taking_over_is_one_act(floor: Floor) -> None:
    started(floor)
    other = tap(floor, device="tablet-2")
    with pytest.raises(Refused, match="Another device"):
        write_token(recorded=now(floor), actor=floor.head, tap=other, token="7")
    take_over_record(recorded=now(floor), actor=floor.head, device="tablet-2")
    write_token(recorded=now(floor), actor=floor.head, tap=tap(floor, device="tablet-2"), token="7")
    assert lines(now(floor)) == ["A: 7"]


def test_what_the_rules_bar_says_why_and_is_recorded_if_it_happened(floor: Floor) -> None:
    started(floor)
    with pytest.raises(Refused) as caught:
        write(floor, ">Q")
    assert caught.value.code == "barred"
    assert caught.value.details == ["BO-4.2"]
    found = write(floor, ">Q", insist=True)
    [fault] = found.open_findings()
    assert fault.code == "card_not_in_hand"
    assert ">Q" not in str(caught.value.message), "nobody has played it"
    shown = fault_shown(found, fault)
    assert shown.message.startswith(f"<b><bdi>{found.names['A']}</bdi></b> used &gt;Q ")


def test_the_place_of_a_fault_counts_what_the_page_lists(floor: Floor) -> None:
    started(floor)
    for token in ("7", "4"):
        write(floor, token)
    found = write(floor, ">Q", insist=True)
    [fault] = found.open_findings()
    assert fault.action > 3, "readings of the clock stand between"
    assert fault_shown(found, fault).where == "Round 1, turn 1, action 3"


def test_a_card_that_may_not_be_drawn_says_why(floor: Floor) -> None:
    started(floor)
    for token in ("?", "A", "J"):
        write(floor, token)
    with pytest.raises(Refused, match="A Jack has triggered Latent") as caught:
        write(floor, "4")
    assert (caught.value.code, caught.value.details) == ("barred", ["BO-5.2"])


def test_what_is_no_token_says_what_tokens_look_like(floor: Floor) -> None:
    started(floor)
    with pytest.raises(Refused) as caught:
        write(floor, "7 8", insist=True)
    [detail] = caught.value.details
    assert str(detail).endswith(" 2, 3, ?, B.")


def test_what_is_no_token_is_refused(subtests: pytest.Subtests, floor: Floor) -> None:
    for token in ["Z", "", "7 7", "11"]:
        with subtests.test(token=token), undone(floor):
            started(floor)
            with pytest.raises(Refused):
                write(floor, token, insist=True)
            assert now(floor).row.revision == 0


def test_the_last_tap_is_taken_back_and_an_earlier_one_corrected(floor: Floor) -> None:
    started(floor)
    write(floor, "7", "J", "J", "4")
    undo_token(recorded=now(floor), actor=floor.judge, tap=tap(floor))
    assert lines(now(floor)) == ["A: 7 J J"]
    correct_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), at=Moment(0, 1, 1), token="J")
    found = now(floor)
    assert lines(found) == ["A: J J J"]
    assert found.standing.view.turn_over


SECOND = 3
"""The place of a turn's second token: the clock's reading stands behind the first."""


def correct(floor: Floor, token: str | None, turn: int, action: int, *, insert: bool = False) -> None:
    place = Moment(0, turn, action)
    correct_token(recorded=now(floor), actor=floor.judge, tap=tap(floor), at=place, token=token, insert=insert)


def undo(floor: Floor, times: int = 1) -> None:
    for _ in range(times):
        undo_token(recorded=now(floor), actor=floor.judge, tap=tap(floor))


def test_undo_after_a_correction_undoes_the_correction(subtests: pytest.Subtests, floor: Floor) -> None:
    for token, insert, corrected in [("3", False, "A: 7 3 4"), (None, False, "A: 7 4"), ("3", True, "A: 7 3 5 4")]:
        with subtests.test(token=token, insert=insert, corrected=corrected), undone(floor):
            started(floor)
            write(floor, "7", "5", "4")
            before = now(floor).row.data
            correct(floor, token, 1, SECOND, insert=insert)
            assert lines(now(floor)) == [corrected]
            undo(floor)
            assert now(floor).row.data == before
            undo(floor)
            assert lines(now(floor)) == ["A: 7 5"], "then the last token"


def test_what_was_written_after_a_correction_is_undone_before_it(floor: Floor) -> None:
    started(floor)
    write(floor, "7", "5")
    first = now(floor).row.data
    correct(floor, "3", 1, SECOND)
    second = now(floor).row.data
    correct(floor, "2", 1, 1)
    write(floor, "4", "6")
    assert lines(now(floor)) == ["A: 2 3 4 6"]
    undo(floor, 2)
    assert lines(now(floor)) == ["A: 2 3"]
    undo(floor)
    assert now(floor).row.data == second
    undo(floor)
    assert now(floor).row.data == first
    undo(floor)
    assert lines(now(floor)) == ["A: 7"]


def test_a_correction_is_undone_once(floor: Floor) -> None:
    """A token that is written as it was corrected is a token of its own."""
    started(floor)
    write(floor, "7")
    correct(floor, "5", 1, 1)
    undo(floor, 2)
    assert lines(now(floor)) == []
    write(floor, "5")
    undo(floor)
    assert lines(now(floor)) == []


def test_a_new_record_counts_and_the_old_one_is_kept(floor: Floor) -> None:
    old = started(floor)
    new = started(floor, first="B")
    assert (old.row.number, new.row.number) == (1, 2)
    assert TurnRecord.objects.filter(match=floor.match).count() == 2
    with pytest.raises(Refused, match="newer record"):
        write_token(
            recorded=RecordedMatch(old.row, floor.event, floor.match),
            actor=floor.judge,
            tap=tap(floor, revision=0),
            token="7",
        )


def test_the_same_start_sent_twice_is_one_record(floor: Floor) -> None:
    key = uuid.uuid4()
    for _ in range(2):
        start_record(match=floor.match, actor=floor.judge, first="A", device=DEVICE, key=key)
    assert TurnRecord.objects.filter(match=floor.match).count() == 1


def test_a_record_that_was_begun_without_a_network_counts_from_the_tap_that_began_it(floor: Floor) -> None:
    before = timezone.now()
    row = start_record(match=floor.match, actor=floor.judge, first="A", device=DEVICE, ago=100)
    assert timedelta(seconds=99) < before - row.started_at <= timedelta(seconds=100)
    for token, ago in (("7", 90), ("4", 60)):
        write_token(recorded=now(floor), actor=floor.judge, tap=tap(floor, ago=ago), token=token)
    first, clock, second, later = now(floor).record.rounds[0].turns[0].actions
    assert (first, second) == ("7", "4")
    assert int(clock[1:]) in (10, 11)
    assert int(later[1:]) in (40, 41)


def test_the_next_round_begins_when_the_last_is_over(floor: Floor) -> None:
    started(floor)
    with pytest.raises(Refused, match="not over"):
        begin_game_round(recorded=now(floor), actor=floor.judge, tap=tap(floor))


def test_who_may_record(subtests: pytest.Subtests, floor: Floor) -> None:
    for role in Role:
        with subtests.test(role=role), undone(floor):
            may = role in (Role.FLOOR_JUDGE, Role.DEPUTY_HEAD, Role.HEAD_JUDGE, Role.SCOREKEEPER)
            try:
                start_record(match=floor.match, actor=floor.actor(role), first="A", device=DEVICE)
                assert may
            except NotAllowed:
                assert not may


# Reading in


def text_of(seed: int) -> str:
    _outcome, record = played(seed)
    return to_text(record, games.get("bankout").language)


def test_a_record_is_read_in_under_the_rules_of_the_event(floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text="Round 1, B first\nB: 7 4 B(11)\nA: 9", device=DEVICE)
    found = now(floor)
    assert lines(found) == ["B: 7 4 B(11)", "A: 9"]
    assert found.record.rules == games.get("bankout").language.rules(floor.event.rules)[0]


def test_a_record_that_cannot_be_read_in_changes_nothing(subtests: pytest.Subtests, floor: Floor) -> None:
    for text, code in [
        ("", "record_unreadable"),
        ("Round 1, A first\nA: Z", "record_unreadable"),
        ('[game "chess"]\nRound 1, A first\nA: 7', "record_other_game"),
        ('[game "stage"]\nRound 1, A first\nA: b1:K -9 +?', "record_other_game"),
        ('{"record": 1, "game": "bank", "rounds": []}', "record_other_game"),
        ('[format "blitz"] [jokers "off"] [edition "2022"]\nRound 1, A first\nA: 7', "record_unreadable"),
        ('[jokers "off"]\nRound 1, A first\nA: 7', "record_rules"),
    ]:
        with subtests.test(text=text, code=code), undone(floor):
            with pytest.raises(Refused) as caught:
                read_in_record(match=floor.match, actor=floor.judge, text=text, device=DEVICE)
            assert caught.value.code == code
            assert not TurnRecord.objects.exists()


def test_a_record_of_another_game_is_told_both_games_and_how_a_record_begins(floor: Floor) -> None:
    text = '[game "bankrupt"]\nRound 1, D deals\nA: H  B: H  C: H  D: H'
    with pytest.raises(Refused) as caught:
        read_in_record(match=floor.match, actor=floor.judge, text=text, device=DEVICE)
    assert caught.value.parameter == "record"
    assert all(said in str(caught.value) for said in ("Bankrupt", "Bankout", '[game "bankout"]'))


# Findings and result


def test_a_finding_becomes_an_infraction_once(floor: Floor) -> None:
    started(floor)
    found = write(floor, ">Q", insist=True)
    (finding,) = found.open_findings()
    rule = found.infraction_of(finding)
    assert rule is not None
    fault = Fault(entry=floor.player, code=rule.code, match=floor.match, comment="seen")
    given = {"finding": name_of(finding), "actor": floor.judge, "fault": fault, "penalty": "W"}
    row = log_finding(recorded=found, **given)
    assert FindingMark.objects.get().infraction_id == row.pk
    assert not now(floor).open_findings()
    with pytest.raises(Refused, match="already been reviewed"):
        log_finding(recorded=now(floor), **given)


def test_a_finding_may_need_no_infraction(floor: Floor) -> None:
    started(floor)
    found = write(floor, ">Q", insist=True)
    (finding,) = found.open_findings()
    for _ in range(2):
        dismiss_finding(recorded=now(floor), finding=name_of(finding), actor=floor.judge)
    assert FindingMark.objects.get().act == FindingAct.DISMISSED
    with pytest.raises(Refused, match="no longer has"):
        dismiss_finding(recorded=now(floor), finding="1.9.9.card_not_in_hand", actor=floor.judge)


def test_only_a_finished_record_without_faults_proposes_a_result(floor: Floor) -> None:
    found = started(floor)
    assert found.proposal is None
    with pytest.raises(Refused, match="Only a finished record"):
        confirm_recorded_result(recorded=found, actor=floor.judge)


def test_time_called_in_a_turn_proposes_nothing_before_the_turn_is_over(floor: Floor) -> None:
    started(floor)
    found = write(floor, "7", "B", "9", "T")
    assert not found.standing.is_over
    assert found.proposal is None
    proposal = write(floor, "B").proposal
    assert proposal is not None
    assert proposal.decided_by == "time"


def test_the_queen_that_a_jack_used_up_may_be_tapped_right_after_it(floor: Floor) -> None:
    started(floor)
    write(floor, "Q", "A", "J", "*Q")
    assert lines(now(floor)) == ["A: Q A J *Q"]
    with pytest.raises(Refused, match="No Jack has just triggered"):
        write(floor, "*Q")
