"""An old result is corrected and the open round, drawn from the wrong standings, is paired again in one act."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.course.attempt_queries import attempts_of
from matches.draws.services.checks import verify_round
from matches.enums import Role, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Event, Match, Result, Round
from matches.reporting.correction_queries import preview_correction
from matches.reporting.correction_services import correct_and_pair_again
from matches.results.services.results import report_result
from matches.rounds.services.rounds import pair_round
from matches.snapshots.queries import snapshot_after
from tests.factories import any_organiser, staff
from tests.matches.playing import (
    ONE_TWO,
    TWO_ONE,
    event_of,
    fresh,
    match_at,
    names_at,
    numbers_in,
    played,
    published,
    stage_of,
)

pytestmark = pytest.mark.django_db

WHY = "slip misread"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def correct(match: Match, later: Round, desk: Actor) -> Round:
    return correct_and_pair_again(match=match, score=ONE_TWO, round=later, actor=desk, source=Source.DESK, reason=WHY)


def lines(round_: Round) -> set[tuple[int, ...]]:
    return {tuple(sorted(numbers_in(match))) for match in Match.objects.filter(round=round_)}


def test_a_published_round_is_paired_again_as_the_preview_says(desk: Actor) -> None:
    event = event_of(8)
    first = played(event, desk, seed=1)
    later = published(event, desk, seed=2)
    preview = preview_correction(match_at(first, 1), ONE_TWO)
    assert preview.pair_again == later
    (other,) = preview.pairings
    drawn = lines(later)
    draft = correct(match_at(first, 1), later, desk)
    assert (draft.status, draft.number, draft.attempt, draft.seed) == (RoundStatus.DRAFT, 2, 2, later.seed)
    assert (lines(draft) - drawn, drawn - lines(draft)) == (set(other.instead), set(other.drawn))
    assert fresh(later).status == RoundStatus.WITHDRAWN
    assert verify_round(fresh(draft)) == []
    row = AuditRow.objects.filter(event=event).latest("sequence")
    assert (row.act, row.reason, row.details["withdrawn"]) == ("correct_and_pair_again", WHY, later.pk)
    assert [inner["act"] for inner in row.details["includes"]] == ["correct_result"]
    assert [attempt.reason for attempt in attempts_of(event)] == [WHY]


def test_a_draft_is_paired_again_as_well(desk: Actor) -> None:
    event = event_of(8)
    first = played(event, desk, seed=1)
    draft = pair_round(stage=stage_of(event), actor=desk, seed=2)
    assert correct(match_at(first, 1), draft, desk).attempt == 2


def test_a_round_in_play_is_not_paired_again_and_the_result_stays(desk: Actor) -> None:
    event = event_of(8)
    first = played(event, desk, seed=1)
    later = published(event, desk, seed=2)
    report_result(match=match_at(later, 1), score=TWO_ONE, actor=desk, source=Source.DESK)
    assert preview_correction(match_at(first, 1), ONE_TWO).pair_again is None
    with pytest.raises(Refused) as refused:
        correct(match_at(first, 1), later, desk)
    assert refused.value.code == "round_has_results"
    start_clock(round=later, actor=desk)
    with pytest.raises(Refused) as refused:
        correct(match_at(first, 1), later, desk)
    assert refused.value.code == "round_started"
    assert Result.objects.filter(match=match_at(first, 1)).count() == 1


def test_only_a_later_swiss_round_is_paired_again(desk: Actor) -> None:
    event = event_of(8)
    first = played(event, desk)
    with pytest.raises(Refused) as refused:
        correct(match_at(first, 1), first, desk)
    assert refused.value.code == "round_not_later"
    robin = event_of(4, kind=StageKind.ROUND_ROBIN)
    first = played(robin, desk)
    with pytest.raises(Refused) as refused:
        correct(match_at(first, 1), published(robin, desk), desk)
    assert refused.value.code == "not_swiss"


def table_url(match: Match) -> str:
    return reverse("matches:table", args=[match.round.stage.event.slug, match.pk])


def signed_in(event: Event, role: Role) -> Client:
    client = Client()
    client.force_login(staff(event, role))
    return client


def test_the_page_offers_to_pair_the_open_round_again(desk: Actor) -> None:
    event = event_of(16, cut=2)
    first = played(event, desk, seed=1)
    later = published(event, desk, seed=2)
    match, client = match_at(first, 3), signed_in(event, Role.SCOREKEEPER)
    sent = {"score": "0-2", "reason": WHY}
    asked = client.post(table_url(match), sent)
    page = " ".join(asked.content.decode().split())
    assert 'name="pair_again"' in page
    assert "Round 2 would be paired differently" in page
    assert "They stay as played" not in page
    preview = asked.context["preview"]
    assert {move.name for move in preview.moves[:2]} == set(names_at(first, 3))
    assert all(abs(move.rank[0] - move.rank[1]) == 1 for move in preview.shifts)
    answer = client.post(table_url(match), {**sent, "seen": asked.context["seen"], "pair_again": "1"}, follow=True)
    assert "Result corrected, and Round 2 paired again." in answer.content.decode()
    assert answer.context["round"].attempt == 2
    assert fresh(later).status == RoundStatus.WITHDRAWN
    head = signed_in(event, Role.HEAD_JUDGE).post(table_url(match), {"score": "2-0", "reason": WHY})
    assert 'name="pair_again"' not in head.content.decode()


def test_who_crosses_the_line_of_the_cut_stands_after_the_two_players(desk: Actor) -> None:
    event = event_of(8, rounds=3, cut=2)
    last = [played(event, desk, seed=seed) for seed in (2, 3, 4)][2]
    snapshot = snapshot_after(last)
    assert snapshot is not None
    winner = snapshot.rows[0]["number"]
    match = match_at(last, Match.objects.get(round=last, seats__entry__number=winner).table or 0)
    asked = signed_in(event, Role.SCOREKEEPER).post(table_url(match), {"score": "0-2", "reason": WHY})
    preview, cut = asked.context["preview"], preview_correction(match, ONE_TWO).cut
    assert cut is not None
    assert cut.size == 2
    notes = [move.note for move in preview.moves]
    crossing = len({*cut.enters, *cut.leaves} | set(numbers_in(match)))
    assert all(notes[2:crossing])
    assert not any(notes[crossing:])
    assert any("top 2 " in said for said in preview.sentences)
    assert preview.enters == []
