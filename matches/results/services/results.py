"""Reports, confirms, corrects and locks results. Each report is a version; at most one is confirmed.

Equal reports of both players are confirmed; different ones stay reports and are shown at the desk. A report by staff
is confirmed at once. A correction is a new version with a reason. A result that both players have accepted is locked:
only the head judge or a scorekeeper corrects it or takes it back (``services.takebacks``).
"""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import DecidedBy, EntryStatus, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.queries.games import ways_to_decide
from matches.events.queries.kinds import kind_of
from matches.kept_queries import KeptQuery
from matches.models import Match, Result, Round
from matches.models.people import Entry
from matches.permissions import why_not_correct
from matches.results.labels.results import sentence_score, why_not_text, with_pot
from matches.results.queries.results import score_of
from matches.results.services.locks import refuse_because
from matches.results.services.round_losses import check_round_losses
from matches.results.services.versions import (
    is_by,
    next_version,
    note_result,
    pot_of,
    standing_of,
    store_version,
    supersede,
    versions_of,
)
from matches.snapshots.services import refresh_snapshots
from matches.tables.kinds import kind_of_score
from matches.tables.score import DRAWN, Score


def report_result(
    *,
    match: Match,
    score: Score,
    actor: Actor,
    source: Source,
    pot: int | None = None,
    reason: str = "",
    over_reports: bool = True,
    at: datetime | None = None,
) -> Result:
    """Store a report. Staff confirm at once; a player's report is confirmed by the opponent's equal one.

    Repeating a report returns the stored one. Without a ``pot``, an equal report's pot is kept.
    Raises Refused if the round takes no results, if the score is not possible in this stage or event, if the player
    may not report it, if a different result is confirmed already, if it leaves out a round lost by penalty (staff:
    without a ``reason``), and (staff, without ``over_reports``) if a player's report differs.
    """
    with audited_change(
        "report_result", event_id=match.round.stage.event_id, actor=actor, reason=reason, at=at
    ) as change:
        locked = check_takes_results(match, change)
        _check_reporter(locked, actor)
        _check_score(locked, score)
        versions = versions_of(locked)
        standing = standing_of(versions)
        known = next((r for r in standing if r.status == ResultStatus.CONFIRMED), None)
        if known is not None:
            return _already(change, locked, known, score, pot)
        check_round_losses(locked, score, reason=reason, by_player=actor.is_player)
        if not over_reports and not actor.is_player:
            _refuse_difference(locked, standing, score)
        return _store_report(change, locked, score, versions, actor=actor, source=source, pot=pot, reason=reason)


def _store_report(
    change: Change,
    match: Match,
    score: Score,
    versions: list[Result],
    *,
    actor: Actor,
    source: Source,
    pot: int | None,
    reason: str,
) -> Result:
    """Store a report beside the other one, or confirmed in place of all that stand."""
    standing = standing_of(versions)
    own = next((r for r in standing if is_by(r, actor)), None)
    agreeing = next((r for r in standing if score_of(r) == score and not is_by(r, actor)), None)
    if own is not None and score_of(own) == score and agreeing is None and actor.is_player:
        change.note(match=match.pk, table=match.table, again=own.version)
        return own
    confirms = not actor.is_player or agreeing is not None
    for old in standing if confirms else [own] if own else []:
        supersede(old, change)
    result = store_version(
        change,
        match,
        score,
        version=next_version(versions),
        source=source,
        actor=actor,
        confirmed=confirms,
        pot=pot_of(pot, [report for report in standing if score_of(report) == score]),
        reason=reason,
    )
    note_result(change, match, result)
    return result


def correct_result(
    *, match: Match, score: Score, actor: Actor, source: Source, reason: str, pot: int | None = None
) -> Result:
    """Replace a confirmed result by a new version. The reason is required; the old version stays in the record.

    Without a ``pot``, the old version's pot is kept.

    In a closed round, the standings from that round on are computed again (``snapshots.services``). In a bracket,
    ``brackets.services.rounds.correct_bracket_result`` calls this and updates the later matches.
    """
    with audited_change("correct_result", event_id=match.round.stage.event_id, actor=actor, reason=reason) as change:
        locked, versions, known = check_correction(match=match, score=score, reason=reason, change=change)
        if score_of(known) == score and pot in (None, known.pot):
            change.note(match=locked.pk, table=locked.table, again=known.version)
            return known
        for old in standing_of(versions):
            supersede(old, change)
        result = store_version(
            change,
            locked,
            score,
            version=next_version(versions),
            source=source,
            actor=actor,
            confirmed=True,
            pot=pot_of(pot, [known]),
            reason=reason,
        )
        note_result(change, locked, result, replaced=known.version)
        if locked.round.status == RoundStatus.CLOSED:
            refresh_snapshots(round=locked.round, change=change)
    return result


def check_correction(*, match: Match, score: Score, reason: str, change: Change) -> tuple[Match, list[Result], Result]:
    """Return the match, the versions of its result and the confirmed one.

    Raises Refused as ``correct_result`` does, and NotAllowed for a locked result that this actor may not replace.
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for the correction."), parameter="reason")
    locked = _locked(match, change)
    _check_score(locked, score)
    versions = versions_of(locked)
    known = next((r for r in versions if r.status == ResultStatus.CONFIRMED), None)
    if known is None:
        raise Refused("nothing_to_correct", _("This table has no confirmed result yet. Report one instead."))
    if not change.actor.is_program:
        refuse_because(why_not_correct(change.roles, locked=known.is_locked), change)
    return locked, versions, known


def _refuse_difference(match: Match, standing: list[Result], score: Score) -> None:
    """Raise Refused, listing the players' reports, if a staff result differs from them."""
    event = match.round.stage.event
    differing = [
        _("%(name)s reported %(score)s.")
        % {"name": name_of_reporter(report), "score": sentence_score(score_of(report), event)}
        for report in standing
        if score_of(report) != score
    ]
    if differing:
        raise Refused(
            "report_differs",
            _("Table %(table)s:") % {"table": match.table},
            parameter="score",
            conflict=True,
            details=differing,
        )


def name_of_reporter(result: Result) -> str:
    """Return the name of the reporter, as the staff sees it."""
    if result.reported_by_entry is not None:
        return result.reported_by_entry.unique_name
    return str(result.reported_by_user or "")


def _locked(match: Match, change: Change) -> Match:
    """The match as it is under the lock that the change holds on its event."""
    locked = _OF_EVENT.first(match.pk, change.event.pk)
    if locked is None:
        raise Match.DoesNotExist
    locked.round.stage.event = change.event
    return locked


_OF_EVENT = KeptQuery(
    lambda pk, event_id: (
        Match.objects.select_related("round__stage").defer("round__pairing").filter(pk=pk, round__stage__event=event_id)
    )
)


def check_takes_results(match: Match, change: Change) -> Match:
    """The match as it is now; raises Refused where no result can be reported or taken back."""
    locked = _locked(match, change)
    round_: Round = locked.round
    if locked.kind != MatchKind.PLAYED:
        raise Refused("no_opponent", _("There is no opponent at this table, so there is no result to report."))
    if round_.status == RoundStatus.CLOSED:
        raise Refused(
            "round_closed",
            _("Round %(number)s is closed. Correct the result with a reason instead.") % {"number": round_.number},
            conflict=True,
        )
    if round_.status == RoundStatus.WITHDRAWN:
        raise Refused(
            "round_withdrawn",
            _("Round %(number)s has been withdrawn. Check its new pairings.") % {"number": round_.number},
            conflict=True,
        )
    if round_.status not in RoundStatus.takes_results():
        raise Refused("round_not_published", _("Round %(number)s is not published yet.") % {"number": round_.number})
    return locked


def _check_reporter(match: Match, actor: Actor) -> None:
    """A player reports the own match only, only where the event lets players report, and not once disqualified."""
    if actor.entry is None:
        return
    if Entry.objects.filter(pk=actor.entry.pk, status=EntryStatus.DISQUALIFIED).exists():
        raise Refused("disqualified", _("You are disqualified. The desk enters the result of this match."))
    if not match.seats.filter(entry=actor.entry).exists():
        raise Refused("not_your_match", _("This is not your match. Your own page shows your match."))
    if not match.round.stage.event.players_report:
        raise Refused(
            "players_do_not_report", _("At this event, results are entered at the desk. Hand in your slip there.")
        )


def _check_score(match: Match, score: Score) -> None:
    """What the stage and the event allow; what the game allows is checked where a score is read (``tables``).

    Raises ValueError for a way to decide that the event's game does not have, and for a result of another kind of table
    than the match's: no page or request offers one.
    """
    if kind_of_score(score) is not kind_of(match.round.stage):
        raise ValueError(f"a {kind_of_score(score).name} is not how this table is played")
    if score.decided_by not in ways_to_decide(match.round.stage.event):
        raise ValueError(f"no match of this game is decided by {score.decided_by!r}")
    is_bracket = match.round.stage.is_bracket
    if score.winner is DRAWN and is_bracket and kind_of_score(score).ends_with_loss:
        raise Refused(
            "winner_needed", _("A bracket match needs a winner, so it cannot end in a draw."), parameter="score"
        )
    if score.decided_by == DecidedBy.INTENTIONAL_DRAW and not match.round.stage.event.intentional_draws:
        raise Refused("no_agreed_draws", _("This event does not allow intentional draws."), parameter="score")
    if score.decided_by == DecidedBy.INTENTIONAL_DRAW and is_bracket:
        raise Refused("no_agreed_draws", _("Intentional draws are not allowed after the cut."), parameter="score")


def _already(change: Change, match: Match, known: Result, score: Score, pot: int | None) -> Result:
    if score_of(known) == score and pot in (None, known.pot):
        change.note(match=match.pk, table=match.table, again=known.version)
        return known
    why_not = None if change.actor.is_program else why_not_correct(change.roles, locked=known.is_locked)
    message = (
        _("Table %(table)s already has %(score)s.")
        if why_not
        else _("Table %(table)s already has %(score)s. If that is wrong, correct it with a reason.")
    )
    stored = with_pot(sentence_score(score_of(known), change.event), known.pot, change.event)
    raise Refused(
        "result_differs",
        message % {"table": match.table, "score": stored},
        details=[why_not_text(why_not, change.roles)] if why_not else [],
        parameter="score",
        conflict=True,
    )
