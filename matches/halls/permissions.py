"""Who may change a hall day, as ``docs/rights.md`` tells it. What concerns one event is that event's right."""

from __future__ import annotations

from collections.abc import Mapping, Set

from matches.enums import Role
from matches.models import HallDay, HallRole, User

ORGANISER = frozenset({Role.ORGANISER})
DESK = Role.desk()
FLOOR = frozenset({Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})

HALL_RIGHTS: Mapping[str, frozenset[Role]] = {
    "update_hall_day": ORGANISER,
    "remove_hall_day": ORGANISER,
    "set_hall_table": DESK,
    "set_hall_plan": DESK,
    "grant_hall_role": ORGANISER,
    "revoke_hall_role": ORGANISER,
    "add_to_hall_day": ORGANISER,
    "remove_from_hall_day": ORGANISER,
    **dict.fromkeys(["set_zone", "remove_zone", "post_judge", "set_shift", "remove_shift"], FLOOR),
}
"""Who may do each act on a hall day, by its name in the hall day's log. To make one, an account is enough."""


def hall_roles_of(user: object, hall_day: HallDay) -> frozenset[Role]:
    """The roles of a person that hold for the whole hall day. A superuser is organiser of every one."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    held = {Role(role) for role in HallRole.objects.filter(hall_day=hall_day, user=user).values_list("role", flat=True)}
    return frozenset(held | ORGANISER if user.is_superuser else held)


def can_open_hall(roles: Set[Role]) -> bool:
    """Open the staff pages of a hall day: whoever has a role there."""
    return bool(roles)


def can_arrange_hall(roles: Set[Role]) -> bool:
    """Say which events, tables and staff a hall day has."""
    return Role.ORGANISER in roles


def can_mark_tables(roles: Set[Role]) -> bool:
    """Say what is special about a table, such as that it is broken."""
    return bool(roles & DESK)
