"""Why a penalty is suggested, in sentences: ``Slow play for the second time today. Path: RM, W, TP, RL, ML.``"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from judging.policy import Policy, Suggestion, SuggestionReason

Params = dict[str, Any]
"""What a reason's sentence needs, by name."""
COUNTED: dict[str, tuple[Promise, ...]] = {
    "match": (
        gettext_lazy("%(what)s for the first time in this match."),
        gettext_lazy("%(what)s for the second time in this match."),
        gettext_lazy("%(what)s for the third time in this match."),
        gettext_lazy("%(what)s for the fourth time in this match."),
        gettext_lazy("%(what)s for the fifth time in this match."),
        gettext_lazy("%(what)s for the sixth time in this match."),
        gettext_lazy("%(what)s %(n)d times in this match."),
    ),
    "day": (
        gettext_lazy("%(what)s for the first time today."),
        gettext_lazy("%(what)s for the second time today."),
        gettext_lazy("%(what)s for the third time today."),
        gettext_lazy("%(what)s for the fourth time today."),
        gettext_lazy("%(what)s for the fifth time today."),
        gettext_lazy("%(what)s for the sixth time today."),
        gettext_lazy("%(what)s %(n)d times today."),
    ),
    "event": (
        gettext_lazy("%(what)s for the first time in this event."),
        gettext_lazy("%(what)s for the second time in this event."),
        gettext_lazy("%(what)s for the third time in this event."),
        gettext_lazy("%(what)s for the fourth time in this event."),
        gettext_lazy("%(what)s for the fifth time in this event."),
        gettext_lazy("%(what)s for the sixth time in this event."),
        gettext_lazy("%(what)s %(n)d times in this event."),
    ),
}
"""Which time it was, by the period in which the policy counts: from the first to the sixth, then any other."""


def _nth_same(params: Params, policy: Policy) -> str:
    return _nth(policy.infraction(params["infraction"]).name, params)


def _nth_track(params: Params, policy: Policy) -> str:
    return _nth(policy.tracks[policy.infraction(params["infraction"]).track], params)


def _nth_all(params: Params, policy: Policy) -> str:
    return _nth(_("Any infraction"), params)


def _nth(what: str, params: Params) -> str:
    sentences = COUNTED[params["window"]]
    return str(sentences[min(params["n"], len(sentences)) - 1]) % {"what": what, "n": params["n"]}


def _late(params: Params, policy: Policy) -> str:
    seconds = round(params["minutes"] * 60)
    return _("Late by %(minutes)d:%(seconds)02d.") % {"minutes": seconds // 60, "seconds": seconds % 60}


def _provisional(params: Params, policy: Policy) -> str:
    single, several = "%(n)d provisional penalty does not count yet.", "%(n)d provisional penalties do not count yet."
    return ngettext(single, several, params["n"]) % params


REASONS: dict[str, Callable[[Params, Policy], str]] = {
    "nth_same_infraction": _nth_same,
    "nth_same_track": _nth_track,
    "nth_all": _nth_all,
    "minutes_late": _late,
    "provisional_before": _provisional,
    "past_end_of_path": lambda params, policy: _("The end of the path is reached, so its last step applies again."),
    "note_only": lambda params, policy: _("Caught and fixed at once: a note, no penalty."),
    "self_report": lambda params, policy: _("The player reported it: %(penalty)s.") % params,
    "one_game_round": lambda params, policy: (
        _("The match has only one game round: %(penalty)s instead of %(instead_of)s.") % params
    ),
    "one_game_round_again": lambda params, policy: (
        _("The match has only one game round and %(had)s was already issued for this: %(penalty)s.") % params
    ),
    "investigate": lambda params, policy: _("The head judge investigates."),
}


def reason_text(reason: SuggestionReason, policy: Policy) -> str:
    """One reason as a sentence."""
    say = REASONS.get(reason.code)
    return say(dict(reason.params), policy) if say else reason.code


def suggestion_text(suggestion: Suggestion, policy: Policy) -> str:
    """``Slow play for the second time today. Path: RM, W, TP, RL, ML.`` A path of one penalty goes without saying."""
    reasons = [reason_text(reason, policy) for reason in suggestion.reasons]
    if len(suggestion.path) > 1:
        reasons.append(_("Path: %(path)s.") % {"path": ", ".join(suggestion.path)})
    return " ".join(reasons)
