"""A personal link stands in no line of any log."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from uvicorn.logging import AccessFormatter

from bankout_tournament.private_log import without_links
from matches.audit.services import SYSTEM
from matches.models import AuditRow, Entry, Job
from matches.people.services.links import make_player_link, revoke_player_links
from tests.factories import EntryFactory

pytestmark = pytest.mark.django_db

SECRET = "dQw4w9WgXcQ-_dQw4w9WgXcQ"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that is logged, in the words of the standard formatter."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    logging.getLogger().addHandler(handler)
    logging.getLogger("django").addHandler(handler)
    yield out
    logging.getLogger().removeHandler(handler)
    logging.getLogger("django").removeHandler(handler)


@pytest.mark.parametrize(
    "line",
    [
        f"GET /p/{SECRET}/ HTTP/1.1",
        f"Not Found: /e/open/judge/mine/{SECRET}/call/",
        f"https://open.example/p/{SECRET}",
        f"GET /login/reset/MQ/{SECRET}/ HTTP/1.1",
        f"/account/email/{SECRET}/",
        f"/login/?next=/p/{SECRET}/&x=1",
        f"/login/?next=%2Fp%2F{SECRET}%2F",
        f"Referer checking failed - http://h/p/{SECRET}/ does not match",
        f"{{'Authorization': 'Link {SECRET}'}}",
    ],
)
def test_the_secret_is_taken_out_and_the_rest_stays(line: str) -> None:
    assert without_links(line) == line.replace(SECRET, "…")
    assert without_links(without_links(line)) == without_links(line)


@pytest.mark.parametrize("written", [f"%41{SECRET}", f"{SECRET[:3]}%41{SECRET}", f"\\x00{SECRET}", f"\\x00%41{SECRET}"])
def test_a_secret_with_escaped_signs_is_taken_out(written: str) -> None:
    assert without_links(f"Not Found: /p/{written}/?x=1") == "Not Found: /p/…/?x=1"


@pytest.mark.parametrize("line", ["GET /e/open/players/1/", "/e/p/wall/", "up/down", "Linked records", "/rules/check/"])
def test_other_lines_stay(line: str) -> None:
    assert without_links(line) == line


def test_no_answer_of_the_tool_logs_it(client: Client, written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    entry: Entry = EntryFactory(event__published=True)
    token = make_player_link(actor=SYSTEM, entry=entry).token
    own, judge = reverse("matches:me", args=[token]), reverse("judging:mine", args=[entry.event.slug, token])
    assert client.get(own).status_code == 200
    assert Client(enforce_csrf_checks=True).post(own, headers={"referer": f"https://x.example{own}"}).status_code == 403
    client.raise_request_exception = False
    with monkeypatch.context() as failing:
        failing.setattr("matches.me.views.read_players", _fail)
        failing.setattr("judging.me.views.public_context", _fail)
        assert client.get(own).status_code == 500
        assert client.get(judge).status_code == 500
    revoke_player_links(event=entry.event, actor=SYSTEM)
    for url in (own, judge, f"{judge}call/"):
        assert client.get(url).status_code == 404
    assert client.get("/api/v1/player/", headers={"authorization": f"Link {token}"}).status_code == 401
    lines = written.getvalue()
    assert "Not Found: /p/…/" in lines
    assert "Internal Server Error: /p/…/" in lines
    assert "Traceback" in lines
    assert token not in lines
    assert token not in str(list(AuditRow.objects.values())) + str(list(Job.objects.values()))


def _fail(*args: object, **kwargs: object) -> None:
    raise ValueError(f"with the arguments {args}, {kwargs}")


def test_a_traceback_that_names_it_is_cleaned(written: io.StringIO) -> None:
    try:
        raise LookupError(f"no page at /p/{SECRET}/")
    except LookupError:
        logging.getLogger("any").exception("failed at %s", f"/p/{SECRET}/")
    assert "LookupError: no page at /p/…/" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_an_access_log_has_the_line_without_it() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(AccessFormatter('%(client_addr)s "%(request_line)s" %(status_code)s', use_colors=False))
    logger = logging.getLogger("uvicorn.access.test")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    logger.info('%s - "%s %s HTTP/%s" %d', "192.0.2.1:5", "GET", f"/p/{SECRET}/?x=1", "1.1", 200)
    assert out.getvalue() == '192.0.2.1:5 "GET /p/…/?x=1 HTTP/1.1" 200 OK\n'
