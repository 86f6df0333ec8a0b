"""Matches that everybody can watch: chosen by the desk, seen with the event's delay, and not a byte earlier."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.services import MOST_FEATURED, feature_match, put_match_first, unfeature_match
from judging.models import FeaturedMatch, Frame, TurnRecord
from judging.recorder.queries.recorded import recorded
from judging.recorder.services.frames import show_due_frames
from judging.recorder.services.recording import start_record
from judging.recorder.services.taps import Tap, undo_token, write_token
from matches.enums import Role, RoundStatus, Source
from matches.errors import NotAllowed, Refused
from matches.live.queries import WATCH_PART, event_versions, visitor_parts
from matches.models import Round
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import MatchFactory, RoundFactory
from tests.judging.conftest import Floor, make_floor

pytestmark = pytest.mark.django_db

DEVICE = "tablet-1"
TOKENS = ("5", "7", "B", "3", "4", "B")


@pytest.fixture
def floor() -> Floor:
    found = make_floor(2)
    feature_match(match=found.match, actor=found.head)
    return found


def delayed(floor: Floor, minutes: int) -> None:
    floor.event.options = {**floor.event.options, "live_delay": minutes}
    floor.event.save(update_fields=["options"])


def begin(floor: Floor) -> TurnRecord:
    return start_record(match=floor.match, actor=floor.judge, first="A", device=DEVICE)


def tap(floor: Floor) -> dict[str, Any]:
    now = recorded(floor.event, floor.match)
    assert now is not None
    device = Tap(device=DEVICE, revision=now.row.revision, step=uuid.uuid4())
    return {"recorded": now, "actor": floor.judge, "tap": device}


def write(floor: Floor, *tokens: str) -> None:
    for token in tokens:
        write_token(**tap(floor), token=token, insist=True)


def addresses(floor: Floor) -> list[str]:
    slug = floor.event.slug
    names = ("public", "standings", "players", "schedule", "wall", "live", "find", "announcements")
    return [
        *(reverse(f"matches:{name}", args=[slug]) for name in names),
        reverse("watch:watch", args=[slug]),
        reverse("watch:match", args=[slug, floor.match.pk]),
        reverse("share:match", args=[slug, floor.match.pk]),
        reverse("records:records", args=[slug]),
        reverse("matches:live", args=[slug]) + "?watch=1",
        reverse("matches:player", args=[slug, floor.player.number]),
        *(f"/api/v1/events/{slug}/{name}" for name in ("", "rounds/", "results/", "standings/", "entries/", "live/")),
    ]


def seen(floor: Floor) -> dict[str, bytes]:
    """What every address gives somebody who is not signed in, and not from a copy."""
    cache.clear()
    client = Client()
    return {address: client.get(address).content for address in addresses(floor)}


def watch(floor: Floor) -> str:
    cache.clear()
    address = reverse("watch:match", args=[floor.event.slug, floor.match.pk])
    return Client().get(address, headers={"HX-Request": "true"}).content.decode()


def test_without_a_delay_every_card_is_there_at_once(floor: Floor) -> None:
    delayed(floor, 0)
    begin(floor)
    before = event_versions(floor.event).get(WATCH_PART, 0)
    write(floor, "5")
    assert event_versions(floor.event)[WATCH_PART] == before + 1
    assert "shows 5." in watch(floor)
    assert floor.player.unique_name in watch(floor)
    undo_token(**tap(floor))
    assert "shows 5." not in watch(floor)
    assert Frame.objects.filter(match=floor.match).count() == 1


def test_with_a_delay_no_byte_of_any_address_changes_before_its_time(floor: Floor) -> None:
    delayed(floor, 3)
    floor.event.options = {**floor.event.options, "publish_records": True}
    floor.event.save(update_fields=["options"])
    before, began = seen(floor), timezone.now()
    begin(floor)
    for token in TOKENS:
        write(floor, token)
        show_due_frames(began + timedelta(seconds=179))
        assert seen(floor) == before, token
    show_due_frames(timezone.now() + timedelta(seconds=181))
    after = seen(floor)
    changed = {address for address in before if after[address] != before[address]}
    assert changed == {
        reverse("watch:watch", args=[floor.event.slug]),
        reverse("watch:match", args=[floor.event.slug, floor.match.pk]),
        reverse("share:match", args=[floor.event.slug, floor.match.pk]),
        reverse("matches:live", args=[floor.event.slug]) + "?watch=1",
        reverse("matches:wall", args=[floor.event.slug]),  # the only match of the round fills it
    }


def test_frames_come_one_after_the_other(floor: Floor) -> None:
    delayed(floor, 3)
    begin(floor)
    write(floor, "5")
    Frame.objects.filter(match=floor.match).update(due_at=timezone.now())
    write(floor, "7")
    show_due_frames(timezone.now())
    assert "shows 5." in watch(floor)
    assert "shows 7." not in watch(floor)
    assert Frame.objects.filter(match=floor.match, shown=True).count() == 1


def test_a_record_is_not_published_before_its_last_card_was_shown(floor: Floor) -> None:
    delayed(floor, 3)
    floor.event.options = {**floor.event.options, "publish_records": True}
    floor.event.save(update_fields=["options"])
    begin(floor)
    write(floor, "5")
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    replay = reverse("records:replay", args=[floor.event.slug, floor.match.pk])
    assert Client().get(replay).status_code == 404
    show_due_frames(timezone.now() + timedelta(minutes=4))
    assert Client().get(replay).status_code == 200


def test_only_watchers_hear_of_it(floor: Floor) -> None:
    assert WATCH_PART not in visitor_parts("1")
    assert WATCH_PART in visitor_parts("1", "1")
    client = Client()
    address = reverse("matches:live", args=[floor.event.slug])
    assert WATCH_PART not in client.get(address).json()
    assert WATCH_PART in client.get(f"{address}?watch=1").json()
    assert not [part for part in client.get(f"{address}?watch=1").json() if part.startswith("record")]


def test_the_kept_copy_follows_the_match_and_other_pages_do_not(floor: Floor) -> None:
    delayed(floor, 0)
    begin(floor)
    page, other = (
        reverse("watch:match", args=[floor.event.slug, floor.match.pk]),
        reverse("matches:public", args=[floor.event.slug]),
    )
    client = Client()
    first, others = client.get(page)["ETag"], client.get(other)["ETag"]
    assert client.get(page, headers={"If-None-Match": first}).status_code == 304
    write(floor, "5")
    assert client.get(page, headers={"If-None-Match": first}).status_code == 200
    assert client.get(other, headers={"If-None-Match": others}).status_code == 304


def test_who_chooses_and_what_cannot_be_shown(floor: Floor) -> None:
    other = floor.matches[1]
    with pytest.raises(NotAllowed):
        feature_match(match=other, actor=floor.judge)
    for role in (Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD):
        feature_match(match=other, actor=floor.actor(role))
        unfeature_match(match=other, actor=floor.actor(role))
    floor.round.status = RoundStatus.DRAFT
    floor.round.save()
    other.refresh_from_db()
    with pytest.raises(Refused):
        feature_match(match=type(other).objects.get(pk=other.pk), actor=floor.head)


def test_one_can_be_put_first(floor: Floor) -> None:
    first, second = floor.matches[:2]
    feature_match(match=second, actor=floor.head)
    shown = FeaturedMatch.objects.values_list("match", flat=True)
    assert list(shown) == [first.pk, second.pk]
    client, desk = Client(), reverse("judging:featured", args=[floor.event.slug])
    client.force_login(floor.user(Role.SCOREKEEPER))
    assert client.get(desk).content.decode().count("Put first") == 1
    client.post(reverse("judging:feature_act", args=[floor.event.slug, second.pk, "first"]))
    assert list(shown.all()) == [second.pk, first.pk]
    watched = Client().get(reverse("watch:watch", args=[floor.event.slug])).content.decode()
    assert watched.index(f"/watch/{second.pk}/") < watched.index(f"/watch/{first.pk}/")
    put_match_first(match=first, actor=floor.head)
    unfeature_match(match=first, actor=floor.head)
    with pytest.raises(Refused):
        put_match_first(match=first, actor=floor.head)
    with pytest.raises(NotAllowed):
        put_match_first(match=second, actor=floor.judge)


def test_there_is_a_limit() -> None:
    floor = make_floor(MOST_FEATURED + 1)
    for match in floor.matches[:-1]:
        feature_match(match=match, actor=floor.head)
    with pytest.raises(Refused, match="12 matches"):
        feature_match(match=floor.matches[-1], actor=floor.head)


def test_a_live_match_of_an_earlier_round_can_still_be_stopped(floor: Floor) -> None:
    Round.objects.filter(pk=floor.round.pk).update(status=RoundStatus.CLOSED)
    later = RoundFactory(stage=floor.round.stage, number=floor.round.number + 1)
    again = MatchFactory(round=later, table=floor.match.table, entries=[floor.player, floor.opponent])
    feature_match(match=again, actor=floor.head)
    client, desk = Client(), reverse("judging:featured", args=[floor.event.slug])
    client.force_login(floor.user(Role.SCOREKEEPER))
    page = client.get(desk).content.decode()
    assert page.count("Stop showing") == 2
    assert f"<b>Table {again.table}</b>" in page
    assert f"<b>Round {floor.round.number}, table {floor.match.table}</b>" in page
    address = reverse("judging:feature_act", args=[floor.event.slug, floor.match.pk, "stop"])
    page = client.post(address, follow=True).content.decode()
    assert f"Round {floor.round.number}, table {floor.match.table} is no longer shown live." in page
    assert "Round 1" not in client.get(desk).content.decode().partition("feature-lines")[2]


def test_a_withdrawn_round_takes_no_place_among_the_live_matches() -> None:
    floor = make_floor(MOST_FEATURED + 1)
    for match in floor.matches[:-1]:
        feature_match(match=match, actor=floor.head)
    Round.objects.filter(pk=floor.round.pk).update(status=RoundStatus.WITHDRAWN)
    later = RoundFactory(stage=floor.round.stage, attempt=2)
    feature_match(match=MatchFactory(round=later, table=1, entries=[floor.player, floor.opponent]), actor=floor.head)


def test_to_stop_takes_everything_away(floor: Floor) -> None:
    delayed(floor, 0)
    begin(floor)
    write(floor, "5")
    unfeature_match(match=floor.match, actor=floor.head)
    assert not Frame.objects.exists()
    assert not FeaturedMatch.objects.exists()
    assert Client().get(reverse("watch:match", args=[floor.event.slug, floor.match.pk])).status_code == 404
    write(floor, "7")
    assert not Frame.objects.exists()
    feature_match(match=floor.match, actor=floor.head)
    assert "shows 7." in watch(floor)


def test_the_desk_chooses_on_a_page_and_in_the_recorder(floor: Floor) -> None:
    client = Client()
    client.force_login(floor.user(Role.SCOREKEEPER))
    page = client.get(reverse("judging:featured", args=[floor.event.slug])).content.decode()
    assert page.count("Stop showing") == 1
    act = reverse("judging:feature_act", args=[floor.event.slug, floor.matches[1].pk, "show"])
    assert client.post(act).status_code == 302
    page = client.get(reverse("judging:featured", args=[floor.event.slug])).content.decode()
    assert page.count("Stop showing") == 2
    begin(floor)
    recorder = reverse("judging:recorder", args=[floor.event.slug, floor.match.pk])
    assert "Stop showing live" in client.get(recorder).content.decode()
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    assert "showing live" not in client.get(recorder).content.decode()
    menu = Client().get(reverse("matches:public", args=[floor.event.slug])).content.decode()
    assert reverse("watch:watch", args=[floor.event.slug]) in menu
