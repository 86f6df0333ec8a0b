"""Layers of a stream: a key that the organiser makes and revokes, the match that the desk shows, and the delay."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.layers import Layer
from judging.broadcast.services import feature_match
from judging.broadcast.stream_services import make_stream_key, revoke_stream_key, show_on_stream
from judging.models import StreamKey
from judging.recorder.services.frames import show_due_frames
from matches.enums import Role, RoundStatus, StageKind
from matches.errors import NotAllowed, Refused
from matches.models import Round, StandingsSnapshot
from matches.schedule.items import Item
from matches.schedule.services import set_schedule
from tests.factories import MatchFactory, RoundFactory
from tests.judging.broadcast.live_scene import Scene
from tests.judging.broadcast.played_live import PLAYED, steps, whole
from tests.judging.broadcast.test_live import begin, delayed, write
from tests.judging.conftest import Floor, make_floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return make_floor(3)


@pytest.fixture
def key(floor: Floor) -> str:
    return make_stream_key(event=floor.event, actor=floor.actor(Role.ORGANISER))


def address(key: str, layer: str = Layer.MATCH) -> str:
    return reverse("stream:layer", args=[key, layer])


def shown(key: str, layer: str = Layer.MATCH, **query: object) -> str:
    return Client().get(address(key, layer), query).content.decode()


def test_every_layer_opens_with_the_key_and_none_without(floor: Floor, key: str) -> None:
    feature_match(match=floor.match, actor=floor.head)
    for layer in Layer:
        answer = Client().get(address(key, layer))
        assert answer.status_code == 200, layer
        assert answer["Cache-Control"] == "no-store"
        assert Client().get(address("x" * 32, layer)).status_code == 404
    assert Client().get(address(key, "dance")).status_code == 404
    assert key not in str(StreamKey.objects.values().get())
    revoke_stream_key(event=floor.event, actor=floor.actor(Role.ORGANISER))
    assert Client().get(address(key)).status_code == 404


def test_a_new_key_ends_the_old_one(floor: Floor, key: str) -> None:
    new = make_stream_key(event=floor.event, actor=floor.actor(Role.ORGANISER))
    assert Client().get(address(key)).status_code == 404
    assert Client().get(address(new)).status_code == 200


def test_the_desk_chooses_the_match_and_an_address_can_have_its_own(floor: Floor, key: str) -> None:
    first, second = floor.matches[:2]
    for match in (first, second):
        feature_match(match=match, actor=floor.head)
    names = {match.pk: match.seats.get(index=0).entry.unique_name for match in (first, second)}
    assert names[first.pk] in shown(key)
    show_on_stream(match=second, actor=floor.actor(Role.SCOREKEEPER))
    assert names[second.pk] in shown(key)
    assert names[first.pk] not in shown(key)
    assert names[first.pk] in shown(key, table=first.table)
    with pytest.raises(Refused):
        show_on_stream(match=floor.matches[2], actor=floor.head)


@pytest.mark.parametrize("layer", [Layer.MATCH, Layer.PLAYER, Layer.COMMENTARY])
def test_a_layer_of_a_table_that_is_not_live_shows_no_other_table(floor: Floor, key: str, layer: Layer) -> None:
    delayed(floor, 0)
    feature_match(match=floor.match, actor=floor.head)
    begin(floor)
    write(floor, "5", "7", "B")
    show_on_stream(match=floor.match, actor=floor.head)
    assert "layer-box" in shown(key, layer)
    assert "layer-box" in shown(key, layer, table=floor.match.table)
    for table in (floor.matches[1].table, 99, "x"):
        assert "layer-box" not in shown(key, layer, table=table), table


def test_a_layer_of_a_table_shows_its_latest_round(floor: Floor, key: str) -> None:
    Round.objects.filter(pk=floor.round.pk).update(status=RoundStatus.CLOSED)
    later = RoundFactory(stage=floor.round.stage, number=floor.round.number + 1)
    entries = [floor.matches[1].seats.get(index=0).entry, floor.matches[2].seats.get(index=0).entry]
    again = MatchFactory(round=later, table=floor.match.table, entries=entries)
    for match in (floor.match, again):
        feature_match(match=match, actor=floor.head)
    assert entries[0].unique_name in shown(key, table=again.table)
    assert floor.player.unique_name not in shown(key, table=again.table)


def test_layers_have_the_delay(floor: Floor, key: str) -> None:
    feature_match(match=floor.match, actor=floor.head)
    delayed(floor, 3)
    before, began = [shown(key, layer) for layer in Layer], timezone.now()
    begin(floor)
    write(floor, "5", "7", "B")
    show_due_frames(began + timedelta(seconds=179))
    assert [shown(key, layer) for layer in Layer] == before
    show_due_frames(timezone.now() + timedelta(seconds=181))
    assert "$12" in shown(key)
    assert floor.player.unique_name in shown(key, Layer.COMMENTARY)


def test_only_the_organiser_makes_a_key(floor: Floor) -> None:
    for role in (Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.FLOOR_JUDGE):
        with pytest.raises(NotAllowed):
            make_stream_key(event=floor.event, actor=floor.actor(role))


def test_the_page_shows_the_addresses_once(floor: Floor) -> None:
    client = Client()
    client.force_login(floor.user(Role.ORGANISER))
    page = reverse("judging:featured", args=[floor.event.slug])
    assert "Create the addresses" in client.get(page).content.decode()
    made = client.post(reverse("judging:stream_act", args=[floor.event.slug, "make"])).content.decode()
    assert made.count("testserver/stream/") == len(Layer)
    assert "testserver/stream/" not in client.get(page).content.decode()
    assert client.post(reverse("judging:stream_act", args=[floor.event.slug, "revoke"])).status_code == 302
    assert not StreamKey.objects.exists()


def test_a_lower_third_has_the_player_of_a_seat_with_the_place(floor: Floor, key: str) -> None:
    feature_match(match=floor.match, actor=floor.head)
    assert floor.player.unique_name in shown(key, Layer.PLAYER)
    assert floor.opponent.unique_name in shown(key, Layer.PLAYER, seat=2)
    assert floor.player.unique_name not in shown(key, Layer.PLAYER, seat=2)
    assert "layer-box" not in shown(key, Layer.PLAYER, seat=3)
    assert "layer-facts" not in shown(key, Layer.PLAYER)
    row = {"number": floor.player.number, "rank": 3, "points": "6", "wins": 2, "losses": 1, "draws": 0}
    StandingsSnapshot.objects.create(stage=floor.round.stage, round=floor.round, version=1, rows=[row], digest="")
    found = shown(key, Layer.PLAYER)
    assert "Place 3" in found
    assert "2–1" in found
    assert "6 points" in found


@pytest.mark.parametrize("layer", [Layer.MATCH, Layer.PLAYER, Layer.PAIRINGS])
def test_layers_have_the_colour_of_the_event(floor: Floor, key: str, layer: Layer) -> None:
    feature_match(match=floor.match, actor=floor.head)
    assert "layer-colour" not in shown(key, layer)
    floor.event.options = {**floor.event.options, "page": {"colour": "#14532d"}}
    floor.event.save()
    assert 'fill="#14532d"' in shown(key, layer)


def test_the_match_has_the_cards_that_lie_open_and_none_that_are_held(floor: Floor, key: str) -> None:
    feature_match(match=floor.match, actor=floor.head)
    delayed(floor, 0)
    begin(floor)
    assert 'aria-label="5"' not in shown(key)
    write(floor, "5")
    assert 'aria-label="5"' in shown(key)
    write(floor, "J")
    found = shown(key)
    assert 'aria-label="Jack"' in found
    assert "Face down" not in found
    assert "layer-mark" in found  # Alert


def test_a_match_that_is_over_has_its_result_in_place_of_loot_and_clock() -> None:
    record, _unnamed = PLAYED["bankout"](5)
    scene = Scene("bankout", record)
    scene.show_alone(whole(record, steps(record)[-2]), chances_too=False)
    found = shown(scene.key)
    assert "Loot" in found
    assert "data-clock" in found
    assert "layer-result" not in found
    assert re.search(r"<span>\$\d+ earlier</span>", found)
    watch = reverse("watch:watch", args=[scene.slug])
    assert "won on totals" not in Client().get(watch).content.decode()
    assert re.search(r'data-mark="turn-." data-on="yes"', Client().get(scene.page).content.decode())
    scene.show_alone(record, chances_too=False)
    found = shown(scene.key)
    assert re.search(r'layer-result">.* won on totals', found)
    assert "Loot" not in found
    assert "data-clock" not in found
    page = Client().get(scene.page).content.decode()
    assert "won on totals" in page.partition('class="watched-status"')[2].partition("</p>")[0]
    assert not re.search(r'data-mark="turn-." data-on="yes"', page)
    assert "won on totals" in Client().get(watch).content.decode()


def test_what_nobody_knows_yet_stands_nowhere() -> None:
    """In the stage game what each player has is known when the stage is revealed."""
    record, _unnamed = PLAYED["stage"](5)
    scene = Scene("stage", record)
    scene.show_alone(whole(record, steps(record)[83]), chances_too=False)
    found = shown(scene.key)
    assert "Face down 4" in found
    assert re.findall(r'"layer-piece">(\w)', found) == ["A", "B"]  # as on the board
    assert "<b>?</b>" not in found
    assert "<b>?</b>" not in Client().get(reverse("watch:watch", args=[scene.slug])).content.decode()


def test_a_layer_with_nothing_to_show_shows_nothing_else(floor: Floor, key: str) -> None:
    """A wall would show the clock in place of a bracket that is not there."""
    assert "layer-box" not in shown(key, Layer.BRACKET)
    assert "layer-box" not in shown(key, Layer.STANDINGS)


def test_the_clock_is_that_of_a_bracket_and_between_rounds_counts_down(floor: Floor, key: str) -> None:
    floor.round.stage.kind = StageKind.SINGLE_ELIMINATION
    floor.round.stage.save()
    assert "clock--big" in shown(key, Layer.CLOCK)
    assert "wall-tree" not in shown(key, Layer.CLOCK)
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    item = Item(at=timezone.now() + timedelta(minutes=30), text="Round 2")
    set_schedule(event=floor.event, actor=floor.actor(Role.ORGANISER), items=[item])
    found = shown(key, Layer.CLOCK)
    assert "clock--big" not in found
    assert "data-schedule-next" in found
    assert "Round 2" in found


def test_a_layer_looks_as_its_address_says(floor: Floor, key: str) -> None:
    feature_match(match=floor.match, actor=floor.head)
    assert "layer-box--dark" in shown(key)
    floor.event.options = {**floor.event.options, "page": {"colour": "#b3452a"}}
    floor.event.save()
    for theme, box in (("", "colour"), ("light", "light"), ("dark", "dark"), ("made-up", "colour")):
        page = Client().get(f"/stream/{key}/{Layer.MATCH}/?theme={theme}").content.decode()
        assert f'layer-box--{box}"' in page, theme
    floor.event.options = {**floor.event.options, "page": {"colour": "#d97706"}}
    floor.event.save()
    assert "layer-box--colour layer-box--dark-ink" in shown(key)
