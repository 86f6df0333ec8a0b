"""Results taken back and corrected: what stands afterwards, and who is asked."""

from __future__ import annotations

import pytest

from matches.enums import RoundStatus
from matches.errors import Refused
from matches.models import AuditRow, Result, Round, StandingsSnapshot
from matches.results.queries.results import score_of
from matches.results.services.takebacks import take_back_result
from matches.tables.score import Duel
from tests.matches.results.tables import CONFIRMED, ONE_TWO, REPORTED, SUPERSEDED, TWO_ONE, Table
from tests.undone import undone

pytestmark = pytest.mark.django_db


TWO_NIL = Duel(rounds=(2, 0), winner=0)


def test_taking_back_leaves_the_versions(table: Table) -> None:
    table.report(table.desk, TWO_ONE)
    take_back_result(match=table.match, actor=table.desk, reason="wrong table")
    assert table.states() == [SUPERSEDED]
    assert Result.objects.get().superseded_at is not None
    row = AuditRow.objects.last()
    assert (row.act, row.reason, row.details["versions"]) == ("take_back_result", "wrong table", [1])
    table.report(table.desk, ONE_TWO)
    assert table.states() == [SUPERSEDED, CONFIRMED]


def test_taking_the_desk_s_word_back_lets_the_players_reports_stand_again(table: Table) -> None:
    table.report(table.one, ONE_TWO)
    table.report(table.one, TWO_ONE)
    table.report(table.two, ONE_TWO)
    table.report(table.desk, TWO_NIL)
    take_back_result(match=table.match, actor=table.desk)
    assert table.states() == [SUPERSEDED, REPORTED, REPORTED, SUPERSEDED]
    assert AuditRow.objects.last().details["standing_again"] == [2, 3]
    table.report(table.two, TWO_ONE)
    assert table.stands() == TWO_ONE


def test_an_agreed_result_that_was_taken_back_can_be_reported_again(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    table.report(table.two, TWO_ONE)
    take_back_result(match=table.match, actor=table.desk)
    assert table.states() == [SUPERSEDED, SUPERSEDED]


def test_a_closed_round_is_not_taken_back(table: Table) -> None:
    table.report(table.desk, TWO_ONE)
    Round.objects.update(status=RoundStatus.CLOSED)
    with pytest.raises(Refused) as refused:
        take_back_result(match=table.match, actor=table.desk)
    assert refused.value.code == "round_closed"
    assert table.stands() == TWO_ONE


def test_a_correction_is_a_version_with_a_reason(table: Table) -> None:
    table.report(table.desk, TWO_ONE)
    corrected = table.correct(ONE_TWO, reason="sheet misread")
    assert (corrected.version, corrected.status, corrected.reason) == (2, CONFIRMED, "sheet misread")
    assert table.states() == [SUPERSEDED, CONFIRMED]
    assert AuditRow.objects.last().details["replaced"] == 1
    assert score_of(Result.objects.get(version=1)) == TWO_ONE


def test_a_correction_needs_a_reason(subtests: pytest.Subtests, table: Table) -> None:
    for reason in ["", "  ", "\n"]:
        with subtests.test(reason=reason), undone():
            table.report(table.desk, TWO_ONE)
            with pytest.raises(Refused) as refused:
                table.correct(ONE_TWO, reason=reason)
            assert (refused.value.code, refused.value.parameter) == ("reason_missing", "reason")


def test_only_what_stands_is_corrected(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    with pytest.raises(Refused) as refused:
        table.correct(ONE_TWO)
    assert refused.value.code == "nothing_to_correct"
    assert table.states() == [REPORTED]


def test_a_correction_to_the_same_changes_nothing(table: Table) -> None:
    stored = table.report(table.desk, TWO_ONE)
    assert table.correct(TWO_ONE) == stored
    assert table.states() == [CONFIRMED]


def test_a_correction_in_a_closed_round_updates_its_stored_standings(table: Table) -> None:
    table.report(table.desk, TWO_ONE)
    table.correct(TWO_NIL)
    assert not StandingsSnapshot.objects.exists()
    Round.objects.update(status=RoundStatus.CLOSED)
    table.correct(ONE_TWO)
    rows = StandingsSnapshot.objects.get().rows
    assert [(row["number"], row["points"]) for row in rows] == [
        (table.two.entry.number, 3),
        (table.one.entry.number, 0),
    ]
