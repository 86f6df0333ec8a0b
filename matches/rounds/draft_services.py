"""Edits a draft by hand: swap two players, keep a pair, assign a table. Each edit is logged."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.clock.services import locked_round
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import Entry, Match, Round, Seat


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
        raise Refused("not_swiss", _("The pairs of this stage follow from its plan; only its tables can be changed."))
    return now


def swap_players(*, round: Round, first: Entry, second: Entry, actor: Actor, reason: str) -> None:
    """Swap two players of a draft; a bye moves the same way. Both lines are then kept.

    Raises Refused without a reason, for players of one table or of another round, and outside a Swiss draft.
    """
    if not reason.strip():
        raise Refused("reason_missing", _("Say why the pairing is changed."), parameter="reason")
    with audited_change("swap_players", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        draft = _swiss_draft(change, round)
        seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=draft, entry__in=[first.pk, second.pk])}
        if len(seats) < 2:
            raise Refused("player_not_in_round", _("Both players must be in this round."), parameter="second")
        here, there = seats[first.pk], seats[second.pk]
        if here.match_id == there.match_id:
            raise Refused("same_table", _("These two play each other already."), parameter="second")
        Seat.objects.filter(pk__in=[here.pk, there.pk]).delete()
        Seat.objects.bulk_create(
            Seat(match_id=seat.match_id, round=draft, index=seat.index, entry_id=entry_id)
            for seat, entry_id in ((here, second.pk), (there, first.pk))
        )
        Match.objects.filter(pk__in=[here.match_id, there.match_id]).update(
            locked=True, why=[{"code": "by_hand", "params": {}}]
        )
        change.note(round=draft.pk, swapped=[first.pk, second.pk])
        change.touch("rounds")


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
    if not 1 <= table <= 99_999:
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
