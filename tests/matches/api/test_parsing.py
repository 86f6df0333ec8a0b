"""Bodies are bounded in size and depth."""

from __future__ import annotations

from typing import Any

import pytest

from matches.imports import MAX_BYTES
from tests.matches.conftest import Hall

pytestmark = pytest.mark.django_db


def test_deeply_nested_json_is_refused(hall: Hall) -> None:
    body = '{"rules":' + "[" * 100_000 + "]" * 100_000 + "}"
    response = hall.client().post(hall.url("entries"), body, content_type="application/json")
    assert response.status_code == 400
    assert response.data["detail"] == "This JSON is nested too deeply."


def test_too_much_json_is_413(hall: Hall, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    response = hall.client().post(hall.url("entries"), '{"name": "' + "A" * 200 + '"}', content_type="application/json")
    assert response.status_code == 413
    assert response.data["code"] == "too_big"


def test_a_list_of_players_has_its_own_size_limit(hall: Hall) -> None:
    response = hall.client().post(hall.url("entries-import"), b"name\n" + b"A" * MAX_BYTES, content_type="text/csv")
    assert (response.status_code, response.data["code"]) == (422, "list_too_big")


def test_csv_is_read_only_where_a_list_is_taken(hall: Hall) -> None:
    response = hall.client().post(hall.url("entries"), b"name\nAda", content_type="text/csv")
    assert (response.status_code, response.data["code"]) == (415, "unsupported_media_type")
