"""Requests that succeed: the scene, the address and the body of operations that chance does not meet with all three."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import read_in_record, start_record
from judging.recorder.services.taps import Tap, write_token
from judging.rulings.services.infractions import Fault, log_infraction
from matches.brackets.services.seeds import seeded_entries
from matches.enums import Role, Source
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from tests import scenes
from tests.judging.recorder.sheets import finished
from tests.matches.conftest import TWO_ONE, make_event, start
from tests.scenes import Scene

EVENT = "/api/v1/events/{slug}/"
MATCH = f"{EVENT}matches/{{key}}/"
Found = dict[str, Any]


@dataclass(frozen=True)
class Fitting:
    """What a request needs to succeed. ``by`` is who sends it; None is an account with all rights."""

    scene: Callable[[], Scene]
    body: Callable[[Scene], Found] | None = None
    place: Callable[[Scene], Found] = lambda scene: {}
    by: Role | None = None


def by_scene(fittings: dict[str, Fitting]) -> Iterable[tuple[Callable[[], Scene], list[str]]]:
    """The labels of the requests that begin in the same scene, which is made once for all of them."""
    found: dict[Callable[[], Scene], list[str]] = defaultdict(list)
    for label in sorted(fittings):
        found[fittings[label].scene].append(label)
    return found.items()


def in_bracket() -> Scene:
    scene = scenes.before_the_cut()
    start(scene.hall)
    return scene


def loss_that_waits() -> Scene:
    """A round loss that came after the result, and the next round, in which it can count."""
    scene = Scene(make_event())
    start(scene.hall)
    for match in scene.hall.matches:
        report_result(match=match, score=TWO_ONE, actor=scene.hall.actor(), source=Source.DESK)
    scene.things["infraction"] = log_infraction(
        event=scene.event,
        actor=scene.judge(),
        fault=Fault(
            entry=scene.hall.seated(scene.match)[0],
            code="GP-HAND",
            match=scene.match,
            comment="seen after the match",
        ),
        penalty="RL",
    )
    close_round(round=scene.round, actor=scene.hall.actor())
    start(scene.hall)
    return scene


def on_record() -> Scene:
    """A match of which the first turn is on record."""
    scene = scenes.in_play()
    start_record(match=scene.match, actor=scene.judge(), first="A", device="api")
    now = recorded(scene.event, scene.match)
    assert now is not None
    tap = Tap(device="api", revision=0, step=uuid.UUID(int=9))
    write_token(recorded=now, actor=scene.judge(), tap=tap, token="7")
    return scene


def read_in() -> Scene:
    """A match that is on record to its end."""
    scene = scenes.in_play()
    read_in_record(match=scene.match, actor=scene.judge(), text=finished(scene.event), device="api")
    return scene


def first_game_round() -> Scene:
    """A match whose first game round is on record."""
    scene = scenes.in_play()
    text, _cut, _rest = finished(scene.event).partition("Round 2")
    read_in_record(match=scene.match, actor=scene.judge(), text=text, device="api")
    return scene


def _match(scene: Scene) -> Found:
    return {"key": str(scene.match.key)}


def _round(scene: Scene) -> Found:
    return {"stage": scene.round.stage.order, "number": scene.round.number}


def _infraction(scene: Scene) -> Found:
    return {"id": str(scene.things["infraction"].pk)}


def _cut(_scene: Scene) -> Found:
    return {"order": 2}


def _seeds(scene: Scene) -> Found:
    stage = scene.event.stages.select_related("event").get(order=2)
    return {"numbers": [entry.number for entry in reversed(seeded_entries(stage))], "reason": "rating"}


def _late_table(scene: Scene) -> Found:
    return {"first": scene.things["late"].number, "second": scene.things["bye"].number, "reason": "late"}


def _tap(scene: Scene, **more: Any) -> Found:
    now = recorded(scene.event, scene.match)
    assert now is not None
    return {"device": "api", "revision": now.row.revision, "step": str(uuid.UUID(int=10)), **more}


def _of_record(scene: Callable[[], Scene], body: Callable[[Scene], Found]) -> Fitting:
    return Fitting(scene, body, _match, Role.FLOOR_JUDGE)


FITTING = {
    f"PATCH {EVENT}": Fitting(scenes.not_begun, lambda scene: {"name": "Autumn Open"}),
    f"POST {EVENT}finish/": Fitting(scenes.between_rounds),
    f"GET {EVENT}stages/{{order}}/seeds/": Fitting(scenes.before_the_cut, place=_cut),
    f"POST {EVENT}stages/{{order}}/seeds/": Fitting(scenes.before_the_cut, _seeds, _cut),
    f"GET {EVENT}stages/{{order}}/bracket/": Fitting(in_bracket, place=_cut),
    f"POST {EVENT}extensions/": Fitting(
        scenes.in_play, lambda scene: {"match": scene.match.pk, "seconds": 60}, by=Role.FLOOR_JUDGE
    ),
    f"POST {EVENT}rounds/{{stage}}/{{number}}/table/": Fitting(scenes.late_arrival, _late_table, _round),
    f"POST {MATCH}table/": Fitting(scenes.with_draft, lambda scene: {"table": 9}, _match),
    f"POST {MATCH}results/": Fitting(scenes.in_play, lambda scene: {"score": "2-1"}, _match),
    f"POST {MATCH}correct/": Fitting(scenes.reported, lambda scene: {"score": "0-2", "reason": "slip"}, _match),
    f"POST {EVENT}infractions/{{id}}/apply/": Fitting(loss_that_waits, None, _infraction, Role.HEAD_JUDGE),
    f"POST {EVENT}infractions/{{id}}/confirm/": Fitting(
        scenes.provisional, lambda scene: {"comment": "seen"}, _infraction, Role.HEAD_JUDGE
    ),
    f"POST {EVENT}infractions/{{id}}/issue/": Fitting(
        scenes.without_penalty, lambda scene: {"penalty": "W"}, _infraction, Role.HEAD_JUDGE
    ),
    f"POST {MATCH}turns/": _of_record(scenes.in_play, lambda scene: {"first": "A"}),
    f"POST {MATCH}turns/write/": _of_record(on_record, lambda scene: _tap(scene, token="B")),
    f"POST {MATCH}turns/undo/": _of_record(on_record, _tap),
    f"POST {MATCH}turns/correct/": _of_record(
        on_record, lambda scene: _tap(scene, round=1, turn=1, action=1, token="9")
    ),
    f"POST {MATCH}turns/round/": _of_record(first_game_round, lambda scene: _tap(scene, first="A")),
    f"POST {MATCH}turns/take-over/": _of_record(on_record, lambda scene: {"device": "tablet 2"}),
    f"POST {MATCH}turns/confirm/": _of_record(read_in, lambda scene: {}),
}
"""By method and path."""
