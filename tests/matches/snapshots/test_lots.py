"""Head to head comes before the lot, and where a lot decided a place it is said."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.papers.queries import PaperTerms
from judging.papers.standings_builders import final_sheet, standings_sheet
from matches.audit.services import Actor
from matches.enums import MatchKind, Role, Source, StageKind
from matches.final.queries import final_ranking
from matches.models import Event, Match
from matches.names.labels import listed
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from matches.snapshots.labels import column_keys
from matches.snapshots.queries import decided_by_lot, latest_snapshot, lot_at_cut, tie_break_keys
from matches.tables.score import Duel
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, fresh, numbers_in, running, stage_of

pytestmark = pytest.mark.django_db

TWO_NIL, NIL_TWO = Duel(rounds=(2, 0), winner=0), Duel(rounds=(0, 2), winner=1)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def play(event: Event, desk: Actor, wins: set[tuple[int, int]], rounds: int = 3) -> None:
    """Play a round robin in which the pairs in ``wins`` say who won 2–0 against whom."""
    for _round in range(rounds):
        round_ = running(event, desk)
        for match in Match.objects.filter(round=round_, kind=MatchKind.PLAYED).select_related("round__stage__event"):
            score = TWO_NIL if tuple(numbers_in(match)) in wins else NIL_TWO
            report_result(match=match, score=score, actor=desk, source=Source.DESK)
        close_round(round=fresh(round_), actor=desk)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_match_between_two_who_are_level_decides_and_not_the_lot(desk: Actor, seed: int) -> None:
    """1 and 2 have two wins each, as 3 and 4 have one; all shares are equal, and 1 beat 2."""
    event = event_of(4, kind=StageKind.ROUND_ROBIN)
    Event.objects.filter(pk=event.pk).update(seed=seed)
    play(event, desk, {(1, 2), (1, 3), (4, 1), (2, 3), (2, 4), (3, 4)})
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    assert [row["number"] for row in snapshot.rows] == [1, 2, 3, 4]
    assert "head_to_head" in column_keys(tie_break_keys(snapshot), snapshot.rows)
    assert decided_by_lot(snapshot.rows) == []


def test_a_circle_is_decided_by_lot_and_everywhere_says_so(client: Client, desk: Actor) -> None:
    event = event_of(3, kind=StageKind.ROUND_ROBIN, cut=2)
    play(event, desk, {(1, 2), (2, 3), (3, 1)})
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    order = [row["number"] for row in snapshot.rows]
    assert decided_by_lot(snapshot.rows) == [order]
    assert lot_at_cut(snapshot.rows, 2) == order
    names = [entry(event, number).player.name for number in order]
    said = f"Decided by lot among {names[0]}, {names[1]} and {names[2]}: everything else is equal."
    client.force_login(staff(event, Role.ORGANISER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert item.detail == said
    for page in (
        reverse("matches:standings", args=[event.slug]),
        reverse("matches:desk_standings", args=[event.slug]),
        reverse("matches:player", args=[event.slug, order[0]]),
        reverse("matches:player", args=[event.slug, order[2]]),
        reverse("matches:wall", args=[event.slug]),
    ):
        assert said in client.get(page).content.decode(), page
    seeds = client.get(reverse("matches:seeds", args=[event.slug, 2])).context["lots"]
    assert seeds == [f"Decided by lot among {names[0]} and {names[1]}: everything else is equal."]
    person = client.get(reverse("matches:person", args=[event.slug, order[1]]))
    assert person.context["lot"] == said
    assert said in person.content.decode()
    steps = client.get(reverse("api-next", args=[event.slug])).json()["steps"]
    assert [step["lot"] for step in steps if step["code"] == "pair_round"] == [said]
    listed_seeds = client.get(reverse("api-seeds", args=[event.slug, 2])).json()
    assert [row["lot"] for row in listed_seeds] == [order[:2], order[:2]]


def test_a_winner_by_lot_is_said_to_be_one(client: Client, desk: Actor) -> None:
    event = event_of(3, kind=StageKind.ROUND_ROBIN, rounds=3)
    play(event, desk, {(1, 2), (2, 3), (3, 1)})
    event.refresh_from_db()
    assert event.finished_at is not None
    ranking = final_ranking(event)
    assert ranking is not None
    assert [player.number for player in ranking.lot_for_first] == [row.entry.number for row in ranking.rows]
    said = f"Decided by lot among {listed([row.entry.player.name for row in ranking.rows])}: everything else is equal."
    page = client.get(reverse("matches:standings", args=[event.slug])).content.decode()
    assert f'<p class="note">{said}</p>' in page
    assert said in client.get(reverse("matches:wall", args=[event.slug])).content.decode()
    client.force_login(staff(event, Role.ORGANISER))
    assert said in client.get(reverse("matches:desk", args=[event.slug])).content.decode()
    assert client.get(reverse("matches:person", args=[event.slug, 1])).context["lot"] == said
    assert final_sheet(event, PaperTerms(kind="final_standings")).legend == (said,)


def test_paper_says_at_the_cut_that_a_lot_decided(desk: Actor) -> None:
    event = event_of(3, kind=StageKind.ROUND_ROBIN, cut=2)
    play(event, desk, {(1, 2), (2, 3), (3, 1)})
    assert standings_sheet(event, PaperTerms(kind="standings")).legend[0].startswith("At the cut: Decided by lot among")


def test_a_lot_that_decided_nothing_is_not_said() -> None:
    rows = [
        {"number": 1, "points": 3, "tie_breaks": {"omw": "1/2", "lot": 9}},
        {"number": 2, "points": 3, "tie_breaks": {"omw": "1/3", "lot": 1}},
        {"number": 3, "points": 0, "tie_breaks": {"omw": "1/3", "lot": 2}},
    ]
    assert decided_by_lot(rows) == []
    assert lot_at_cut(rows, 2) == []
    without = [{**row, "tie_breaks": {"omw": "1/3"}, "points": 0} for row in rows]
    assert decided_by_lot(without) == [], "who is level without a lot shares the place"
