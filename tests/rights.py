"""Who may change what, as ``docs/rights.md`` tells it, and a watch that compares every change with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import connection

from matches.audit import services
from matches.audit.services import Actor, Change, current_change
from matches.enums import Role

DOCUMENT = Path(__file__).parents[1] / "docs" / "rights.md"
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|$", re.MULTILINE)
COLUMNS = (Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD, Role.FLOOR_JUDGE)
PLAYER = "player"
ANYBODY = {"create_event", "copy_event"}
"""Changes that everyone with an account may make."""
VISITORS = {"sign_up"}
"""Changes that everyone may make, signed in or not."""
WRITE = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?((?:matches|judging)_\w+)', re.IGNORECASE)
OWN_LOGS: dict[str, set[str]] = {
    "matches_organisationact": {"matches_organisation", "matches_member", "matches_series", "matches_suspension"},
    "matches_hallact": {
        *("matches_hallday", "matches_hallrole", "matches_halltable"),
        *("judging_zone", "judging_judgepost", "judging_shift"),
    },
    "matches_siteact": set(),
}
"""The logs of clubs, hall days and the site, with the tables of which every change is in them."""
UNAUDITED = {
    "matches_job",
    "matches_apitoken",
    "matches_user",
    "matches_user_groups",
    "matches_submission",
    "judging_unloggedentry",
    "judging_judgenotice",
    "judging_frame",
    *OWN_LOGS,
    *(table for tables in OWN_LOGS.values() for table in tables),
}
"""Tables whose rows are not about an event, are a person's own, or count what came: they are written without a row in
the audit log.
"""


def _sections() -> dict[str, str]:
    """The parts of the document by their headings."""
    _head, *parts = re.split(r"^## ", DOCUMENT.read_text(), flags=re.MULTILINE)
    return dict(part.split("\n", 1) for part in parts)


def rights_in_document() -> dict[str, frozenset[str]]:
    """The roles (and ``player``) that may make each change of an event."""
    found = {}
    events = "".join(part for name, part in _sections().items() if name not in ("Clubs", "Hall days", "The site"))
    for act, cells in ROW.findall(events):
        marks = [cell.strip() for cell in cells.split("|")]
        roles = {str(role) for role, mark in zip(COLUMNS, marks, strict=False) if mark == "yes"}
        found[act] = frozenset(roles | ({PLAYER} if marks[len(COLUMNS)] == "own" else set()))
    return found


def club_rights_in_document() -> dict[str, frozenset[str]]:
    """Who may do each act on a club, by what they are there."""
    return _marked("Clubs", ("manager", "organiser", "member", "invited"))


def hall_rights_in_document() -> dict[str, frozenset[str]]:
    """Who may do each act on a hall day, by their roles there."""
    return _marked("Hall days", tuple(map(str, COLUMNS)))


def site_rights_in_document() -> dict[str, frozenset[str]]:
    """Who may do each act on the site."""
    return _marked("The site", ("owner",))


def _marked(section: str, columns: tuple[str, ...]) -> dict[str, frozenset[str]]:
    return {
        act: frozenset(who for who, cell in zip(columns, cells.split("|"), strict=False) if cell.strip() == "yes")
        for act, cells in ROW.findall(_sections()[section])
    }


WHO_MAY = rights_in_document()


def who(actor: Actor, roles: frozenset[Role]) -> set[str]:
    """The columns of the table that an actor stands in."""
    return {PLAYER} if actor.is_player else {str(role) for role in roles}


@dataclass
class RightsWatch:
    """Sees every change and every request of a test; ``complaints`` are changes made without the right to them."""

    complaints: list[str] = field(default_factory=list)
    _requested: ContextVar[bool] = field(default_factory=lambda: ContextVar("in a request", default=False))
    unlogged: set[str] = field(default_factory=set)
    logged: int = 0

    @property
    def in_request(self) -> bool:
        """Whether the code that asks answers a request. A test that writes while a browser asks does not."""
        return self._requested.get()

    def made(self, change: Change) -> None:
        """Compare a change that is about to be logged with the table."""
        self.logged += 1
        actor = change.actor
        if actor.is_program:
            if self.in_request:
                self.complaints.append(f"{change.name} was made as the program in a request")
            return
        may = WHO_MAY.get(change.name)
        anybody = change.name in VISITORS or (change.name in ANYBODY and actor.user is not None)
        if may is not None and not anybody and not may & who(actor, change.roles):
            self.complaints.append(f"{change.name} was made by {sorted(who(actor, change.roles))}")

    def execute(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note what a request writes outside every change."""
        if self.in_request and current_change() is None and (found := WRITE.match(sql)):
            self.unlogged.add(found[1])
        return execute(sql, params, many, context)

    def begin(self, **_signal: Any) -> None:
        self._requested.set(True)
        self.unlogged, self.logged = set(), 0

    def end(self, **_signal: Any) -> None:
        """A request that wrote outside the changes must have made one: a new event is stored just before its change."""
        raised = {"matches_liveversion"} if self.unlogged & {*OWN_LOGS, "judging_frame"} else set()
        if self.in_request and self.unlogged - UNAUDITED - raised and not self.logged:
            self.complaints.append(f"{sorted(self.unlogged)} were written without a row in the audit log")
        for log, tables in OWN_LOGS.items():
            if self.in_request and self.unlogged & tables and log not in self.unlogged and not self.logged:
                self.complaints.append(f"{sorted(self.unlogged & tables)} were written without a row in {log}")
        self._requested.set(False)


@contextmanager
def watched_rights(patch: pytest.MonkeyPatch) -> Iterator[RightsWatch]:
    """Watch every change inside."""
    watch = RightsWatch()
    log = services._log

    def logged(change: Change) -> None:
        watch.made(change)
        log(change)

    patch.setattr(services, "_log", logged)
    request_started.connect(watch.begin)
    request_finished.connect(watch.end)
    try:
        with connection.execute_wrapper(watch.execute):
            yield watch
    finally:
        request_started.disconnect(watch.begin)
        request_finished.disconnect(watch.end)
