"""What a judge is asked about before a record is stored: a match that is over, a fault that a colleague logged."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.models import Infraction
from judging.records.forms import RecordForm
from judging.rulings.queries.penalties import DUPLICATE_WINDOW, penalty_states
from matches.audit.services import Actor
from matches.enums import RoundStatus
from matches.models import Entry, Match, Round


def match_doubts(match: Match) -> list[str]:
    """Why a ruling may be meant for another match: its round is withdrawn, a draft again, or closed."""
    round_ = match.round
    params = {"round": round_.number}
    if round_.status == RoundStatus.WITHDRAWN:
        paired_again = Round.objects.filter(stage=round_.stage_id, number=round_.number, attempt__gt=round_.attempt)
        if paired_again.exists():
            return [_("Round %(round)s was paired again. This match belongs to the old pairings.") % params]
        return [_("Round %(round)s was withdrawn. This match will not be played.") % params]
    if round_.status == RoundStatus.DRAFT:
        return [_("Round %(round)s is a draft again. Its pairings can still change.") % params]
    if round_.status == RoundStatus.CLOSED:
        return [_("Round %(round)s is closed. The players may be at another table now.") % params]
    return []


def twin_doubts(match: Match, entry: Entry, code: str, actor: Actor, at: datetime) -> list[str]:
    """The same fault of the player at this table, logged by another judge within the last three minutes."""
    rows = list(
        Infraction.objects.filter(match=match, entry=entry, code=code, server_time__gte=at - DUPLICATE_WINDOW)
        .exclude(judge=actor.user)
        .select_related("judge")
        .order_by("-sequence")
    )
    if not rows:
        return []
    states = penalty_states(rows)
    found = []
    for row in rows:
        if states[row.pk].status == "rescinded":
            continue
        params = {"judge": row.judge or "–", "player": entry.unique_name}
        minutes = int((at - row.server_time).total_seconds() // 60)
        if minutes < 1:
            found.append(_("%(judge)s logged this infraction for %(player)s less than a minute ago.") % params)
            continue
        text = ngettext(
            "%(judge)s logged this infraction for %(player)s %(minutes)d minute ago.",
            "%(judge)s logged this infraction for %(player)s %(minutes)d minutes ago.",
            minutes,
        )
        found.append(text % {**params, "minutes": minutes})
    return list(dict.fromkeys(found))  # several in one minute are said once


def is_answered(request: HttpRequest, form: RecordForm, doubts: list[str]) -> bool:
    """Whether a valid form may be stored: there are no doubts, or the judge goes on all the same."""
    if not doubts or request.POST.get("anyway") == "1":
        return True
    form.add_error(None, _("Check the warning above the button, then submit again."))
    return False
