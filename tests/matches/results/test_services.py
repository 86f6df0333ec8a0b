"""Reports and confirmations: who may report a result, and what stands afterwards."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from msgspec import structs

from matches.audit.services import Actor, verify_audit
from matches.enums import MatchKind, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import AuditRow, LiveVersion, Match, Result, ResultLine, Round
from matches.results.queries.results import score_of
from matches.results.services.takebacks import take_back_result
from matches.tables.score import ALL_LOST, Duel, Score
from tests.factories import EntryFactory
from tests.matches.results.tables import CONFIRMED, ONE_TWO, REPORTED, SUPERSEDED, TWO_ONE, Table, table_of
from tests.undone import undone

pytestmark = pytest.mark.django_db


DRAW = Duel(rounds=(1, 1), decided_by="time")


AGREED = Duel(decided_by="intentional_draw")


def refusal(table: Table, who: Actor, score: Score = TWO_ONE, **more: object) -> Refused:
    before = (Result.objects.count(), AuditRow.objects.count())
    with pytest.raises(Refused) as refused:
        table.report(who, score, **more)
    assert str(refused.value.message)
    assert (Result.objects.count(), AuditRow.objects.count()) == before
    return refused.value


def test_a_player_s_report_waits_for_the_other_one(table: Table) -> None:
    result = table.report(table.one, TWO_ONE)
    assert (result.status, result.version, result.source, result.confirmed_at) == (REPORTED, 1, Source.PLAYER, None)
    assert result.reported_by_entry == table.one.entry
    assert table.stands() is None


def test_both_players_agreeing_confirms(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    result = table.report(table.two, TWO_ONE)
    assert (result.status, result.confirmed_at) == (CONFIRMED, result.reported_at)
    assert table.states() == [SUPERSEDED, CONFIRMED]
    assert table.stands() == TWO_ONE


def test_the_same_player_twice_is_one_report(table: Table) -> None:
    first = table.report(table.one, TWO_ONE)
    assert table.report(table.one, TWO_ONE) == first
    assert table.states() == [REPORTED]
    assert AuditRow.objects.last().details == {"match": table.match.pk, "table": 12, "again": 1}


def test_a_player_may_change_the_own_report_until_it_stands(table: Table) -> None:
    table.report(table.one, ONE_TWO)
    table.report(table.one, TWO_ONE)
    assert table.states() == [SUPERSEDED, REPORTED]
    table.report(table.two, TWO_ONE)
    assert table.states() == [SUPERSEDED, SUPERSEDED, CONFIRMED]


def test_different_reports_both_stay(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    table.report(table.two, ONE_TWO)
    assert table.states() == [REPORTED, REPORTED]
    assert table.stands() is None


def test_a_difference_ends_when_one_gives_way(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    table.report(table.two, ONE_TWO)
    table.report(table.one, ONE_TWO)
    assert table.states() == [SUPERSEDED, SUPERSEDED, CONFIRMED]
    assert table.stands() == ONE_TWO


def test_the_same_numbers_decided_otherwise_are_a_difference(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    table.report(table.two, Duel(rounds=(2, 1), winner=0, decided_by="concession"))
    assert table.states() == [REPORTED, REPORTED]


def test_the_desk_confirms_at_once(table: Table) -> None:
    result = table.report(table.desk, TWO_ONE)
    assert (result.status, result.reported_by_user, result.source) == (CONFIRMED, table.desk.user, Source.DESK)
    lines = ResultLine.objects.filter(result=result).order_by("seat__index")
    assert [(line.outcome, line.rounds_won, line.total) for line in lines] == [("win", 2, 0), ("loss", 1, 0)]


def test_the_desk_s_word_puts_the_players_reports_aside(subtests: pytest.Subtests, table: Table) -> None:
    for reports in [[(0, ONE_TWO)], [(0, ONE_TWO), (1, TWO_ONE)], [(1, TWO_ONE)]]:
        with subtests.test(reports=reports), undone():
            for who, score in reports:
                table.report((table.one, table.two)[who], score)
            table.report(table.desk, TWO_ONE)
            assert table.states() == [SUPERSEDED] * len(reports) + [CONFIRMED]
            assert table.stands() == TWO_ONE


def test_the_desk_can_ask_for_a_refusal_if_reports_differ(table: Table) -> None:
    table.report(table.one, ONE_TWO)
    refused = refusal(table, table.desk, TWO_ONE, over_reports=False)
    assert (refused.code, refused.parameter, refused.conflict) == ("report_differs", "score", True)
    assert refused.details == [f"{table.one.entry.player.name} reported 1-2."]
    table.report(table.desk, ONE_TWO, over_reports=False)
    assert table.stands() == ONE_TWO


def test_what_stands_already_is_answered_when_it_is_said_again(subtests: pytest.Subtests, table: Table) -> None:
    for who in ["one", "two", "desk"]:
        with subtests.test(who=who), undone():
            stored = table.report(table.desk, TWO_ONE)
            assert table.report(getattr(table, who), TWO_ONE) == stored
            assert table.states() == [CONFIRMED]


def test_what_stands_is_not_changed_by_a_report(subtests: pytest.Subtests, table: Table) -> None:
    for who in ["one", "two", "desk"]:
        with subtests.test(who=who), undone():
            table.report(table.desk, TWO_ONE)
            refused = refusal(table, getattr(table, who), ONE_TWO)
            assert (refused.code, refused.parameter, refused.conflict) == ("result_differs", "score", True)
            assert "12 already has 2-1" in str(refused.message)
            assert table.stands() == TWO_ONE


def test_a_round_that_takes_no_results(subtests: pytest.Subtests, table: Table) -> None:
    for status, code, words in [
        (RoundStatus.DRAFT, "round_not_published", "not published"),
        (RoundStatus.CLOSED, "round_closed", "closed"),
        (RoundStatus.WITHDRAWN, "round_withdrawn", "withdrawn"),
    ]:
        with subtests.test(status=status, code=code, words=words), undone():
            Round.objects.update(status=status)
            for who in (table.one, table.desk):
                refused = refusal(table, who)
                assert refused.code == code
                assert words in str(refused.message)


def test_a_round_in_play_takes_results(subtests: pytest.Subtests, table: Table) -> None:
    for status in sorted(RoundStatus.takes_results()):
        with subtests.test(status=status), undone():
            Round.objects.update(status=status)
            assert table.report(table.desk, TWO_ONE).status == CONFIRMED


def test_a_bye_has_no_result(subtests: pytest.Subtests, table: Table) -> None:
    for kind in [MatchKind.BYE, MatchKind.ASSIGNED_LOSS, MatchKind.ASSIGNED_DRAW]:
        with subtests.test(kind=kind), undone():
            Match.objects.update(kind=kind)
            assert refusal(table, table.desk).code == "no_opponent"
            with pytest.raises(Refused) as refused:
                take_back_result(match=table.match, actor=table.desk)
            assert refused.value.code == "no_opponent"
            with pytest.raises(Refused) as refused:
                table.correct(TWO_ONE)
            assert refused.value.code == "nothing_to_correct"


def test_a_player_reports_the_own_match_only(table: Table) -> None:
    neighbour = EntryFactory(event=table.match.round.stage.event)
    assert refusal(table, Actor(entry=neighbour)).code == "not_your_match"
    assert refusal(table, Actor(entry=EntryFactory())).code == "not_allowed"


def test_players_report_only_where_the_event_lets_them() -> None:
    table = table_of(players_report=False)
    assert refusal(table, table.one).code == "players_do_not_report"
    assert table.report(table.desk, TWO_ONE).status == CONFIRMED


@pytest.mark.parametrize("kind", sorted(StageKind.brackets()))
def test_a_bracket_takes_no_draw(kind: StageKind) -> None:
    table = table_of(kind=kind, intentional_draws=True)
    for score in (DRAW, AGREED):
        for who in (table.one, table.desk):
            refused = refusal(table, who, score)
            assert (refused.code, refused.parameter) == ("winner_needed", "score")
    table.report(table.desk, TWO_ONE)
    with pytest.raises(Refused, match="needs a winner"):
        table.correct(DRAW)
    assert table.stands() == TWO_ONE


def test_a_bracket_accepts_a_double_no_show() -> None:
    table = table_of(kind=StageKind.SINGLE_ELIMINATION)
    no_show = Duel(winner=ALL_LOST, decided_by="no_show")
    table.report(table.desk, no_show)
    assert table.stands() == no_show
    assert [line.outcome for line in ResultLine.objects.all()] == ["loss", "loss"]


def test_an_agreed_draw_where_the_event_allows_it() -> None:
    table = table_of(intentional_draws=True)
    table.report(table.one, AGREED)
    table.report(table.two, AGREED)
    assert table.stands() == AGREED
    forbidden = table_of()
    assert refusal(forbidden, forbidden.desk, AGREED).code == "no_agreed_draws"
    forbidden.report(forbidden.desk, TWO_ONE)
    with pytest.raises(Refused) as refused:
        forbidden.correct(AGREED)
    assert refused.value.code == "no_agreed_draws"


def test_what_is_stored_is_what_was_said(subtests: pytest.Subtests, table: Table) -> None:
    for score in [
        TWO_ONE,
        ONE_TWO,
        DRAW,
        Duel(rounds=(0, 2), winner=1, decided_by="no_show"),
        Duel(rounds=(1, 0), winner=1, decided_by="concession"),
        Duel(rounds=(1, 1), winner=1, decided_by="sudden_death"),
        Duel(rounds=(1, 1), drawn_rounds=1, decided_by="time"),
        Duel(winner=ALL_LOST, decided_by="no_show"),
        Duel(totals=(2410, 1980), winner=0),
        Duel(totals=(1500, 1500), winner=1, decided_by="sudden_death"),
        Duel(rounds=(2, 0), winner=0, decided_by="penalty"),
    ]:
        with subtests.test(score=score), undone():
            assert score_of(table.report(table.desk, score)) == score
            assert table.stands() == score


def test_each_change_raises_the_live_versions(table: Table) -> None:
    table.report(table.one, TWO_ONE)
    table.report(table.desk, TWO_ONE)
    table.correct(ONE_TWO)
    take_back_result(match=table.match, actor=table.desk)
    assert dict(LiveVersion.objects.values_list("part", "version")) == {"results": 4, "pairings": 4, "table 12": 4}
    assert [row.act for row in AuditRow.objects.all()] == [
        "report_result",
        "report_result",
        "correct_result",
        "take_back_result",
    ]
    assert verify_audit(table.match.round.stage.event) is None


def test_the_database_holds_one_confirmed_result_a_match(table: Table) -> None:
    stored = table.report(table.desk, TWO_ONE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(
            match=table.match, version=2, status=CONFIRMED, source=Source.DESK, reported_at=stored.reported_at
        )


def test_the_game_s_own_ways_to_decide_are_stored_and_no_others(table: Table) -> None:
    """The keys are the game's, not the database's: Bankout has Sudden Death, and no roll-off."""
    assert table.report(table.desk, structs.replace(TWO_ONE, decided_by="sudden_death")).decided_by == "sudden_death"


def test_a_way_that_no_game_of_the_event_has_is_an_error_of_the_program(table: Table) -> None:
    with pytest.raises(ValueError, match="roll_off"):
        table.report(table.desk, structs.replace(TWO_ONE, decided_by="roll_off"))


def test_the_database_wants_a_way(table: Table) -> None:
    stored = table.report(table.desk, TWO_ONE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=stored.pk).update(decided_by="")
