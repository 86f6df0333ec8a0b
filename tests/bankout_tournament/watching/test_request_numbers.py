"""Each request has a number, in its answer, in the log and on the page of an error; the log names nobody."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from bankout_tournament.log_settings import FORMATS, to_console
from bankout_tournament.watching.request_numbers import NumberedRequests, request_number
from matches.audit.services import SYSTEM
from matches.people.services.links import make_player_link
from tests.bankout_tournament.watching.asking import answering, asked
from tests.factories import EntryFactory

NUMBER = b"x-request-id"


class Log:
    """What a log of a format holds."""

    def __init__(self, lines: str) -> None:
        self.stream = io.StringIO()
        terms = to_console("INFO", lines)
        configured = logging.config.DictConfigurator(terms)
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(configured.configure_formatter(terms["formatters"]["lines"]))
        for name in terms["handlers"]["console"]["filters"]:
            self.handler.addFilter(configured.configure_filter(terms["filters"][name]))

    @property
    def text(self) -> str:
        return self.stream.getvalue()


@pytest.fixture(params=FORMATS)
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    found = Log(request.param)
    root = logging.getLogger()
    before = root.level
    root.addHandler(found.handler)
    root.setLevel(logging.INFO)
    yield found
    root.removeHandler(found.handler)
    root.setLevel(before)


def test_an_answer_has_a_number_of_its_own() -> None:
    numbers = {asked(NumberedRequests(answering()), "/")[1][NUMBER] for _ in range(3)}
    assert len(numbers) == 3
    assert all(re.fullmatch(rb"[0-9a-f]{12}", number) for number in numbers)
    assert request_number() == ""


@pytest.mark.parametrize("given", ["a960f8087732db4410633a4d59fb05ea", "0badcafe"])
def test_a_proxy_may_choose_it(given: str) -> None:
    assert asked(NumberedRequests(answering()), "/", x_request_id=given)[1][NUMBER] == given.encode()


@pytest.mark.parametrize("given", ["short", "a" * 33, '0badcafe" onload=', "<script>00000000"])
def test_nothing_else_is_taken_over(given: str) -> None:
    assert asked(NumberedRequests(answering()), "/", x_request_id=given)[1][NUMBER] != given.encode()


def test_lines_of_the_log_have_the_number(log: Log) -> None:
    inside = logging.getLogger("somewhere")
    application = NumberedRequests(answering(act=lambda scope: inside.warning("it is late")))
    number = asked(application, "/e/cup/standings/")[1][NUMBER].decode()
    late, answered = log.text.splitlines()
    assert "it is late" in late
    assert number in late
    assert number in answered
    if log.text.startswith("{"):
        line = json.loads(answered)
        assert (line["method"], line["path"], line["status"]) == ("GET", "/e/cup/standings/", 200)
        assert line["request_id"] == number
    else:
        assert "GET /e/cup/standings/: 200 in " in answered


def test_secrets_and_tracebacks(log: Log) -> None:
    def fail(scope: object) -> None:
        try:
            raise ValueError("GET /p/s3cret-of-ada/")
        except ValueError:
            logging.getLogger("somewhere").exception("failed at %s", "/p/s3cret-of-ada/")

    asked(NumberedRequests(answering(act=fail)), "/stream/s3cret-of-ada/match/")
    assert "s3cret" not in log.text
    assert "ValueError" in log.text


@pytest.mark.django_db
def test_what_people_do_leaves_no_names(log: Log, client: Client) -> None:
    entry = EntryFactory(player__name="Ada Lovelace", player__email="ada@example.org", player__external_id="A-1843")
    link = make_player_link(actor=SYSTEM, entry=entry)
    event = entry.event
    client.post(reverse("matches:login"), {"username": "ada@example.org", "password": "wrong horse"})
    client.get(reverse("matches:public", args=[event.slug]), {"q": "Ada Lovelace"})
    client.get(f"/p/{link.token if hasattr(link, 'token') else link}/")
    client.get("/nowhere/Ada/")
    logging.getLogger("matches").info("done")
    assert "done" in log.text
    for personal in ("Lovelace", "ada@example.org", "A-1843", "wrong horse"):
        assert personal not in log.text
