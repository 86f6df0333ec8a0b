"""The walls of a large hall: how many places one shows, and long lists that several share."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, Player, Wall
from matches.walls.scenes import Scene
from matches.walls.services import set_wall
from matches.walls.turning import LEAST_SECONDS, NAMES, PLACES, Share, part_of_names, turning
from matches.walls.views.scenes import SceneShown
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, played, published

pytestmark = pytest.mark.django_db
NAMED = ["Ada", "Ben", "Cem", "Dana", "Eva", "Filip", "Gül", "Hana"]


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    event = event_of(8)
    for number, name in enumerate(NAMED, start=1):
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name, sort_name=name.lower())
    return event


def scene(event: Event, number: int = 1) -> SceneShown:
    place = reverse("matches:wall_numbered", args=[event.slug, number])
    shown: SceneShown = Client().get(place, headers={"HX-Request": "true"}).context["scenes"][0]
    return shown


def names_on(shown: SceneShown) -> list[str]:
    return [person.name for person in shown.content["players"]]  # type: ignore[attr-defined]


def names(event: Event, number: int) -> list[str]:
    return names_on(scene(event, number))


@given(st.lists(st.integers()), st.integers(1, 6))
def test_all_parts_together_are_the_list(rows: list[int], count: int) -> None:
    parts = [Share(index, count).of(rows) for index in range(count)]
    assert [row for part in parts for row in part] == rows
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_walls_that_share_show_a_part_each(event: Event, desk: Actor) -> None:
    published(event, desk)
    for name in ("Left", "Middle", "Right"):
        set_wall(event=event, actor=desk, name=name, shows=[Scene.PAIRINGS], shares=True)
    set_wall(event=event, actor=desk, name="Door", shows=[Scene.PAIRINGS])
    walls = [scene(event, number) for number in (2, 3, 4, 5)]
    assert [names_on(one) for one in walls] == [NAMED[:2], NAMED[2:5], NAMED[5:], NAMED]
    assert [one.part for one in walls] == ["Ada – Ben", "Cem – Eva", "Fil – Han", ""]


def test_a_wall_that_shows_something_else_has_no_part_of_it(event: Event, desk: Actor) -> None:
    published(event, desk)
    set_wall(event=event, actor=desk, name="Left", shows=[Scene.PAIRINGS], shares=True)
    set_wall(event=event, actor=desk, name="Places", shows=[Scene.STANDINGS], shares=True)
    assert names(event, 2) == NAMED
    set_wall(event=event, actor=desk, number=3, name="Right", shows=[Scene.PAIRINGS], shares=True)
    assert (names(event, 2), names(event, 3)) == (NAMED[:4], NAMED[4:])


def test_names_are_in_the_order_of_the_paper_and_found_by_their_last_name(event: Event, desk: Actor) -> None:
    Player.objects.filter(entries__event=event, entries__number=8).update(
        name="Hana Arda", last_name="Arda", sort_name="arda hana arda"
    )
    published(event, desk)
    assert names(event, 1)[:2] == ["Ada", "Hana Arda"]
    page = Client().get(reverse("matches:wall", args=[event.slug])).content.decode()
    assert 'data-key="arda hana arda"' in page


def test_a_name_is_cut_where_it_differs_from_the_next_wall() -> None:
    people = ["player 101", "player 102", "player 103", "player 104"]
    assert part_of_names(people, Share(0, 2)) == "Pla – Player 10"


def test_the_first_places_are_shown_and_at_least_those_of_the_cut(desk: Actor) -> None:
    event = event_of(8, rounds=3, cut=6)
    played(event, desk)
    set_wall(event=event, actor=desk, number=1, name="Main wall", places=4)
    shown = scene(event)
    assert len(shown.content["rows"]) == 6  # type: ignore[arg-type]
    assert "The first 6 of 8 places. All of them are on the event’s page." in shown.notes
    set_wall(event=event, actor=desk, number=1, name="Main wall", places=None)
    assert len(scene(event).content["rows"]) == 8  # type: ignore[arg-type]


def test_places_that_cannot_be_are_refused(event: Event, desk: Actor) -> None:
    for places in (0, 3, 10_000):
        with pytest.raises(Refused) as refused:
            set_wall(event=event, actor=desk, name="Stage", places=places)
        assert refused.value.parameter == "places"


def test_the_desk_reads_how_long_a_name_takes_to_come(desk: Actor) -> None:
    event = event_of(150)
    client = Client()
    client.force_login(staff(event, Role.SCOREKEEPER))
    place = reverse("matches:desk_walls", args=[event.slug])

    def text() -> str:
        return " ".join(client.get(place).content.decode().split())

    set_wall(event=event, actor=desk, number=1, name="Main wall", metres=20)
    made = turning(150, NAMES, 20, 135)
    assert f"Pairings: 150 names on about {made.pages} pages, all shown within 3 minutes." in text()
    assert "Add walls that share the list" in text()
    for name in ("Left", "Right"):
        set_wall(event=event, actor=desk, name=name, shows=[Scene.PAIRINGS], shares=True)
    set_wall(event=event, actor=desk, number=1, name="Main wall", metres=5)
    assert "75 names" in text()
    assert "Part 2 of 2 of long lists" in text()
    assert "Add walls that share the list" not in text()


def test_the_form_keeps_places_and_share(event: Event) -> None:
    client = Client()
    client.force_login(staff(event, Role.SCOREKEEPER))
    place = reverse("matches:desk_wall", args=[event.slug, 1])
    sent = {
        "submission": uuid.uuid4(),
        "name": "Main wall",
        "metres": 15,
        "height_cm": 135,
        "places": "",
        "shares": "on",
    }
    assert client.post(place, sent).status_code == 302
    wall = Wall.objects.get(event=event)
    assert (wall.places, wall.shares) == (None, True)
    assert "checked" in client.get(place).content.decode().split('name="shares"')[1][:80]


@given(st.integers(1, 2000), st.integers(5, 25), st.integers(50, 1000))
def test_nearer_people_wait_no_longer(lines: int, metres: int, height_cm: int) -> None:
    for pace in (NAMES, PLACES):
        near, far = (turning(lines, pace, at, height_cm) for at in (metres, metres + 1))
        assert near.pages <= far.pages
        assert near.seconds <= far.seconds
        assert near.seconds >= near.pages * LEAST_SECONDS
