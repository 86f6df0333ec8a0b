"""Who may do what: predicates on a person's roles at one event, and the right that each change needs.

Services ask here, and so do pages and the API: ``matches.audit.services.audited_change`` looks up the right of every
change (``RIGHTS``) and refuses a person without it. An app that builds on ``matches`` registers its own rights in its
``Plugin``. ``docs/rights.md`` shows all of them as one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.enums import Role, Source
from matches.kept_queries import KeptQuery
from matches.models import Event, EventRole, Member, User

DESK = Role.desk()
JUDGES = Role.judges()
STAFF = DESK | JUDGES


def roles_of(user: object, event: Event) -> frozenset[Role]:
    """Return the roles of a person at an event. A superuser is organiser of every event; all others need a role.

    Of a club's template the club's managers and organisers, and the member who made it, are organisers.
    """
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    if user.is_superuser or (event.is_shared and _may_change_shared(user, event)):
        return frozenset(_held(user, event) | {Role.ORGANISER})
    return _held(user, event)


def _held(user: User, event: Event) -> frozenset[Role]:
    if event.is_shared:
        return frozenset()
    return frozenset(map(Role, _ROLES.all(user.pk, event.pk)))


_ROLES: KeptQuery[str] = KeptQuery(
    lambda user, event: EventRole.objects.filter(user=user, event=event).values_list("role", flat=True)
)


def _membership(user: User, event: Event) -> Member | None:
    """The membership that somebody has accepted of the event's club."""
    rows = Member.objects.filter(organisation=event.organisation_id, user=user, accepted_at__isnull=False)
    return rows.first() if event.organisation_id is not None else None


def _may_change_shared(user: User, event: Event) -> bool:
    member = _membership(user, event)
    if member is None:
        return False
    return member.is_manager or Role.ORGANISER.value in member.roles or event.created_by_id == user.pk


def may_use_template(user: object, event: Event) -> bool:
    """Make events from a club's template: every member of the club."""
    if not event.is_shared or not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or _membership(user, event) is not None


def can_see_desk(roles: Set[Role]) -> bool:
    """Open the staff pages of an event: every member of its staff."""
    return bool(roles & STAFF)


def can_organise(roles: Set[Role]) -> bool:
    """Set up the event, its staff and stages; disqualify; import and export."""
    return Role.ORGANISER in roles


def can_run_rounds(roles: Set[Role]) -> bool:
    """Pair, publish, withdraw and close rounds; sign players up and check them in."""
    return bool(roles & DESK)


def can_see_emails(roles: Set[Role]) -> bool:
    """See the e-mail addresses of players: the desk, which writes to them."""
    return bool(roles & DESK)


def can_see_audit_log(roles: Set[Role]) -> bool:
    """Read the log of all changes: those who answer for the event."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_report_results(roles: Set[Role]) -> bool:
    """Report a result for any table."""
    return bool(roles & STAFF)


def can_drop_players(roles: Set[Role]) -> bool:
    """Drop a player who leaves: any member of the staff, so that the first one who hears of it can act."""
    return bool(roles & STAFF)


def can_correct_results(roles: Set[Role]) -> bool:
    """Replace a confirmed result by a new version with a reason."""
    return bool(roles & (DESK | {Role.HEAD_JUDGE, Role.DEPUTY_HEAD}))


def can_change_locked_results(roles: Set[Role]) -> bool:
    """Replace or take back a result that both players have accepted, with a reason."""
    return bool(roles & {Role.HEAD_JUDGE, Role.SCOREKEEPER})


class WhyNot(StrEnum):
    """Why a person may not replace or take back a result."""

    NOT_OWN = "not_own"
    LOCKED = "result_locked"
    ROLE = "not_allowed"


def why_not_take_back(roles: Set[Role], *, own: bool, locked: bool) -> WhyNot | None:
    """Why a person with these roles may not take back a result, or None for one who may.

    ``own``: this person reported it. ``locked``: both players have accepted it.
    """
    if not can_report_results(roles):
        return WhyNot.ROLE
    if locked:
        return None if can_change_locked_results(roles) else WhyNot.LOCKED
    return None if own or can_correct_results(roles) else WhyNot.NOT_OWN


def why_not_correct(roles: Set[Role], *, locked: bool) -> WhyNot | None:
    """Why a person with these roles may not replace a confirmed result, or None for one who may."""
    if locked:
        return None if can_change_locked_results(roles) else WhyNot.LOCKED
    return None if can_correct_results(roles) else WhyNot.ROLE


def can_run_clock(roles: Set[Role]) -> bool:
    """Start, pause, resume, add time, call time."""
    return bool(roles & (DESK | {Role.HEAD_JUDGE, Role.DEPUTY_HEAD}))


def can_announce(roles: Set[Role]) -> bool:
    """Make announcements to the hall, end them, and choose what its walls show."""
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


NOT_BY_ROLE = _("Your role at this event does not allow this.")


@dataclass(frozen=True)
class Right:
    """Who may make a change: staff with a role that ``staff`` accepts, and ``players``, each about what is their own.

    ``anybody`` with an account may make it without a role at the event, and with ``visitors`` everyone, signed in or
    not. ``on_template``: also at a template, where nobody plays; ``on_shared`` False: but not at a club's, whose people
    are the club's. ``after_end``: also at an event that is finished or in
    the archive. ``refusal`` is the sentence for all others.
    What a right depends on beyond the roles (whose result, whose match) is checked by the service.
    """

    staff: Callable[[Set[Role]], bool]
    players: bool = False
    anybody: bool = False
    visitors: bool = False
    on_template: bool = False
    on_shared: bool = True
    after_end: bool = False
    refusal: str | Promise = NOT_BY_ROLE


RIGHTS: Mapping[str, Right] = {
    "create_event": Right(can_organise, anybody=True, on_template=True),
    "copy_event": Right(can_organise, anybody=True, on_template=True),
    **dict.fromkeys(["update_event", "set_schedule"], Right(can_organise, on_template=True)),
    **dict.fromkeys(
        [
            "delete_event",
            "set_prizes",
            "set_picture",
            "remove_picture",
        ],
        Right(can_organise, on_template=True, after_end=True),
    ),
    **dict.fromkeys(
        ["grant_role", "revoke_role", "create_staff_account", "set_organisation", "renew_password"],
        Right(can_organise, on_template=True, on_shared=False, after_end=True),
    ),
    **dict.fromkeys(
        [
            "publish_event",
            "unpublish_event",
            "finish_event",  # which says itself that the event is finished
            "reopen_event",
            "archive_event",
            "unarchive_event",
            "leave_hall_day",
            "disqualify_entry",
        ],
        Right(can_organise, after_end=True),
    ),
    **dict.fromkeys(
        [
            "join_hall_day",
            "take_qualifiers",
            "split_event",
            "join_flight",
            "set_event_tables",
            "import_entries",
            "award_byes",
            "override_suspension",
        ],
        Right(can_organise),
    ),
    **dict.fromkeys(
        ["update_entry", "mark_categories", "make_player_links", "revoke_player_links", "mark_paid"],
        Right(can_run_rounds, after_end=True),
    ),
    **dict.fromkeys(
        [
            "add_entry",
            "remove_entry",
            "set_fixed_table",
            "check_in",
            "undo_check_in",
            "return_entry",
            "strike_results",
            "restore_results",
            "pair_round",
            "repair_round",
            "set_seeds",
            "shift_schedule",
            "swap_players",
            "keep_pair",
            "give_table",
            "make_table",
            "move_player",
            "remove_players_gone",
            "back_to_draft",
            "restore_attempt",
            "correct_and_pair_again",
            "publish_round",
            "withdraw_round",
            "close_round",
        ],
        Right(can_run_rounds),
    ),
    **dict.fromkeys(
        ["start_clock", "pause_clock", "resume_clock", "add_time", "call_time", "extend_match", "shorten_match"],
        Right(can_run_clock),
    ),
    **dict.fromkeys(["announce", "end_announcement", "set_wall", "remove_wall"], Right(can_announce, after_end=True)),
    **dict.fromkeys(["accept_sign_ups", "decline_sign_ups", "restore_sign_up"], Right(can_run_rounds)),
    **dict.fromkeys(["open_sign_up", "close_sign_up", "move_sign_up", "send_invitations"], Right(can_organise)),
    **dict.fromkeys(["change_sign_up", "withdraw_sign_up", "accept_invitation"], Right(can_run_rounds, players=True)),
    "renew_link": Right(can_run_rounds, players=True, after_end=True),
    "sign_up": Right(can_run_rounds, visitors=True),
    "check_in_self": Right(can_run_rounds, players=True),
    "drop_entry": Right(can_drop_players, players=True),
    "report_result": Right(can_report_results, players=True),
    "take_back_result": Right(can_report_results),
    "correct_result": Right(can_correct_results, after_end=True),
    "correct_bracket_result": Right(can_correct_results, after_end=True),
}
"""The right that each change needs, by its name in the audit log."""
