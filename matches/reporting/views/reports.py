"""The scores that players of a score attack have reported, confirmed together."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.course.queries import current_round
from matches.errors import Refused
from matches.models import Event, Result
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.permissions import can_report_results, source_of
from matches.results.queries.results import matches_of_round, score_of, solo_reports
from matches.results.services.results import report_result


@require_POST
@staff_page(can_report_results)
def confirm_reports(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """Confirm the reports that the page showed, each table by itself. One that has changed since is left as it is."""
    round_, shown = current_round(event), set(request.POST.getlist("report"))
    waiting = solo_reports(round_, matches_of_round(round_)) if round_ is not None else []
    stored = sum(_confirmed(request, roles, report) for report in waiting if str(report.pk) in shown)
    if stored:
        message = ngettext("%(count)s score confirmed.", "%(count)s scores confirmed.", stored)
        messages.success(request, message % {"count": stored})
    if left := len(shown) - stored:
        message = ngettext(
            "%(count)s score has changed since you opened the page. Check it again.",
            "%(count)s scores have changed since you opened the page. Check them again.",
            left,
        )
        messages.warning(request, message % {"count": left})
    return redirect("matches:results", event.slug)


def _confirmed(request: PageRequest, roles: Roles, report: Result) -> bool:
    """Whether a report was confirmed; false where somebody stored another result meanwhile."""
    try:
        report_result(
            match=report.match,
            score=score_of(report),
            actor=actor_of(request),
            source=source_of(roles),
            over_reports=False,
        )
    except Refused:
        return False
    return True
