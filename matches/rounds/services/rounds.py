"""The states of a round: pair, publish, withdraw, close, verify. Drafts, the clock and results have their own
services.
"""

from __future__ import annotations

import secrets
import time
from datetime import datetime

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from matches.attendance.strike_services import refresh_standings, strike_by_default
from matches.audit.services import Actor, Change, audited_change
from matches.brackets.services.rounds import check_bracket_round, store_bracket_round
from matches.clock.services import locked_round
from matches.course.labels import state_text
from matches.draws.queries.fields import KeptLines, kept_by_hand, players_gone, results_changed
from matches.draws.services.changes import mark_changed_lines
from matches.draws.services.pods import check_pod_round, store_pod_round
from matches.draws.services.robins import check_robin_round, store_robin_round
from matches.draws.services.swiss import check_swiss_round, store_swiss_round
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.events.queries.pods import pod_setup
from matches.events.services.suggestions import settle_rounds
from matches.final.queries import ends_stage, is_last_stage, winner_numbers
from matches.halls.services.claims import check_round_tables
from matches.models import Round, Stage
from matches.results.queries.results import missing_tables, reported_tables
from matches.rounds.services.loose_ends import check_appeals, check_strikes, drop_absent, end_calls
from matches.schedule.services import course_changed
from matches.snapshots.services import store_snapshot


def new_seed() -> int:
    """Return a new random seed for a round, to be stored with it."""
    return secrets.randbits(62)


def pair_round(
    *,
    stage: Stage,
    actor: Actor,
    number: int | None = None,
    seed: int | None = None,
    despite_appeals: bool = False,
    at: datetime | None = None,
) -> Round:
    """Pair the stage's next round as a draft. ``number`` is the round that the caller expects, so that a stale page
    is refused.

    Raises Refused when a round is open, when the stage is over or before its turn, when no player can be paired, and
    while an appeal is open, unless ``despite_appeals``.
    """
    with audited_change("pair_round", event_id=stage.event_id, actor=actor, at=at) as change:
        stage = Stage.objects.select_related("event").get(pk=stage.pk)
        rounds = list(Round.objects.filter(stage=stage).order_by("number", "attempt"))
        last = next((r for r in reversed(rounds) if r.status != RoundStatus.WITHDRAWN), None)
        check_pairable(stage, last, number)
        due = (last.number if last else 0) + 1
        if not stage.has_open_field:  # a round that is drawn checks its players then, which saves a query
            check_round(stage, due)
        check_appeals(stage.event, round=None, accepted=despite_appeals)
        return _pair(stage, due, sum(r.number == due for r in rounds) + 1, seed, KeptLines(), change)


def repair_round(*, round: Round, actor: Actor, reason: str = "", seed: int | None = None) -> Round:
    """Pair a draft again with a new seed, and return the new draft. The old one is stored as withdrawn.

    Lines set by hand are kept. Raises Refused for a round that is not a draft, and for one of a bracket or round robin
    unless one of its players has left or corrected results would seed it in another way, because such a round follows
    its plan.
    """
    with audited_change("repair_round", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        draft = locked_round(change=change, round=round)
        if draft.status != RoundStatus.DRAFT:
            raise Refused("round_not_draft", _("Only a draft can be paired again. Take the round back to draft first."))
        if not draft.stage.has_open_field and not players_gone(draft) and not results_changed(draft):
            raise Refused(
                "not_swiss", _("Only Swiss rounds are paired by lot; the pairings of this round are set by its format.")
            )
        check_round(draft.stage, draft.number)
        return redraw(draft, change, seed)


def redraw(old: Round, change: Change, seed: int | None) -> Round:
    """Withdraw a round that was checked and pair it again, inside a change that withdraws it; lines set by hand are
    kept.
    """
    kept = kept_by_hand(old)
    withdraw(old)
    change.note(withdrawn=old.pk)
    return _pair(old.stage, old.number, old.attempt + 1, seed, kept, change)


def check_round(stage: Stage, number: int) -> None:
    """Raise Refused for a round that cannot be paired, such as one with fewer than two players."""
    if stage.is_bracket:
        check_bracket_round(stage, number)
    elif setup := pod_setup(stage):
        check_pod_round(stage, number, setup)
    elif stage.has_open_field:
        check_swiss_round(stage, number)
    else:
        check_robin_round(stage, number)


def _pair(stage: Stage, number: int, attempt: int, seed: int | None, kept: KeptLines, change: Change) -> Round:
    seed = new_seed() if seed is None else seed
    round_ = Round(stage=stage, number=number, attempt=attempt, seed=seed, created_at=change.at)
    if stage.has_open_field:
        if number == 1:
            settle_rounds(stage=stage, change=change)
        if setup := pod_setup(stage):
            store_pod_round(round=round_, setup=setup, kept=kept)
        else:
            store_swiss_round(round=round_, kept=kept)
    elif stage.is_bracket:
        store_bracket_round(round=round_)
    else:
        store_robin_round(round=round_)
    if stage.started_at is None:
        Stage.objects.filter(pk=stage.pk).update(started_at=change.at)
    change.note(round=round_.pk, stage=stage.pk, number=number, seed=seed, **round_.pairing.get("cost", {}))
    change.touch("rounds")
    return round_


def check_pairable(stage: Stage, last: Round | None, number: int | None) -> None:
    """Raise Refused unless the round after ``last`` can be paired now, and is round ``number`` if one is given."""
    if last is not None and last.status in RoundStatus.open():
        raise Refused(
            "round_open",
            _("Round %(number)s already exists (%(status)s). Close it before you pair the next one.")
            % {"number": last.number, "status": RoundStatus(last.status).label.lower()},
            conflict=True,
        )
    due = (last.number if last else 0) + 1
    if number is not None and number != due:
        raise Refused(
            "round_stale",
            _("Round %(number)s has just been paired; round %(due)s is next. Check again.")
            % {"number": number, "due": due},
            conflict=True,
        )
    if stage.finished_at is not None:
        raise Refused("stage_over", _("This stage is over."), conflict=True)
    open_stages = Stage.objects.filter(event=stage.event, order__lt=stage.order, finished_at__isnull=True)
    before = open_stages.first() if stage.order > 1 else None
    if before is not None:
        raise Refused(
            "stage_before_open",
            _("First finish this stage: %(stage)s. Close its last round.") % {"stage": before.get_kind_display()},
        )


def publish_round(
    *, round: Round, actor: Actor, despite_corrections: bool = False, at: datetime | None = None
) -> Round:
    """Show a draft to the players: draft → published.

    Raises Refused, naming them as details, when players of the draft have left since it was made, and when a result
    that it was made from was corrected, unless ``despite_corrections``. In a hall day, naming the tables at
    which it cannot be played.
    """
    with audited_change("publish_round", event_id=round.stage.event_id, actor=actor, at=at) as change:
        now = locked_round(change=change, round=round)
        if now.status != RoundStatus.DRAFT:
            raise Refused(
                "round_not_draft",
                _("%(state)s Only a draft can be published.") % {"state": state_text(now)},
                conflict=True,
            )
        _check_all_in(now)
        check_round_tables(now)
        if not despite_corrections:
            _check_results(now)
        now.status, now.published_at = RoundStatus.PUBLISHED, change.at
        now.save(update_fields=["status", "published_at"])
        change.note(round=now.pk, number=now.number, changed=mark_changed_lines(now, change.at))
        change.touch("pairings", "rounds", "clock", "bracket")
    return now


def _check_all_in(draft: Round) -> None:
    gone = players_gone(draft)
    if gone:
        raise Refused(
            "players_left",
            _("Pair this draft again. Players have dropped since it was made:"),
            conflict=True,
            details=[entry.unique_name for entry in gone],
        )


def _check_results(draft: Round) -> None:
    if results_changed(draft):
        raise Refused(
            "results_changed",
            _("Results were corrected after this draft was made, so it is based on old standings. Pair it again."),
            conflict=True,
        )


def withdraw_round(*, round: Round, actor: Actor, reason: str) -> Round:
    """Withdraw a round and keep its pairings. Raises Refused if it is closed or has results, or without a reason."""
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for withdrawing the round."), parameter="reason")
    with audited_change("withdraw_round", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        now = locked_round(change=change, round=round)
        if now.status not in RoundStatus.open():
            raise Refused("round_not_open", _("A closed round cannot be withdrawn; correct its results instead."))
        if tables := reported_tables(now):
            message = _("This round already has results. Undo them first, at these tables:")
            raise Refused("round_has_results", message, details=[str(table) for table in tables])
        was_draft = now.status == RoundStatus.DRAFT
        withdraw(now)
        change.note(round=now.pk, number=now.number)
        change.touch("rounds", *(() if was_draft else ("pairings", "clock", "bracket")))
        course_changed(change)
    return now


def withdraw(round_: Round) -> None:
    """Store a round as withdrawn, inside a change that notes it."""
    round_.status = RoundStatus.WITHDRAWN
    round_.save(update_fields=["status"])


def close_round(
    *,
    round: Round,
    actor: Actor,
    despite_appeals: bool = False,
    accept_struck: bool = True,
    carry_calls: bool = False,
    at: datetime | None = None,
) -> Round:
    """Close a round with all results: store the standings and drop players who did not appear, whose results in a
    round robin are struck where its setting says so.

    Its open calls for a judge are closed with it, unless ``carry_calls``. Raises Refused with the tables as details
    where results are missing, and where appeals are open, unless ``despite_appeals``; with the players, without
    ``accept_struck``, where results are struck.
    """
    with audited_change("close_round", event_id=round.stage.event_id, actor=actor, at=at) as change:
        now = locked_round(change=change, round=round)
        _check_can_close(now)
        check_appeals(now.stage.event, round=now, accepted=despite_appeals)
        check_strikes(now, accepted=accept_struck)
        if not carry_calls:
            end_calls(change, now)
        now.status, now.closed_at = RoundStatus.CLOSED, change.at
        now.save(update_fields=["status", "closed_at"])
        dropped = drop_absent(now) if not now.stage.is_bracket else []
        struck = strike_by_default(dropped, now.stage, change)
        if struck:
            refresh_standings(now.stage, change)
        elif not now.stage.is_bracket:
            store_snapshot(round=now, change=change)
        _finish_stage(now, change)
        change.note(round=now.pk, number=now.number, dropped=dropped, **({"struck": struck} if struck else {}))
        change.touch("pairings", "rounds", "clock", "bracket", "standings")
        course_changed(change)
        if settings.EMBEDDED:
            # robust: the round is closed, also if the copy cannot be asked for.
            transaction.on_commit(lambda: current_app.send_task("matches.back_up", args=[time.time()]), robust=True)
    return now


def _check_can_close(round_: Round) -> None:
    """Raise Refused unless the round takes results and has all of them."""
    number = {"number": round_.number}
    if round_.status == RoundStatus.CLOSED:
        raise Refused("round_closed", _("Round %(number)s is already closed.") % number, conflict=True)
    if round_.status not in RoundStatus.takes_results():
        raise Refused("round_not_published", _("Round %(number)s is not published yet.") % number)
    missing = missing_tables(round_)
    if missing:
        details = [str(table) for table in missing]
        raise Refused("results_missing", _("Results are missing at tables:"), details=details)


def _finish_stage(round_: Round, change: Change) -> None:
    stage = round_.stage
    if not ends_stage(round_):
        return
    Stage.objects.filter(pk=stage.pk).update(finished_at=change.at)
    if is_last_stage(stage):
        change.event.finished_at = change.at
        change.event.save(update_fields=["finished_at"])
        change.note(winners=winner_numbers(change.event))
    change.note(stage_finished=stage.pk)
