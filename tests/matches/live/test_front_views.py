"""Kept pages in front of Django: Django's own bytes, never out of date, and nothing of one visitor or of the staff."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.handlers.asgi import ASGIHandler
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from matches.audit.services import SYSTEM, audited_change
from matches.enums import Role
from matches.live import front_views, state_queries
from matches.live.asgi_types import Headers, Message, Receive, Scope, Send
from matches.live.front_views import KeptPages
from matches.live.state_queries import States
from matches.models import Event
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, played, running
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("public", "standings", "players", "wall", "clock_part")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def event() -> Event:
    desk = any_organiser()
    event = event_of(6)
    played(event, desk)
    running(event, desk)
    return event


def address(event: Event, name: str = "public") -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def _in_order(value: bytes) -> bytes:
    """A header's value; the directives of a policy come in any order, also from Django alone."""
    return b"; ".join(sorted(value.split(b"; "))) if b"; " in value else value


class Answer:
    """A response: status, headers, body."""

    def __init__(self, messages: list[Message]) -> None:
        self.status = int(messages[0]["status"])
        self.list: Headers = sorted((name, _in_order(bytes(value))) for name, value in messages[0]["headers"])
        self.headers = {name.decode().lower(): value.decode() for name, value in self.list}
        self.body = b"".join(message.get("body", b"") for message in messages[1:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.status} {self.list} {self.body[:40]!r}"


class Front:
    """The kept pages around Django, with a count of the requests that reach Django."""

    def __init__(self) -> None:
        self.django = ASGIHandler()
        self.kept = KeptPages(self._count, States())
        self.reached = 0

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached += 1
        await self.django(scope, receive, send)

    async def get(self, path: str, method: str = "GET", *, through: Any = None, **headers: str) -> Answer:
        path, _, query = path.partition("?")
        given = {"host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
            "client": ("127.0.0.1", 5000), "server": ("localhost", 80),
        }  # fmt: skip
        messages: list[Message] = []
        body: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if body:
                return body.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            messages.append(dict(message))

        await asyncio.wait_for((through or self.kept)(scope, receive, send), PATIENCE)
        return Answer(messages)

    async def plain(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """What Django alone answers."""
        return await self.get(path, method, through=self.django, **headers)


def with_front(run: Callable[[Front], Coroutine[Any, Any, None]]) -> None:
    """In a loop of its own in another thread, because a browser test may have left its loop in this one."""

    async def main() -> None:
        front = Front()
        try:
            await run(front)
        finally:
            if front.kept.states.task is not None:
                await front.kept.states.task
            front.kept.states.pool.shutdown()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(main())).result()


async def in_database(act: Callable[[], Any]) -> Any:
    def run() -> Any:
        try:
            return act()
        finally:
            connection.close()

    return await sync_to_async(run, thread_sensitive=False)()


def change(event: Event, *parts: str) -> None:
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as done:
        done.touch(*parts)


VARIANTS: list[dict[str, str]] = [
    {},
    {"accept_encoding": "gzip, br"},
    {"hx_request": "true"},
    {"hx_request": "true", "accept_encoding": "gzip"},
    {"accept_language": "de,en;q=0.5"},
    {"cookie": f"csrftoken={32 * 'a'}; other=1"},
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.sampled(3)
def test_a_kept_page_is_what_django_answers_byte_for_byte(event: Event, name: str) -> None:
    async def run(front: Front) -> None:
        url = address(event, name)
        for variant in VARIANTS:
            expected = await front.plain(url, **variant)
            await front.get(url, **variant)
            reached = front.reached
            for path in (url, f"{url}?anything=1"):
                assert await front.get(path, **variant) == expected
            head = await front.get(url, "HEAD", **variant)
            assert (head.status, head.list, head.body) == (200, expected.list, b"")
            assert front.reached == reached
            known = variant | {"if_none_match": expected.headers["etag"]}
            unchanged = await front.plain(url, **known)
            assert unchanged.status == 304
            await front.get(url, **known)
            reached = front.reached
            for tags in (expected.headers["etag"], f'"x", {expected.headers["etag"]}', expected.headers["etag"][2:]):
                assert await front.get(url, **(variant | {"if_none_match": tags})) == unchanged
            assert await front.get(url, **(variant | {"if_none_match": '"x"'})) == expected
            assert front.reached == reached

    with_front(run)


def test_a_change_is_seen_by_the_next_request(event: Event) -> None:
    async def run(front: Front) -> None:
        url = address(event)
        first = await front.get(url)
        for number, act in enumerate(
            (
                lambda: change(event, "pairings"),
                lambda: Event.objects.filter(pk=event.pk).update(name="A new name"),
                lambda: change(event, "clock"),
            )
        ):
            assert await front.get(url, if_none_match=first.headers["etag"]) != first
            await in_database(act)
            now = await front.get(url, if_none_match=first.headers["etag"])
            assert (now.status, now.headers["etag"] != first.headers["etag"]) == (200, True), number
            assert now == await front.plain(url)
            first = now
        assert "A new name" in first.body.decode()

    with_front(run)


def test_a_draft_and_a_ruling_leave_the_copy(event: Event) -> None:
    async def run(front: Front) -> None:
        await front.get(address(event))
        reached = front.reached
        await in_database(lambda: change(event, "rounds", "rulings", "calls", "table 3"))
        await front.get(address(event))
        assert front.reached == reached

    with_front(run)


def test_an_event_that_is_withdrawn_from_the_public_or_deleted_is_gone_at_once(event: Event) -> None:
    async def run(front: Front) -> None:
        url = address(event)
        assert (await front.get(url)).status == 200
        await in_database(lambda: Event.objects.filter(pk=event.pk).update(published=False))
        assert [(await front.get(url)).status for _ in range(2)] == [404, 404]
        await in_database(lambda: Event.objects.filter(pk=event.pk).update(published=True))
        assert [(await front.get(url)).status for _ in range(2)] == [200, 200]
        reached = front.reached
        assert (await front.get(url)).status == 200
        assert front.reached == reached

    with_front(run)


@pytest.mark.parametrize("name", PAGES)
def test_the_staff_get_and_leave_no_shared_copy(event: Event, client: Client, name: str) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    async def run(front: Front) -> None:
        url = address(event, name)
        assert "private" in (await front.get(url, cookie=cookie)).headers["cache-control"]
        assert front.kept.pages == {}
        public = await front.get(url)
        own = await front.get(url, cookie=cookie)
        assert "private" in own.headers["cache-control"]
        assert await front.get(url) == public == await front.plain(url)
        desk = address(event, "desk").encode()
        assert desk not in public.body

    with_front(run)


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "sessionid=made-up"},
        {"cookie": "a=1; django_language=en"},
        {"authorization": "Token x"},
        {"host": ""},
        {"host": "bad host"},
    ],
    ids=lambda headers: next(iter(headers.items())),
)
def test_an_unusual_request_goes_to_django_and_leaves_nothing(event: Event, headers: dict[str, str]) -> None:
    async def run(front: Front) -> None:
        url = address(event)
        await front.get(url)
        pages = dict(front.kept.pages)
        reached = front.reached
        assert await front.get(url, **headers) == await front.plain(url, **headers)
        assert front.reached == reached + 1
        assert front.kept.pages == pages

    with_front(run)


def test_a_host_that_is_not_ours_gets_no_copy(event: Event, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["open.example.org", "localhost"]

    async def run(front: Front) -> None:
        url = address(event)
        assert (await front.get(url, host="localhost")).status == 200
        reached = front.reached
        assert (await front.get(url, host="open.example.org")).status == 200
        assert front.reached == reached
        assert (await front.get(url, host="evil.example")).status == 400

    with_front(run)


def test_a_copy_for_a_secure_visitor_is_apart(event: Event, settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60

    async def run(front: Front) -> None:
        url = address(event)
        for _ in range(2):
            secure, plain = await front.get(url, x_forwarded_proto="https"), await front.get(url)
            assert ("strict-transport-security" in secure.headers, "strict-transport-security" in plain.headers) == (
                True,
                False,
            )

    with_front(run)


def test_a_player_page_is_answered_with_304_and_not_kept_whole(event: Event) -> None:
    async def run(front: Front) -> None:
        url = reverse("matches:player", args=[event.slug, 3])
        first = await front.get(url)
        unchanged = [await front.get(url, if_none_match=first.headers["etag"]) for _ in range(2)]
        assert unchanged[0] == unchanged[1]
        assert unchanged[0].status == 304
        assert front.reached == 2
        assert [page.body for page in front.kept.pages.values()] == [b""]
        assert await front.get(url) == first
        assert front.reached == 3

    with_front(run)


def test_many_who_ask_for_a_new_page_at_once_are_one_request_to_django(event: Event) -> None:
    async def run(front: Front) -> None:
        url = address(event)
        for _ in range(2):
            reached = front.reached
            answers = await asyncio.gather(*(front.get(url) for _ in range(50)))
            assert all(answer == answers[0] for answer in answers)
            assert front.reached == reached + 1
            await in_database(lambda: change(event, "pairings"))

    with_front(run)


def test_those_who_ask_for_a_page_that_is_not_kept_do_not_wait_for_one_another(event: Event) -> None:
    async def run(front: Front) -> None:
        url = address(event, "find")
        assert (await front.get(f"{url}?name=ada")).status == 200
        together = await asyncio.gather(*(front.get(f"{url}?name=player{n}") for n in range(5)))
        assert {answer.status for answer in together} == {200}
        assert f'value="player{4}"' in together[4].body.decode()
        assert front.kept.loading == {}
        assert front.kept.pages == {}

    with_front(run)


def test_the_copies_take_a_bounded_amount_of_memory(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_views, "MOST_BYTES", 60_000)

    async def run(front: Front) -> None:
        for number in range(1, 7):
            for name in PAGES:
                await front.get(address(event, name))
            url = reverse("matches:player", args=[event.slug, number])
            await front.get(url)
        kept = front.kept
        assert 0 < kept.size == sum(page.size for page in kept.pages.values()) <= 60_000

    with_front(run)


def test_without_a_database_django_says_so(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_slugs: object) -> dict[str, str]:
        raise DatabaseError("away")

    async def run(front: Front) -> None:
        await front.get(address(event))
        monkeypatch.setattr(state_queries, "states_of", away)
        reached = front.reached
        with contextlib.suppress(DatabaseError):
            await front.get(address(event))
        assert front.reached == reached + 1

    with_front(run)
