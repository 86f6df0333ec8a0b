"""Labels for the codes of rulings, and the texts of records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from judging.durations import duration
from judging.enums import PenaltyAct
from judging.models import (
    AppealStep,
    Attachment,
    Call,
    CallStep,
    Incident,
    Infraction,
    PenaltyEvent,
    Record,
    Ruling,
    TableEvent,
    TimeExtension,
)
from judging.policies.term_labels import penalty_name
from judging.policy import Policy
from judging.rulings.queries.penalties import JOINED, RESULT_MATTER, STATEMENT, TURNS_MATTER

OUTCOMES: dict[str, Promise] = {
    "other": gettext_lazy("Other"),
    "withdrawn": gettext_lazy("Rescinded"),
    "both_stand": gettext_lazy("Both records stand"),
}
"""Outcomes that any ruling can have; the policy lists those of a matter."""
MATTERS: dict[str, Promise] = {
    "duplicate": gettext_lazy("Possible duplicate"),
    "result": gettext_lazy("Result changed on appeal"),
    STATEMENT: gettext_lazy("Statement"),
    JOINED: gettext_lazy("Belongs to the incident"),
    TURNS_MATTER: gettext_lazy("Turns recorded on several devices"),
}
TURNS: dict[str, Promise] = {
    "begun": gettext_lazy("record %(number)s does not count yet"),
    "counts": gettext_lazy("record %(number)s counts"),
}
PENALTY_ACTS: dict[str, Promise] = {
    PenaltyAct.ISSUED: gettext_lazy("%(penalty)s issued"),
    PenaltyAct.CONFIRMED: gettext_lazy("%(penalty)s confirmed"),
    PenaltyAct.CHANGED: gettext_lazy("Changed to: %(penalty)s"),
    PenaltyAct.RESCINDED: gettext_lazy("%(penalty)s rescinded"),
    PenaltyAct.APPLIED: gettext_lazy("%(penalty)s applied"),
}
PROVISIONAL = gettext_lazy("%(penalty)s (provisional)")
STATED_BY: dict[str, Promise] = {
    "player": gettext_lazy("a player"),
    "judge": gettext_lazy("the judge"),
    "witness": gettext_lazy("a witness"),
}
INCIDENTS: dict[str, Promise] = {
    "": gettext_lazy("Incident"),
    "deck_check": gettext_lazy("Deck check"),
    "sheet": gettext_lazy("Paper sheet"),
}
"""Incidents by their ``finding``; any other is the referee's."""
LIMITS: dict[str, Promise] = {
    "pause": gettext_lazy("the length of the pause"),
    "left_when_pause_began": gettext_lazy("capped at the time left when play was paused"),
    "table_cap": gettext_lazy("capped at the maximum for a table"),
    "by_hand": gettext_lazy("entered by hand"),
    "time_penalty": gettext_lazy("from a time penalty"),
}


def give_label(policy: Policy, code: str) -> str:
    """The label of the button that gives a penalty: ``Issue: Warning``."""
    if policy.level(code) == 0:
        return _("Log without a penalty")
    return _("Issue: %(penalty)s") % {"penalty": penalty_name(policy, code)}


def comment_text(needed: int, *, deviates: bool) -> str:
    """Why a penalty needs a comment of ``needed`` characters."""
    if needed > 1:
        return ngettext("Enter at least %d character.", "Enter at least %d characters.", needed) % needed
    if deviates:
        return _("Explain why this is not the suggested penalty.")
    return _("A penalty above a warning needs a comment.")


def outcome_label(matter: str, outcome: str, policy: Policy) -> str:
    """The label of a ruling's outcome. An outcome in a judge's own words is returned unchanged."""
    if matter == RESULT_MATTER:
        return outcome.split(" → ")[-1]
    if matter == STATEMENT:
        return str(STATED_BY.get(outcome, outcome))
    if matter == JOINED:
        return _("no. %(number)s") % {"number": outcome}
    if matter == TURNS_MATTER:
        state, _space, number = outcome.partition(" ")
        return str(TURNS[state]) % {"number": number} if state in TURNS else outcome
    labels = policy.matters[matter].outcome_labels if matter in policy.matters else {}
    return str(labels.get(outcome) or OUTCOMES.get(outcome, outcome))


def matter_label(matter: str, policy: Policy) -> str:
    """The label of a ruling's matter, which is the label of its button."""
    return str(MATTERS.get(matter) or policy.button_label(matter))


def _infraction_text(record: Infraction, policy: Policy) -> str:
    name = policy.infraction(record.code).name if policy.has_infraction(record.code) else record.code
    return _("%(player)s: %(name)s (%(code)s)") % {
        "player": record.entry.unique_name,
        "name": name,
        "code": record.code,
    }


def _penalty_text(record: PenaltyEvent, policy: Policy) -> str:
    text = PROVISIONAL if record.provisional else PENALTY_ACTS[record.act]
    return str(text) % {"penalty": penalty_name(policy, record.penalty)}


def _ruling_text(record: Ruling, policy: Policy) -> str:
    if record.matter == STATEMENT and record.concerns is not None:
        return _("Statement: %(name)s") % {"name": record.concerns.unique_name}
    return f"{matter_label(record.matter, policy)}: {outcome_label(record.matter, record.outcome, policy)}"


def _extension_text(record: TimeExtension, policy: Policy) -> str:
    if record.corrects_id is not None:
        return _("Extension %(time)s rescinded") % {"time": f"+{duration(record.seconds)}"}
    time, why = f"+{duration(record.seconds)}", LIMITS.get(record.limited_by)
    if why is None:
        return _("Extension %(time)s") % {"time": time}
    return _("Extension %(time)s (%(why)s)") % {"time": time, "why": why}


def _table_text(record: TableEvent, policy: Policy) -> str:
    if record.seconds is None:
        return str(record.get_act_display())
    name = record.entry.unique_name if record.entry else ""
    return _("Decision by %(name)s: %(seconds)d s (limit %(box)d s)") % {
        "name": name,
        "seconds": record.seconds,
        "box": record.time_box,
    }


def _call_text(record: Call, policy: Policy) -> str:
    return _("Judge called: %(about)s") % {"about": record.about} if record.about else _("Judge called")


TEXTS: dict[str, Callable[[Any, Policy], str]] = {
    "infraction": _infraction_text,
    "penalty": _penalty_text,
    "ruling": _ruling_text,
    "extension": _extension_text,
    "table": _table_text,
    "call": _call_text,
    "call_step": lambda record, policy: _call_step_text(record),
    "appeal": lambda record, policy: _("Appeal: %(statement)s") % {"statement": record.statement},
    "appeal_step": lambda record, policy: _appeal_step_text(record),
    "acknowledgement": lambda record, policy: _acknowledged_text(record),
    "incident": lambda record, policy: incident_text(record),
    "attachment": lambda record, policy: _photo_text(record),
}


def incident_label(record: Incident) -> str:
    """The kind of an incident, with its number in the log: ``Deck check no. 12``."""
    kind = INCIDENTS.get(record.finding, INCIDENTS[""])
    return _("%(kind)s no. %(number)s") % {"kind": kind, "number": record.sequence}


def incident_text(record: Incident) -> str:
    """What happened, after the kind of the incident."""
    label = record.summary or ("" if record.finding in INCIDENTS else record.finding)
    kind = str(INCIDENTS.get(record.finding, INCIDENTS[""]))
    return f"{kind}: {label}" if label else kind


def _photo_text(record: Attachment) -> str:
    return _("Photo, %(size)d KB") % {"size": -(-record.size // 1024)}


def _call_step_text(record: CallStep) -> str:
    return _("Call: %(step)s") % {"step": record.get_step_display()}


def _appeal_step_text(record: AppealStep) -> str:
    return _("Appeal: %(state)s") % {"state": record.get_state_display()}


def _acknowledged_text(record: Any) -> str:
    name = record.entry.unique_name
    if record.under_protest:
        return _("%(name)s accepts the result under protest") % {"name": name}
    return _("%(name)s accepts the result") % {"name": name}


def record_text(record: Record, policy: Policy) -> str:
    """The text of a record in one line, according to its kind."""
    return TEXTS[record.kind](record, policy)
