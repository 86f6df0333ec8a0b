"""Saves the result of one table for the line at the desk and for the sheet of a table, and says what was saved."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.enums import ResultStatus
from matches.errors import Refused
from matches.models import Event, Match, Result
from matches.pages.access_views import PageRequest, Roles, actor_of
from matches.permissions import source_of, why_not_correct
from matches.reporting.views.lines import ask_about, read_result
from matches.results.kinds.registry import labels_of
from matches.results.queries.results import Doubt, confirmed, score_of
from matches.results.services.results import report_result


def store(
    request: PageRequest, event: Event, roles: Roles, match: Match, rest: str, overrides: frozenset[str]
) -> Result:
    """Save the line of a table without its number. Raises Refused: a question, or what is wrong with it."""
    score, pot, reason = read_result(event, match, rest)
    ask_about(event, match, score, overrides)
    return report_result(
        match=match,
        score=score,
        pot=pot,
        reason=reason,
        actor=actor_of(request),
        source=source_of(roles),
        over_reports="report_differs" in overrides,
    )


def stored_text(match: Match, event: Event) -> str:
    """What was stored: ``Table 2: Ada 2–1 Bo``, ``Table 2: Bo beats Ada, no-show``, or a pod's players, best first."""
    result = confirmed(match)
    names = [seat.entry.unique_name for seat in match.seats.all()]
    if result is None:
        return ""
    score = score_of(result)
    return labels_of(score).saved(match.table, score, event, names)


def faster_text(match: Match, refused: Refused) -> str:
    """Who has saved the other result because of which this one was refused; "" for any other refusal."""
    known = match.results.filter(status=ResultStatus.CONFIRMED).select_related("reported_by_user").first()
    if known is None or refused.code != "result_differs":
        return ""
    at = date_format(timezone.localtime(known.reported_at), "H:i")
    if known.reported_by_user is None:
        return _("It came in at %(time)s. Your result was not saved.") % {"time": at}
    words = {"who": known.reported_by_user, "time": at}
    return _("%(who)s saved it at %(time)s. Your result was not saved.") % words


def at_the_table(match: Match, roles: Roles, refused: Refused) -> str:
    """The label of the button that leads to the table's page, where a reason can be given; "" if that does not help."""
    if refused.code == "round_loss":
        return _("Give a reason …")
    if refused.code == "result_differs" and _may_correct(match, roles):
        return _("Correct it …")
    return ""


def _may_correct(match: Match, roles: Roles) -> bool:
    """Whether this person may replace the confirmed result of a match."""
    known = match.results.filter(status=ResultStatus.CONFIRMED).first()
    return known is not None and why_not_correct(roles, locked=known.is_locked) is None


def save_anyway(refused: Refused) -> str:
    """The label of the button that saves it all the same; "" where nobody is asked."""
    return _("Save anyway") if refused.code == "report_differs" or refused.code in Doubt.values() else ""
