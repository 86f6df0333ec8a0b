"""The suggested penalty: ``path[min(n, length) - 1]``, with n counted as the policy says, and the reasons for it.

A suggestion issues nothing: a person does, and both are stored.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import msgspec

from judging.policy.policy import Policy
from judging.policy.structs import NO_PENALTY, REMINDER, ROUND_LOSS, InfractionRule, OneRoundRule


class Offence(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier infraction of the player. ``penalty`` is "" while no penalty has been given for it."""

    infraction: str
    penalty: str
    match: str | None
    day: date
    note_only: bool = False
    rescinded: bool = False
    provisional: bool = False


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how the fault happened. ``minutes_late`` matters for infractions that count by minutes."""

    match: str | None
    day: date
    note_only: bool = False
    self_report: bool = False
    minutes_late: float | None = None
    one_game_round: bool = False


class SuggestionReason(msgspec.Struct, frozen=True):
    """A reason for the suggestion, as a code with parameters; pages make a sentence of it."""

    code: str
    params: Mapping[str, str | int | float] = {}


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """The ``penalty`` for the ``n``-th offence; ``confirm`` is a role that must confirm in addition, or ""."""

    penalty: str
    n: int
    path: tuple[str, ...]
    reasons: tuple[SuggestionReason, ...]
    confirm: str = ""


class _Step(msgspec.Struct):
    """A suggestion being made."""

    penalty: str
    reasons: list[SuggestionReason]
    confirm: str = ""


def suggest(policy: Policy, code: str, record_of_player: Sequence[Offence], context: Context) -> Suggestion:
    """The suggested penalty for a fault, given the player's earlier infractions.

    Raises KeyError for an unknown infraction, and ValueError if minutes are needed and missing or below 0.
    """
    infraction = policy.infraction(code)
    on_path = [offence for offence in record_of_player if _is_on_path(policy, infraction, offence, context)]
    before = [offence for offence in on_path if is_effective(policy, offence)]
    n = _step_after(infraction.starts, context.minutes_late) if infraction.by_minutes else len(before) + 1
    step = _Step(penalty=infraction.path[min(n, len(infraction.path)) - 1], reasons=[])
    step.reasons.append(_ordinal(infraction, n, context))
    if len(before) < len(on_path) and not infraction.by_minutes:
        step.reasons.append(SuggestionReason("provisional_before", {"n": len(on_path) - len(before)}))
    if n > len(infraction.path):
        step.reasons.append(SuggestionReason("past_end_of_path", {"steps": len(infraction.path)}))
    if context.note_only:
        step = _Step(penalty=NO_PENALTY, reasons=[SuggestionReason("note_only")])
    elif context.self_report:
        _self_reported(policy, infraction, n, step)
    if step.penalty == ROUND_LOSS and context.one_game_round:
        _one_game_round(policy, infraction, before, step)
    if infraction.investigate:
        step.reasons.append(SuggestionReason("investigate"))
    return Suggestion(
        penalty=step.penalty, n=n, path=infraction.path, reasons=tuple(step.reasons), confirm=step.confirm
    )


def is_effective(policy: Policy, offence: Offence) -> bool:
    """Whether an offence counts: issued or confirmed, not rescinded, not only a note, with a penalty that counts."""
    return _would_count(policy, offence) and not offence.provisional


def _would_count(policy: Policy, offence: Offence) -> bool:
    """Whether an offence counts, or will when its provisional penalty is confirmed."""
    if not offence.penalty or offence.rescinded or offence.note_only:
        return False
    return policy.penalty(offence.penalty).counts


def _is_on_path(policy: Policy, infraction: InfractionRule, offence: Offence, context: Context) -> bool:
    return (
        _would_count(policy, offence)
        and _in_scope(policy, infraction, offence)
        and _in_window(infraction.window, offence, context)
        and _reminder_counts(infraction, offence, context)
    )


def _in_scope(policy: Policy, infraction: InfractionRule, offence: Offence) -> bool:
    if infraction.scope == "all":
        return True
    if infraction.scope == "same_track":
        return policy.has_infraction(offence.infraction) and (
            policy.infraction(offence.infraction).track == infraction.track
        )
    return offence.infraction == infraction.code


def _in_window(window: str, offence: Offence, context: Context) -> bool:
    if window == "match":
        return offence.match is not None and offence.match == context.match
    return window == "event" or offence.day == context.day


def _reminder_counts(infraction: InfractionRule, offence: Offence, context: Context) -> bool:
    """Whether a reminder counts; with ``reminders_count_only_within``, only inside that window."""
    window = infraction.reminders_count_only_within
    return not window or offence.penalty != REMINDER or _in_window(window, offence, context)


def _step_after(starts: Sequence[float], late: float | None) -> int:
    """The step, from 1, for ``late`` minutes; a step applies only after its time, not exactly at it."""
    if late is None or math.isnan(late) or late < 0:
        raise ValueError("this infraction needs minutes_late, 0 or more")
    return 1 + sum(1 for start in starts[1:] if late > start)


def _ordinal(infraction: InfractionRule, n: int, context: Context) -> SuggestionReason:
    if infraction.by_minutes:
        return SuggestionReason("minutes_late", {"minutes": context.minutes_late or 0})
    return SuggestionReason(
        f"nth_{infraction.scope}", {"n": n, "window": infraction.window, "infraction": infraction.code}
    )


def _self_reported(policy: Policy, infraction: InfractionRule, n: int, step: _Step) -> None:
    milder = infraction.first_if_self_reported
    if n == 1 and milder and policy.level(milder) < policy.level(step.penalty):
        step.penalty = milder
        step.reasons.append(SuggestionReason("self_report", {"penalty": milder}))


def _one_game_round(policy: Policy, infraction: InfractionRule, before: Iterable[Offence], step: _Step) -> None:
    """In a match of one game round, replace a round loss: by a time penalty first, after that by a match loss."""
    rule: OneRoundRule | None = policy.penalty(ROUND_LOSS).if_match_is_one_game_round
    if rule is None:
        return
    had = any(offence.infraction == infraction.code and offence.penalty == rule.use for offence in before)
    step.penalty = rule.after_it if had else rule.use
    step.confirm = rule.confirm if had else ""
    code = "one_game_round_again" if had else "one_game_round"
    step.reasons.append(SuggestionReason(code, {"penalty": step.penalty, "instead_of": ROUND_LOSS, "had": rule.use}))


def next_penalty(policy: Policy, code: str, record_of_player: Sequence[Offence], context: Context) -> str:
    """The penalty that the next offence of this kind would get, to see who is near an upgrade.

    For an infraction that counts by minutes this is the first step, because repeats do not change it.
    """
    if policy.infraction(code).by_minutes:
        return policy.infraction(code).path[0]
    return suggest(policy, code, record_of_player, context).penalty
