"""Why a penalty is suggested, in words: ``Slow play, second time today; path RM, W, TP, RL, ML.``"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.policies.term_labels import WINDOWS, which_time
from judging.policy import Policy, Suggestion, SuggestionReason

Params = dict[str, Any]
"""What a reason's sentence needs, by name."""


def _nth_same(params: Params, policy: Policy) -> str:
    return _nth(policy.infraction(params["infraction"]).name, params)


def _nth_track(params: Params, policy: Policy) -> str:
    return _nth(policy.tracks[policy.infraction(params["infraction"]).track], params)


def _nth_all(params: Params, policy: Policy) -> str:
    return _nth(_("Any infraction"), params)


def _nth(what: str, params: Params) -> str:
    window = WINDOWS.get(params["window"], "")
    return _("%(what)s, %(time)s %(window)s") % {"what": what, "time": which_time(params["n"]), "window": window}


def _late(params: Params, policy: Policy) -> str:
    seconds = round(params["minutes"] * 60)
    return _("Late by %(minutes)d:%(seconds)02d") % {"minutes": seconds // 60, "seconds": seconds % 60}


def _provisional(params: Params, policy: Policy) -> str:
    one, more = "%(n)d provisional penalty does not count yet", "%(n)d provisional penalties do not count yet"
    return ngettext(one, more, params["n"]) % params


REASONS: dict[str, Callable[[Params, Policy], str]] = {
    "nth_same_infraction": _nth_same,
    "nth_same_track": _nth_track,
    "nth_all": _nth_all,
    "minutes_late": _late,
    "provisional_before": _provisional,
    "past_end_of_path": lambda params, policy: _("end of the path reached, so its last step applies again"),
    "note_only": lambda params, policy: _("Caught and fixed at once: a note, no penalty"),
    "self_report": lambda params, policy: _("the player reported it: %(penalty)s") % params,
    "one_game_round": lambda params, policy: (
        _("the match has only one game round: %(penalty)s instead of %(instead_of)s") % params
    ),
    "one_game_round_again": lambda params, policy: (
        _("the match has only one game round and %(had)s was already issued for this: %(penalty)s") % params
    ),
    "investigate": lambda params, policy: _("the head judge investigates"),
}


def reason_text(reason: SuggestionReason, policy: Policy) -> str:
    """One reason as a phrase."""
    say = REASONS.get(reason.code)
    return say(dict(reason.params), policy) if say else reason.code


def suggestion_text(suggestion: Suggestion, policy: Policy) -> str:
    """``Slow play, second time today; path RM, W, TP, RL, ML.``"""
    parts = [reason_text(reason, policy) for reason in suggestion.reasons]
    path = _("path %(path)s") % {"path": ", ".join(suggestion.path)}
    text = "; ".join([*parts, path])
    return f"{text[:1].upper()}{text[1:]}."
