"""An outage is answered with 503 or 507 in words, on pages and in the API. What it says about stored data is true."""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.test import Client

from matches.enums import Role
from tests.matches.conftest import Hall, running

JSON = "application/json"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return running()


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def authorized(hall: Hall) -> dict[str, str]:
    return {"Authorization": f"Token {hall.token(Role.ORGANISER)}"}


def error_of(code: int, words: str) -> OperationalError:
    """The error that Django raises for a result code of SQLite, on either database."""
    cause = sqlite3.OperationalError(words)
    cause.sqlite_errorcode = code  # type: ignore[misc]
    error = OperationalError(words)
    error.__cause__ = cause
    return error


@contextmanager
def failing(on: str, error: Exception) -> Iterator[None]:
    """Every statement that contains ``on`` fails."""

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if on in sql:
            raise error
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


BUSY = error_of(sqlite3.SQLITE_BUSY, "database is locked")
AWAY = error_of(sqlite3.SQLITE_CANTOPEN, "unable to open database file")
FULL = error_of(sqlite3.SQLITE_FULL, "database or disk is full")


@pytest.mark.parametrize(("error", "heading"), [(BUSY, "is busy"), (AWAY, "not responding")])
def test_a_page_that_cannot_be_read_tries_again_by_itself(
    hall: Hall, client: Client, error: Exception, heading: str
) -> None:
    with failing("matches_event", error):
        response = client.get(f"/e/{hall.event.slug}/")
    page = response.content.decode()
    assert response.status_code == 503
    assert 5 <= int(response.headers["Retry-After"]) <= 8
    assert response.headers["Cache-Control"] == "no-store"
    assert heading in page
    assert f'<meta http-equiv="refresh" content="{response.headers["Retry-After"]}">' in page
    assert "stored" not in page.partition("<main")[2]
    assert client.get(f"/e/{hall.event.slug}/").status_code == 200


def test_the_api_answers_an_outage_in_its_own_shape(hall: Hall, client: Client) -> None:
    with failing("matches_event", AWAY):
        response = client.get(hall.url("event"))
    assert response.status_code == 503
    assert 5 <= int(response.headers["Retry-After"]) <= 8
    body = json.loads(response.content)
    assert set(body) == {"code", "detail", "field", "details", "errors"}
    assert body["code"] == "database_away"
    assert "not responding" in body["detail"]


def test_the_scripts_of_pages_get_one_sentence(hall: Hall, client: Client) -> None:
    with failing("matches_event", AWAY):
        for headers in ({"HX-Request": "true"}, {"Accept": "application/json"}):
            response = client.get(f"/e/{hall.event.slug}/live/", headers=headers)
            assert response.status_code == 503
            assert "not responding" in json.loads(response.content)["error"]


def test_a_full_disk_is_named_and_nothing_was_stored(hall: Hall, client: Client) -> None:
    with failing('INSERT INTO "matches_player"', FULL):
        response = client.post(
            hall.url("entries"),
            {"name": "Ada"},
            content_type=JSON,
            headers=authorized(hall),
        )
    body = json.loads(response.content)
    assert (response.status_code, body["code"]) == (507, "disk_full")
    assert "Retry-After" not in response.headers
    assert "full" in body["detail"]
    assert body["detail"].endswith("Nothing was saved.")


def test_a_form_can_be_sent_again_with_what_it_held(hall: Hall, client: Client) -> None:
    client.force_login(hall.user(Role.ORGANISER))
    with failing('INSERT INTO "matches_submission"', BUSY):
        response = client.post("/account/tokens/", {"label": "Scores", "submission": "x" * 3})
        assert response.status_code == 422  # refused before anything is written
        key = "6f1c9a52-0b0e-4f0f-9c7a-3b6a5d2c8e11"
        response = client.post("/account/tokens/", {"label": "<Scores>", "submission": key})
    page = response.content.decode()
    assert response.status_code == 503
    assert "Nothing was saved." in page
    assert 'http-equiv="refresh"' not in page
    assert '<input type="hidden" name="label" value="&lt;Scores&gt;">' in page
    assert f'<input type="hidden" name="submission" value="{key}">' in page


def test_a_password_is_never_put_into_the_page(hall: Hall, client: Client) -> None:
    with failing('FROM "matches_user"', AWAY):
        response = client.post("/login/", {"username": "ada", "password": "only for the server"})
    assert response.status_code == 503
    assert "only for the server" not in response.content.decode()
    assert 'value="ada"' not in response.content.decode()


def test_what_was_committed_before_the_failure_is_not_denied(hall: Hall, client: Client) -> None:
    """The act was stored; what failed was reading it for the answer."""
    response = _after_commit(hall, client, AWAY)
    assert (response.status_code, "It may have been saved" in response.content.decode()) == (503, True)
    assert "Nothing was stored" not in response.content.decode()


def test_a_bug_says_whether_anything_was_stored(hall: Hall, client: Client) -> None:
    response = _after_commit(hall, client, ValueError("a bug"))
    assert (response.status_code, "It may have been saved" in response.content.decode()) == (500, True)
    with failing('INSERT INTO "matches_player"', ValueError("a bug")):
        response = client.post(
            hall.url("entries"),
            {"name": "Cleo"},
            content_type=JSON,
            headers=authorized(hall),
        )
    body = json.loads(response.content)
    assert (response.status_code, body["code"]) == (500, "failed")
    assert "Nothing was saved." in body["detail"]


def _after_commit(hall: Hall, client: Client, error: Exception) -> Any:
    """Create a player by API; the statement that reads it for the answer fails after the transaction was committed."""
    inserted = False

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal inserted
        inserted = inserted or sql.startswith('INSERT INTO "matches_entry"')
        if inserted and not context["connection"].in_atomic_block and sql.startswith("SELECT"):
            raise error
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        return client.post(
            hall.url("entries"),
            {"name": "Ada"},
            content_type=JSON,
            headers=authorized(hall),
        )


@pytest.mark.skipif(not settings.EMBEDDED, reason="SQLite's own lock")
def test_a_database_that_another_program_keeps_locked_is_busy(hall: Hall, client: Client) -> None:
    headers = authorized(hall)
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 100")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as locker:
        locker.execute("BEGIN IMMEDIATE")
        assert client.get(f"/e/{hall.event.slug}/").status_code == 200
        response = client.post(hall.url("entries"), {"name": "Bo"}, content_type=JSON, headers=headers)
    body = json.loads(response.content)
    assert (response.status_code, body["code"]) == (503, "database_busy")
    assert body["detail"].endswith("Nothing was saved.")
    connection.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/p/revoked/", "link is not valid"),
        ("/rules/BO-99.9/", "rule BO-99.9"),
        ("/e/nothing/", "The address may be mistyped"),
        ("/nothing/", "The address may be mistyped"),
    ],
)
def test_a_page_that_does_not_exist_says_what_its_view_knows(client: Client, address: str, words: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert words in answer.content.decode()
    assert "given query" not in answer.content.decode()


def test_a_refusal_is_one_line_in_the_log() -> None:
    """What Django logs of a 403 has the exception with it; a traceback of it says nothing."""
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "Forbidden (Permission denied): /x/", (), None)
    try:
        raise PermissionDenied
    except PermissionDenied:
        record.exc_info = sys.exc_info()
    record.status_code = 403
    (handler,) = [made for made in logging.getLogger().handlers if made.get_name() == "console"]
    assert handler.filter(record)
    assert "\n" not in handler.format(record)
    record.status_code, record.exc_info = 500, (ValueError, ValueError("x"), None)
    handler.filter(record)
    assert record.exc_info is not None
