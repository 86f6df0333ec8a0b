"""A request of each operation that changes something and is sent twice, beside those of ``fitting``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from judging.models import Call, Infraction, Ruling
from matches.attendance.services import check_in
from matches.enums import EntryStatus, Role
from matches.people.services.links import make_player_links
from tests import scenes
from tests.matches.api.fitting import EVENT, FITTING, MATCH, Fitting, Found
from tests.scenes import Scene

ENTRY, ROUND = f"{EVENT}entries/{{number}}/", f"{EVENT}rounds/{{stage}}/{{number}}/"
CALL, FAULT, RULING = f"{EVENT}calls/{{id}}/", f"{EVENT}infractions/{{id}}/", f"{EVENT}rulings/{{id}}/"
CLUB = "/api/v1/clubs/{club}/"
REASON = {"reason": "the hall is closing"}
HEAD = Role.HEAD_JUDGE


def _with(**fields: Any) -> Callable[[Scene], Found]:
    return lambda scene: fields


def _seated(scene: Scene) -> list[int]:
    return [entry.number for match in scene.hall.matches for entry in scene.hall.seated(match)]


def _of_match(**more: Any) -> Callable[[Scene], Found]:
    return lambda scene: {"match": scene.match.pk, **more}


def _round(scene: Scene) -> Found:
    return {"stage": scene.round.stage.order, "number": scene.round.number}


def _match(scene: Scene) -> Found:
    return {"key": str(scene.match.key)}


def _player(scene: Scene) -> Found:
    return {"number": 1}


def _leaver(scene: Scene) -> Found:
    return {"number": scene.things["left"]}


def _late(scene: Scene) -> Found:
    return {"number": 6}


def _call(scene: Scene) -> Found:
    return {"id": str(Call.objects.get(event=scene.event).pk)}


def _fault(scene: Scene) -> Found:
    return {"id": str(Infraction.objects.get(event=scene.event).pk)}


def _club(scene: Scene) -> Found:
    return {"club": scene.things["club"].slug}


def _suspension(scene: Scene) -> Found:
    return {**_club(scene), "key": str(scene.things["suspension"].key)}


def _ruling(scene: Scene) -> Found:
    return {"id": str(Ruling.objects.get(event=scene.event).pk)}


def _swapped(scene: Scene) -> Found:
    seated = _seated(scene)
    return {"first": seated[0], "second": seated[2], **REASON}


def _moved(scene: Scene) -> Found:
    """A player of the first table goes to the next one."""
    first, second = scene.hall.matches[:2]
    return {"player": scene.hall.seated(first)[0].number, "table": second.table, **REASON}


def _fault_of_a_player(scene: Scene) -> Found:
    return {"match": scene.match.pk, "player": _seated(scene)[0], "code": "GP-HAND", "penalty": "W"}


def _all_results(scene: Scene) -> Found:
    return {"results": [{"match": str(match.key), "score": "2-1"} for match in scene.hall.matches]}


def _kept_pair() -> Scene:
    scene = scenes.with_draft()
    answer = scene.hall.client().post(scene.hall.url("match-keep", scene.match.key))
    assert answer.status_code == 200
    return scene


def _with_links() -> Scene:
    scene = scenes.in_play()
    make_player_links(event=scene.event, actor=scene.hall.actor())
    return scene


def _two_infractions() -> Scene:
    """A second infraction of the same player for the same thing."""
    scene = scenes.judged()
    answer = scene.hall.client(HEAD).post(scene.hall.url("infractions"), _fault_of_a_player(scene))
    assert answer.status_code == 201
    return scene


def _newest_fault(scene: Scene) -> Found:
    return {"id": str(Infraction.objects.filter(event=scene.event).latest("server_time", "sequence").pk)}


def _late_one_checked_in() -> Scene:
    scene = scenes.not_begun()
    entry = scene.event.entries.filter(status=EntryStatus.REGISTERED).first() or scene.entry(6)
    check_in(event=scene.event, actor=scene.hall.actor(), entries=[entry])
    return scene


def _ready_to_start() -> Scene:
    return scenes.published()


def _keys(*things: str, **more: Any) -> Callable[[Scene], Found]:
    return lambda scene: {"keys": [str(scene.things[thing].key) for thing in things], **more}


def _last(scene: Scene) -> Found:
    return {"key": str(scene.things["last"].key)}


def _announcement(scene: Scene) -> Found:
    return {"key": str(scene.things["announcement"].key)}


OTHERS = {
    "POST /api/v1/events/": Fitting(
        scenes.not_begun, _with(name="Winter Open", date=str(dt.date(2027, 1, 9)), preset="competitive")
    ),
    f"POST {EVENT}publish/": Fitting(scenes.unpublished),
    f"POST {EVENT}unpublish/": Fitting(scenes.in_play),
    f"POST {EVENT}reopen/": Fitting(scenes.finished, _with(**REASON)),
    f"POST {EVENT}archive/": Fitting(scenes.finished),
    f"POST {EVENT}unarchive/": Fitting(scenes.archived),
    f"POST {EVENT}copy/": Fitting(scenes.in_play, _with(name="Next", date=str(dt.date(2027, 1, 9)))),
    f"POST {EVENT}delete/": Fitting(scenes.in_play, lambda scene: {"name": scene.event.name, **REASON}),
    f"POST {EVENT}staff/": Fitting(
        scenes.in_play, lambda scene: {"username": scene.hall.user(Role.SCOREKEEPER).username, "role": "floor_judge"}
    ),
    f"POST {EVENT}staff/accounts/": Fitting(scenes.in_play, _with(username="zoe", name="Zoe", role="floor_judge")),
    f"POST {EVENT}links/": Fitting(scenes.in_play, _with(numbers=[1, 2])),
    f"POST {EVENT}links/revoke/": Fitting(_with_links, _with(numbers=[1, 2])),
    f"POST {EVENT}entries/": Fitting(scenes.in_play, _with(name="Zoe Zander")),
    f"POST {EVENT}entries/check-in/": Fitting(scenes.in_play, _with(numbers=[6])),
    f"POST {EVENT}entries/import/": Fitting(scenes.in_play, lambda scene: {"text": "name\nZoe Zander\n"}),
    f"POST {EVENT}sign-ups/accept/": Fitting(scenes.signed_up, _keys("pending")),
    f"POST {EVENT}sign-ups/decline/": Fitting(scenes.signed_up, _keys("pending", **REASON)),
    f"POST {EVENT}sign-ups/{{key}}/move/": Fitting(scenes.signed_up, _with(place=1, **REASON), _last),
    f"POST {EVENT}announcements/": Fitting(scenes.in_play, _with(text="Lunch until 13:30.")),
    f"POST {EVENT}announcements/{{key}}/end/": Fitting(scenes.announced, None, _announcement),
    f"POST {EVENT}schedule/shift/": Fitting(scenes.announced, _with(minutes=10)),
    f"POST {EVENT}paid/": Fitting(scenes.signed_up, _keys("pending", numbers=[1], amount="10")),
    f"POST {ENTRY}byes/": Fitting(scenes.not_begun, _with(rounds=1), _player),
    f"POST {ENTRY}check-in/": Fitting(scenes.in_play, None, _late),
    f"POST {ENTRY}undo-check-in/": Fitting(scenes.checked_in, None, _late),
    f"POST {ENTRY}drop/": Fitting(scenes.in_play, _with(**REASON), _player),
    f"POST {ENTRY}return/": Fitting(scenes.dropped, _with(**REASON), _player),
    f"POST {ENTRY}strike/": Fitting(scenes.left_the_round_robin, _with(**REASON), _leaver),
    f"POST {ENTRY}restore-results/": Fitting(scenes.struck, _with(**REASON), _leaver),
    f"POST {ENTRY}disqualify/": Fitting(scenes.in_play, _with(**REASON), _player),
    f"POST {ENTRY}table/": Fitting(scenes.in_play, _with(table=1, **REASON), _player),
    f"POST {EVENT}rounds/": Fitting(scenes.between_rounds, _with()),
    f"POST {ROUND}publish/": Fitting(scenes.with_draft, None, _round),
    f"POST {ROUND}start/": Fitting(_ready_to_start, None, _round),
    f"POST {ROUND}pause/": Fitting(scenes.in_play, None, _round),
    f"POST {ROUND}resume/": Fitting(scenes.paused, None, _round),
    f"POST {ROUND}add/": Fitting(scenes.in_play, _with(minutes=3, **REASON), _round),
    f"POST {ROUND}call/": Fitting(scenes.in_play, None, _round),
    f"POST {ROUND}close/": Fitting(scenes.all_reported, _with(), _round),
    f"POST {ROUND}repair/": Fitting(scenes.with_draft, _with(), _round),
    f"POST {ROUND}withdraw/": Fitting(scenes.published, _with(**REASON), _round),
    f"POST {ROUND}back-to-draft/": Fitting(scenes.published, _with(**REASON), _round),
    f"POST {ROUND}restore/": Fitting(scenes.taken_back, _with(attempt=1, **REASON), _round),
    f"POST {ROUND}move/": Fitting(scenes.with_draft_of_pods, _moved, _round),
    f"POST {ROUND}remove-gone/": Fitting(scenes.draft_without_player, None, _round),
    f"POST {ROUND}swap/": Fitting(scenes.with_draft, _swapped, _round),
    f"POST {MATCH}keep/": Fitting(scenes.with_draft, None, _match),
    f"POST {MATCH}free/": Fitting(_kept_pair, None, _match),
    f"POST {MATCH}take-back/": Fitting(scenes.reported, _with(**REASON), _match),
    f"POST {EVENT}results/": Fitting(scenes.in_play, _all_results),
    f"POST {EVENT}calls/": Fitting(scenes.in_play, _of_match(), by=HEAD),
    f"POST {CALL}claim/": Fitting(scenes.called, None, _call, HEAD),
    f"POST {CALL}escalate/": Fitting(scenes.called, None, _call, Role.FLOOR_JUDGE),
    f"POST {CALL}resolve/": Fitting(scenes.called, None, _call, HEAD),
    f"POST {EVENT}rulings/": Fitting(scenes.in_play, _of_match(matter="other", outcome="Resume"), by=HEAD),
    f"POST {RULING}undo/": Fitting(scenes.ruled, None, _ruling, HEAD),
    f"POST {RULING}withdraw/": Fitting(scenes.ruled, _with(**REASON), _ruling, HEAD),
    f"POST {EVENT}infractions/": Fitting(scenes.in_play, _fault_of_a_player, by=HEAD),
    f"POST {FAULT}undo/": Fitting(scenes.judged, None, _fault, HEAD),
    f"POST {FAULT}rescind/": Fitting(scenes.judged, _with(**REASON), _fault, HEAD),
    f"POST {FAULT}change/": Fitting(scenes.judged, _with(penalty="RL", **REASON), _fault, HEAD),
    f"POST {FAULT}keep-both/": Fitting(_two_infractions, None, _newest_fault, HEAD),
    f"POST {CLUB}suspensions/": Fitting(scenes.suspended, _with(name="Bo", since="2026-11-21", **REASON), _club),
    f"POST {CLUB}suspensions/{{key}}/lift/": Fitting(scenes.suspended, _with(**REASON), _suspension),
    f"POST {EVENT}suspensions/{{key}}/override/": Fitting(scenes.suspended, _with(**REASON), _suspension),
}
REPEATS = {**{label: one for label, one in FITTING.items() if label.startswith("POST ")}, **OTHERS}
"""By method and path: every operation whose repetition could do something twice."""
STORES_NOTHING = {
    "POST /api/v1/records/check/",
    "POST /api/v1/records/convert/",
    "POST /api/v1/odds/",
    "POST /api/v1/drill/",
    "POST /api/v1/analysis/",
    "POST /api/v1/lab/",
    "POST /api/v1/plan/",
    "POST /api/v1/plan/cut/",
}
"""Questions: the same one is worked out once, with or without a key."""
