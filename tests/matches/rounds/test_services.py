"""The life of a round on the database: pairing, publishing, closing, withdrawing, verifying, up to the winner."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor, verify_audit
from matches.brackets.queries.brackets import stage_bracket
from matches.brackets.services.rounds import correct_bracket_result
from matches.clock.services import call_time, start_clock
from matches.draws.queries.fields import draft_conflicts
from matches.draws.services.checks import verify_round
from matches.draws.services.drafts import give_table, swap_players
from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, Match, Result, Round, Seat, Stage, StandingsSnapshot
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round, repair_round, withdraw_round
from matches.tables.score import Duel, Score
from tests.factories import EntryFactory, EventFactory, StageFactory, any_organiser

pytestmark = pytest.mark.django_db

TWO_ONE = Duel(rounds=(2, 1), winner=0)
TWO_NIL = Duel(rounds=(2, 0), winner=0)
ONE_TWO = Duel(rounds=(1, 2), winner=1)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def event_of(players: int, rounds: int = 3, cut: int | None = None) -> Event:
    event = EventFactory()
    EntryFactory.create_batch(players, event=event)
    StageFactory(event=event, rounds_planned=rounds)
    if cut:
        StageFactory(event=event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=cut)
    return event


def stage_of(event: Event, order: int = 1) -> Stage:
    return Stage.objects.select_related("event").get(event=event, order=order)


def play(round_: Round, desk: Actor, score: Score = TWO_ONE) -> Round:
    """Publish, run and close a round in which the first seat always wins."""
    publish_round(round=round_, actor=desk)
    start_clock(round=round_, actor=desk)
    for match in round_.matches.filter(kind=MatchKind.PLAYED):
        report_result(match=match, score=score, actor=desk, source=Source.DESK)
    return close_round(round=round_, actor=desk)


def pairs(round_: Round) -> set[frozenset[int]]:
    seats = Seat.objects.filter(round=round_).values_list("match_id", "entry_id")
    found: dict[int, set[int]] = {}
    for match_id, entry_id in seats:
        found.setdefault(match_id, set()).add(entry_id)
    return {frozenset(people) for people in found.values()}


def test_a_round_is_paired_once_and_the_second_request_is_refused(desk: Actor) -> None:
    event = event_of(7)
    first = pair_round(stage=stage_of(event), actor=desk, number=1, seed=11)
    assert first.status == RoundStatus.DRAFT
    assert first.matches.filter(kind=MatchKind.PLAYED).count() == 3
    assert first.matches.filter(kind=MatchKind.BYE).count() == 1
    assert sorted(first.matches.exclude(table=None).values_list("table", flat=True)) == [1, 2, 3]
    with pytest.raises(Refused) as refused:
        pair_round(stage=stage_of(event), actor=desk, number=1)
    assert (refused.value.code, refused.value.conflict) == ("round_open", True)
    assert Round.objects.count() == 1


def test_the_same_seed_gives_the_same_round(desk: Actor) -> None:
    event = event_of(16)
    first = pair_round(stage=stage_of(event), actor=desk, seed=5)
    before = pairs(first)
    withdraw_round(round=first, actor=desk, reason="wrong hall")
    again = pair_round(stage=stage_of(event), actor=desk, seed=5)
    assert pairs(again) == before
    assert again.attempt == 2


def test_no_rematch_over_three_rounds_and_every_round_verifies(desk: Actor) -> None:
    event = event_of(9)
    played: list[frozenset[int]] = []
    for number in range(1, 4):
        round_ = pair_round(stage=stage_of(event), actor=desk, number=number)
        assert verify_round(round_) == []
        played += [pair for pair in pairs(round_) if len(pair) == 2]
        play(round_, desk)
        assert verify_round(Round.objects.select_related("stage__event").get(pk=round_.pk)) == []
    assert len(played) == len(set(played)) == 12
    byes = Seat.objects.filter(match__kind=MatchKind.BYE).values_list("entry_id", flat=True)
    assert len(set(byes)) == 3


def test_verify_names_the_lines_that_were_changed_by_hand(desk: Actor) -> None:
    event = event_of(4)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=1)
    one, two = (match.seats.order_by("index").first() for match in draft.matches.order_by("table"))
    assert one is not None
    assert two is not None
    swap_players(round=draft, first=one.entry, second=two.entry, actor=desk, reason="brothers")
    changed = verify_round(draft)
    assert len(changed) == 4  # both tables as drawn, both as they are now
    assert AuditRow.objects.get(event=event, act="swap_players").reason == "brothers"


def test_a_draft_paired_again_keeps_what_was_set_by_hand(desk: Actor) -> None:
    event = event_of(12)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=1)
    match = draft.matches.order_by("table").first()
    assert match is not None
    kept = frozenset(match.seats.values_list("entry_id", flat=True))
    Match.objects.filter(pk=match.pk).update(locked=True)
    again = repair_round(round=draft, actor=desk, seed=2)
    assert kept in pairs(again)
    assert pairs(again) != pairs(draft)
    assert Round.objects.get(pk=draft.pk).status == RoundStatus.WITHDRAWN


def test_giving_a_table_trades_it(desk: Actor) -> None:
    event = event_of(6)
    draft = pair_round(stage=stage_of(event), actor=desk)
    first = draft.matches.get(table=1)
    third = draft.matches.get(table=3)
    give_table(match=first, table=3, actor=desk)
    assert Match.objects.get(pk=first.pk).table == 3
    assert Match.objects.get(pk=third.pk).table == 1


def test_a_rematch_made_by_hand_is_a_conflict_of_the_draft(desk: Actor) -> None:
    event = event_of(4)
    first = play(pair_round(stage=stage_of(event), actor=desk), desk)
    met = next(iter(pairs(first)))
    draft = pair_round(stage=stage_of(event), actor=desk)
    one, two = sorted(met)
    opponent = Seat.objects.get(round=draft, entry=one).match.seats.exclude(entry=one).get()
    swap_players(round=draft, first=opponent.entry, second=Entry.objects.get(pk=two), actor=desk, reason="test")
    assert "rematch" in {conflict.code.value for conflict in draft_conflicts(draft)}


def test_a_round_with_results_missing_is_not_closed_and_the_tables_are_named(desk: Actor) -> None:
    event = event_of(6)
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    report_result(match=round_.matches.get(table=2), score=TWO_ONE, actor=desk, source=Source.DESK)
    with pytest.raises(Refused) as refused:
        close_round(round=round_, actor=desk)
    assert refused.value.details == ["1", "3"]


def test_a_round_with_a_result_cannot_be_withdrawn_until_it_is_taken_back(desk: Actor) -> None:
    event = event_of(4)
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    match = round_.matches.get(table=1)
    report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    with pytest.raises(Refused, match="already has results"):
        withdraw_round(round=round_, actor=desk, reason="x")
    take_back_result(match=match, actor=desk)
    assert withdraw_round(round=round_, actor=desk, reason="x").status == RoundStatus.WITHDRAWN


def test_a_result_for_a_closed_round_is_refused_and_a_correction_refreshes_the_standings(desk: Actor) -> None:
    event = event_of(4)
    round_ = play(pair_round(stage=stage_of(event), actor=desk), desk)
    match = round_.matches.get(table=1)
    with pytest.raises(Refused, match="closed"):
        report_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK)
    with pytest.raises(Refused) as refused:
        correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason=" ")
    assert refused.value.code == "reason_missing"
    before = StandingsSnapshot.objects.get(round=round_)
    correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="sheet misread")
    after = StandingsSnapshot.objects.get(round=round_, version=2)
    assert after.digest != before.digest
    assert [r.status for r in match.results.order_by("version")] == [ResultStatus.SUPERSEDED, ResultStatus.CONFIRMED]


def test_who_did_not_show_is_dropped_when_the_round_closes(desk: Actor) -> None:
    event = event_of(4)
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    gone = round_.matches.get(table=1).seats.get(index=1).entry
    no_show = Duel(rounds=(2, 0), winner=0, decided_by="no_show")
    report_result(match=round_.matches.get(table=1), score=no_show, actor=desk, source=Source.DESK)
    report_result(match=round_.matches.get(table=2), score=TWO_NIL, actor=desk, source=Source.DESK)
    close_round(round=round_, actor=desk)
    gone.refresh_from_db()
    assert (gone.status, gone.dropped_after) == (EntryStatus.DROPPED, 1)
    following = pair_round(stage=stage_of(event), actor=desk)
    assert not Seat.objects.filter(round=following, entry=gone).exists()


def test_time_is_called_only_in_a_running_round(desk: Actor) -> None:
    event = event_of(4)
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    with pytest.raises(Refused):
        call_time(round=round_, actor=desk)
    start_clock(round=round_, actor=desk)
    assert call_time(round=round_, actor=desk).status == RoundStatus.TIME_CALLED


def test_the_cut_goes_by_the_standings_to_the_winner(desk: Actor) -> None:
    event = event_of(10, rounds=3, cut=4)
    for _ in range(3):
        play(pair_round(stage=stage_of(event), actor=desk), desk)
    swiss, cut = stage_of(event), stage_of(event, 2)
    assert swiss.finished_at is not None
    top = [row["number"] for row in StandingsSnapshot.objects.order_by("-round__number").first().rows[:4]]  # type: ignore[union-attr]
    semi = pair_round(stage=cut, actor=desk)
    seeds = {
        match.bracket_key: list(match.seats.values_list("entry__number", flat=True)) for match in semi.matches.all()
    }
    assert seeds == {"W1-1": [top[0], top[3]], "W1-2": [top[1], top[2]]}
    play(semi, desk)
    final = pair_round(stage=cut, actor=desk)
    assert final.matches.count() == 1
    play(final, desk)
    event.refresh_from_db()
    assert event.finished_at is not None
    with pytest.raises(Refused, match="This event is finished"):
        pair_round(stage=stage_of(event, 2), actor=desk)
    bracket = stage_bracket(stage_of(event, 2))
    assert bracket is not None
    assert Entry.objects.get(pk=bracket.entries[bracket.state.champion or 0]).number == top[0]


def test_a_bracket_correction_names_what_falls_before_it_does(desk: Actor) -> None:
    event = event_of(4, cut=None)
    Stage.objects.filter(event=event).update(kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0)
    semi = play(pair_round(stage=stage_of(event), actor=desk), desk)
    final = play(pair_round(stage=stage_of(event), actor=desk), desk)
    match = semi.matches.get(bracket_key="W1-1")
    loser = match.seats.get(index=1).entry_id
    terms = {"match": match, "score": ONE_TWO, "actor": desk, "source": Source.DESK, "reason": "swapped"}
    with pytest.raises(Refused) as refused:
        correct_bracket_result(**terms)
    assert refused.value.details == ["round 2, table 1"]
    assert Result.objects.filter(match=match).count() == 1  # refused: nothing was changed
    correct_bracket_result(**terms, accept_fallen=True)
    final.refresh_from_db()
    assert final.status == RoundStatus.WITHDRAWN
    again = pair_round(stage=stage_of(event), actor=desk)
    assert (again.number, again.attempt) == (2, 2)
    assert loser in Seat.objects.filter(round=again).values_list("entry_id", flat=True)
    assert not Result.objects.filter(match__round__in=[final, again], status=ResultStatus.CONFIRMED).exists()


def test_round_robin_meets_everyone_once(desk: Actor) -> None:
    event = event_of(5)
    Stage.objects.filter(event=event).update(kind=StageKind.ROUND_ROBIN, rounds_planned=0)
    met: list[frozenset[int]] = []
    for _ in range(5):
        round_ = pair_round(stage=stage_of(event), actor=desk)
        met += [pair for pair in pairs(round_) if len(pair) == 2]
        play(round_, desk)
    assert len(met) == len(set(met)) == 10
    assert stage_of(event).finished_at is not None


def test_every_act_leaves_one_row_and_the_chain_holds(desk: Actor) -> None:
    event = event_of(4)
    play(pair_round(stage=stage_of(event), actor=desk), desk)
    acts = list(AuditRow.objects.filter(event=event).order_by("sequence").values_list("act", flat=True))
    assert acts == ["pair_round", "publish_round", "start_clock", "report_result", "report_result", "close_round"]
    assert verify_audit(event) is None
