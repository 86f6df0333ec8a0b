"""Who wins what of an event that was played: brackets, Swiss rounds, round robins, pods, and who is out."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.attendance.services import disqualify_entry, drop_entry
from matches.audit.services import Actor
from matches.enums import Role, Source, StageKind
from matches.final.prize_queries import PrizeWinners, winners_so_far
from matches.final.queries import final_ranking
from matches.final.services import finish_event, reopen_event
from matches.live.queries import event_versions
from matches.models import Event, HallDay, Match, Player
from matches.people.services.links import make_player_link
from matches.prizes.services import mark_categories, set_prizes
from matches.prizes.table import Equal, OnePrize
from matches.results.services.results import correct_result
from tests.factories import staff
from tests.matches.brackets.test_pod_cut import FOUR, before_cut, played_pods
from tests.matches.playing import ONE_TWO, entry, event_of, played

pytestmark = pytest.mark.django_db

TWO = "1: €500\n2: €250\n3: €100\n4: €50\n5: €10"


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def with_cut(
    desk: Actor, lines: str, equal: Equal = Equal.DIVIDE, *, third_place: bool = False, players: int = 8
) -> Event:
    """Two Swiss rounds and a cut of four, played to the end; the first seat wins each match."""
    event = event_of(players, rounds=2, cut=4)
    event.stages.filter(order=2).update(third_place=third_place)
    set_prizes(event=event, actor=desk, lines=lines, equal=equal)
    played(event, desk, seed=1)
    played(event, desk, seed=2)
    while not fresh(event).finished_at:
        played(event, desk, order=2)
    return fresh(event)


def swiss(desk: Actor, lines: str = TWO, *, players: int = 4, rounds: int = 1) -> Event:
    event = event_of(players, rounds=rounds)
    set_prizes(event=event, actor=desk, lines=lines)
    for seed in range(rounds):
        played(event, desk, seed=seed)
    return fresh(event)


def winners_of(event: Event) -> PrizeWinners:
    found = winners_so_far(event)
    assert found is not None
    return found


def by_rank(event: Event) -> list[int]:
    """What each player has in money, in whole units, in the order of the final standings."""
    ranking, winners = final_ranking(event), winners_of(event)
    assert ranking is not None
    return [sum(share.units for share in winners.of(row.entry)) // 100 for row in ranking.rows]


def test_those_out_in_the_semi_finals_share_what_third_and_fourth_win(desk: Actor) -> None:
    event = with_cut(desk, TWO)
    assert by_rank(event)[:5] == [500, 250, 75, 75, 10]


def test_a_match_for_third_place_decides_it(desk: Actor) -> None:
    assert by_rank(with_cut(desk, TWO, third_place=True))[:4] == [500, 250, 100, 50]


def test_the_order_of_the_standings_decides_where_that_is_set(desk: Actor) -> None:
    assert by_rank(with_cut(desk, TWO, Equal.RANKING))[:4] == [500, 250, 100, 50]


def test_the_lot_decides_where_that_is_set(desk: Actor) -> None:
    event = with_cut(desk, TWO, Equal.LOT)
    money = by_rank(event)
    assert (money[:2], sorted(money[2:4])) == ([500, 250], [50, 100])
    third = winners_of(event).awards.shares[2]
    assert (third.first, third.last, third.by_lot) == (3, 4, True)


def test_whom_only_the_lot_separates_in_swiss_rounds_share(desk: Actor) -> None:
    event = swiss(desk)
    # Two have won and two have lost, and nothing else separates them.
    assert by_rank(event) == [375, 375, 75, 75]


def test_a_cut_of_pods_gives_the_places_of_its_tables(desk: Actor) -> None:
    event = before_cut(20, 16, FOUR)
    set_prizes(event=event, actor=desk, lines="1: 500\n2: 250\n3-4: 100\n5-8: Playmat", equal=Equal.DIVIDE)
    played_pods(event, desk, 2)
    played_pods(event, desk, 2)
    event = fresh(event)
    winners, ranking = winners_of(event), final_ranking(event)
    assert ranking is not None
    assert by_rank(event)[:4] == [500, 250, 100, 100]
    assert sorted(winners.of(row.entry)[0].things for row in ranking.rows[4:8]) == [(3,)] * 4
    assert sum(share.units for share in winners.awards.shares) == winners.table.total


def test_a_round_robin_and_what_is_left(desk: Actor) -> None:
    event = event_of(3, kind=StageKind.ROUND_ROBIN)
    event.stages.update(rounds_planned=3)
    set_prizes(event=event, actor=desk, lines=TWO)
    for _number in range(3):
        played(event, desk)
    winners = winners_of(fresh(event))
    # Each has beaten one and lost to one: 850 for three, and the odd cent to whom the lot puts first.
    assert sorted(share.units for share in winners.awards.shares) == [28_333, 28_333, 28_334]
    assert [(one.first, one.last) for one in winners.awards.left] == [(4, 4), (5, 5)]
    assert not winners.provisional


def test_a_dropped_player_keeps_place_and_prize(desk: Actor) -> None:
    event = event_of(4, rounds=2)
    set_prizes(event=event, actor=desk, lines=TWO)
    played(event, desk, seed=1)
    first = winners_of(fresh(event)).awards.shares[0]
    drop_entry(actor=desk, entry=entry(event, first.player))
    finish_event(event=event, actor=desk)
    assert winners_of(fresh(event)).of(entry(event, first.player))


def test_a_disqualified_player_wins_only_with_a_place(desk: Actor) -> None:
    for keeps in (True, False):
        event = event_of(4, rounds=1)
        set_prizes(event=event, actor=desk, lines=TWO)
        played(event, desk, seed=1)
        first = winners_of(fresh(event)).awards.shares[0].player
        disqualify_entry(actor=desk, entry=entry(event, first), reason="cheating", keeps_place=keeps)
        event = fresh(event)
        assert bool(winners_of(event).of(entry(event, first))) is keeps
        assert by_rank(event) == ([375, 375, 75, 75] if keeps else [500, 175, 175])


def test_before_the_end_the_staff_sees_who_would_win(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=2)
    set_prizes(event=event, actor=desk, lines=TWO)
    assert winners_so_far(fresh(event)) is None
    played(event, desk, seed=1)
    assert winners_of(fresh(event)).provisional
    url = reverse("api-prizes", args=[event.slug])
    Event.objects.filter(pk=event.pk).update(published=True)
    assert APIClient().get(url).json()["winners"] == []
    team = APIClient()
    team.force_authenticate(staff(event, Role.FLOOR_JUDGE))
    assert len(team.get(url).json()["winners"]) == 4
    played(event, desk, seed=2)
    over = APIClient().get(url).json()
    assert (over["provisional"], len(over["winners"])) == (False, 4)
    assert (over["total"], over["currency"]) == ("910", "€")


def test_with_one_prize_the_category_goes_to_the_next(desk: Actor) -> None:
    event = event_of(4, rounds=2)
    set_prizes(event=event, actor=desk, lines="1: €500\nUnder 16: €50", one_prize=OnePrize.EVENT)
    played(event, desk, seed=1)
    played(event, desk, seed=2)
    event = fresh(event)
    ranking = final_ranking(event)
    assert ranking is not None
    first, _second, third, _last = (row.entry.number for row in ranking.rows)
    mark_categories(
        event=event, actor=desk, marks={first: ["Under 16"], third: ["Under 16"]}, reason="the list came late"
    )
    assert [(share.player, share.units) for share in winners_of(fresh(event)).awards.shares] == [
        (first, 50_000),
        (third, 5_000),
    ]


@pytest.fixture
def weekend(desk: Actor) -> list[Event]:
    """Two events of a hall day, with the same four people, each with one prize."""
    events = [event_of(4, rounds=2) for _number in range(2)]
    hall_day = HallDay.objects.create(name="Weekend", slug="weekend", date=events[0].date)
    for event in events:
        Event.objects.filter(pk=event.pk).update(hall_day=hall_day)
        set_prizes(event=event, actor=desk, lines="1: €500\n2: €100", equal=Equal.RANKING, one_prize=OnePrize.HALL_DAY)
    for number in range(1, 5):
        Player.objects.filter(entries__event=events[0], entries__number=number).update(external_id=f"AB-{number}")
        Player.objects.filter(entries__event=events[1], entries__number=number).update(external_id=f"ab-{number}")
    return events


def test_who_has_won_at_an_event_that_finished_earlier_makes_room(desk: Actor, weekend: list[Event]) -> None:
    for event in weekend:
        played(event, desk, seed=1)
        played(event, desk, seed=2)
    first, second = map(fresh, weekend)
    assert first.finished_at is not None
    earlier = set(winners_of(first).by_number)
    later = set(winners_of(second).by_number)
    assert len(earlier) == len(later) == 2
    assert not earlier & later
    Event.objects.filter(pk=first.pk).update(prizes={**first.prizes, "one_prize": "event"})
    assert set(winners_of(fresh(second)).by_number) == earlier, "the other event no longer has this setting"


def test_the_other_events_of_the_hall_day_look_again(desk: Actor, weekend: list[Event]) -> None:
    first, second = weekend
    before = event_versions(second)["standings"]
    finish_event(event=first, actor=desk)
    reopen_event(event=first, actor=desk, reason="too early")
    assert event_versions(second)["standings"] == before + 2


def test_a_result_corrected_after_the_end_is_seen_at_the_other_events(
    client: Client, desk: Actor, weekend: list[Event]
) -> None:
    for event in weekend:
        Event.objects.filter(pk=event.pk).update(published=True)
        played(event, desk, seed=1)
        played(event, desk, seed=2)
    first, second = map(fresh, weekend)
    url = reverse("matches:standings", args=[second.slug])
    before = client.get(url).text
    version = event_versions(second)["standings"]
    for match in Match.objects.filter(round__stage__event=first, round__number=2, table__isnull=False):
        correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="read wrongly")
    assert event_versions(second)["standings"] > version
    earlier = set(winners_of(fresh(first)).by_number)
    later = {fresh(second).entries.get(number=number).player.name for number in range(1, 5) if number not in earlier}
    page = client.get(url).text
    assert page != before, "the kept page is not served again"
    assert {name for name in later if re.search(rf"{name}.*?€", page, re.DOTALL)} == later
    about = event_versions(second)["standings"]
    disqualify_entry(entry=first.entries.get(number=1), actor=desk, reason="cheated")
    assert event_versions(second)["standings"] > about, "a player who is out may make room"


def test_a_running_event_does_not_have_the_others_look_again(desk: Actor, weekend: list[Event]) -> None:
    first, second = weekend
    before = event_versions(second)["standings"]
    played(first, desk, seed=1)
    assert event_versions(second)["standings"] == before


def test_everyone_sees_it_once_the_event_is_over(client: Client, desk: Actor) -> None:
    event = with_cut(desk, "1: €500\n1: Trophy\n3-4: Playmat")
    Event.objects.filter(pk=event.pk).update(published=True)
    ranking = final_ranking(event)
    assert ranking is not None
    first = ranking.rows[0].entry

    def page(name: str, *args: object) -> str:
        return client.get(reverse(name, args=args)).content.decode()

    assert "€500, Trophy" in page("matches:standings", event.slug)
    assert "€500, Trophy" in page("matches:player", event.slug, first.number)
    link = make_player_link(actor=desk, entry=first)
    assert "€500, Trophy" in page("matches:me", link.token)
    about = page("matches:about", event.slug)
    assert "Playmat" in about
    assert "€500, Trophy" not in about
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert "€500, Trophy" in page("matches:desk_standings", event.slug)
    assert "€500, Trophy" in page("matches:event_prizes", event.slug)
    rows = client.get(reverse("api-standings-final", args=[event.slug])).json()["rows"]
    assert [row["prize"] for row in rows[:5]] == ["€500, Trophy", "", "Playmat", "Playmat", ""]
    answer = client.get(reverse("matches:export", args=[event.slug, "prizes", "csv"]))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(line["Place"], line["Amount"], line["Currency"], line["Prize"]) for line in lines] == [
        ("1", "500", "€", "€500, Trophy"),
        ("3–4", "", "", "Playmat"),
        ("3–4", "", "", "Playmat"),
    ]


def test_the_standings_of_an_only_stage_have_the_column_too(client: Client, desk: Actor) -> None:
    event = swiss(desk)
    Event.objects.filter(pk=event.pk).update(published=True)
    text = client.get(reverse("matches:standings", args=[event.slug])).content.decode()
    assert text.count("€375") == 2


def test_without_prizes_nothing_is_said_of_them(client: Client, desk: Actor) -> None:
    event = swiss(desk, "")
    Event.objects.filter(pk=event.pk).update(published=True)
    assert winners_so_far(event) is None
    for name in ("standings", "about"):
        text = client.get(reverse(f"matches:{name}", args=[event.slug])).content.decode()
        assert "Prize" not in text
