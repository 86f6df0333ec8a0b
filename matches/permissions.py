"""Who may do what: predicates on a person's roles at one event, tested as a truth table."""

from __future__ import annotations

from collections.abc import Set

from matches.enums import Role, Source
from matches.models import Event, EventRole, User

DESK = Role.desk()
JUDGES = Role.judges()
STAFF = DESK | JUDGES


def roles_of(user: object, event: Event) -> frozenset[Role]:
    """Return the roles of a person at an event. A superuser is organiser of every event; all others need a role."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    held = {Role(value) for value in EventRole.objects.filter(user=user, event=event).values_list("role", flat=True)}
    return frozenset(held | {Role.ORGANISER} if user.is_superuser else held)


def can_see_desk(roles: Set[Role]) -> bool:
    """Open the staff pages of an event: every member of its staff."""
    return bool(roles & STAFF)


def can_organise(roles: Set[Role]) -> bool:
    """Set up the event, its staff and stages; withdraw rounds; disqualify; import and export."""
    return Role.ORGANISER in roles


def can_run_rounds(roles: Set[Role]) -> bool:
    """Pair, publish, run the clock, close; check in, drop; print."""
    return bool(roles & DESK)


def can_see_emails(roles: Set[Role]) -> bool:
    """See the e-mail addresses of players: the desk, which writes to them."""
    return bool(roles & DESK)


def can_report_results(roles: Set[Role]) -> bool:
    """Report a result for any table."""
    return bool(roles & STAFF)


def can_correct_results(roles: Set[Role]) -> bool:
    """Replace a confirmed result by a new version with a reason."""
    return bool(roles & (DESK | {Role.HEAD_JUDGE, Role.DEPUTY_HEAD}))


def can_run_clock(roles: Set[Role]) -> bool:
    """Start, pause, resume, add time, call time."""
    return bool(roles & (DESK | {Role.HEAD_JUDGE, Role.DEPUTY_HEAD}))


def can_judge(roles: Set[Role]) -> bool:
    """Log rulings and infractions at a table."""
    return bool(roles & JUDGES)


def can_head(roles: Set[Role]) -> bool:
    """Decide appeals, confirm and rescind penalties."""
    return bool(roles & {Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_see_unpublished(roles: Set[Role]) -> bool:
    """See drafts of rounds and anything else that players may not see yet."""
    return bool(roles & STAFF)


def can_print(roles: Set[Role]) -> bool:
    """Print pairings, slips, score sheets and standings."""
    return bool(roles & STAFF)


def source_of(roles: Set[Role]) -> Source:
    """Return the source of a report by staff: the desk, else a judge."""
    return Source.DESK if roles & DESK else Source.JUDGE
