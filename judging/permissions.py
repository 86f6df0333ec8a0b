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
from matches.permissions import JUDGES, STAFF, Right, can_organise, can_run_clock

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


def can_feature(roles: Set[Role]) -> bool:
    """Choose the matches that everybody can watch: the desk, the head judge and deputies."""
    return can_run_clock(roles)


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


def can_plan_floor(roles: Set[Role]) -> bool:
    """Make zones of tables, post judges there and plan the rota."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def can_export_log(roles: Set[Role]) -> bool:
    """Read the whole log with its hashes by the API."""
    return bool(roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.DEPUTY_HEAD})


def nobody(roles: Set[Role]) -> bool:
    """What only the program does."""
    return False


NOT_FEATURING = _("Only the desk, the head judge or a deputy can choose the matches shown live.")

RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(
        ["extend_time", "take_back_extension", "resume_play"],
        Right(can_log, refusal=_("Only judges of this event can do this.")),
    ),
    **dict.fromkeys(
        ["time_decision", *(f"table_{act}" for act in TableAct if act != TableAct.STOPWATCH)],
        Right(can_log, after_end=True, refusal=_("Only judges of this event can do this.")),
    ),
    **dict.fromkeys(
        ["log_incident", "log_ruling", "undo_ruling"],
        Right(can_log, after_end=True, refusal=_("Only judges of this event can log rulings.")),
    ),
    **dict.fromkeys(
        ["take_statement", "join_incident", "attach_photo", "take_sheet"],
        Right(can_log, after_end=True, refusal=_("Only judges of this event can add to an incident.")),
    ),
    "delete_attachments": Right(
        nobody, refusal=_("Photos are deleted automatically at the end of their storage period.")
    ),
    **dict.fromkeys(
        ["log_infraction", "undo_infraction"],
        Right(can_log, after_end=True, refusal=_("Only judges of this event can log infractions.")),
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
        Right(can_record, after_end=True, refusal=_("Only judges and scorekeepers of this event can record turns.")),
    ),
    **dict.fromkeys(
        ["log_finding", "dismiss_finding"],
        Right(can_log, after_end=True, refusal=_("Only judges of this event can review findings.")),
    ),
    **dict.fromkeys(
        ["make_stream_key", "revoke_stream_key"],
        Right(
            can_organise, after_end=True, refusal=_("Only the organiser can create or revoke the stream’s addresses.")
        ),
    ),
    **dict.fromkeys(["feature_match", "put_match_first"], Right(can_feature, refusal=NOT_FEATURING)),
    **dict.fromkeys(["unfeature_match", "show_on_stream"], Right(can_feature, after_end=True, refusal=NOT_FEATURING)),
    "issue_penalty": Right(can_log, after_end=True, refusal=_("Only judges of this event can issue penalties.")),
    "file_appeal": Right(
        can_log, players=True, after_end=True, refusal=_("Only a judge or a player at the table can file an appeal.")
    ),
    "acknowledge_result": Right(
        can_log,
        players=True,
        after_end=True,
        refusal=_("A result can be accepted only by its players, or by a judge who has the signed sheet."),
    ),
    **dict.fromkeys(
        ["claim_call", "escalate_call", "resolve_call"],
        Right(can_answer_calls, after_end=True, refusal=_("Only judges of this event can answer calls.")),
    ),
    "confirm_penalty": Right(can_head, after_end=True, refusal=_("A more senior judge must confirm this penalty.")),
    "change_penalty": Right(can_head, after_end=True, refusal=_("Only the head judge can change a penalty.")),
    "apply_penalty": Right(can_head, after_end=True, refusal=_("Only the head judge or a deputy can apply this.")),
    "keep_both": Right(can_head, after_end=True, refusal=_("Only the head judge or a deputy can decide this.")),
    "withdraw_ruling": Right(
        can_head, after_end=True, refusal=_("Only the head judge or a deputy can rescind a ruling.")
    ),
    "rescind_penalty": Right(can_rescind, after_end=True, refusal=_("Only the head judge can rescind a penalty.")),
    "decide_appeal": Right(can_log, after_end=True, refusal=_("Only the head judge can decide appeals.")),
    "call_judge": Right(can_call_judge, players=True),
    **dict.fromkeys(
        ["set_zone", "remove_zone", "post_judge", "set_shift", "remove_shift"],
        Right(can_plan_floor, refusal=_("Only the head judge, a deputy or the organiser can plan the floor.")),
    ),
    "set_duty": Right(can_log, refusal=_("Only judges of this event can do this.")),
    "start_policy": Right(can_set_policy, refusal=_("Only the organiser or the head judge can choose the policy.")),
    "delegate_to_deputy": Right(can_delegate, after_end=True, refusal=_("Only the head judge can delegate.")),
}
"""The right that each change needs. The policy decides further who may give, confirm or change which penalty, and who
decides an appeal (``judging.policy.authority``); a judge of any role may note that a player withdraws one."""
