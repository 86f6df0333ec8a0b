"""Schemathesis against the schema, in this process: whatever is sent, no 5xx, and every answer is as described.

Addresses and bodies name what is there (an event, its players, rounds, matches, what the judges noted) as often
as what is not, and everything that a request did is undone after it, so that the next one meets the same event.
``CONFORMANCE_EXAMPLES=400`` tries that many requests of each operation, by chance and not the same ones each time.
"""

from __future__ import annotations

import os
import uuid
from collections import defaultdict
from io import StringIO
from typing import Any

import pytest
import requests
import schemathesis
import yaml
from django.core.management import call_command
from django.db import transaction
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
from judging.models import Call, Infraction, Ruling
from judging.recorder.services import start_record
from judging.rulings.infraction_services import log_infraction
from judging.rulings.services import log_ruling
from matches.api.throttling import AnonymousReads, Writes
from matches.enums import Role
from tests.forms import in_form
from tests.matches.conftest import Hall, make_event, play, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BASE = "http://testserver"
CHANCE = "CONFORMANCE_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("CONFORMANCE_EXAMPLES", in_form(gate=5, long=40)))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def _operations() -> dict[str, list[Any]]:
    """Every operation by its subject, of all apps."""
    out = StringIO()
    call_command("spectacular", stdout=out)
    schema = schemathesis.openapi.from_dict(yaml.safe_load(out.getvalue()))
    schema.config.update(base_url=BASE)
    schema.config.generation.update(modes=list(GenerationMode), with_security_parameters=False)
    found = (result.ok() for result in schema.get_all_operations())
    subjects: dict[str, list[Any]] = defaultdict(list)
    for operation in found:
        subjects[operation.definition.raw["tags"][0]].append(operation)
    return subjects


OPERATIONS = _operations()


@pytest.fixture
def halls(monkeypatch: pytest.MonkeyPatch) -> list[Hall]:
    """One in its second round with half of the results in, one a draft, one in its bracket."""
    monkeypatch.setattr(AnonymousReads, "rate", "100000/min")
    monkeypatch.setattr(Writes, "rate", "100000/min")
    first, draft, bracket = running(), make_event(), make_event()
    first.post("results", first.matches[0].key, score="2-1")
    play(draft)
    draft.post("rounds")
    for _round in range(3):
        play(bracket)
    found = [first, draft, bracket]
    for hall in found:  # here, for what a request makes is undone
        for role in Role:
            hall.token(role)
    on_record(first)
    return found


def on_record(hall: Hall) -> None:
    """Let the judges be at work: a call, a ruling, penalties of every weight, and turns at a table."""
    match = hall.matches[0]
    given: dict[str, Any] = {"event": hall.event, "match": match, "actor": hall.actor(Role.HEAD_JUDGE)}
    start_record(match=match, actor=hall.actor(Role.HEAD_JUDGE), first="A", device="api")
    call_judge(match=match, actor=hall.actor(Role.FLOOR_JUDGE))
    log_ruling(**given, matter="counter_joker", outcome="valid_counter")
    for entry, penalty in zip(hall.seated(match), ["W", None], strict=True):
        log_infraction(**given, entry=entry, code="GP-HAND", penalty=penalty)


def answer(case: Any, token: str | None) -> schemathesis.Response:
    """Send a case through Django's test client; the answer as schemathesis takes it."""
    sent = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
    headers = {name: value for name, value in sent.headers.items() if name != "Authorization"}
    if token:
        headers["Authorization"] = f"Token {token}"
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


def there(hall: Hall) -> dict[str, list[Any]]:
    """What is there, by the name of a parameter or field."""
    matches = list(hall.round.matches.all())
    numbers = list(hall.event.entries.values_list("number", flat=True))
    rulings, infractions, calls = (
        [str(pk) for pk in model.objects.filter(event=hall.event).values_list("pk", flat=True)]
        for model in (Ruling, Infraction, Call)
    )
    return {
        "slug": [hall.event.slug],
        "stage": [1, 2],
        "order": [1, 2],
        "number": [1, 2, 6],
        "key": [str(match.key) for match in matches],
        "rule": ["BO-1.6", "GP-HAND"],
        "id": rulings + infractions + calls or [str(uuid.UUID(int=2))],
        "match": [match.pk for match in matches],
        "player": numbers,
        "first": [*numbers, "A", "B"],
        "second": numbers,
        "numbers": [numbers, numbers[:1], [2, 1]],
        "table": [1, 2, 3],
        "attempt": [1, 2],
        "code": ["GP-HAND", "TM-SLOW", "UC-MAJOR", "UC-CHEAT"],
        "penalty": ["W", "RL", "ML", "DQ"],
        "matter": ["counter_joker", "other"],
        "outcome": ["valid_counter", "late_counter_swap_stands", "Play on"],
        "ruling": rulings or [None],
        "score": ["2-1", "0-2", "1-1", "2-2"],
        "username": [user.username for user in hall.users.values()],
        "device": ["api"],
        "revision": [0, 1],
        "token": ["7", "Q", "J", "B", "E"],
        "round": [1],
        "turn": [1],
        "action": [1],
        "step": [str(uuid.UUID(int=1))],
        "results": [[{"key": str(match.key), "score": "2-1"} for match in matches]],
    }


def addressed(values: dict[str, Any] | None, known: dict[str, list[Any]], data: st.DataObject) -> None:
    """Let the parameters of an address, or the fields of a body, name what is there."""
    for name in values or {}:
        if name in known:
            values[name] = data.draw(st.sampled_from(known[name]), label=name)


@pytest.mark.parametrize("subject", sorted(OPERATIONS))
def test_every_answer_is_as_described(halls: list[Hall], subject: str) -> None:
    for operation in OPERATIONS[subject]:
        ask_about(operation, halls)


def ask_about(operation: Any, halls: list[Hall]) -> None:
    """Send what fits an operation and what does not, as anybody, about any of the halls."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=not CHANCE,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(list(GenerationMode)))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        hall = data.draw(st.sampled_from(halls))
        known = there(hall)
        if data.draw(st.integers(0, 3)):
            addressed(case.path_parameters, known, data)
        if isinstance(case.body, dict) and data.draw(st.booleans()):
            addressed(case.body, known, data)
        role = data.draw(st.sampled_from([None, *Role, *[Role.ORGANISER] * 4]))
        with transaction.atomic():
            response = answer(case, hall.token(role) if role else None)
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    ask()
