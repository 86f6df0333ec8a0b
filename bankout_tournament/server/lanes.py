"""Two lanes into Django: people who are signed in never queue behind visitors.

Django's ASGI handler starts a thread, and with it a database connection, for each request that is there at the time.
Three hundred phones are three hundred threads, and the organiser's request is one of them. Here a bounded number of
requests is in Django at once, apart for visitors and for people who are signed in (``signed_in``), and of these only
few that have not been there for long (``places``). The others wait their turn without a thread and without a database
connection.

A request enters a lane when its body is complete (``bodies``), and leaves it with the last part of
its response, so that a client that sends or reads slowly keeps no place.
"""

from __future__ import annotations

import asyncio
from typing import IO, TypedDict

from django.db import DatabaseError

from bankout_tournament.server import bodies
from bankout_tournament.server.bodies import (
    IN_MEMORY,
    SIGNED_IN_BYTES,
    Bodies,
    Body,
    RefusedError,
    declared_length,
    is_chunked,
    is_form,
    most_of_visitor,
    sender,
    too_large,
)
from bankout_tournament.server.garbage import Garbage
from bankout_tournament.server.places import Lane, NoPlaceError, Place
from bankout_tournament.server.refused_requests import refuse
from bankout_tournament.server.senders import group_of
from bankout_tournament.server.signed_in import SIGNED_IN, SignedIn, found_signed_in, secrets_in
from matches.live.asgi_types import Application, Message, Receive, Scope, Send

VISITORS = 6
STAFF = 8
BUSY = "The server is busy. Try again in a moment."


class LaneSizes(TypedDict):
    """How many requests of each kind are in Django at once."""

    visitors: int
    staff: int


def lane_sizes(connections: int | None) -> LaneSizes:
    """How many requests of visitors and of people who are signed in are in Django at once, when each needs one of so
    many connections to the database: a request in Django must never wait for another one's connection.
    """
    room = VISITORS + STAFF if connections is None else min(VISITORS + STAFF, connections)
    visitors = max(1, room * VISITORS // (VISITORS + STAFF))
    return {"visitors": visitors, "staff": room - visitors}


class Lanes:
    """``Lanes(application)``: the application with a bounded number of requests at a time."""

    def __init__(
        self, application: Application, *, visitors: int = VISITORS, staff: int = STAFF, signed_in: SignedIn = SIGNED_IN
    ) -> None:
        self.application, self.signed_in = application, signed_in
        self.garbage = Garbage()
        self.visitors, self.staff = Lane(visitors), Lane(staff)
        rooms = {False: bodies.VISITORS, True: bodies.SIGNED_IN}
        self.bodies = {(signed, short): Bodies(rooms[signed]) for signed in rooms for short in (False, True)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        try:
            with await self._body_of(scope) as body:
                if await body.read(receive):
                    await self._serve(scope, body.file, receive, send)
        except RefusedError as refusal:
            await refuse(refusal, scope, receive, send)

    async def _body_of(self, scope: Scope) -> Body:
        """What the request's body may be, before any of it is read. Raises RefusedError for one that is too long."""
        headers = scope["headers"]
        length, most = declared_length(headers), most_of_visitor(scope["path"])
        signed_in = self.signed_in.knows(headers)
        if not signed_in and ((length or 0) > most or is_chunked(headers)):
            signed_in = await self._turns_out_signed_in(headers)
        if signed_in:
            most = SIGNED_IN_BYTES
        if (length or 0) > most:
            raise too_large(most, signed_in=signed_in)
        kept = self.bodies[signed_in, is_form(headers)]
        return Body(kept, group_of(sender(scope)), most, signed_in=signed_in)

    async def _turns_out_signed_in(self, headers: list[tuple[bytes, bytes]]) -> bool:
        """Ask the database, where only that decides. The first request after a start may be a judge's photo."""
        if not secrets_in(headers):
            return False
        place = await _entered(self.visitors)
        if place is None:
            return False
        try:
            return await asyncio.to_thread(found_signed_in, headers, self.signed_in)
        except DatabaseError as error:
            raise RefusedError(503, "busy", BUSY) from error
        finally:
            place.leave()

    async def _serve(self, scope: Scope, body: IO[bytes], receive: Receive, send: Send) -> None:
        lane = self.staff if self.signed_in.knows(scope["headers"]) else self.visitors
        gone = asyncio.ensure_future(receive())  # after the body, only a disconnect is received
        try:
            place = await _entered(lane, gone)
            if place is None:
                return
            try:
                await self.application(scope, _replay(body, gone), place.leaving(send))
            finally:
                place.leave()
                self.garbage.look_soon()
        finally:
            gone.cancel()


async def _entered(lane: Lane, gone: asyncio.Future[Message] | None = None) -> Place | None:
    """A place in the lane; None when the client has left meanwhile. Raises RefusedError when it takes too long."""
    try:
        return await lane.enter(gone)
    except NoPlaceError as error:
        raise RefusedError(503, "busy", BUSY) from error


def _replay(body: IO[bytes], gone: asyncio.Future[Message]) -> Receive:
    """Receive the body that was read, and then the disconnect."""
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            return await asyncio.shield(gone)
        chunk = body.read(IN_MEMORY)
        sent = len(chunk) < IN_MEMORY
        return {"type": "http.request", "body": chunk, "more_body": not sent}

    return receive
