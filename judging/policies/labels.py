"""The values of a policy in words, and what a change means: *third hand limit: round loss*."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.models import EventPolicy
from judging.policies.shipped_queries import default_data
from judging.policies.term_labels import ROLES, WINDOWS, penalty_name, which_time
from judging.policy import Policy
from judging.policy.editing import PATH, Difference, differences
from matches.models import Event

NAMES: dict[str, Promise] = {
    "path": gettext_lazy("Penalty path"),
    "scope": gettext_lazy("What counts as a repeat"),
    "window": gettext_lazy("Counting period"),
    "first_if_self_reported": gettext_lazy("Treat as first time if the player reports it"),
    "issue": gettext_lazy("Issued by"),
    "confirm": gettext_lazy("Confirmed by"),
    "effect.turn_seconds": gettext_lazy("Seconds per turn"),
    "effect.table_extension_minutes": gettext_lazy("Extra minutes for the table"),
}
SCOPES: dict[str, Promise] = {
    "same_infraction": gettext_lazy("the same infraction"),
    "same_track": gettext_lazy("any infraction of its kind"),
    "all": gettext_lazy("any infraction"),
}


def value_label(name: str) -> str:
    """A value's name: ``Path of penalties``; of the game's own values, their key in words."""
    if name.startswith("minutes."):
        return _("Minutes late for %(penalty)s") % {"penalty": name.removeprefix("minutes.")}
    return str(NAMES.get(name) or name.replace("_", " ").replace(".", ", ").capitalize())


def option_label(option: str) -> str:
    """One of a value's options."""
    return str(SCOPES.get(option) or WINDOWS.get(option) or ROLES.get(option) or option.replace("_", " "))


def group_label(group: str, policy: Policy) -> str:
    """The part of the policy: ``Hand limit exceeded (CODE)``, ``Time penalty (TP)``, ``Time``."""
    kind, _dot, code = group.partition(".")
    if kind == "infractions" and policy.has_infraction(code):
        return f"{policy.infraction(code).name} ({code})"
    if kind == "penalties":
        return f"{penalty_name(policy, code)} ({code})"
    return group.replace("_", " ").capitalize()


def value_text(value: Any, policy: Policy) -> str:
    """A value as text: a path with the codes of its penalties."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return option_label(value) if isinstance(value, str) else str(value)


def difference_texts(difference: Difference, policy: Policy) -> list[str]:
    """What a difference means: for a path, each step that is another one now."""
    group, _dot, name = difference.path.rpartition(".")
    if name == PATH and isinstance(difference.value, list) and isinstance(difference.profile, list):
        what = group_label(group, policy)
        longest = max(len(difference.value), len(difference.profile))
        steps = [(n, _at(difference.value, n), _at(difference.profile, n)) for n in range(1, longest + 1)]
        return [
            _("%(what)s, %(time)s: %(penalty)s (profile: %(was)s)")
            % {
                "what": what,
                "time": which_time(n),
                "penalty": penalty_name(policy, now),
                "was": penalty_name(policy, was),
            }
            for n, now, was in steps
            if now != was
        ]
    where = [group_label(part, policy) for part in (_group_of(difference.path),) if part]
    label = value_label(difference.path.removeprefix(f"{_group_of(difference.path)}."))
    params = {"what": ", ".join([*where, label]), "now": value_text(difference.value, policy)}
    return [_("%(what)s: %(now)s (profile: %(was)s)") % (params | {"was": value_text(difference.profile, policy)})]


def policy_differences(data: dict[str, Any], profile: str, overrides: dict[str, Any], policy: Policy) -> list[str]:
    """The sentences for everything that an event chose otherwise than its profile."""
    return [
        text for difference in differences(data, profile, overrides) for text in difference_texts(difference, policy)
    ]


def differences_of(event: Event, policy: Policy) -> list[str]:
    """What the event's own policy has otherwise than its profile: one query."""
    row = EventPolicy.objects.filter(event=event).values_list("profile", "overrides").first()
    return policy_differences(default_data(event.game), *row, policy) if row is not None and row[1] else []


def _at(path: list[str], n: int) -> str:
    return path[min(n, len(path)) - 1]


def _group_of(path: str) -> str:
    """``infractions.CODE`` of ``infractions.CODE.scope``, ``time`` of ``time.x``, "" of a short name."""
    parts = path.split(".")
    return ".".join(parts[:2]) if parts[0] in ("infractions", "penalties") else parts[0] if len(parts) > 1 else ""
