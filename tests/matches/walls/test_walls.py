"""The desk directs the walls: what each shows in turn, from how far away it is read, and who may."""

from __future__ import annotations

import threading
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from matches.announcements.services import announce
from matches.audit.services import Actor
from matches.enums import Audience, Role
from matches.errors import Refused
from matches.life.copy_services import CopyTerms, copy_event
from matches.live.queries import public_versions
from matches.models import AuditRow, Event, Wall
from matches.walls.queries import walls_of
from matches.walls.scenes import (
    CAPITAL,
    LEAST_HEIGHT,
    LEAST_METRES,
    MOST_HEIGHT,
    MOST_METRES,
    MOST_WALLS,
    READ_FROM,
    Scene,
    in_order,
    letter_size,
)
from matches.walls.services import remove_wall, set_wall
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, played, published, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    return event_of(6)


def scenes(event: Event, number: int = 1) -> list[str]:
    """The keys of the scenes of a wall, for a visitor."""
    address = reverse("matches:wall_numbered", args=[event.slug, number])
    return [scene.key for scene in Client().get(address, headers={"HX-Request": "true"}).context["scenes"]]


@given(st.integers(LEAST_METRES, MOST_METRES), st.integers(LEAST_HEIGHT, MOST_HEIGHT))
def test_a_capital_is_at_least_a_two_hundredth_of_the_distance_and_no_larger_than_needed(
    metres: int, height: int
) -> None:
    capital = letter_size(metres, height) / 100 * height * CAPITAL
    assert metres * 100 / READ_FROM <= capital < metres * 100 / READ_FROM + height * 0.0001


@given(st.lists(st.sampled_from([*Scene, "unknown"]), max_size=12))
def test_scenes_are_each_shown_once_in_one_order(chosen: list[str]) -> None:
    shown = in_order(chosen)
    assert set(shown) == set(chosen) - {"unknown"}
    assert shown == [scene.value for scene in Scene if scene.value in shown]


def test_a_wall_shows_what_the_desk_chose_in_turn(event: Event, desk: Actor) -> None:
    played(event, desk)
    published(event, desk)
    assert scenes(event) == ["seats"]
    wall = set_wall(event=event, actor=desk, name="Entrance", shows=[Scene.STANDINGS, Scene.PAIRINGS])
    assert wall.number == 2
    assert scenes(event, 2) == ["seats", "standings"]
    assert scenes(event) == ["seats"]
    set_wall(event=event, actor=desk, number=2, name="Entrance", shows=[Scene.STANDINGS])
    assert scenes(event, 2) == ["standings"]


def test_what_there_is_nothing_to_show_of_is_left_out(event: Event, desk: Actor) -> None:
    chosen = [Scene.ANNOUNCEMENTS, Scene.BRACKET, Scene.PLAN, Scene.PRIZES, Scene.SCHEDULE]
    set_wall(event=event, actor=desk, number=1, name="Main wall", shows=chosen)
    assert scenes(event) == ["empty"]
    announce(event=event, actor=desk, text="Lunch until 13:30.")
    announce(event=event, actor=desk, text="Judges, please come.", audience=Audience.STAFF)
    answer = Client().get(reverse("matches:wall", args=[event.slug]), headers={"HX-Request": "true"})
    [scene] = answer.context["scenes"]
    assert (scene.key, [one.text for one in scene.content["announcements"]]) == (
        "announcements",
        ["Lunch until 13:30."],
    )


def test_every_scene_of_an_event_under_way_is_shown(event: Event, desk: Actor) -> None:
    event.prizes = {}
    played(event, desk)
    running(event, desk)
    set_wall(event=event, actor=desk, number=1, name="Main wall", shows=list(Scene))
    assert scenes(event) == ["clock", "seats", "standings"]
    page = Client().get(reverse("matches:wall", args=[event.slug])).content.decode()
    assert page.count("data-wall-scene=") == 3
    assert page.count("hidden\n  >") == 2


def test_a_change_is_heard_by_the_walls_and_only_once_logged(event: Event, desk: Actor) -> None:
    before = public_versions(event).get("wall", 0)
    set_wall(event=event, actor=desk, number=1, name="Stage", shows=[Scene.CLOCK], metres=25, height_cm=200)
    assert public_versions(event)["wall"] > before
    row = AuditRow.objects.get(event=event, act="set_wall")
    assert {key: row.details[key] for key in ("wall", "name", "shows", "metres", "height_cm")} == {
        "wall": 1,
        "name": "Stage",
        "shows": ["clock"],
        "metres": 25,
        "height_cm": 200,
    }
    answer = Client().get(reverse("matches:wall", args=[event.slug]))
    assert f'data-wall-letter="{letter_size(25, 200):.2f}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("values", "parameter"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": "ENTRANCE"}, "name"),
        ({"shows": ["now", "dance"]}, "shows"),
        ({"metres": 4}, "metres"),
        ({"metres": 26}, "metres"),
        ({"height_cm": 49}, "height_cm"),
        ({"height_cm": 1001}, "height_cm"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    event: Event, desk: Actor, values: dict[str, Any], parameter: str
) -> None:
    set_wall(event=event, actor=desk, name="Entrance")
    with pytest.raises(Refused) as refused:
        set_wall(event=event, actor=desk, **{"name": "Stage", **values})
    assert refused.value.parameter == parameter
    assert Wall.objects.filter(event=event).count() == 1


def test_the_main_wall_stays_and_others_can_go(event: Event, desk: Actor) -> None:
    wall = set_wall(event=event, actor=desk, name="Entrance")
    assert [(one.number, one.name) for one in walls_of(event)] == [(1, "Main wall"), (2, "Entrance")]
    remove_wall(wall=wall, actor=desk)
    assert [one.number for one in walls_of(event)] == [1]
    for gone in (wall, walls_of(event)[0]):
        with pytest.raises(Refused):
            remove_wall(wall=gone, actor=desk)
    with pytest.raises(Refused) as refused:
        set_wall(event=event, actor=desk, number=2, name="Entrance")
    assert refused.value.conflict
    assert Client().get(reverse("matches:wall_numbered", args=[event.slug, 2])).status_code == 404


def test_there_are_at_most_twenty(event: Event, desk: Actor) -> None:
    for number in range(2, MOST_WALLS + 1):
        set_wall(event=event, actor=desk, name=f"Wall {number}")
    with pytest.raises(Refused, match="at most 20"):
        set_wall(event=event, actor=desk, name="One more")


@pytest.mark.database
def test_the_database_keeps_names_and_numbers_apart(event: Event) -> None:
    Wall.objects.create(event=event, number=2, name="Stage")
    for number, name, metres in ((2, "Other", 15), (3, "STAGE", 15), (21, "Far", 15), (4, "Near", 26)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Wall.objects.create(event=event, number=number, name=name, metres=metres)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_desks_that_add_a_wall_at_once_add_two(event: Event) -> None:
    ready = threading.Barrier(2)
    numbers: list[int] = []

    def add(name: str) -> None:
        try:
            ready.wait()
            numbers.append(set_wall(event=event, actor=any_organiser(), name=name).number)
        finally:
            connection.close()

    threads = [threading.Thread(target=add, args=[name]) for name in ("Stage", "Entrance")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == [2, 3]


def test_the_desk_page_and_its_form(event: Event, desk: Actor) -> None:
    client = Client()
    client.force_login(staff(event, Role.SCOREKEEPER))
    new = reverse("matches:desk_wall_new", args=[event.slug])
    sent = {
        "submission": uuid.uuid4(),
        "name": "Entrance",
        "shows": ["clock", "standings"],
        "metres": 3,
        "height_cm": 135,
    }
    rejected = client.post(new, sent)
    assert rejected.status_code == 422
    assert 'value="Entrance"' in rejected.content.decode()
    assert client.post(new, {**sent, "metres": 20}).status_code == 302
    page = client.get(reverse("matches:desk_walls", args=[event.slug])).content.decode()
    assert "Clock, then Standings" in page
    assert "Readable from 20 m" in page
    assert f"/e/{event.slug}/wall/2/" in page
    edit = reverse("matches:desk_wall", args=[event.slug, 2])
    assert client.post(edit, {**sent, "submission": uuid.uuid4(), "metres": 20, "shows": []}).status_code == 302
    assert Wall.objects.get(event=event, number=2).shows == []
    assert client.post(reverse("matches:desk_wall_remove", args=[event.slug, 2])).status_code == 302
    assert not Wall.objects.filter(event=event).exists()


def test_the_same_again_has_the_same_walls(event: Event, desk: Actor) -> None:
    set_wall(event=event, actor=desk, name="Entrance", shows=[Scene.CLOCK], metres=25)
    copy = copy_event(event=event, actor=desk, terms=CopyTerms(name="Next month", day=event.date, venue="Hall"))
    assert [(wall.number, wall.name, wall.shows, wall.metres) for wall in Wall.objects.filter(event=copy)] == [
        (2, "Entrance", ["clock"], 25)
    ]
