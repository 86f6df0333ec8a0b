"""The wall: what a room reads from far away, and nothing that is not public."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.clock.services import call_time, extend_match, pause_clock
from matches.enums import StageKind
from matches.models import Event, Player
from matches.prizes.services import set_prizes
from matches.prizes.table import Equal
from matches.rounds.services.rounds import close_round, withdraw_round
from matches.walls.views.brackets import Heading
from tests.factories import any_organiser
from tests.matches.playing import event_of, match_at, played, report, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def wall(event: Event) -> str:
    return reverse("matches:wall", args=[event.slug])


def content(client: Client, event: Event) -> Any:
    """What the first scene of the wall shows."""
    return client.get(wall(event)).context["scenes"][0].content


def test_what_is_announced_stands_in_a_landmark(client: Client, desk: Actor) -> None:
    page = client.get(wall(event_of(4))).content.decode()
    tag = next(part for part in page.split("<div") if "wall-announcements" in part).split(">")[0]
    assert 'role="region"' in tag
    assert 'aria-label="Announcements"' in tag


def test_the_wall_counts_extensions_down_after_the_rounds_zero(client: Client, desk: Actor) -> None:
    event = event_of(6)
    round_ = running(event, desk)
    for table in (1, 2):
        extend_match(match=match_at(round_, table), seconds=180, actor=desk)
    report(round_, desk, tables=[2])
    call_time(round=round_, actor=desk)
    shown = content(client, event)["extensions"]
    assert [(one.table, one.clock.state) for one in shown] == [(1, "running")]
    left = shown[0].clock.ends_at - timezone.now()
    assert timedelta(seconds=150) < left <= timedelta(seconds=180)


def test_the_wall_has_a_code_for_the_public_page_and_the_lamp_of_a_paused_clock(client: Client, desk: Actor) -> None:
    event = event_of(4)
    round_ = running(event, desk)
    page = client.get(wall(event)).content.decode()
    assert 'class="qr"' in page
    assert "lamp--running" in page
    assert 'class="wall-at-zero"' in page  # shown by the style sheet when the clock says so
    pause_clock(round=round_, actor=desk)
    page = client.get(wall(event)).content.decode()
    assert "lamp--paused" in page
    assert "lamp--running" not in page


def test_a_bracket_is_a_list_of_its_live_rounds_then_a_tree_then_the_final_then_the_winner(
    client: Client, desk: Actor
) -> None:
    event = event_of(16, kind=StageKind.SINGLE_ELIMINATION)
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    assert [match.score for match in content(client, event)["matches"]] == ["2–1", *[""] * 7]
    report(round_, desk)
    close_round(round=round_, actor=desk)
    between = client.get(wall(event)).context["scenes"][0]
    assert between.heading == "Bracket"  # no longer Round of 16, of which nothing is shown
    tree = between.content["tree"]
    assert [(one.label, len(one.matches), one.current) for one in tree] == [
        ("Quarter-finals", 4, True),
        ("Semi-finals", 2, False),
    ]
    for label in ("Quarter-finals", "Semi-finals"):
        round_ = running(event, desk)
        scene = client.get(wall(event)).context["scenes"][0]
        assert (scene.key, scene.heading, scene.content["tree"][0].label) == ("tree", label, label)
        report(round_, desk)
        close_round(round=round_, actor=desk)
    final = running(event, desk)
    assert len(content(client, event)["matches"]) == 1
    report(final, desk)
    close_round(round=final, actor=desk)
    scenes = client.get(wall(event)).context["scenes"]
    assert [scene.key for scene in scenes] == ["winner", "final"]
    assert scenes[0].content["winner"] == scenes[1].content["rows"][0].name


def test_names_too_long_for_a_tree_are_in_a_list(client: Client, desk: Actor) -> None:
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    running(event, desk)
    Player.objects.filter(entries__event=event, entries__number=1).update(name="A" * 30)
    assert len(content(client, event)["matches"]) == 4


def test_between_the_rounds_of_a_large_bracket_are_the_next_round_and_the_last(client: Client, desk: Actor) -> None:
    event = event_of(32, kind=StageKind.SINGLE_ELIMINATION)
    round_ = running(event, desk)
    report(round_, desk)
    close_round(round=round_, actor=desk)
    scene = client.get(wall(event)).context["scenes"][0]
    lines = scene.content["matches"]
    assert scene.heading == "Bracket"
    assert [line.heading for line in lines if isinstance(line, Heading)] == ["Round of 16", "Round of 32"]
    assert len(lines) == 2 + 8 + 16


def test_the_hall_does_not_read_how_the_organiser_opens_the_tool(client: Client, settings: Any) -> None:
    settings.SITE_URL, settings.LAN = "http://localhost:8000", False
    event = event_of(2)
    page = client.get(reverse("matches:wall", args=[event.slug])).text
    assert "--lan" not in page
    assert "script/run" not in page


def test_at_the_end_the_wall_says_who_wins_what(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    set_prizes(event=event, actor=desk, lines="1: €50\n2: Playmat", equal=Equal.RANKING)
    running(event, desk)
    assert "Playmat" not in client.get(wall(event)).text
    withdraw_round(round=event.stages.get().rounds.get(), actor=desk, reason="again")
    played(event, desk)  # its only round finishes it
    page = client.get(wall(event)).text
    assert "<i>€50</i>" in page
    assert "<i>Playmat</i>" in page
