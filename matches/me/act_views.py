"""What a player does on the personal page: report a result, agree with the opponent's report, drop."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.enums import Source
from matches.errors import Refused
from matches.models import Entry, Match
from matches.pages.access_views import PageRequest
from matches.pages.refusal_views import field_of
from matches.reporting.views.lines import ask_about, read_result
from matches.results.forms import ScoreForm, answers
from matches.results.labels.results import doubt_text, save_label
from matches.results.queries.results import Doubt, confirmed, doubts_about_winner, reports, score_of
from matches.results.services.results import report_result
from matches.tables.score import Score


def act(request: PageRequest, entry: Entry, match: Match | None, form: ScoreForm | None) -> tuple[bool, str]:
    """Do what the page sent. Returns whether it is done, and what is in the way if that is at no field of the form."""
    if "drop" in request.POST:
        return _drop(entry)
    if match is None or form is None:
        return False, _("There is no result to report right now. If a result is wrong, tell the desk.")
    # A report that a phone kept while it had no network may arrive when the next round is on.
    if request.POST.get("match", str(match.pk)) != str(match.pk):
        return False, _(
            "This report was for an earlier match and was not saved. If that match’s result is wrong, tell the desk."
        )
    if "agree" in request.POST:
        return _agree(entry, match, request.POST["agree"], answers(request.POST))
    return form.is_valid() and _reported(entry, match, form), ""


def own_index(match: Match, entry: Entry) -> int:
    """The player's seat at the match."""
    return next(seat.index for seat in match.seats.all() if seat.entry_id == entry.pk)


def _drop(entry: Entry) -> tuple[bool, str]:
    try:
        drop_entry(actor=Actor(entry=entry), entry=entry, reason=_("player’s own page"))
    except Refused as refused:
        return False, str(refused.message)
    return True, ""


def _agree(entry: Entry, match: Match, version: str, answered: Collection[str]) -> tuple[bool, str]:
    """Report what the opponent has reported, if that still is the report that the player has read."""
    if confirmed(match) is not None:
        return True, ""
    theirs = (report for report in reports(match) if report.reported_by_entry_id != entry.pk)
    report = next((report for report in theirs if str(report.version) == version), None)
    if report is None:
        return False, _("Your opponent has changed their report. Check it again.")
    try:
        _ask_about_winner(match, score_of(report), answered, own_index(match, entry))
        report_result(
            match=match, score=score_of(report), pot=report.pot, actor=Actor(entry=entry), source=Source.PLAYER
        )
    except Refused as refused:
        return False, str(refused.message)
    return True, ""


def _ask_about_winner(match: Match, score: Score, answered: Collection[str], own_seat: int) -> None:
    """Raise Refused where the opponent has left since, and the page that was tapped did not say so."""
    event = match.round.stage.event
    for doubted in doubts_about_winner(match.seats.select_related("entry__player"), score):
        if doubted.code not in answered:
            raise Refused(
                doubted.code, doubt_text(doubted, score, event, staff=False, own_seat=own_seat), conflict=True
            )


def _reported(entry: Entry, match: Match, form: ScoreForm) -> bool:
    seat = own_index(match, entry)
    text = form.score_text(own_seat=seat)
    try:
        result = read_result(entry.event, match, text)
        ask_about(entry.event, match, result.score, form.answered, staff=False, own_seat=seat)
        report_result(
            match=match,
            score=result.score,
            pot=result.pot,
            reason=result.reason,
            actor=Actor(entry=entry),
            source=Source.PLAYER,
        )
    except Refused as refused:
        if refused.code in Doubt.values():
            form.ask(refused.code, save_label(result.score, entry.event, own_seat=seat))
        form.add_error(field_of(form, refused.parameter), ValidationError(str(refused.message), code=refused.code))
        return False
    return True
