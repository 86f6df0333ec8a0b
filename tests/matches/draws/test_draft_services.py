"""Editing a draft, pairing it again, and what keeps it from being published."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor
from matches.draws.queries.fields import draft_conflicts, kept_by_hand, players_gone
from matches.draws.services.checks import verify_round
from matches.draws.services.drafts import give_table, keep_pair, swap_players
from matches.enums import EntryStatus, MatchKind, RoundStatus, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, LiveVersion, Match, Round
from matches.rounds.services.rounds import pair_round, publish_round, repair_round, withdraw_round
from tests.factories import any_organiser
from tests.matches.playing import entry, event_of, fresh, match_at, numbers_in, played, running, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def drop(one: Entry) -> None:
    Entry.objects.filter(pk=one.pk).update(status=EntryStatus.DROPPED, dropped_after=0)


def bye_of(round_: Round) -> Match:
    return Match.objects.select_related("round__stage__event").get(round=round_, kind=MatchKind.BYE)


def codes(round_: Round) -> list[str]:
    return [conflict.code.value for conflict in draft_conflicts(round_)]


def test_a_player_who_dropped_since_the_draft_is_a_conflict_and_stops_publishing(desk: Actor) -> None:
    event = event_of(6)
    draft = pair_round(stage=stage_of(event), actor=desk)
    assert codes(draft) == []
    drop(entry(event, 4))
    assert codes(draft) == ["player_unknown"]
    assert [gone.number for gone in players_gone(draft)] == [4]
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=desk)
    assert (refused.value.code, refused.value.details) == ("players_left", ["Player 004"])
    assert fresh(draft).status == RoundStatus.DRAFT


def test_a_player_who_came_since_the_draft_is_named_and_the_draft_may_go_out(desk: Actor) -> None:
    event = event_of(5)
    Entry.objects.filter(event=event, number=5).update(status=EntryStatus.REGISTERED)
    draft = pair_round(stage=stage_of(event), actor=desk)
    Entry.objects.filter(event=event, number=5).update(status=EntryStatus.CHECKED_IN)
    conflicts = draft_conflicts(draft)
    assert [(c.code.value, c.players) for c in conflicts] == [("player_missing", ("000005",))]
    assert publish_round(round=draft, actor=desk).status == RoundStatus.PUBLISHED


def test_pairing_again_leaves_out_who_left_even_from_a_pair_kept_by_hand(desk: Actor) -> None:
    event = event_of(8)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=1)
    one, two = (numbers_in(match_at(draft, table)) for table in (1, 2))
    swap_players(
        round=draft,
        first=entry(event, one[0]),
        second=entry(event, two[0]),
        actor=desk,
        reason="two of a family",
    )
    assert len(kept_by_hand(draft).pairs) == 2
    drop(entry(event, one[0]))
    again = repair_round(round=fresh(draft), actor=desk)
    seated = {number for match in again.matches.all() for number in numbers_in(match)}
    assert seated == set(range(1, 9)) - {one[0]}
    assert publish_round(round=again, actor=desk).status == RoundStatus.PUBLISHED


def test_a_bye_moved_by_hand_stays_when_the_draft_is_paired_again(desk: Actor) -> None:
    event = event_of(7)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=1)
    resting = numbers_in(bye_of(draft))[0]
    other = numbers_in(match_at(draft, 1))[0]
    swap_players(round=draft, first=entry(event, resting), second=entry(event, other), actor=desk, reason="comes late")
    assert numbers_in(bye_of(draft)) == [other]
    again = repair_round(round=fresh(draft), actor=desk, seed=2)
    kept = bye_of(again)
    assert numbers_in(kept) == [other]
    assert (kept.locked, kept.why) == (True, [{"code": "by_hand", "params": {}}])
    assert verify_round(again) == []


def test_a_kept_line_can_be_let_go(desk: Actor) -> None:
    event = event_of(6)
    draft = pair_round(stage=stage_of(event), actor=desk)
    match = match_at(draft, 1)
    keep_pair(match=match, keep=True, actor=desk)
    assert len(kept_by_hand(draft).pairs) == 1
    keep_pair(match=match, keep=False, actor=desk)
    assert kept_by_hand(draft).pairs == ()


def test_a_second_bye_and_a_rematch_made_by_hand_are_both_named(desk: Actor) -> None:
    event = event_of(5)
    first = played(event, desk)
    had_bye = numbers_in(bye_of(first))[0]
    draft = pair_round(stage=stage_of(event), actor=desk)
    now = numbers_in(bye_of(draft))[0]
    assert now != had_bye
    swap_players(round=draft, first=entry(event, now), second=entry(event, had_bye), actor=desk, reason="try it")
    assert "second_bye" in codes(draft)


def test_only_a_draft_can_be_edited(desk: Actor) -> None:
    event = event_of(4)
    round_ = running(event, desk)
    with pytest.raises(Refused, match="Only a draft"):
        give_table(match=match_at(round_, 1), table=9, actor=desk)
    with pytest.raises(Refused, match="Only a draft"):
        keep_pair(match=match_at(round_, 1), keep=True, actor=desk)


@pytest.mark.parametrize("kind", [StageKind.SINGLE_ELIMINATION, StageKind.ROUND_ROBIN])
def test_the_pairs_of_a_plan_are_not_swapped_but_its_tables_may_change(desk: Actor, kind: StageKind) -> None:
    event = event_of(4, kind=kind)
    draft = pair_round(stage=stage_of(event), actor=desk)
    one, two = (entry(event, numbers_in(match_at(draft, table))[0]) for table in (1, 2))
    with pytest.raises(Refused, match="are set by its format"):
        swap_players(round=draft, first=one, second=two, actor=desk, reason="x")
    with pytest.raises(Refused, match="are set by its format"):
        keep_pair(match=match_at(draft, 1), keep=True, actor=desk)
    with pytest.raises(Refused, match="set by its format"):
        repair_round(round=draft, actor=desk)
    give_table(match=match_at(draft, 1), table=7, actor=desk)
    assert sorted(draft.matches.values_list("table", flat=True)) == [2, 7]


def test_a_bracket_draft_whose_player_left_is_made_again_as_a_walkover(desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    draft = pair_round(stage=stage_of(event), actor=desk)
    drop(entry(event, 4))
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=desk)
    assert refused.value.code == "players_left"
    again = repair_round(round=draft, actor=desk)
    assert [numbers_in(match) for match in again.matches.all()] == [[2, 3]]


def test_a_round_robin_draft_whose_player_left_gives_the_opponent_the_bye(desk: Actor) -> None:
    event = event_of(4, kind=StageKind.ROUND_ROBIN)
    draft = pair_round(stage=stage_of(event), actor=desk)
    drop(entry(event, 4))
    again = repair_round(round=draft, actor=desk)
    assert again.matches.filter(kind=MatchKind.BYE).count() == 1
    assert publish_round(round=again, actor=desk).status == RoundStatus.PUBLISHED


def test_withdrawing_a_draft_tells_the_players_pages_nothing(desk: Actor) -> None:
    event = event_of(4)
    draft = pair_round(stage=stage_of(event), actor=desk)
    withdraw_round(round=draft, actor=desk, reason="a late player")
    assert set(LiveVersion.objects.filter(event=event).values_list("part", flat=True)) == {"rounds"}
    assert AuditRow.objects.get(event=event, act="withdraw_round").reason == "a late player"
