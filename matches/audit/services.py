"""Changes an event: in one transaction, with the event locked, with one audit row, and with raised live versions.

    with audited_change("publish_round", event_id=round.stage.event_id, actor=actor) as change:
        ...check, then write...
        change.touch("pairings", "clock")
        change.note(round=round.number)

A service that calls another service on the same event makes one change: the inner change joins the outer one. It
writes no row of its own; its notes are in the outer row under ``includes``, and both have the same time.

The event's row is the lock: changes of one event follow one another, changes of different events do not wait. SQLite
takes its write lock at BEGIN (immediate transactions), so that the same code is right there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.ending_services import check_not_over
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.kept_queries import KeptQuery
from matches.models import AuditHead, AuditRow, Entry, Event, SignUp, User
from matches.permissions import NOT_BY_ROLE, Right, roles_of
from matches.plugins import registry

act_stored = Signal()
"""Sent with ``act``, the name of a change, once it is committed."""


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Who makes a change: a member of staff, a player through the personal link, or the program itself (``SYSTEM``).

    A player who is not in yet has a ``sign_up`` instead of an ``entry``. ``Actor()`` is a visitor who is not signed in,
    and may only sign up.
    """

    user: User | None = None
    entry: Entry | None = None
    sign_up: SignUp | None = None
    is_program: bool = False

    @property
    def is_player(self) -> bool:
        return self.own is not None

    @property
    def own(self) -> Entry | SignUp | None:
        """What a player's personal link belongs to."""
        return self.entry or self.sign_up


SYSTEM = Actor(is_program=True)
MOST_REASON = 300


@dataclass(kw_only=True)
class Change:
    """A change in progress. Everything it writes has the time ``at``. ``outer`` is the change that it joins, if any.

    ``roles`` are the actor's roles at the event.
    """

    name: str
    event: Event
    actor: Actor
    at: datetime
    reason: str = ""
    outer: Change | None = None
    roles: frozenset[Role] = frozenset()
    details: dict[str, Any] = field(default_factory=dict)
    parts: set[tuple[int, str]] = field(default_factory=set)

    @property
    def outermost(self) -> Change:
        """The change that writes the audit row."""
        return self if self.outer is None else self.outer.outermost

    def require(self, may: Callable[[Set[Role]], bool]) -> None:
        """Raise NotAllowed unless the actor's roles satisfy ``may``: for a change that needs more than its right."""
        if not self.actor.is_program and not may(self.roles):
            raise NotAllowed(NOT_BY_ROLE)

    def note(self, **details: Any) -> None:
        """Add to the audit row: keys and numbers, never names."""
        self.details.update(details)

    def touch(self, *parts: str) -> None:
        """Name the parts that pages must fetch again: ``pairings``, ``standings``, ``clock``, ``table 12``,
        ``calls``.
        """
        self.touch_in([self.event.pk], *parts)

    def touch_in(self, event_ids: Iterable[int], *parts: str) -> None:
        """Name parts of other events that show changed data, such as a player's name."""
        self.parts.update((event_id, part) for event_id in event_ids for part in parts)

    def include(self, inner: Change) -> None:
        """Take over the notes and touched parts of a joined change."""
        included = {"act": inner.name, **inner.details}
        if inner.reason and inner.reason != self.outermost.reason:
            included["reason"] = inner.reason
        self.details.setdefault("includes", []).append(included)
        self.parts.update(inner.parts)


# The changes that are open in this thread, the outermost first.
_open_changes: ContextVar[tuple[Change, ...]] = ContextVar("open_changes", default=())


@contextmanager
def audited_change(
    name: str, *, event_id: int, actor: Actor, reason: str = "", at: datetime | None = None
) -> Iterator[Change]:
    """Change an event, as the module says. ``at`` is the moment of the change (default: now).

    Raises NotAllowed for an actor without the right to the change (``matches.permissions.RIGHTS``), Refused for one
    that a template or an event that is over does not take and for a reason of more than 300 characters, and
    ``Event.DoesNotExist`` for an unknown event. Inside a change of the same event it joins that change and has its
    time, and the right to the outer change is enough; if it is refused, its own writes are rolled back.
    """
    if len(reason) > MOST_REASON:
        raise Refused("reason_long", _("Use at most %(most)s characters.") % {"most": MOST_REASON}, parameter="reason")
    outer = next((known for known in reversed(_open_changes.get()) if known.event.pk == event_id), None)
    with transaction.atomic():
        if outer is None:
            event = _locked(event_id)
            # Under the lock, so that a role that is taken away at this moment no longer counts.
            roles = _checked_roles(name, event, actor)
            if name in registry.rights:  # nobody has a right to what only the program does
                _check_template(event, registry.rights[name])
            if not actor.is_program:
                check_not_over(event, registry.rights[name], roles)
            at = at or timezone.now()
            change = Change(name=name, event=event, actor=actor, at=at, reason=reason, roles=roles)
        else:
            roles = outer.roles if actor == outer.actor else roles_of(actor.user, outer.event)
            change = Change(
                name=name, event=outer.event, actor=actor, at=outer.at, reason=reason, outer=outer, roles=roles
            )
        token = _open_changes.set((*_open_changes.get(), change))
        try:
            yield change
        finally:
            _open_changes.reset(token)
        if outer is None:
            for notice in registry.changes_done:
                notice(change)
            _log(change)
            raise_versions(change.parts)
            transaction.on_commit(lambda: act_stored.send_robust(sender=None, act=name))
        else:
            outer.include(change)


def _locked(event_id: int) -> Event:
    """The event as it is under its lock. Raises ``Event.DoesNotExist``."""
    event = _LOCKED.first(event_id)
    if event is None:
        raise Event.DoesNotExist
    return event


_LOCKED = KeptQuery(lambda event_id: Event.objects.select_for_update().filter(pk=event_id))


def _check_template(event: Event, right: Right) -> None:
    """Raise Refused for a change that a template, or a club's template, does not take."""
    if event.is_template and not right.on_template:
        raise Refused("is_template", _("This is a template. Make an event from it first."), conflict=True)
    if event.is_shared and not right.on_shared:
        text = _("This template stays in its club and has no staff of its own. Change the club’s members instead.")
        raise Refused("is_shared", text, conflict=True)


def _checked_roles(name: str, event: Event, actor: Actor) -> frozenset[Role]:
    """The actor's roles at the event. Raises NotAllowed without the right to the change ``name``."""
    if actor.is_program:
        return frozenset()
    right = registry.rights[name]
    if right.visitors:
        return roles_of(actor.user, event)
    if actor.own is not None:
        if not right.players or actor.own.event_id != event.pk:
            raise NotAllowed(_("Players cannot do this. Ask the desk."))
        return frozenset()
    roles = roles_of(actor.user, event)
    has_account = actor.user is not None and actor.user.is_active
    if not right.staff(roles) and not (right.anybody and has_account):
        raise NotAllowed(right.refusal)
    return roles


def current_change() -> Change | None:
    """Return the innermost open change of this thread; None outside a change."""
    return next(reversed(_open_changes.get()), None)


def row_hash(previous: str, body: dict[str, Any]) -> str:
    """Return the SHA-256 of the previous row's hash and this row's canonical JSON (sorted keys, no spaces)."""
    text = json.dumps(body, cls=DjangoJSONEncoder, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256((previous + text).encode("ascii")).hexdigest()


def audit_body(row: AuditRow) -> dict[str, Any]:
    """Return the fields of an audit row that its hash covers."""
    return {
        "event": row.event_id,
        "sequence": row.sequence,
        # Always in UTC, as the database returns it, for callers in any time zone.
        "at": row.at.astimezone(UTC).isoformat(),
        "act": row.act,
        "user": row.user_id,
        "entry": row.entry_id,
        "reason": row.reason,
        "details": row.details,
    }


def _log(change: Change) -> None:
    # Numbered after the recorded head, not after the last stored row, so that a gap from removed rows stays visible.
    sequence, last_hash = _head(change.event)
    row = AuditRow(
        event=change.event,
        sequence=sequence + 1,
        at=change.at,
        act=change.name,
        user=change.actor.user,
        entry=change.actor.entry,
        reason=change.reason,
        # Through JSON once, so that the hashed values are those that will be read back.
        details=json.loads(json.dumps(change.details, cls=DjangoJSONEncoder)),
        previous_hash=last_hash,
    )
    row.hash = row_hash(row.previous_hash, audit_body(row))
    row.save(force_insert=True)


def _head(event: Event) -> tuple[int, str]:
    """Return the length of the event's chain and its last hash, as the database recorded them."""
    return _HEAD.first(event.pk) or (0, "")


_HEAD: KeptQuery[tuple[int, str]] = KeptQuery(
    lambda event_id: AuditHead.objects.filter(event=event_id).values_list("sequence", "hash")
)


NEXT_CHANGE = {
    "postgresql": "nextval('matches_live_change')",
    "sqlite": "(SELECT COALESCE(MAX(change), 0) + 1 FROM matches_liveversion)",
}
"""The next number of all changes, by database. SQLite has one writer at a time, so there it cannot be taken twice."""


def raise_versions(parts: set[tuple[int, str]]) -> None:
    """Add one to the version of each part, in one statement, and number the change.

    In sorted order, so that two changes that raise the same parts cannot deadlock.
    """
    if not parts:
        return
    rows = sorted(parts)
    values = f"(%s, %s, 1, {NEXT_CHANGE[connection.vendor]})"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO matches_liveversion (event_id, part, version, change) VALUES "  # noqa: S608 - only placeholders
            + ", ".join([values] * len(rows))
            + " ON CONFLICT (event_id, part)"
            " DO UPDATE SET version = matches_liveversion.version + 1, change = excluded.change",
            [value for row in rows for value in row],
        )


def verify_audit(event: Event) -> int | None:
    """Return the sequence of the first row that is missing or whose hash or link is wrong, or None for a valid chain.

    Rows removed at the end are found by comparing with the head (``AuditHead``).
    """
    previous, expected = "", 1
    for row in AuditRow.objects.filter(event=event).order_by("sequence").iterator():
        if row.sequence != expected or row.previous_hash != previous:
            return expected
        if row.hash != row_hash(previous, audit_body(row)):
            return row.sequence
        previous, expected = row.hash, expected + 1
    noted, last_hash = _head(event)
    if noted == expected - 1:
        return None if last_hash == previous else noted
    return min(noted + 1, expected)
