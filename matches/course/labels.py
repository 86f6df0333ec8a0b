"""The names of rounds, and what state they are in."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.course.bracket_labels import play_round_name, pod_cut_round_name
from matches.enums import RoundStatus
from matches.models import Round
from matches.pairing.bracket import BracketKind

STATES = {
    RoundStatus.DRAFT: gettext_lazy("Round %(number)s is a draft."),
    RoundStatus.PUBLISHED: gettext_lazy("Round %(number)s is published."),
    RoundStatus.RUNNING: gettext_lazy("Round %(number)s is running."),
    RoundStatus.TIME_CALLED: gettext_lazy("Time has been called in round %(number)s."),
    RoundStatus.CLOSED: gettext_lazy("Round %(number)s is closed."),
    RoundStatus.WITHDRAWN: gettext_lazy("Round %(number)s has been withdrawn."),
}


def state_text(round_: Round) -> str:
    """``Time has been called in round 3.``: why an act on a round is refused."""
    return STATES[RoundStatus(round_.status)] % {"number": round_.number}


def round_name(number: int) -> str:
    """``Round 4``."""
    return _("Round %(number)s") % {"number": number}


def round_label(round_: Round) -> str:
    """``Round 4``; in a bracket ``Quarter-finals`` or ``Winners’ round 2, losers’ round 1``."""
    return _round_label(round_, in_sentence=False)


def round_in_sentence(round_: Round) -> str:
    """What follows a verb or a preposition: ``Round 4``; in a bracket ``the quarter-finals``."""
    return _round_label(round_, in_sentence=True)


def _round_label(round_: Round, *, in_sentence: bool) -> str:
    if round_.stage.has_open_field:
        return round_name(round_.number)
    if field := round_.pairing.get("field"):
        size, number, total = len(field), round_.pairing["round"], round_.pairing["of"]
        return pod_cut_round_name(size, number, total, in_sentence=in_sentence)
    keys, size = round_.pairing.get("keys"), round_.pairing.get("size")
    if round_.stage.is_bracket and keys and size:
        return play_round_name(BracketKind(round_.stage.kind), size, keys, in_sentence=in_sentence)
    return _("%(stage)s, round %(number)s") % {"stage": round_.stage.get_kind_display(), "number": round_.number}
