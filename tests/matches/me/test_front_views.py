"""Personal pages in front of Django: Django's own part, of the right player, for valid links only, never old."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from judging.calls.services import call_judge
from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.clock.services import extend_match
from matches.enums import Source
from matches.events.services.events import publish_event
from matches.live.asgi_types import Message, Receive, Scope, Send
from matches.live.front_views import Key
from matches.me.front_views import OwnPartRequest, OwnParts, made_for
from matches.models import Entry, Event, Match, Player, Round
from matches.people.services.links import make_player_link, revoke_player_links
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, withdraw_round
from matches.tables.score import Duel, Score
from tests.factories import any_organiser
from tests.matches.playing import event_of, fresh, match_at, played, published, report, running
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = re.compile(r'(data-live-again=")\d+|(data-left=")[\d.]+')
CSRF = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+')
COOKIE = f"{settings.CSRF_COOKIE_NAME}={'a' * 32}"


class Answer:
    """A response: status, headers and body without what differs each time: tokens, seconds that are left."""

    def __init__(self, messages: list[Message]) -> None:
        self.status = int(messages[0]["status"])
        pairs = [(name.decode().lower(), value.decode()) for name, value in messages[0]["headers"]]
        self.cookies = sorted(value.split("=")[0] for name, value in pairs if name == "set-cookie")
        left_out = ("set-cookie", "expires", "content-security-policy", "content-length", "vary")
        self.headers = sorted(pair for pair in pairs if pair[0] not in left_out)
        body = b"".join(message.get("body", b"") for message in messages[1:]).decode()
        self.body = SECONDS.sub("", CSRF.sub(r"\1", body))


class Front:
    """The personal pages in front of Django, with a count of the requests that reach Django."""

    def __init__(self) -> None:
        self.django = ASGIHandler()
        self.parts = OwnParts(self._count)
        self.reached = 0

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached += 1
        await self.django(scope, receive, send)

    async def get(
        self, token: str, *, query: str = "", through: Any = None, method: str = "GET", **given: str
    ) -> Answer:
        headers = {"host": "localhost", "hx-request": "true", "cookie": COOKIE}
        headers |= {name.replace("_", "-"): value for name, value in given.items()}
        path = reverse("matches:me", args=[token])
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
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

        await asyncio.wait_for((through or self.parts)(scope, receive, send), PATIENCE)
        return Answer(messages)

    async def shows(self, token: str) -> str:
        """The part in front of Django, which is Django's own."""
        reached = self.reached
        answer, plain = await self.get(token), await self.get(token, through=self.django)
        assert self.reached == reached
        assert answer.status == 200
        assert vars(answer) == vars(plain)
        return " ".join(re.sub(r"<[^>]+>", " ", answer.body).split())


def with_front(run: Callable[[Front], Coroutine[Any, Any, None]]) -> None:
    """In a loop of its own in another thread, because a browser test may have left its loop in this one."""

    async def main() -> None:
        front = Front()
        try:
            await run(front)
        finally:
            if front.parts.looks.task is not None:
                await front.parts.looks.task
            front.parts.looks.pool.shutdown()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(main())).result()


async def in_database(act: Callable[[], Any]) -> Any:
    def run() -> Any:
        try:
            return act()
        finally:
            connection.close()

    return await sync_to_async(run, thread_sensitive=False)()


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    event = event_of(6)
    played(event, desk)
    return running(event, desk)


def entries_at(round_: Round, table: int) -> tuple[Entry, Entry]:
    seats = match_at(round_, table).seats.select_related("entry__player", "entry__event").order_by("index")
    first, second = (seat.entry for seat in seats)
    return first, second


def token_of(entry: Entry, desk: Actor) -> str:
    return make_player_link(actor=desk, entry=entry).token


def by_player(match: Match, entry: Entry, score: Score) -> None:
    report_result(match=match, score=score, actor=Actor(entry=entry), source=Source.PLAYER)


@pytest.mark.database
def test_after_each_act_the_part_is_the_one_that_django_would_send(round_: Round, desk: Actor) -> None:
    event: Event = round_.stage.event
    match, (ada, bo) = match_at(round_, 1), entries_at(round_, 1)
    hers, his = token_of(ada, desk), token_of(bo, desk)
    won, lost = Duel(rounds=(2, 1), winner=0), Duel(rounds=(1, 2), winner=1)

    def rename() -> None:
        Player.objects.filter(pk=bo.player_id).update(name="Zoe Renamed")

    # What is done, and what her and his page say from then on.
    acts: list[tuple[Callable[[], object], str, str]] = [
        (lambda: None, "Report the result", "Report the result"),
        (lambda: call_judge(match=match, actor=Actor(entry=ada)), "A judge has been called", "A judge has been called"),
        (lambda: extend_match(match=match, seconds=180, actor=desk), "with the extension", "with the extension"),
        (lambda: by_player(match, ada, won), "You reported “Won 2–1”", "Your opponent has reported “Lost 1–2”"),
        (
            lambda: by_player(match, bo, lost),
            "opponent’s report means “Lost 1–2” for you",
            "You reported “Won 2–1”",
        ),
        (rename, "Zoe Renamed", "Report again"),
        (lambda: report(round_, desk, won, tables=[1]), "Won 2–1 The result stands", "Lost 1–2 The result stands"),
        (lambda: publish_event(event=event, actor=desk, on=False), "stands", "stands"),
        (lambda: drop_entry(entry=bo, actor=desk, reason="ill"), "stands", "You are not being paired"),
        (lambda: report(round_, desk, won, tables=[2, 3]), "stands", "stands"),
        (lambda: close_round(round=fresh(round_), actor=desk), "After Round 2", "You have no match right now"),
        (lambda: published(event, desk), "Round 3", "You have no match right now"),
        (lambda: withdraw_round(round=Round.objects.latest("pk"), actor=desk, reason="wrong"), "no match", "no match"),
    ]

    async def run(front: Front) -> None:
        await front.get(hers)
        for act, she_reads, he_reads in acts:
            await in_database(act)
            assert she_reads in await front.shows(hers)
            assert he_reads in await front.shows(his)

    with_front(run)


def test_phones_that_ask_together_get_their_own_part_each(round_: Round, desk: Actor) -> None:
    entries = list(Entry.objects.filter(event=round_.stage.event).select_related("player"))
    tokens = {token_of(entry, desk): entry for entry in entries}

    async def run(front: Front) -> None:
        await front.get(next(iter(tokens)))
        answers = await asyncio.gather(*(front.get(token) for token in tokens))
        assert front.reached == 1
        for token, answer in zip(tokens, answers, strict=True):
            assert vars(answer) == vars(await front.get(token, through=front.django))
            assert {other for other in tokens if other in answer.body} == {token}

    with_front(run)


@pytest.mark.database
def test_a_revoked_or_replaced_link_opens_nothing_from_that_moment(round_: Round, desk: Actor) -> None:
    ada, bo = entries_at(round_, 1)
    hers, his = token_of(ada, desk), token_of(bo, desk)

    async def run(front: Front) -> None:
        await front.shows(hers) if front.reached else await front.get(hers)
        await front.shows(his)
        await in_database(lambda: revoke_player_links(event=ada.event, actor=desk, entries=[ada]))
        new = await in_database(lambda: token_of(bo, desk))
        assert [(await front.get(token)).status for token in (hers, his, new)] == [404, 404, 200]

    with_front(run)


def test_a_link_that_never_was_valid_teaches_nothing(round_: Round, desk: Actor) -> None:
    hers = token_of(entries_at(round_, 1)[0], desk)

    async def run(front: Front) -> None:
        assert (await front.get("x" * 32)).status == 404
        assert (await front.get(hers)).status == 200
        assert front.reached == 2
        await front.shows(hers)

    with_front(run)


def test_everything_unusual_goes_to_django(round_: Round, desk: Actor) -> None:
    hers = token_of(entries_at(round_, 1)[0], desk)
    unusual: list[dict[str, str]] = [
        {"hx_request": ""},
        {"cookie": ""},
        {"cookie": f"{COOKIE}; {settings.SESSION_COOKIE_NAME}=abc"},
        {"cookie": f"{COOKIE}; {settings.LANGUAGE_COOKIE_NAME}=en"},
        {"authorization": "Token abc"},
        {"query": "drop=1"},
        {"method": "HEAD"},
        {"method": "POST"},
    ]

    async def run(front: Front) -> None:
        await front.get(hers)
        await front.shows(hers)
        for given in unusual:
            reached = front.reached
            await front.get(hers, **given)
            assert front.reached == reached + 1, given

    with_front(run)


def test_many_pages_take_the_queries_of_one(round_: Round, desk: Actor) -> None:
    key = Key(path="", partial=True, gzip=True, language="en", secure=False)
    entries = Entry.objects.filter(event=round_.stage.event)
    asked = [OwnPartRequest(token_of(entry, desk), COOKIE, key) for entry in entries]
    made_for(asked)
    with CaptureQueriesContext(connection) as for_one:
        assert len(made_for(asked[:1])) == 1
    with CaptureQueriesContext(connection) as for_all:
        assert len(made_for(asked)) == len(asked) == 6
    assert len(for_all) == len(for_one)
