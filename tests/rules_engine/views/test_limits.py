"""Checking records is bounded: in size before any work, in how often one visitor asks, in how many run at a time."""

from __future__ import annotations

import threading
import time

import pytest
from django.test import Client

from bankout_tournament.server import lanes
from rules_engine import games, turnstile
from rules_engine.record import MAX_LINES, MAX_TAGS, RecordError
from rules_engine.record.reading import parse
from rules_engine.views import limits
from tests.patience import PATIENCE
from tests.undone import undone

CHECK = "/rules/check/"
API = "/api/v1/records/check/"
PLAYED = "Round 1, A first\nA: 7 B = 7 0\n"

pytestmark = pytest.mark.django_db


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        parse(text, games.language_of)
    return caught.value.places[0].message


def test_a_megabyte_of_newlines_is_refused_before_a_line_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_engine.record.text_form.TextReader._line", None)
    text = "\n" * 1_000_000 + "x"
    page = client.post(CHECK, {"record": text})
    assert page.status_code == 422
    assert "This is too long to be checked here: more than 20,000 lines." in page.content.decode()
    answer = client.post(API, text, content_type="text/plain")
    assert answer.status_code == 422
    assert "lines" in answer.json()["details"][0]["message"]


def test_lines_and_tags_are_counted() -> None:
    assert parse("\n" * (MAX_LINES - 10) + PLAYED, games.language_of).rounds
    assert "more than 100,000 lines" in refusal("\n" * MAX_LINES + PLAYED)
    tags = "".join(f'[x{n} "1"]' + "\n" * (n % 2) for n in range(MAX_TAGS))
    assert len(parse(f"{tags}\n{PLAYED}", games.language_of).tags) == MAX_TAGS
    assert "more than 1,000" in refusal(f'{tags}[y "1"]\n{PLAYED}')
    many = ",".join(f'"x{n}": "1"' for n in range(MAX_TAGS + 1))
    assert "more than 1,000" in refusal(f'{{"tags": {{{many}}}, "rounds": []}}')


def test_blank_lines_keep_the_places_of_the_others() -> None:
    with pytest.raises(RecordError) as caught:
        parse("\n \n\t\nRound 1, A first\n\nA: nope\n", games.language_of)
    assert [(place.line, place.column) for place in caught.value.places] == [(6, 4)]


def test_who_asks_too_often_keeps_the_record_and_is_told_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.Visitors, "rate", "2/min")
    address = client.post(CHECK, {"record": PLAYED})["Location"]
    assert client.get(address).status_code == 200
    for late in (client.post(CHECK, {"record": PLAYED}), client.get(address)):
        assert late.status_code == 429
        assert 0 < int(late["Retry-After"]) <= 60
        assert late["Retry-After"] in late.context["form"].errors["record"][0]
        assert PLAYED.splitlines()[1] in late.content.decode()
    assert client.get(CHECK).status_code == 200
    other = Client(REMOTE_ADDR="192.0.2.77")
    assert other.post(CHECK, {"record": PLAYED}).status_code == 302


def test_one_check_runs_at_a_time_and_others_wait_for_it() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal running, most
        with turnstile.turnstile():
            with lock:
                running += 1
                most = max(most, running)
            time.sleep(0.01)
            with lock:
                running -= 1

    threads = [threading.Thread(target=work) for _ in range(turnstile.MOST_WAITING + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert (most, running) == (1, 0)


@pytest.mark.parametrize("full", [False, True], ids=["waits too long", "no place to wait"])
def test_who_would_wait_too_long_is_sent_away_with_the_record(
    client: Client, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    monkeypatch.setattr(turnstile, "PATIENCE", 0.01)
    if full:
        monkeypatch.setattr(turnstile, "_places", threading.BoundedSemaphore(1))
    with turnstile.turnstile():
        page = client.post(CHECK, {"record": PLAYED})
        answer = client.post(API, PLAYED, content_type="text/plain")
        odds = client.post("/api/v1/odds/", {}, content_type="application/json")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "The referee is busy" in page.context["form"].errors["record"][0]
    assert PLAYED.splitlines()[1] in page.content.decode()
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "busy", "5")
    assert odds.status_code == 503
    assert client.post(CHECK, {"record": PLAYED}).status_code == 302


def test_a_refused_check_leaves_the_turnstile_open(client: Client) -> None:
    for _ in range(3):
        assert client.post(CHECK, {"record": "no record"}).status_code == 422
        assert client.post(API, "no record", content_type="text/plain").status_code == 422
    with pytest.raises(ValueError, match="inside"), turnstile.turnstile():
        raise ValueError("inside")
    with turnstile.turnstile():
        pass


def test_what_is_checked_here_is_shorter_than_what_the_commands_read(subtests: pytest.Subtests, client: Client) -> None:
    for text, what in [
        ("\n" * 20_000 + PLAYED, "20,000 lines"),
        ("; word" * 60_001, "60,000 words"),
        ("Round 1, A first\nA: " + "7 " * 20_000, "20,000 turns and tokens"),
        ('{"rounds": [' + ",".join(['{"round": 1, "first": "A", "turns": []}'] * 1_001) + "]}", "1,000 rounds"),
    ]:
        with subtests.test(text=text, what=what), undone(client):
            page = client.post(CHECK, {"record": text})
            assert page.status_code == 422
            assert f"too long to be checked here: more than {what}" in page.content.decode()
            for address in (API, "/api/v1/records/convert/"):
                answer = client.post(address, text, content_type="text/plain")
                assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
                assert what in answer.json()["details"][0]["message"]
            if "words" not in what:
                assert parse(text, games.language_of).rounds


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"rounds": [' + ",".join(['{"turns": [{"x": 1}]}'] * 20_000) + "]}", "20,000 rounds and turns"),
        ("[" + "1," * 200_001 + "1]", "200,000 values"),
    ],
    ids=["objects", "values"],
)
def test_a_long_json_text_that_is_no_record_is_not_even_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, text: str, what: str
) -> None:
    monkeypatch.setattr("rules_engine.views.check.parse", lambda *_args: pytest.fail("it was read"))
    monkeypatch.setattr("rules_engine.api.bodies.parse", lambda *_args: pytest.fail("it was read"))
    assert what in client.post(CHECK, {"record": text}).content.decode()
    for address in (API, "/api/v1/records/convert/"):
        answer = client.post(address, text, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
        assert what in answer.json()["details"][0]["message"]


def test_a_long_text_with_escapes_is_not_even_read(client: Client) -> None:
    page = client.post(CHECK, "record=" + "%0A" * 200_000, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 413
    assert "Choose a file instead." in page.context["form"].errors["record"][0]


def test_records_that_wait_leave_places_to_the_phones() -> None:
    """Six requests of one visitor held all places of visitors for eight seconds, again and again."""
    assert turnstile.MOST_WAITING + 1 <= lanes.VISITORS - 2
