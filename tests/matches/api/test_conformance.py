"""Schemathesis against the schema, in this process: whatever is sent, no 5xx, and every answer is as described.

Addresses name what is there (an event, its players, rounds, matches) as often as what is not, and everything that a
request did is undone after it, so that the next one meets the same event.
"""

from __future__ import annotations

import json
from collections import defaultdict
from io import StringIO
from typing import Any

import pytest
import requests
import schemathesis
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

from matches.api.throttling import AnonymousReads, Writes
from matches.enums import Role
from tests.forms import in_form
from tests.matches.conftest import Hall, make_event, play, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BASE = "http://testserver"
EXAMPLES = in_form(gate=5, long=40)
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
    call_command("spectacular", "--format", "openapi-json", stdout=out)
    schema = schemathesis.openapi.from_dict(json.loads(out.getvalue()))
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
    return found


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


def addressed(case: Any, hall: Hall, data: st.DataObject) -> None:
    """Let the address name what is there."""
    known = {
        "slug": [hall.event.slug],
        "stage": [1, 2],
        "order": [1, 2],
        "number": [1, 2, 6],
        "key": [str(match.key) for match in hall.round.matches.all()],
        "rule": ["BO-1.6"],
    }
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = data.draw(st.sampled_from(known[name]), label=name)


@pytest.mark.parametrize("subject", sorted(OPERATIONS))
def test_every_answer_is_as_described(halls: list[Hall], subject: str) -> None:
    for operation in OPERATIONS[subject]:
        ask_about(operation, halls)


def ask_about(operation: Any, halls: list[Hall]) -> None:
    """Send what fits an operation and what does not, as anybody, about any of the halls."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(list(GenerationMode)))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        hall = data.draw(st.sampled_from(halls))
        if data.draw(st.integers(0, 3)):
            addressed(case, hall, data)
        role = data.draw(st.sampled_from([None, *Role, *[Role.ORGANISER] * 4]))
        with transaction.atomic():
            response = answer(case, hall.token(role) if role else None)
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    ask()
