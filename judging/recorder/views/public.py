"""The records that an event publishes: the list, and each replay, for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.recorder.queries.recorded import published_matches, published_record, publishes_records
from judging.recorder.views.report import shared_report
from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.frame.public_views import public_context
from matches.models import Event
from matches.pages.access_views import Roles, public_page
from matches.pages.components import Link, MatchShown
from matches.people.labels.names import name_of
from matches.results.match_views import matches_shown


@dataclass(frozen=True, slots=True)
class RoundOfRecords:
    """The matches of a round whose turns can be replayed."""

    label: str
    matches: list[MatchShown]


@public_page
def records(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/records/``: the matches whose turns can be replayed, the last round first."""
    rounds = [
        RoundOfRecords(round_label(round_), matches_shown(matches, event, None, staff=False, url_name="records:replay"))
        for round_, matches in groupby(published_matches(event), key=lambda match: match.round)
    ]
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True)),
        "rounds": rounds,
        "published": publishes_records(event),
    }
    return render(request, "judging/recorder/records.html", context)


@public_page
def replay(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/records/ID/``: a match step by step, with what the referee says of it."""
    found = published_record(event, pk)
    if found is None:
        raise Http404(_("This record is not public."))
    found.shown_name = lambda player: name_of(player, staff=False, event=event)
    label = round_label(found.match.round)
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True)),
        **shared_report(request, found),
        "crumbs": [Link(_("Records"), reverse("records:records", args=[event.slug]))],
        "lede": _("%(round)s, table %(table)s") % {"round": label, "table": found.match.table},
    }
    return render(request, "judging/recorder/public_replay.html", context)
