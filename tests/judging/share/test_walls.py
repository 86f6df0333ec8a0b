"""Matches on the wall: what each player has and the cards that lie open, and not a card earlier than all may see it."""

from __future__ import annotations

import re
from datetime import timedelta

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.services import feature_match
from judging.recorder.services.frames import show_due_frames
from matches.live.queries import WATCH_PART
from matches.models import Event, Match, Stage
from matches.pages.components import MatchShown, SeatShown
from matches.walls.scenes import MAIN, Scene
from matches.walls.services import set_wall
from matches.walls.views.watched import watched_match
from rules_engine import games
from rules_engine.deck.faces import DOWN
from rules_engine.table import SPECTATOR
from tests.factories import any_organiser
from tests.judging.broadcast.played_live import PLAYED, whole
from tests.judging.broadcast.test_live import begin, delayed, write
from tests.judging.conftest import Floor
from tests.judging.recorder.test_every_token import steps_of
from tests.matches.playing import event_of, played, running

pytestmark = pytest.mark.django_db

MANY_STEPS = 22
HELD_AND_BOARD = {"bankout": (True, False), "bank": (True, False), "stage": (True, True), "bankrupt": (False, False)}
COUNTED = {"bankout": ["Loot"], "bank": [], "stage": ["Face down"], "bankrupt": ["Pays", "Centre"]}
# What lies in the middle and before the first two players, by its label, what the first of them is in, and who acts.
LYING = {"bankout": [["Discard"], [""], []], "bank": [[], ["Discard", "Banked"], ["Discard"]]}
NOTES = {"bankout": ["Rounds won: 0"], "bankrupt": ["In upping"]}
ACTS = {"bankout": [0], "bank": [0]}


@pytest.fixture
def final() -> Floor:
    """An event whose final is being played."""
    event = event_of(4, rounds=1, cut=2)
    played(event, any_organiser())
    round_ = running(event, any_organiser(), order=2)
    matches = list(Match.objects.filter(round=round_, table__isnull=False).select_related("round__stage__event"))
    return Floor(event=Event.objects.get(pk=event.pk), round=round_, matches=matches)


def wall(floor: Floor) -> str:
    cache.clear()
    return Client().get(reverse("matches:wall", args=[floor.event.slug])).content.decode()


def scenes(floor: Floor, *chosen: Scene) -> list[str]:
    """What the main wall shows in turn, once the desk has chosen these."""
    set_wall(event=floor.event, actor=any_organiser(), number=MAIN, name="Main", shows=list(chosen))
    cache.clear()
    return [scene.key for scene in Client().get(reverse("matches:wall", args=[floor.event.slug])).context["scenes"]]


def test_the_final_shows_the_banks_once_they_may_be_seen(final: Floor) -> None:
    delayed(final, 3)
    assert "match-has" not in wall(final)
    assert WATCH_PART not in wall(final).split("data-live-part")[2].split(">")[0]
    feature_match(match=final.match, actor=final.head)
    before, began = wall(final), timezone.now()
    assert "?watch=1" in before
    begin(final)
    for token in ("5", "7", "B", "3"):
        write(final, token)
        show_due_frames(began + timedelta(seconds=179))
        assert wall(final) == before
    show_due_frames(timezone.now() + timedelta(seconds=181))
    shown = wall(final)
    assert '<b class="match-has">$12</b>' in shown
    assert 'data-wall-scene="clock"' not in shown  # the final alone fills the wall
    assert cards(shown) == ["3"]


def cards(page: str) -> list[str]:
    """The names of the cards of the live matches, in order."""
    return re.findall(r'role="img"\s+aria-label="([^"]*)"', page.split('data-wall-scene="live"')[1])


def test_the_match_for_third_place_stays_on_the_wall_beside_a_final_that_is_watched() -> None:
    event, desk = event_of(4, rounds=1, cut=4), any_organiser()
    Stage.objects.filter(event=event, order=2).update(third_place=True)
    played(event, desk)
    played(event, desk, order=2)
    round_ = running(event, desk, order=2)
    matches = list(Match.objects.filter(round=round_, table__isnull=False).select_related("round__stage__event"))
    floor = Floor(event=Event.objects.get(pk=event.pk), round=round_, matches=matches)
    assert len(matches) == 2
    delayed(floor, 0)
    feature_match(match=floor.match, actor=floor.head)
    begin(floor)
    write(floor, "5")
    assert scenes(floor, Scene.NOW) == ["live", "clock"]


@pytest.mark.parametrize("key", PLAYED)
def test_what_a_wall_shows_of_each_game_lies_open(key: str) -> None:
    game, record = games.get(key), PLAYED[key](3)[0]
    steps = steps_of(game, record)
    standing = whole(record, steps[min(len(steps) - 2, MANY_STEPS)][0])
    view = game.view(game.standing(standing), SPECTATOR)
    line = MatchShown(state="open", state_label="", seats=[SeatShown(name=f"Player {letter}") for letter in view.seats])
    shown = watched_match(line, view, None)
    assert [seat.name for seat in shown.seats] == [seat.name for seat in line.seats]
    assert [(seat.held > 0, seat.letter != "") for seat in shown.seats] == [HELD_AND_BOARD[key]] * len(view.seats)
    assert (sum(map(len, shown.board)) > 0, shown.many) == (key == "stage", key == "bankrupt")
    assert [count.label for count in shown.counts] == COUNTED[key]
    assert [[row.label for row in rows] for rows in (shown.fallen, *(seat.rows for seat in shown.seats[:2]))] == (
        LYING.get(key, [[], [], []])
    )
    assert shown.seats[0].notes == NOTES.get(key, [])
    assert [at for at, seat in enumerate(shown.seats) if seat.acts] == ACTS.get(key, [])
    on = [msgspec.structs.replace(mark, on=True) for mark in view.marks if mark.seat is None]
    marked = watched_match(line, msgspec.structs.replace(view, marks=tuple(on)), None)
    assert (len(shown.marks), len(marked.marks)) == (0, len(on))
    faces = [one for seat in shown.seats for row in seat.rows for one in row.cards]
    assert all(one.rank != DOWN for one in faces)


def test_a_match_that_is_not_shown_live_shows_none(final: Floor) -> None:
    begin(final)
    write(final, "5")
    assert "match-has" not in wall(final)


def test_the_desk_has_a_wall_show_the_live_matches(floor: Floor) -> None:
    """In Swiss rounds as well; while there is none, what else was chosen."""
    delayed(floor, 0)
    begin(floor)
    write(floor, "5")
    assert scenes(floor, Scene.LIVE, Scene.CLOCK) == ["clock"]
    feature_match(match=floor.match, actor=floor.head)
    for token in ("7", "B", "3"):
        write(floor, token)
    assert scenes(floor, Scene.LIVE, Scene.CLOCK) == ["clock", "live"]
    shown = wall(floor)
    assert "?watch=1" in shown
    live = shown.split('data-wall-scene="live"')[1]
    assert f"<b>Table {floor.match.table}</b>" in live
    assert [text.strip() for text in re.findall(r'class="match-has"\s*>([^<]*)<', live)] == ["$3", "$12", "$0"]
    assert cards(shown) == ["3"]
    assert scenes(floor, Scene.LIVE) == ["live"]
