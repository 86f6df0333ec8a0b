"""Documents of a whole event: standings, bracket, score sheets, fallback pack and log."""

from __future__ import annotations

import pytest

from judging.appeals.services import acknowledge_result
from judging.enums import TableAct
from judging.extensions.services import mark_table
from judging.paper import bracket
from judging.paper.brackets.stacks import stacked
from judging.papers.bracket_queries import bracket_sheet
from judging.papers.queries import PaperTerms
from judging.papers.score_sheet_queries import score_sheets
from judging.papers.services import document
from judging.rulings.services.penalties import confirm_penalty
from judging.rulings.services.takebacks import change_penalty, rescind_penalty
from matches.audit.services import Actor
from matches.brackets.views.drawing import drawn_bracket
from matches.clock.timing import ClockAct
from matches.enums import EntryStatus, Source, StageKind
from matches.models import ClockEvent, Entry, Event, Match, Player, Stage
from matches.people.services.entries import update_entry
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.tables.score import Duel
from tests.factories import StageFactory, any_organiser
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, reader
from tests.judging.papers.events import TWO_ONE, Print, finish
from tests.matches.playing import event_of, published

pytestmark = pytest.mark.django_db


ONE_TWO = Duel(rounds=(1, 2), winner=1)


def test_the_standings_are_those_after_the_last_closed_round(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    second = pair_round(stage=floor.round.stage, actor=desk)
    for query in ({}, {"round": second.pk}, {"round": floor.round.pk}):
        data = printed("standings", **query)
        assert has(data, "Round 1 of 5")
        assert has(data, "opponents’ match-win percentage")
        assert has(data, "1–0–0")


def test_the_standings_of_a_bracket_are_those_it_was_seeded_from(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=2)
    bracket = pair_round(stage=cut, actor=desk)
    assert has(printed("standings", round=bracket.pk), "Round 1 of 5")


def test_the_standings_say_who_is_out(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Entry.objects.filter(pk=floor.player.pk).update(status=EntryStatus.DROPPED)
    assert has(printed("standings"), "(Dropped)")


def test_the_columns_stand_in_the_event_s_order(printed: Print, floor: Floor, desk: Actor) -> None:
    order = ["wins", "orw", "rw", "omw", "losses_late", "buchholz", "head_to_head", "lot"]
    Event.objects.update(options={"standings": {"order": order}})
    finish(floor, desk)
    text = "".join(reader(printed("standings")).pages[0].extract_text().split())
    heads = ["Wins", "ORW%", "RW%", "OMW%", "Late", "Buch"]
    assert "H2H" not in text, "nobody who is level has met"
    legend = text[text.index("Wins:") :]
    assert [legend.index(f"{head}:") for head in heads] == sorted(legend.index(f"{head}:") for head in heads)


def test_the_bracket_shows_results_and_who_is_awaited(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    round_ = publish_round(round=pair_round(stage=cut, actor=desk), actor=desk)
    first = Match.objects.get(round=round_, table=1)
    report_result(match=first, score=TWO_ONE, actor=desk, source=Source.DESK)
    data = printed("bracket")
    for words in ("Semi-finals", "Final", "Winner of", first.seats.get(index=0).entry.player.name):
        assert has(data, words), words


def test_a_double_elimination_takes_few_sheets_with_more_than_a_match_on_each(subtests: pytest.Subtests) -> None:
    for players, pages in [(8, 1), (11, 2), (16, 2)]:
        with subtests.test(players=players, pages=pages):
            event = event_of(players, kind=StageKind.DOUBLE_ELIMINATION)
            published(event, any_organiser())
            drawn = bracket_sheet(event, PaperTerms(kind="bracket"))
            stacks = stacked(drawn.sides)
            assert len(stacks) == pages
            assert all(sum(len(part.tree.placed) for part in parts) > 1 for parts in stacks)
            data = bracket(drawn)
            assert len(reader(data).pages) == pages
            for words in ("Losers’ round 1", "Grand final", "Winner of L1–", "Winner of W1–"):
                assert has(data, words) or (players == 11 and words.endswith("L1–")), words


def test_final_and_third_place_stand_on_one_sheet_and_say_which_is_which() -> None:
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    Stage.objects.filter(event=event).update(third_place=True)
    published(event, any_organiser())
    data = bracket(bracket_sheet(event, PaperTerms(kind="bracket")))
    assert len(reader(data).pages) == 1
    assert has(data, "Third place")


def test_paper_calls_the_matches_of_a_bracket_as_pages_do() -> None:
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    published(event, any_organiser())
    shown = drawn_bracket(event, event.stages.get(), staff=True)
    assert shown is not None
    (side,) = bracket_sheet(event, PaperTerms(kind="bracket")).sides
    matches = [match for column in side.rounds for match in column.matches]
    assert [match.label for match in matches[:-1]] == [box.code for box in shown.matches[:-1]]
    assert [seat.name for seat in matches[-1].seats] == [seat.origin for seat in shown.matches[-1].seats]


def test_a_double_no_show_is_on_the_bracket(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    round_ = publish_round(round=pair_round(stage=cut, actor=desk), actor=desk)
    no_show = Duel(winner=-1, decided_by="no_show")
    report_result(match=Match.objects.get(round=round_, table=1), score=no_show, actor=desk, source=Source.DESK)
    assert has(printed("bracket"), "no player")


def test_the_score_sheet_has_what_is_known_with_what_was_corrected(
    printed: Print, floor: Floor, desk: Actor, named: list[Player]
) -> None:
    Event.objects.update(time_zone="Asia/Tokyo")
    ClockEvent.objects.create(round=floor.round, match=floor.match, act=ClockAct.EXTEND, seconds=185, at=floor.at(3))
    floor.infraction("GP-HAND")
    mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=floor.at(5))
    mark_table(match=floor.match, act=TableAct.RESUMED, actor=floor.judge, at=floor.at(7))
    report_result(match=floor.match, score=ONE_TWO, actor=desk, source=Source.DESK)
    correct_result(match=floor.match, score=TWO_ONE, actor=desk, source=Source.DESK, reason="misread")
    data = printed("score_sheets")
    stop = "Paused 21:05:00–21:07:00, 23:05 on the clock"
    for words in ("21:00", "3:05", "GP-HAND", str(floor.judge.user), stop, "penalty", "1-2", "2-1"):
        assert has(data, words), words


def test_the_log_has_the_stops_that_the_score_sheet_has_no_room_for(
    printed: Print, floor: Floor, desk: Actor, named: list[Player]
) -> None:
    for minute in (5, 10):
        floor.infraction("GP-HAND")
        mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=floor.at(minute))
        mark_table(match=floor.match, act=TableAct.RESUMED, actor=floor.judge, at=floor.at(minute + 2))
    mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=floor.at(20))
    assert has(printed("score_sheets"), "and 3 more in the log")
    data = printed("log")
    for words in ("Play paused for a ruling", "12:05:00–12:07:00", "12:10:00–12:12:00", "12:20:00–…"):
        assert has(data, words), words
    assert not has(data, "Play resumed"), "it is the end of the line above"


def test_an_acceptance_under_protest_is_on_the_sheet(printed: Print, floor: Floor, desk: Actor) -> None:
    result = report_result(match=floor.match, score=TWO_ONE, actor=desk, source=Source.DESK)
    entry = floor.opponent
    acknowledge_result(result=result, entry=entry, actor=floor.judge, under_protest=True, statement="It was 1–2.")
    assert has(printed("score_sheets"), f"{entry.unique_name} under protest")
    sheet, other = score_sheets(floor.event, floor.round, PaperTerms(kind="score_sheets")).sheets
    assert (sheet.protesting, other.protesting) == ((str(entry.number),), ())


def test_a_result_that_was_taken_back_is_struck_through(printed: Print, floor: Floor, desk: Actor) -> None:
    report_result(match=floor.match, score=ONE_TWO, actor=desk, source=Source.DESK)
    take_back_result(match=floor.match, actor=desk)
    assert has(printed("score_sheets"), "1-2")


def test_the_fallback_pack_counts_the_penalties_that_stand(printed: Print, floor: Floor) -> None:
    row = floor.infraction("GP-HAND", "W")
    assert has(printed("fallback"), "GP-HAND W")
    rescind_penalty(infraction=row, reason="not a fault", actor=floor.head)
    assert not has(printed("fallback"), "GP-HAND W")


def test_the_log_has_every_ruling_with_what_was_changed(printed: Print, floor: Floor, named: list[Player]) -> None:
    row = floor.infraction("GP-HAND", "W")
    change_penalty(infraction=row, penalty="RL", reason="twice warned", actor=floor.head)
    data = printed("log")
    for words in ("Ada Okafor", "GP-HAND", "Warning", "Round loss", "twice warned", str(floor.judge.user), "R1 T1"):
        assert has(data, words), words


def test_the_score_sheet_has_the_totals_in_money(printed: Print, floor: Floor, desk: Actor) -> None:
    Event.objects.update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    match = Match.objects.get(pk=floor.match.pk)
    report_result(match=match, score=Duel(totals=(2410, 1980), winner=0), actor=desk, source=Source.DESK)
    data = printed("score_sheets")
    for words in ("$2,410", "$1,980"):
        assert has(data, words), words


def test_a_score_sheet_has_no_totals_of_a_match_that_a_penalty_decided(
    printed: Print, floor: Floor, desk: Actor
) -> None:
    Event.objects.update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    lost = Duel(totals=(0, 0), winner=1, decided_by="penalty")
    report_result(match=Match.objects.get(pk=floor.match.pk), score=lost, actor=desk, source=Source.DESK)
    assert not has(printed("score_sheets"), "$0")


def test_the_log_has_who_confirmed_and_what_was_stated(printed: Print, floor: Floor) -> None:
    row = floor.infraction("UC-CHEAT", "DQ", comment="marked cards")
    statements = {"statement_player": "I did not", "statement_judge": "saw it", "prize_decision": "without_prize"}
    confirm_penalty(infraction=row, statements=statements, actor=floor.head)
    assert not has(printed("log"), "I did not")  # printed for a scorekeeper
    data = document(event=floor.event, terms=PaperTerms(kind="log", evidence=True))
    for words in (f"Confirmed by {floor.head.user}", "I did not", "saw it", "Without prize"):
        assert has(data, words), words


def test_the_log_of_one_player_has_only_that_player(printed: Print, floor: Floor, named: list[Player]) -> None:
    floor.infraction("GP-HAND", "W")
    floor.infraction("TM-SLOW", "RM", entry=floor.opponent)
    data = printed("log", player=floor.player.number)
    assert has(data, "GP-HAND")
    assert has(data, "Judges’ log: Ada Okafor")
    assert not has(data, "TM-SLOW")
    assert not has(data, named[1].name)


def test_an_empty_log_says_so(printed: Print) -> None:
    assert has(printed("log"), "Nothing to list")


def test_the_final_standings_name_the_winner_and_the_places(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=2)
    final = publish_round(round=pair_round(stage=cut, actor=desk), actor=desk)
    match = Match.objects.get(round=final)
    report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    close_round(round=final, actor=desk)
    data = printed("final")
    for words in ("Final standings", f"Winner: {match.seats.get(index=0).entry.player.name}", "Single elimination"):
        assert has(data, words), words


def test_players_of_one_name_are_told_apart_on_every_paper(printed: Print, floor: Floor, desk: Actor) -> None:
    first, second = Entry.objects.filter(event=floor.event).order_by("number")[:2]
    for entry in (first, second):
        update_entry(actor=desk, entry=entry, name="Ada Lovelace")
    finish(floor, desk)
    for kind in ("tables", "names", "slips", "score_sheets", "fallback", "standings"):
        data = printed(kind, round=floor.round.pk)
        for entry in (first, second):
            assert has(data, f"Ada Lovelace #{entry.number}"), kind
