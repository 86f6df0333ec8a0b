"""The bracket as a picture: nothing overlaps, every line leads from a match to the next, open seats have a name."""

from __future__ import annotations

import itertools
import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.brackets.drawn import DrawnBracket
from matches.brackets.views.drawing import drawn_bracket
from matches.enums import StageKind
from matches.models import Player, Round, Stage
from matches.rounds.services.rounds import pair_round, publish_round
from matches.tables.score import Duel
from tests.factories import any_organiser
from tests.matches.playing import event_of, played, report, running, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db

SINGLE, DOUBLE = StageKind.SINGLE_ELIMINATION, StageKind.DOUBLE_ELIMINATION
SIZES = [(SINGLE, n, third) for n in (2, 3, 5, 8, 11, 16) for third in (False, True)]
SIZES += [(DOUBLE, n, False) for n in (2, 3, 4, 6, 8, 11)]


def drawn(kind: StageKind, players: int, rounds: int = 1, *, third: bool = False) -> DrawnBracket:
    event = event_of(players, kind=kind)
    Stage.objects.filter(event=event).update(third_place=third)
    desk = any_organiser()
    for _ in range(rounds):
        played(event, desk)
    shown = drawn_bracket(event, stage_of(event), staff=False)
    assert shown is not None
    return shown


def test_boxes_and_heads_are_apart_and_inside_the_picture(subtests: pytest.Subtests) -> None:
    for kind, players, third in SIZES:
        with subtests.test(kind=kind, players=players, third=third), undone():
            shown = drawn(kind, players, third=third)
            width, height = shown.size.width, shown.size.height
            boxes = [(match.x, match.y) for match in shown.matches]
            for (x, y), (other_x, other_y) in itertools.combinations(boxes, 2):
                assert abs(x - other_x) >= width or abs(y - other_y) >= height
            assert all(0 <= x <= shown.width - width and 0 <= y <= shown.height - height for x, y in boxes)
            heads = [(round_.x, round_.y) for round_ in shown.rounds if round_.label]
            assert len(heads) == len(set(heads))
            for (x, y), (box_x, box_y) in itertools.product(heads, boxes):
                assert x != box_x or not box_y < y < box_y + height, "a head stands in a box"


@pytest.mark.parametrize(("kind", "players", "third"), [(SINGLE, 8, True), (DOUBLE, 13, False)])
def test_seats_are_as_high_as_the_longest_name_needs(kind: StageKind, players: int, third: bool) -> None:
    event = event_of(players, kind=kind)
    Stage.objects.filter(event=event).update(third_place=third)
    played(event, any_organiser())
    usual = drawn_bracket(event, stage_of(event), staff=False)
    Player.objects.filter(entries__event=event, entries__number=3).update(name="Wilhelmina Castellanos-" * 5)
    shown = drawn_bracket(event, stage_of(event), staff=False)
    assert usual is not None
    assert shown is not None
    assert shown.size.width == usual.size.width
    assert shown.size.seat > usual.size.seat
    assert shown.size.height == 2 * shown.size.seat
    boxes = [(match.x, match.y) for match in shown.matches]
    for (x, y), (other_x, other_y) in itertools.combinations(boxes, 2):
        assert abs(x - other_x) >= shown.size.width or abs(y - other_y) >= shown.size.height
    assert all(0 <= y <= shown.height - shown.size.height for _x, y in boxes)


def test_every_line_goes_from_a_boxs_right_to_a_boxs_left(subtests: pytest.Subtests) -> None:
    for kind, players, third in SIZES:
        with subtests.test(kind=kind, players=players, third=third), undone():
            shown = drawn(kind, players, third=third)
            middle = shown.size.height // 2
            starts = {(match.x + shown.size.width, match.y + middle) for match in shown.matches}
            ends = {(match.x, match.y + middle) for match in shown.matches}
            for line in shown.lines:
                found = re.fullmatch(r"M(\d+) (\d+)H(\d+)V(\d+)H(\d+)", line)
                assert found
                x, y, turn, to_y, to_x = map(int, found.groups())
                assert (x, y) in starts
                assert (to_x, to_y) in ends
                assert x <= turn <= to_x


def test_sixteen_names_have_room_at_1440_pixels() -> None:
    shown = drawn(SINGLE, 16)
    assert shown.width <= 1440 - 2 * 32
    assert shown.size.name >= 160


def test_a_double_elimination_of_thirteen_is_whole_at_1440_pixels() -> None:
    shown = drawn(DOUBLE, 13)
    assert shown.size.dense
    assert shown.width <= 1440 - 2 * 32
    assert shown.height <= 700
    assert shown.size.name >= 100
    assert shown.size.pitch - shown.size.height >= 13  # the code above a box is clear of the box above it


WITHOUT_A_SCORE = [
    (Duel(winner=-1, decided_by="penalty"), (True, True), "penalty"),
    (Duel(rounds=(2, 0), winner=0, decided_by="no_show"), (False, True), "no-show"),
]


@pytest.mark.parametrize(("score", "lost", "word"), WITHOUT_A_SCORE)
def test_why_nobody_has_a_score_stands_above_the_box_and_not_over_a_name(
    score: Duel, lost: tuple[bool, bool], word: str
) -> None:
    event = event_of(11, kind=DOUBLE)
    report(running(event, any_organiser()), any_organiser(), score, [1])
    shown = drawn_bracket(event, stage_of(event), staff=True)
    assert shown is not None
    (box,) = [box for box in shown.matches if box.unplayed]
    assert box.unplayed == word
    assert [seat.score for seat in box.seats] == ["", ""]
    assert tuple(seat.lost for seat in box.seats) == lost


def test_open_seats_say_where_their_player_comes_from() -> None:
    final = drawn(SINGLE, 8).rounds[-1].matches[0]
    assert [seat.origin for seat in final.seats] == ["Winner of semi-final 1", "Winner of semi-final 2"]
    grand = drawn(DOUBLE, 4).rounds[-2].matches[0]
    assert [seat.origin for seat in grand.seats] == ["Winner of winners 2–1", "Winner of losers 2–1"]


def test_whatever_an_open_seat_names_stands_at_one_box_and_at_one_line_of_the_list(subtests: pytest.Subtests) -> None:
    for kind, players in [(SINGLE, 11), (DOUBLE, 6), (DOUBLE, 11), (DOUBLE, 13)]:
        with subtests.test(kind=kind, players=players), undone():
            shown = drawn(kind, players)
            lines = [match for round_ in shown.rounds for match in round_.matches]
            named = {
                seat.origin.split(" of ", 1)[1].lower()
                for line in lines
                for seat in line.seats
                if " of " in seat.origin
            }
            assert named
            for codes in ([line.title for line in lines], [box.code for box in shown.matches]):
                given = [code.lower() for code in codes if code]
                assert len(given) == len(set(given))
                assert named <= {*given, "grand final"}


def test_the_first_losers_round_that_is_played_is_the_first() -> None:
    shown = drawn(DOUBLE, 11)
    losers = [round_ for round_ in shown.rounds if round_.label.startswith("Losers")]
    assert [round_.label for round_ in losers] == [f"Losers’ round {number}" for number in range(1, 6)]
    assert {match.title[:2] for match in losers[0].matches} == {"L1"}


def test_the_third_place_is_named_and_filled_by_the_losers() -> None:
    shown = drawn(SINGLE, 4, rounds=2, third=True)
    labels = {round_.label: round_ for round_ in shown.rounds}
    assert {"Semi-finals", "Final", "Third place"} == labels.keys()
    assert all(seat.name for seat in labels["Third place"].matches[0].seats)
    assert shown.champion == "Player 001"


def test_byes_of_the_top_seeds_make_no_box() -> None:
    shown = drawn(SINGLE, 5)
    first = shown.rounds[0].matches
    assert [[seat.seed for seat in match.seats] for match in first] == [[4, 5]]


def test_who_plays_the_bracket_is_public_with_its_first_round_and_not_before() -> None:
    event = event_of(4, kind=SINGLE)
    desk = any_organiser()
    round_ = pair_round(stage=stage_of(event), actor=desk)
    public, staff = (drawn_bracket(event, stage_of(event), staff=who) for who in (False, True))
    assert public is None
    assert staff is not None
    assert {match.table for round_ in staff.rounds for match in round_.matches} == {1, 2, None}
    publish_round(round=round_, actor=desk)
    public = drawn_bracket(event, stage_of(event), staff=False)
    assert public is not None
    assert {match.table for round_ in public.rounds for match in round_.matches} == {1, 2, None}


def test_an_unpublished_round_is_not_in_the_public_picture() -> None:
    event = event_of(4, kind=SINGLE)
    desk = any_organiser()
    played(event, desk)
    pair_round(stage=stage_of(event), actor=desk)
    public, staff = (drawn_bracket(event, stage_of(event), staff=who) for who in (False, True))
    assert public is not None
    assert staff is not None
    finals = [shown.rounds[-1].matches[0] for shown in (public, staff)]
    assert [final.table for final in finals] == [None, 1]


def test_the_rounds_that_are_played_now_are_marked_and_can_be_jumped_to(client: Client) -> None:
    event = event_of(8, kind=StageKind.DOUBLE_ELIMINATION)
    desk = any_organiser()
    running(event, desk)
    page = client.get(reverse("matches:bracket", args=[event.slug]))
    rounds = page.context["bracket"].rounds
    assert [one.label for one in rounds if one.current] == ["Winners’ round 1"]
    text = page.content.decode()
    for one in rounds:
        assert f'href="#{one.id}"' in text
        assert f'id="{one.id}"' in text
    report(Round.objects.get(stage__event=event), desk)
    rounds = client.get(reverse("matches:bracket", args=[event.slug])).context["bracket"].rounds
    assert [one.label for one in rounds if one.current] == ["Winners’ round 2"]
