"""A cut in pods as a picture: tables do not overlap, every seat is in its box, and lines join the rounds."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from django.test import Client

from matches.audit.services import Actor
from matches.brackets.drawn import DrawnBracket
from matches.brackets.views.pod_cuts import drawn_pod_cut
from matches.models import Player
from tests.matches.brackets.test_pod_cut import TWO, before_cut, desk, played_pods  # noqa: F401
from tests.matches.playing import running, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db

PLANS = [(8, TWO), (10, [[2, 2, 0]]), (16, [[0, 4, 0]])]


def drawn(event: Any) -> DrawnBracket:
    shown = drawn_pod_cut(event, stage_of(event, 2), staff=False)
    assert shown is not None
    return shown


def test_tables_are_apart_and_inside_the_picture(subtests: pytest.Subtests, desk: Actor) -> None:  # noqa: F811
    for players, plan in PLANS:
        for finished in [False, True]:
            with subtests.test(players=players, plan=plan, finished=finished), undone():
                event = before_cut(players, players, plan)
                if finished:
                    played_pods(event, desk, 2)
                running(event, desk, 2)
                shown = drawn(event)
                boxes = [(box.x, box.y, box.height) for box in shown.matches]

                for (x, y, height), (other_x, other_y, other_height) in itertools.combinations(boxes, 2):
                    assert x != other_x or y + height < other_y or other_y + other_height < y
                for x, y, height in boxes:
                    assert 0 <= x <= shown.width - shown.size.width
                    assert 0 <= y <= shown.height - height
                for box in shown.matches:
                    assert [seat.y for seat in box.seats] == [shown.size.seat * at for at in range(len(box.seats))]
                    assert box.height == shown.size.seat * len(box.seats)
                heads = [(round_.x, round_.y) for round_ in shown.rounds]
                for (x, y), (box_x, box_y, height) in itertools.product(heads, boxes):
                    assert x != box_x or not box_y <= y <= box_y + height, "a head stands in a box"


def test_a_line_leads_from_each_table_and_to_each_of_the_next_round(subtests: pytest.Subtests, desk: Actor) -> None:  # noqa: F811
    for players, plan in PLANS:
        with subtests.test(players=players, plan=plan), undone():
            event = before_cut(players, players, plan)
            running(event, desk, 2)
            shown = drawn(event)
            across = [re.fullmatch(r"M(\d+) (\d+)H(\d+)", line) for line in shown.lines]
            ends = {(int(found[1]), int(found[2])) for found in across if found} | {
                (int(found[3]), int(found[2])) for found in across if found
            }

            first = [box for box in shown.matches if box.x == shown.rounds[0].x]
            last = [box for box in shown.matches if box.x == shown.rounds[-1].x]
            assert all((box.x + shown.size.width, box.y + box.height // 2) in ends for box in first)
            assert all((box.x, box.y + box.height // 2) in ends for box in last)


def test_a_drawn_table_names_its_seeds_and_places_and_who_goes_on(client: Client, desk: Actor) -> None:  # noqa: F811
    event = before_cut(8, 8, TWO)
    played_pods(event, desk, 2, {1: "C A D B"})
    box = drawn(event).matches[0]

    assert sorted(seat.seed for seat in box.seats) == [1, 4, 5, 8]
    assert sorted(seat.score for seat in box.seats) == ["1", "2", "3", "4"]
    assert [seat.won for seat in box.seats] != [seat.lost for seat in box.seats]
    page = client.get(f"/e/{event.slug}/bracket/").content.decode()
    assert 'class="bracket-match bracket-match--done"' in page
    assert page.count('class="bracket-box"') == 3


def test_seats_are_as_high_as_the_longest_name_needs(desk: Actor) -> None:  # noqa: F811
    event = before_cut(8, 8, TWO)
    running(event, desk, 2)
    usual = drawn(event).size.seat
    Player.objects.filter(entries__event=event, entries__number=3).update(name="Wilhelmina Castellanos-" * 5)

    assert drawn(event).size.seat > usual


def test_the_champion_is_marked_and_the_page_of_the_event_writes_the_path(client: Client, desk: Actor) -> None:  # noqa: F811
    event = before_cut(8, 8, TWO)
    played_pods(event, desk, 2)
    assert not any(seat.champion for box in drawn(event).matches for seat in box.seats)
    played_pods(event, desk, 2)
    shown = drawn(event)

    finish = client.get(f"/e/{event.slug}/").context["finish"]

    marked = [seat.name for box in shown.matches for seat in box.seats if seat.champion]
    assert marked == [shown.champion, shown.champion]
    assert [won.round for won in finish.path] == [round_.label for round_ in shown.rounds]
    assert all(won.against and shown.champion not in won.against for won in finish.path)
