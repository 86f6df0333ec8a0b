"""Who may do what in judging: predicates on a person's roles at one event, tested as a truth table.

Who may issue or confirm which penalty is decided by the policy (``judging.policy.authority``). The policy has roles
of its own; ``policy_roles`` gives a person's.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from django.utils.translation import gettext_lazy as _

from judging.enums import TableAct
from judging.policy import authority
from matches.enums import Role
from matches.permissions import JUDGES, STAFF, Right

POLICY_ROLES = {
    Role.FLOOR_JUDGE: authority.FLOOR,
    Role.DEPUTY_HEAD: authority.DEPUTY,
    Role.HEAD_JUDGE: authority.HEAD,
    Role.SCOREKEEPER: "scorekeeper",
}


def policy_roles(roles: Set[Role]) -> frozenset[str]:
    """A person's roles as the policy names them; being an organiser does not make somebody a judge."""
    return frozenset(POLICY_ROLES[role] for role in roles if role in POLICY_ROLES)


def can_see_floor(roles: Set[Role]) -> bool:
    """See the tables, the calls and the log."""
    return bool(roles & STAFF)


def can_log(roles: Set[Role]) -> bool:
    """Log rulings, infractions, time and coverage at a table."""
    return bool(roles & JUDGES)


def can_see_evidence(roles: Set[Role]) -> bool:
    """See incidents with their statements and photos."""
    return bool(roles & (JUDGES | {Role.ORGANISER}))


def can_record(roles: Set[Role]) -> bool:
    """Record the turns of a match."""
    return bool(roles & (JUDGES | {Role.SCOREKEEPER}))


def can_call_judge(roles: Set[Role]) -> bool:
    """Call a judge to a table. Players do so through their personal link."""
    return bool(roles & STAFF)


def can_answer_calls(roles: Set[Role]) -> bool:
    """Claim, escalate and resolve calls."""
    return bool(roles & JUDGES)


def can_head(roles: Set[Role]) -> bool:
    """See the head judge's page and do what it offers."""
    return bool(roles & {Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_rescind(roles: Set[Role]) -> bool:
    """Take a penalty back."""
    return authority.may_rescind(policy_roles(roles))


def can_delegate(roles: Set[Role]) -> bool:
    """Let the deputy decide as the head judge does."""
    return Role.HEAD_JUDGE in roles


def can_set_policy(roles: Set[Role]) -> bool:
    """Choose the profile before the first record."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE})


def can_export_log(roles: Set[Role]) -> bool:
    """Read the whole log with its hashes by the API."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def nobody(roles: Set[Role]) -> bool:
    """What only the program does."""
    return False


RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(
        [
            "extend_time",
            "take_back_extension",
            "resume_play",
            "time_decision",
            *(f"table_{act}" for act in TableAct if act != TableAct.STOPWATCH),
        ],
        Right(can_log, refusal=_("Only a judge of this event does this.")),
    ),
    **dict.fromkeys(
        ["log_incident", "log_ruling", "undo_ruling"],
        Right(can_log, refusal=_("Only a judge of this event logs a ruling.")),
    ),
    **dict.fromkeys(
        ["take_statement", "join_incident", "attach_photo", "take_sheet"],
        Right(can_log, refusal=_("Only a judge of this event adds to an incident.")),
    ),
    "delete_attachments": Right(nobody, refusal=_("Photos are deleted when the time for which they are kept is over.")),
    **dict.fromkeys(
        ["log_infraction", "undo_infraction"],
        Right(can_log, refusal=_("Only a judge of this event logs an infraction.")),
    ),
    **dict.fromkeys(
        [
            "start_record",
            "read_in_record",
            "write_token",
            "count_banks",
            "undo_token",
            "correct_token",
            "begin_game_round",
            "take_over_record",
            "choose_record",
        ],
        Right(can_record, refusal=_("Only a judge or a scorekeeper of this event records turns.")),
    ),
    **dict.fromkeys(
        ["log_finding", "dismiss_finding"],
        Right(can_log, refusal=_("Only a judge of this event deals with findings.")),
    ),
    "issue_penalty": Right(can_log, refusal=_("Only a judge of this event gives a penalty.")),
    "file_appeal": Right(
        can_log, players=True, refusal=_("An appeal is filed by a judge or by a player at the table.")
    ),
    "acknowledge_result": Right(
        can_log, players=True, refusal=_("A result is accepted by its players, or by a judge who has the signed sheet.")
    ),
    **dict.fromkeys(
        ["claim_call", "escalate_call", "resolve_call"],
        Right(can_answer_calls, refusal=_("Only a judge of this event answers a call.")),
    ),
    "confirm_penalty": Right(can_head, refusal=_("A higher judge must confirm this penalty.")),
    "change_penalty": Right(can_head, refusal=_("Only the head judge changes a penalty.")),
    "apply_penalty": Right(can_head, refusal=_("The head judge or a deputy carries this out.")),
    "keep_both": Right(can_head, refusal=_("Only the head judge or a deputy decides this.")),
    "withdraw_ruling": Right(can_head, refusal=_("Only the head judge or a deputy takes a ruling back.")),
    "rescind_penalty": Right(can_rescind, refusal=_("Only the head judge takes a penalty back.")),
    "decide_appeal": Right(can_log, refusal=_("The head judge decides appeals.")),
    "call_judge": Right(can_call_judge, players=True),
    "start_policy": Right(can_set_policy, refusal=_("The organiser or the head judge chooses the policy.")),
    "delegate_to_deputy": Right(can_delegate, refusal=_("Only the head judge delegates.")),
}
"""The right that each change needs. The policy decides further who may give, confirm or change which penalty, and who
decides an appeal (``judging.policy.authority``); a judge of any role may note that a player withdraws one."""
