"""Bodies of requests: who may send how much, how slowly, and how much of it is here at once."""

from __future__ import annotations

import json

import pytest
from django.test import Client as Browser

from bankout_tournament.server import bodies
from bankout_tournament.server.bodies import FORM_BYTES, IN_MEMORY, MB, RECORD_BYTES, SIGNED_IN_BYTES, Room, next_due
from bankout_tournament.server.lanes import Lanes
from bankout_tournament.server.signed_in import SignedIn
from matches.accounts.token_services import make_token
from tests.bankout_tournament.test_lanes import ORGANISER, Client, Django, in_a_loop, known, settle
from tests.bankout_tournament.test_signed_in import shown
from tests.factories import UserFactory

Headers = list[tuple[bytes, bytes]]


def long(size: int) -> Headers:
    return [(b"content-length", str(size).encode())]


class Held(Client):
    """A request whose sender stops after what it has sent, and stays."""

    def __init__(self, application: Lanes, sent: bytes, headers: Headers, path: str = "/", address: str = "") -> None:
        super().__init__(application, headers, path=path, address=address)
        self.parts = [{"type": "http.request", "body": sent, "more_body": True}] if sent else []


@pytest.fixture
def application() -> Lanes:
    return Lanes(Django(), signed_in=known())


@pytest.fixture(autouse=True)
def _no_lingering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bankout_tournament.server.refused_requests.LINGER_SECONDS", 0.0)


@pytest.mark.parametrize(
    ("path", "headers", "most"),
    [
        ("/login/", [], FORM_BYTES),
        ("/p/link/", [(b"cookie", b"sessionid=")], FORM_BYTES),
        ("/api/v1/matches/", [], FORM_BYTES),
        ("/rules/check/", [], RECORD_BYTES),
        ("/api/v1/records/check/", [], RECORD_BYTES),
        ("/analysis/", [], RECORD_BYTES),
        ("/e/open/judge/", ORGANISER, SIGNED_IN_BYTES),
        ("/rules/check/", ORGANISER, SIGNED_IN_BYTES),
    ],
)
def test_what_is_too_long_is_refused_before_it_is_read(path: str, headers: Headers, most: int) -> None:
    async def run() -> None:
        django = Django()
        django.go.set()
        application = Lanes(django, signed_in=known())
        refused = Client(application, [*headers, *long(most + 1)], b"a" * 10, path=path)
        assert await refused.status() == 413
        assert refused.read_at_answer == 0
        assert await Client(application, [*headers, *long(most)], b"a" * 10, path=path).status() == 200
        assert (django.most, {kind.all for kind in application.bodies.values()}) == (1, {0})

    in_a_loop(run)


@pytest.mark.parametrize(("headers", "most"), [([], FORM_BYTES), (ORGANISER, SIGNED_IN_BYTES)])
def test_what_does_not_say_how_long_it_is_is_counted(headers: Headers, most: int) -> None:
    async def run() -> None:
        django = Django()
        django.go.set()
        application = Lanes(django, signed_in=known())
        chunked = [*headers, (b"transfer-encoding", b"chunked")]
        assert await Client(application, chunked, b"a" * (most - 1), b"bb").status() == 413
        assert await Client(application, chunked, b"a" * (most - 1), b"b").status() == 200
        assert {kind.all for kind in application.bodies.values()} == {0}

    in_a_loop(run)


def test_the_refusal_is_a_page_the_api_s_shape_or_a_sentence(application: Lanes) -> None:
    words = "What was sent is too large: more than 256 kB without signing in. Sign in, then send it again."

    async def said(headers: Headers, path: str = "/") -> bytes:
        client = Client(application, [*headers, *long(60 * MB)], path=path)
        assert await client.status() == 413
        assert (b"connection", b"close") in client.sent[0]["headers"]
        return b"".join(message["body"] for message in client.sent[1:])

    async def run() -> None:
        assert words in (await said([])).decode()
        assert b"<h1>This is too large</h1>" in await said([])
        assert json.loads(await said([], "/api/v1/matches/")) == {
            "code": "too_large", "detail": words, "field": None, "details": [], "errors": {},
        }  # fmt: skip
        assert json.loads(await said([(b"accept", b"application/json")])) == {"error": words}
        assert b"more than 16 MB. Send less at once." in await said(ORGANISER)

    in_a_loop(run)


def test_who_was_refused_may_finish_sending_and_nothing_of_it_is_kept(
    application: Lanes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bankout_tournament.server.refused_requests.LINGER_SECONDS", 60.0)

    async def run() -> None:
        client = Client(application, long(3 * MB), *[b"a" * MB] * 3)
        assert await client.status() == 413
        assert (client.read_at_answer, client.parts) == (0, [])
        assert {kind.all for kind in application.bodies.values()} == {0}

    in_a_loop(run)


def test_a_body_that_does_not_arrive_keeps_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "IDLE_SECONDS", 0.05)

    async def run() -> None:
        django = Django()
        application = Lanes(django, visitors=1, signed_in=known())
        slow = Held(application, b"a", [])
        assert await slow.status() == 408
        assert (b"connection", b"close") in slow.sent[0]["headers"]
        assert (django.most, {kind.all for kind in application.bodies.values()}) == (0, {0})

    in_a_loop(run)


def test_a_body_that_keeps_arriving_may_take_long_and_bytes_earn_no_idle_time() -> None:
    due = bodies.IDLE_SECONDS
    for second in range(1, 1000):
        due = next_due(due, second, bodies.BYTES_PER_SECOND)
        assert due > second
    for second in range(1000, 1040):
        due = next_due(due, second, bodies.BYTES_PER_SECOND // 2)
    assert due < 1040
    assert next_due(10.0, 5.0, 62 * MB) == 5.0 + bodies.IDLE_SECONDS


def test_a_body_arrives_whole_whatever_its_size() -> None:
    async def run() -> None:
        django = Django()
        django.go.set()
        for size in (0, 1, IN_MEMORY - 1, IN_MEMORY, 3 * IN_MEMORY + 7):
            client = Client(Lanes(django, signed_in=known()), ORGANISER, b"a" * (size // 2), b"b" * (size - size // 2))
            assert await client.status() == 200
            assert client.sent[0]["headers"] == [(b"x-size", str(size).encode())]

    in_a_loop(run)


def test_all_bodies_together_have_a_most_for_each_address_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "VISITORS", Room(of_address=2000, of_all=5000))

    async def run() -> None:
        django = Django()
        django.go.set()
        application = Lanes(django, signed_in=known())
        held = [Held(application, b"a" * 1000, [], address=f"192.0.2.{number // 2}") for number in range(4)]
        await settle()
        full = Client(application, [], b"a" * 10, address="192.0.2.0")
        assert await full.status() == 503
        assert (b"retry-after", b"5") in full.sent[0]["headers"]
        assert await Client(application, [], b"a" * 10, address="192.0.2.9").status() == 200
        held.append(Held(application, b"a" * 1000, [], address="192.0.2.9"))
        await settle()
        assert await Client(application, [], b"a" * 10, address="192.0.2.10").status() == 503
        assert await Client(application, [], address="192.0.2.10").status() == 200
        assert await Client(application, ORGANISER, b"a" * 3000, address="192.0.2.0").status() == 200
        for client in held:
            client.left.set()
            await client.task
        assert application.bodies[False, True].all == 0
        assert not application.bodies[False, True].of_address
        assert await Client(application, [], b"a" * 10, address="192.0.2.0").status() == 200

    in_a_loop(run)


@pytest.mark.parametrize(("headers", "room"), [([], "VISITORS"), (ORGANISER, "SIGNED_IN")])
def test_long_bodies_that_are_sent_slowly_keep_no_form_out(
    headers: Headers, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four addresses, or one of a hall, with a few long records filled the room of all who sign in or report."""
    monkeypatch.setattr(bodies, room, Room(of_address=2000, of_all=4000))
    path, form = "/rules/check/", long(10)

    async def run() -> None:
        django = Django()
        django.go.set()
        application = Lanes(django, signed_in=known())
        sent = [*headers, *long(FORM_BYTES + 1)]
        held = [Held(application, b"a" * 1000, sent, path=path, address=f"192.0.2.{n // 2}") for n in range(4)]
        await settle()
        assert await Client(application, sent, b"a" * 10, path=path, address="192.0.2.9").status() == 503
        assert (
            await Client(application, [*headers, *form], b"a" * 10, path="/login/", address="192.0.2.0").status() == 200
        )
        for client in held:
            client.left.set()
            await client.task

    in_a_loop(run)


def test_a_thousand_long_bodies_fill_nothing(application: Lanes) -> None:
    """Half say how long they are, half do not. In full: ``benchmarks/bodies.py``."""

    async def run() -> None:
        declared = [Held(application, b"a" * 1000, long(60 * MB), address=f"2001:db8:{n}::1") for n in range(500)]
        chunked = [(b"transfer-encoding", b"chunked")]
        counted = [Held(application, b"a" * FORM_BYTES, chunked, address=f"2001:db8:1:{n}::1") for n in range(500)]
        assert {await client.status() for client in declared} == {413}
        await settle()
        assert sum(client.task.done() for client in counted) == 500 - bodies.VISITORS.of_all // FORM_BYTES
        assert application.bodies[False, False].all == bodies.VISITORS.of_all
        for client in counted:
            client.left.set()
            await client.task

    in_a_loop(run)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_the_first_request_after_a_start_may_be_a_judge_s_photo() -> None:
    """Nobody is known yet who is signed in: the database says."""
    user = UserFactory()
    browser = Browser()
    browser.force_login(user)
    token = make_token(user=user, label="import").secret
    gone = UserFactory(is_active=False)
    closed = Browser()
    closed.force_login(gone)

    async def run() -> None:
        django = Django()
        django.go.set()
        for headers, status in (
            (shown(browser), 200),
            ([(b"authorization", f"Token {token}".encode())], 200),
            (shown(closed), 413),
            ([(b"cookie", b"sessionid=made-up")], 413),
            ([(b"authorization", b"Token made-up")], 413),
            ([], 413),
        ):
            nobody = SignedIn()
            application = Lanes(django, signed_in=nobody)
            assert await Client(application, [*headers, *long(12 * MB)], b"a" * FORM_BYTES, b"b").status() == status
            assert nobody.knows(headers) is (status == 200)

    in_a_loop(run)
