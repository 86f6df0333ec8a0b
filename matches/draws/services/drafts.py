"""Edits a round by hand: swap two players; of a draft also keep a pair, assign a table. Each edit is logged."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.clock.services import locked_round
from matches.course.labels import state_text
from matches.draws.queries.begun import begun
from matches.draws.queries.pods import setup_of_round
from matches.draws.services.pod_drafts import check_reason
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import Entry, Match, Round, Seat
from matches.table_ranges import MOST_TABLE


def _draft(change: Change, round_: Round) -> Round:
    now = locked_round(change=change, round=round_)
    if now.status != RoundStatus.DRAFT:
        raise Refused(
            "round_not_draft", _("Only a draft can be edited. Take the round back to draft first."), conflict=True
        )
    return now


def _swiss_draft(change: Change, round_: Round) -> Round:
    """Return the round if its pairs can be changed: a Swiss draft. Brackets and round robins follow their plan."""
    now = _draft(change, round_)
    if not now.stage.has_open_field:
        raise Refused(
            "not_swiss", _("The pairings of this stage are set by its format. You can change only its tables.")
        )
    return now


def swap_players(*, round: Round, first: Entry, second: Entry, actor: Actor, reason: str = "") -> None:
    """Swap two players of a draft; a bye moves the same way. Both lines are then kept.

    A draft that players never saw needs no reason. Until time is called, two tables of a published round are seated
    again in the same way, with the clock going on, as long as nothing was reported or recorded there. Raises Refused
    for players of one table or of another round, and outside a Swiss round.
    """
    with audited_change("swap_players", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        now = locked_round(change=change, round=round)
        check_reason(now, reason)
        check_swappable(now)
        seats = _two_seats(now, first, second)
        if now.is_public:
            _check_not_begun([seat.match for seat in seats])
        _exchange(now, seats, change)
        change.note(round=now.pk, swapped=[first.pk, second.pk])
        tables = [f"table {seat.match.table}" for seat in seats if seat.match.table]
        change.touch("rounds", *(("pairings", "results", *tables) if now.is_public else ()))


def check_swappable(now: Round) -> None:
    """Raise Refused unless players can change seats: in a Swiss round, until time is called, where two sit at a table
    once it is published.
    """
    if not now.stage.has_open_field:
        raise Refused(
            "not_swiss", _("The pairings of this stage are set by its format. You can change only its tables.")
        )
    if now.status not in (RoundStatus.DRAFT, RoundStatus.PUBLISHED, RoundStatus.RUNNING):
        message = _("%(state)s Its players keep their seats.") % {"state": state_text(now)}
        raise Refused("round_over", message, conflict=True)
    if now.is_public and setup_of_round(now) is not None:
        message = _("Where more than two sit at a table, players can be swapped only in a draft.")
        raise Refused("round_not_draft", message, conflict=True)


def _two_seats(now: Round, first: Entry, second: Entry) -> tuple[Seat, Seat]:
    known = Seat.objects.filter(round=now, entry__in=[first.pk, second.pk]).select_related("match__round__stage__event")
    seats = {seat.entry_id: seat for seat in known}
    if len(seats) < 2:
        raise Refused("player_not_in_round", _("Both players must be in this round."), parameter="second")
    here, there = seats[first.pk], seats[second.pk]
    if here.match_id == there.match_id:
        raise Refused("same_table", _("These two are already playing each other."), parameter="second")
    return here, there


def _check_not_begun(matches: list[Match]) -> None:
    over = begun(matches)
    if over:
        raise Refused(
            "table_has_begun",
            _("A result, turns or a round loss are on record for these tables, so their players stay:"),
            conflict=True,
            details=[str(match.table) for match in matches if match.pk in over],
        )


def _exchange(now: Round, seats: tuple[Seat, Seat], change: Change) -> None:
    here, there = seats
    Seat.objects.filter(pk__in=[here.pk, there.pk]).delete()
    Seat.objects.bulk_create(
        Seat(match_id=seat.match_id, round=now, index=seat.index, entry_id=entry_id)
        for seat, entry_id in ((here, there.entry_id), (there, here.entry_id))
    )
    changed = {"changed_at": change.at} if now.is_public else {}
    Match.objects.filter(pk__in=[here.match_id, there.match_id]).update(
        locked=True, why=[{"code": "by_hand", "params": {}}], **changed
    )


def keep_pair(*, match: Match, keep: bool, actor: Actor) -> None:
    """Keep a line of a draft (a pair, or a bye) when it is paired again, or let it go."""
    with audited_change("keep_pair", event_id=match.round.stage.event_id, actor=actor) as change:
        draft = _swiss_draft(change, match.round)
        Match.objects.filter(pk=match.pk, round=draft).update(locked=keep)
        change.note(match=match.pk, keep=keep)
        change.touch("rounds")


def give_table(*, match: Match, table: int, actor: Actor) -> None:
    """Seat a pair of a draft at ``table``. The pair that had this table gets the other one's.

    Raises Refused (``table``) if there is no such table, or for a bye.
    """
    if not 1 <= table <= MOST_TABLE:
        raise Refused("table_out_of_range", _("Tables are numbered from 1 to 99,999."), parameter="table")
    with audited_change("give_table", event_id=match.round.stage.event_id, actor=actor) as change:
        draft = _draft(change, match.round)
        now = Match.objects.get(pk=match.pk, round=draft)
        if now.kind != MatchKind.PLAYED:
            raise Refused("no_table_needed", _("A bye needs no table."), parameter="table")
        other = Match.objects.filter(round=draft, table=table).exclude(pk=now.pk).first()
        Match.objects.filter(pk=now.pk).update(table=None)
        if other is not None:
            Match.objects.filter(pk=other.pk).update(table=now.table)
        Match.objects.filter(pk=now.pk).update(table=table)
        change.note(match=now.pk, table=table, before=now.table)
        change.touch("rounds")
