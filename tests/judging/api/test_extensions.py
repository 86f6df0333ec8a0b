"""Extra time by the API: given within the policy, once for its id, and listed."""

from __future__ import annotations

import uuid

import pytest

from matches.enums import Role
from tests.matches.conftest import running

pytestmark = pytest.mark.django_db


def test_extra_time_is_given_once_and_listed() -> None:
    hall = running()
    client, match = hall.client(Role.FLOOR_JUDGE), hall.matches[0]
    url = hall.url("extensions")
    sent = {"id": str(uuid.uuid4()), "match": match.pk, "seconds": 120}
    assert [client.post(url, sent).status_code for _time in range(2)] == [201, 200]
    [row] = client.get(url).json()["results"]
    assert (row["seconds"], row["table"], row["cause"]) == (120, match.table, "ruling")
    neither = client.post(url, {"match": match.pk})
    assert (neither.status_code, neither.json()["code"]) == (422, "seconds_missing")
