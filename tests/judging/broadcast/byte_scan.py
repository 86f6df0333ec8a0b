"""A match is played live, and at every step every byte that leaves is looked at: nothing younger than the delay,
nothing that lies face down, and no chances for somebody who sits at the table.

The suite does it for a few matches, ``python -m benchmarks.watched_bytes`` for thousands, with the streams beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from judging.models import Frame
from judging.recorder.services.frames import show_due_frames
from judging.recorder.services.recording import start_record
from rules_engine.record import GameRecord
from tests.judging.broadcast.live_scene import DELAY, SHORT, Scene, Seen, comparable, differing
from tests.judging.broadcast.played_live import ends, steps, whole


class Beside:
    """What else is looked at meanwhile; here nothing."""

    def begin(self, scene: Scene) -> None:
        """Nothing of the match has been recorded yet."""

    def unchanged(self) -> None:
        """The match has gone on by a step, and nobody may know."""

    def over(self) -> None:
        """The last of such steps was taken."""

    def shown(self, look: dict[str, Seen]) -> None:
        """Pages are as in this look now."""


NOTHING = Beside()


@dataclass(frozen=True)
class Chosen:
    """Steps of a match: those that are written, those after which everything is read, and the one that is the newest of
    all may see from then on.
    """

    written: list[int]
    looked: frozenset[int]
    due: int


def chosen(record: GameRecord, rng: Random, *, looks: int, most: int) -> Chosen:
    """Of the first ``most`` steps, with the last of them at an end that can be compared."""
    numbers = [number for number in ends(record) if number <= most] or ends(record)[:1]
    last = numbers[-1]
    looked = {1, *rng.sample(range(1, last + 1), min(looks, last))}
    return Chosen(list(range(1, last + 1)), frozenset(looked), rng.randint(1, last))


def thinned(steps_chosen: Chosen, rng: Random, most: int) -> Chosen:
    """With at most so many steps written, by chance; a step that is left out comes with the next one."""
    written = steps_chosen.written
    kept = {*rng.sample(written, min(most, len(written))), steps_chosen.due, written[-1], *steps_chosen.looked}
    return Chosen(sorted(kept), steps_chosen.looked, steps_chosen.due)


def play_and_look(
    scene: Scene, records: tuple[GameRecord, GameRecord], steps_chosen: Chosen, beside: Beside = NOTHING
) -> None:
    """``records`` are the match as somebody writes it who sees every card, and as one does who sees what all see."""
    record, unnamed = records
    cache.clear()
    places = steps(record)
    known = _looked(scene, scene.roles)
    beside.begin(scene)
    began = timezone.now()
    start_record(match=scene.match, actor=scene.floor.judge, first=record.rounds[0].first, device="tablet")
    for number in steps_chosen.written:
        scene.write(whole(record, places[number - 1]))
        show_due_frames(began + timedelta(minutes=DELAY) - timedelta(seconds=1))
        if number in steps_chosen.looked:
            scene.work_out()
        _nothing_new(scene, known, number in steps_chosen.looked)
        beside.unchanged()
        if number == steps_chosen.due:
            beside.over()
            _come_due(scene)
            known = _looked(scene, scene.roles)
            beside.shown(known)
    beside.over()
    newest = steps_chosen.written[-1]
    if newest < len(places):  # else with what is written down after the last token
        record, unnamed = whole(record, places[newest - 1]), whole(unnamed, places[newest - 1])
    _hides(scene, (record, unnamed), beside)


def _looked(scene: Scene, roles: Iterable[str]) -> dict[str, Seen]:
    return {role: scene.seen(role, scene.addresses(role)) for role in roles}


def _come_due(scene: Scene) -> None:
    """What is recorded by now may be seen from now on."""
    now = timezone.now()
    Frame.objects.filter(match=scene.match, shown=False).update(due_at=now)
    show_due_frames(now)
    scene.work_out()


def _nothing_new(scene: Scene, known: dict[str, Seen], everywhere: bool) -> None:
    """Nobody but staff has got anything that they had not known before."""
    roles: dict[str, Callable[[str], list[str]]] = (
        dict.fromkeys(scene.roles, scene.addresses) if everywhere else {"visitor": lambda _role: scene.versions()}
    )
    for role, addresses in roles.items():
        for at, content in scene.seen(role, addresses(role)).items():
            assert content == known[role][at], (role, at, differing(known[role][at][1], content[1]))


def _hides(scene: Scene, records: tuple[GameRecord, GameRecord], beside: Beside) -> None:
    """The table is shown as somebody sees it who never saw what lies face down, and the one who sits at it is shown no
    chances.
    """
    looks = []
    roles = SHORT if scene.few else (*SHORT, "staff")
    for shown in records:
        scene.show_alone(shown)
        cache.clear()
        looks.append({role: scene.seen(role, scene.watched()) for role in roles})
        beside.shown(looks[-1])
    for role, look in looks[0].items():
        for at, (status, content) in look.items():
            other: Any = looks[1][role][at]
            assert status == other[0], (role, at)
            ours, theirs = comparable(content, scene.game.key), comparable(other[1], scene.game.key)
            assert not differing(ours, theirs), (role, at, differing(ours, theirs))
            assert role != "at the table" or b'class="chances"' not in content, at
    apart = reverse("watch:chances", args=[scene.slug, scene.match.pk])
    assert scene.clients["at the table"].get(apart).status_code == 403
