"""Schemathesis against the schema, in this process: whatever is sent, no 5xx, and every answer is as described.

Addresses and bodies name what is there (an event, its players, rounds, matches, what the judges noted) as often
as what is not, and everything that a request did is undone after it, so that the next one meets the same event.
``CONFORMANCE_EXAMPLES=400`` tries that many requests of each operation, by chance and not the same ones each time.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from judging.calls.services import call_judge
from judging.recorder.services.recording import start_record
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.rulings import log_ruling
from matches.accounts.token_services import make_token
from matches.api.throttling import AnonymousReads, Writes
from matches.enums import EntryStatus, Role
from matches.people.services.links import make_player_link
from tests import scenes
from tests.factories import UserFactory
from tests.forms import LONG, in_form
from tests.matches.api.fitting import FITTING, Fitting, by_scene
from tests.matches.api.targets import places, there
from tests.matches.conftest import Hall, make_event, play, running
from tests.scenes import Scene
from tests.undone import undone

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BASE = "http://testserver"
CHANCE = "CONFORMANCE_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("CONFORMANCE_EXAMPLES", in_form(gate=2, long=40)))
OWN = 3
"""How many events ``_own_halls`` makes."""
JUDGED = ["calls", "infractions", "rulings", "turns"]
"""Subjects in which the judges have the rights."""
PLAIN = ["reason", "name", "statement", "comment", "minutes", "seconds", "role", "date", "preset"]
"""Fields of a body that fit as they are drawn."""
ALL_RIGHTS: Any = "all rights"
A_PLAYER: Any = "a player"
SCENES = [
    scenes.not_begun,
    scenes.published,
    scenes.late_arrival,
    scenes.taken_back,
    scenes.draft_without_player,
    scenes.before_the_cut,
    scenes.paused,
    scenes.locked,
    scenes.all_reported,
    scenes.dropped,
    scenes.disqualified,
    scenes.judged,
    scenes.called,
    scenes.appealed,
    scenes.finished,
    scenes.unpublished,
    scenes.signed_up,
    scenes.suspended,
]
SUCCEEDS_IN = {
    "back-to-draft": ["published"],
    "start": ["published"],
    "table": ["taken_back", "late_arrival"],
    "swap": ["draft_without_player", "taken_back"],
    "keep": ["taken_back"],
    "free": ["taken_back"],
    "publish": ["taken_back"],
    "repair": ["taken_back"],
    "withdraw": ["taken_back", "published"],
    "remove-gone": ["draft_without_player"],
    "restore": ["taken_back"],
    "resume": ["paused"],
    "close": ["all_reported"],
    "return": ["dropped", "disqualified"],
    "strike": ["left_the_round_robin"],
    "restore-results": ["struck"],
    "correct": ["locked", "all_reported"],
    "take-back": ["all_reported"],
    "reopen": ["finished"],
    "archive": ["finished"],
    "unarchive": ["archived"],
    "seeds": ["before_the_cut"],
    "bracket": ["before_the_cut"],
    "accept": ["signed_up"],
    "decline": ["signed_up"],
    "sign-ups": ["signed_up"],
    "override": ["suspended"],
}
"""Scenes in which an action can succeed, by the last word of its address; half of its requests go there."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@cache
def operations() -> dict[str, list[Any]]:
    """Every operation by its subject, of all apps. Made for the first test that asks: it takes seconds."""
    described = OpenApiJsonRenderer().render(SchemaGenerator().get_schema(request=None, public=True))
    schema = schemathesis.openapi.from_dict(json.loads(described))
    schema.config.update(base_url=BASE)
    schema.config.generation.update(modes=list(GenerationMode), with_security_parameters=False)
    found = (result.ok() for result in schema.get_all_operations())
    subjects: dict[str, list[Any]] = defaultdict(list)
    for operation in found:
        subjects[operation.definition.raw["tags"][0]].append(operation)
    return subjects


def _own_halls() -> list[Hall]:
    """One in its second round with half of the results in, one a draft, one in its bracket."""
    first, draft, bracket = running(), make_event(), make_event()
    first.post("results", first.matches[0].key, score="2-1")
    play(draft)
    draft.post("rounds")
    for _round in range(3):
        play(bracket)
    return [first, draft, bracket]


@pytest.fixture
def halls(monkeypatch: pytest.MonkeyPatch) -> list[Hall]:
    """Events in the states of a day; in the long form in every state in which a change can succeed."""
    monkeypatch.setattr(AnonymousReads, "rate", "100000/min")
    monkeypatch.setattr(Writes, "rate", "100000/min")
    return _all_halls()


def _all_halls() -> list[Hall]:
    found = _own_halls()
    on_record(found[0])
    if LONG or CHANCE:
        found += [scene().hall for scene in SCENES]
    for hall in found:  # here, for what a request makes is undone
        for role in Role:
            hall.token(role)
        hall.tokens[ALL_RIGHTS] = make_token(user=UserFactory(is_superuser=True), label="all").secret
        entry = hall.event.entries.filter(status=EntryStatus.CHECKED_IN).earliest("number")
        hall.tokens[A_PLAYER] = make_player_link(actor=hall.actor(), entry=entry).token
    return found


def on_record(hall: Hall) -> None:
    """Let the judges be at work: a call, a ruling, penalties of every weight, and turns at a table."""
    match = hall.matches[0]
    given: dict[str, Any] = {"event": hall.event, "actor": hall.actor(Role.HEAD_JUDGE)}
    start_record(match=match, actor=hall.actor(Role.HEAD_JUDGE), first="A", device="api")
    call_judge(match=match, actor=hall.actor(Role.FLOOR_JUDGE))
    log_ruling(**given, match=match, matter="counter_joker", outcome="valid_counter")
    for entry, penalty in zip(hall.seated(match), ["W", None], strict=True):
        log_infraction(**given, fault=Fault(entry=entry, code="GP-HAND", match=match), penalty=penalty)


def answer(case: Any, token: str | None, scheme: str) -> schemathesis.Response:
    """Send a case through Django's test client; the answer as schemathesis takes it."""
    sent = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
    # Bodies are read here as they are written, not compressed.
    headers = {name: value for name, value in sent.headers.items() if name not in ("Authorization", "Accept-Encoding")}
    if token:
        headers["Authorization"] = f"{scheme} {token}"
    kind = headers.pop("Content-Type", "application/octet-stream")
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    told = APIClient(raise_request_exception=False).generic(
        str(sent.method), sent.path_url, body, content_type=kind, headers=headers
    )
    return schemathesis.Response(
        status_code=told.status_code,
        headers={name.lower(): [value] for name, value in told.headers.items()},
        content=told.content,
        request=sent,
        elapsed=0.0,
        verify=False,
    )


def addressed(case: Any, hall: Hall, data: st.DataObject) -> None:
    """Let an address, and mostly the fields of its body, name what is there."""
    if found := places(case.operation, hall, hall.event.slug):
        case.path_parameters = {**(case.path_parameters or {}), **data.draw(st.sampled_from(found))}
    if isinstance(case.body, dict) and data.draw(st.integers(0, 3)) < 3:
        known = there(hall)
        if data.draw(st.booleans()):  # optional fields often exclude each other
            case.body = {name: value for name, value in case.body.items() if name in {*known, *PLAIN}}
        for name in case.body.keys() & known.keys():
            case.body[name] = data.draw(st.sampled_from(known[name]), label=name)


@pytest.mark.parametrize("share", range(4))
def test_every_answer_is_as_described(subtests: pytest.Subtests, halls: list[Hall], share: int) -> None:
    for subject in sorted(operations())[share::4]:  # four workers have something to do
        with subtests.test(subject=subject):
            for operation in operations()[subject]:
                ask_about(operation, halls)


@dataclass(frozen=True)
class Fit:
    """A request of an operation that succeeds, in its scene."""

    hall: Hall
    role: Any
    address: dict[str, Any]
    body: dict[str, Any] | None

    @classmethod
    def of(cls, fitting: Fitting, scene: Scene) -> Fit:
        hall, role = scene.hall, fitting.by or ALL_RIGHTS
        hall.tokens[ALL_RIGHTS] = make_token(user=UserFactory(is_superuser=True), label="all").secret
        hall.token(role)  # here, for what a request makes is undone
        body = fitting.body(scene) if fitting.body is not None else None
        return cls(hall, role, {"slug": hall.event.slug, **fitting.place(scene)}, body)


def test_a_request_that_fits_succeeds(subtests: pytest.Subtests) -> None:
    by_label = {operation.label: operation for found in operations().values() for operation in found}
    for make, labels in by_scene(FITTING):
        with undone():
            scene = make()
            for label in labels:
                with subtests.test(label=label), undone(scene):
                    fit = Fit.of(FITTING[label], scene)
                    body = {} if fit.body is None else {"body": fit.body, "media_type": "application/json"}
                    case = by_label[label].Case(path_parameters=fit.address, **body)
                    response = answer(case, fit.hall.token(fit.role), "Token")
                    assert response.status_code < 300, response.content
                    case.validate_response(response, checks=CHECKS)


def fitted(case: Any, fit: Fit, data: st.DataObject) -> None:
    """Let a case be the request that succeeds, mostly, with or without what else was drawn for its body."""
    case.path_parameters = {**(case.path_parameters or {}), **fit.address}
    if fit.body is not None:
        drawn = case.body if isinstance(case.body, dict) and data.draw(st.booleans()) else {}
        case.body = {**drawn, **fit.body}


def ask_about(operation: Any, halls: list[Hall]) -> None:
    """Send what fits an operation and what does not, as anybody, about any of the halls that have what it names."""
    suitable = [hall for hall in halls if places(operation, hall, hall.event.slug)] or halls
    tag = operation.definition.raw["tags"][0]
    mostly = Role.HEAD_JUDGE if tag in JUDGED or "/extensions/" in operation.path else ALL_RIGHTS
    if operation.path.endswith("/player/"):
        mostly = A_PLAYER
    names = SUCCEEDS_IN.get(operation.path.rstrip("/").rsplit("/", 1)[1], [])
    fit = None
    if (fitting := FITTING.get(operation.label)) and (LONG or CHANCE):
        fit = Fit.of(fitting, fitting.scene())
    best = [hall for scene, hall in zip(SCENES, halls[OWN:], strict=False) if scene.__name__ in names]

    @settings(
        max_examples=EXAMPLES,
        derandomize=not CHANCE,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from([*[GenerationMode.POSITIVE] * 3, GenerationMode.NEGATIVE]))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        hall = data.draw(st.sampled_from(best if best and data.draw(st.booleans()) else suitable))
        if data.draw(st.integers(0, 5)) < 5:  # small numbers are drawn most
            addressed(case, hall, data)
        role = data.draw(st.sampled_from([*[mostly] * 9, *Role, ALL_RIGHTS, A_PLAYER, None]))
        if fit is not None and mode == GenerationMode.POSITIVE and data.draw(st.booleans()):
            hall, role = fit.hall, fit.role
            fitted(case, fit, data)
        with transaction.atomic():
            response = answer(case, hall.token(role) if role else None, "Link" if role == A_PLAYER else "Token")
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    ask()
