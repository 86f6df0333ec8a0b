"""The question before a round is closed or the next one paired while judges have not finished, and before a round is
closed that strikes results.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.course.labels import round_in_sentence
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Event, Round
from matches.pages.access_views import Roles
from matches.rounds.services.loose_ends import check_appeals, struck_text
from matches.situation import OpenCall
from matches.snapshots.struck_queries import RobinPlayer

SENT_AGAIN = ("stage", "number")
"""The fields of the form that was answered with the question, which its answer sends again."""


def ask_loose_ends(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    round_: Round | None,
    *,
    heading: str,
    submit: str,
    appeals: Refused | None = None,
    calls: Sequence[OpenCall] = (),
    struck: Sequence[RobinPlayer] = (),
) -> HttpResponse:
    """Ask whether to continue. ``appeals`` is the refusal that names the open appeals; ``calls`` are the round's, and
    ``struck`` those whose results closing it strikes.
    """
    if appeals is None and round_ is not None:
        appeals = _open_appeals(event, round_)
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "heading": heading,
        "appeals": appeals,
        "calls": _calls_text(calls) if calls else "",
        "struck": [struck_text(player) for player in struck],
        "submit": submit,
        "action": request.path,
        "sent_again": [(name, request.POST[name]) for name in SENT_AGAIN if name in request.POST],
        "cancel_url": round_url(event, round_) if round_ is not None else "",
    }
    return render(request, "matches/rounds/loose_ends.html", context)


def ask_before_closing(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    round_: Round,
    *,
    appeals: Refused | None = None,
    calls: Sequence[OpenCall] = (),
    struck: Sequence[RobinPlayer] = (),
) -> HttpResponse:
    """Ask whether to close the round although appeals or calls for a judge are open, or although it strikes results."""
    return ask_loose_ends(
        request,
        event,
        roles,
        round_,
        heading=_("Close %(round)s?") % {"round": round_in_sentence(round_)},
        submit=_("Close the round"),
        appeals=appeals,
        calls=calls,
        struck=struck,
    )


def _open_appeals(event: Event, round_: Round) -> Refused | None:
    try:
        check_appeals(event, round=round_, accepted=False)
    except Refused as refused:
        return refused
    return None


def _calls_text(calls: Sequence[OpenCall]) -> str:
    tables = ", ".join(str(call.table) for call in calls)
    text = ngettext(
        "A call for a judge is open at table %(tables)s. It will be closed with the round.",
        "%(count)s calls for a judge are open at tables %(tables)s. They will be closed with the round.",
        len(calls),
    )
    return text % {"count": len(calls), "tables": tables}
