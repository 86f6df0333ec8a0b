"""A published round goes back to draft with its pairings, and a withdrawn attempt is restored."""

from __future__ import annotations

import pytest

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.course.attempt_queries import attempts_of
from matches.course.queries import rounds_ever, taken_back_among
from matches.draws.services.checks import verify_round
from matches.draws.services.drafts import give_table, keep_pair, swap_players
from matches.enums import MatchKind, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, Match, Round
from matches.results.services.results import report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.services.attempts import back_to_draft, restore_attempt
from matches.rounds.services.rounds import close_round, pair_round, publish_round, repair_round, withdraw_round
from tests.factories import any_organiser
from tests.matches.playing import (
    TWO_ONE,
    entry,
    event_of,
    fresh,
    match_at,
    numbers_in,
    played,
    published,
    report,
    running,
    stage_of,
)

pytestmark = pytest.mark.django_db

WHY = "the sheet had a mistake"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def lines(round_: Round) -> dict[int | None, list[int]]:
    """The players' numbers by table; a bye has none."""
    return {match.table: numbers_in(match) for match in Match.objects.filter(round=round_)}


def marked(round_: Round) -> set[int | None]:
    return set(Match.objects.filter(round=round_, changed_at__isnull=False).values_list("table", flat=True))


def test_a_published_round_goes_back_to_a_draft_with_the_same_pairings(desk: Actor) -> None:
    event = event_of(7)
    first = published(event, desk, seed=5)
    before = lines(first)
    draft = back_to_draft(round=first, actor=desk, reason=WHY)
    assert (draft.status, draft.number, draft.attempt, draft.seed) == (RoundStatus.DRAFT, 1, 2, first.seed)
    assert lines(draft) == before == lines(first)
    assert Match.objects.filter(round=draft, kind=MatchKind.BYE).count() == 1
    assert fresh(first).status == RoundStatus.WITHDRAWN
    assert verify_round(fresh(draft)) == []
    row = AuditRow.objects.get(event=event, act="back_to_draft")
    assert (row.reason, row.details["withdrawn"], row.details["round"]) == (WHY, [first.pk], draft.pk)
    (attempt,) = attempts_of(event)
    assert (attempt.round, attempt.reason) == (first, WHY)
    assert taken_back_among(rounds_ever(event)) == first


def test_the_repaired_round_marks_what_changed_and_only_that(desk: Actor) -> None:
    event = event_of(8)
    draft = back_to_draft(round=published(event, desk, seed=5), actor=desk, reason=WHY)
    before = lines(draft)
    swap_players(
        round=draft, first=entry(event, before[1][0]), second=entry(event, before[2][0]), actor=desk, reason=WHY
    )
    give_table(match=match_at(draft, 4), table=9, actor=desk)
    again = fresh(publish_round(round=draft, actor=desk))
    assert marked(again) == {1, 2, 9}
    assert lines(again)[3] == before[3]
    assert taken_back_among(rounds_ever(event)) is None
    row = AuditRow.objects.filter(event=event, act="publish_round").latest("sequence")
    assert len(row.details["changed"]) == 3


def test_a_second_repair_keeps_the_first_marks(desk: Actor) -> None:
    event = event_of(8)
    draft = back_to_draft(round=published(event, desk, seed=5), actor=desk, reason=WHY)
    give_table(match=match_at(draft, 4), table=9, actor=desk)
    again = back_to_draft(round=fresh(publish_round(round=draft, actor=desk)), actor=desk, reason=WHY)
    give_table(match=match_at(again, 3), table=11, actor=desk)
    assert marked(fresh(publish_round(round=again, actor=desk))) == {9, 11}


def test_a_round_published_for_the_first_time_has_no_marks(desk: Actor) -> None:
    event = event_of(6)
    draft = repair_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    assert marked(fresh(publish_round(round=draft, actor=desk))) == set()


def test_kept_pairs_are_kept_in_the_draft(desk: Actor) -> None:
    event = event_of(6)
    draft = pair_round(stage=stage_of(event), actor=desk)
    keep_pair(match=match_at(draft, 2), keep=True, actor=desk)
    again = back_to_draft(round=fresh(publish_round(round=draft, actor=desk)), actor=desk, reason=WHY)
    assert [match.table for match in Match.objects.filter(round=again, locked=True)] == [2]


def test_a_started_or_reported_round_stays(desk: Actor) -> None:
    event = event_of(4)
    round_ = published(event, desk)
    report_result(match=match_at(round_, 2), score=TWO_ONE, actor=desk, source=Source.DESK)
    with pytest.raises(Refused, match="have reported") as refused:
        back_to_draft(round=round_, actor=desk, reason=WHY)
    assert (refused.value.code, refused.value.details, refused.value.conflict) == ("round_has_results", ["2"], True)
    take_back_result(match=match_at(round_, 2), actor=desk)
    start_clock(round=round_, actor=desk)
    with pytest.raises(Refused, match="Play has started") as refused:
        back_to_draft(round=round_, actor=desk, reason=WHY)
    assert refused.value.code == "round_started"
    report(round_, desk)
    close_round(round=fresh(round_), actor=desk)
    with pytest.raises(Refused) as refused:
        back_to_draft(round=round_, actor=desk, reason=WHY)
    assert refused.value.code == "round_not_published"


def test_a_players_report_keeps_the_round_as_well(desk: Actor) -> None:
    round_ = published(event_of(4), desk)
    match = match_at(round_, 1)
    player = Actor(entry=match.seats.get(index=0).entry)
    report_result(match=match, score=TWO_ONE, actor=player, source=Source.PLAYER)
    with pytest.raises(Refused) as refused:
        back_to_draft(round=round_, actor=desk, reason=WHY)
    assert refused.value.code == "round_has_results"


@pytest.mark.parametrize("act", [back_to_draft, restore_attempt])
def test_a_reason_is_needed(desk: Actor, act: object) -> None:
    round_ = published(event_of(4), desk)
    with pytest.raises(Refused) as refused:
        act(round=round_, actor=desk, reason="  ")  # type: ignore[operator]
    assert (refused.value.code, refused.value.parameter) == ("reason_missing", "reason")


@pytest.mark.parametrize("kind", [StageKind.SINGLE_ELIMINATION, StageKind.ROUND_ROBIN])
def test_a_planned_round_keeps_its_matches(desk: Actor, kind: StageKind) -> None:
    first = published(event_of(6, kind=kind), desk)
    draft = back_to_draft(round=first, actor=desk, reason=WHY)
    assert lines(draft) == lines(first)
    keys = [sorted(known.matches.values_list("bracket_key", flat=True)) for known in (first, draft)]
    assert keys[0] == keys[1]
    assert publish_round(round=draft, actor=desk).status == RoundStatus.PUBLISHED


def test_a_withdrawn_attempt_is_restored_in_place_of_the_draft(desk: Actor) -> None:
    event = event_of(8)
    played(event, desk)
    first = published(event, desk, seed=3)
    withdraw_round(round=first, actor=desk, reason=WHY)
    second = pair_round(stage=stage_of(event), actor=desk, seed=4)
    restored = restore_attempt(round=first, actor=desk, reason="the first was right")
    assert (restored.number, restored.attempt, restored.status) == (2, 3, RoundStatus.DRAFT)
    assert lines(restored) == lines(first)
    assert fresh(second).status == RoundStatus.WITHDRAWN
    row = AuditRow.objects.get(event=event, act="restore_attempt")
    assert (row.details["restored"], row.details["withdrawn"]) == (first.pk, [second.pk])
    assert verify_round(fresh(restored)) == []
    assert marked(fresh(publish_round(round=restored, actor=desk))) == set()


def test_a_withdrawn_attempt_is_restored_without_a_draft(desk: Actor) -> None:
    first = published(event_of(6), desk)
    withdraw_round(round=first, actor=desk, reason=WHY)
    assert restore_attempt(round=first, actor=desk, reason=WHY).attempt == 2


def test_a_round_that_is_published_again_or_over_is_not_restored(desk: Actor) -> None:
    event = event_of(6)
    first = published(event, desk)
    withdraw_round(round=first, actor=desk, reason=WHY)
    now = running(event, desk)
    with pytest.raises(Refused) as refused:
        restore_attempt(round=first, actor=desk, reason=WHY)
    assert (refused.value.code, refused.value.conflict) == ("round_published", True)
    with pytest.raises(Refused) as refused:
        restore_attempt(round=now, actor=desk, reason=WHY)
    assert refused.value.code == "round_not_withdrawn"
    report(now, desk)
    close_round(round=now, actor=desk)
    pair_round(stage=stage_of(event), actor=desk)
    with pytest.raises(Refused) as refused:
        restore_attempt(round=first, actor=desk, reason=WHY)
    assert refused.value.code == "round_stale"


@pytest.mark.parametrize("kind", [StageKind.SINGLE_ELIMINATION, StageKind.ROUND_ROBIN])
def test_a_planned_round_is_restored_only_while_it_follows_from_its_plan(desk: Actor, kind: StageKind) -> None:
    event = event_of(5, kind=kind)
    first = published(event, desk)
    withdraw_round(round=first, actor=desk, reason=WHY)
    restored = restore_attempt(round=first, actor=desk, reason=WHY)
    assert lines(restored) == lines(first)
    withdraw_round(round=restored, actor=desk, reason=WHY)
    Entry.objects.filter(event=event, number=1).update(seed=5)
    Entry.objects.filter(event=event, number=5).update(seed=1)
    withdraw_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk, reason=WHY)
    with pytest.raises(Refused) as refused:
        restore_attempt(round=first, actor=desk, reason=WHY)
    assert refused.value.code == "plan_changed"


def test_a_bracket_round_that_carried_results_over_carries_them_again(desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    first = published(event, desk)
    report_result(match=match_at(first, 1), score=TWO_ONE, actor=desk, source=Source.DESK)
    Round.objects.filter(pk=first.pk).update(status=RoundStatus.WITHDRAWN)  # as a correction withdraws it
    draft = back_to_draft(round=published(event, desk), actor=desk, reason=WHY)
    assert Match.objects.get(round=draft, table=1).results.filter(status="confirmed").count() == 1
