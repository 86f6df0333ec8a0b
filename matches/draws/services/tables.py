"""Seats players who have no opponent: a late arrival gets the bye's seat, two of them get a new table."""

from __future__ import annotations

import random

from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.clock.services import locked_round
from matches.course.labels import state_text
from matches.draws.queries.fields import players_gone
from matches.draws.queries.pods import kind_of_round, setup_of_round
from matches.draws.services.pod_drafts import check_reason, take_out
from matches.enums import EntryStatus, MatchKind, RoundStatus
from matches.errors import Refused
from matches.halls.services.claims import check_tables, free_table
from matches.models import Entry, Match, Round, Seat
from matches.table_ranges import MOST_TABLE

BY_HAND = {"code": "by_hand", "params": {}}


def make_table(
    *, round: Round, first: Entry, second: Entry | None, actor: Actor, reason: str = "", table: int | None = None
) -> Match:
    """Pair two players of a Swiss round who have no opponent: each has the bye or is not in the round.

    Without ``second``, a player who is not in the round gets the bye; who arrives next can be seated there. In a score
    attack there is no second player, and the table is the first one's own.

    Works in a draft and in a published round until time is called, because no table that plays is touched. Without
    ``table``, the match gets a fixed table of the two, or the lowest number that is free. A draft that players never
    saw needs no reason. Raises Refused at the parameter that is wrong.
    """
    with audited_change("make_table", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        now = locked_round(change=change, round=round)
        check_reason(now, reason)
        _check_takes_tables(now)
        alone = _check_size(now, second)
        people = [_without_opponent(now, first, "first")]
        if second is None:
            _check_not_in_round(now, people[0])
        else:
            people.append(_without_opponent(now, second, "second"))
        if second is not None and first.pk == second.pk:
            raise Refused("same_player", _("Choose two different players."), parameter="second")
        number = None if second is None and not alone else _free_table(now, people, table)
        match = _seat_together(now, people, number, change)
        change.note(round=now.pk, match=match.pk, table=number, players=[entry.number for entry in people])
        change.touch("rounds", "pairings", "results", "people", *([f"table {number}"] if number else []))
    return match


def _check_not_in_round(now: Round, entry: Entry) -> None:
    if Seat.objects.filter(round=now, entry=entry).exists():
        message = _("%(name)s already has the bye.") % {"name": entry.unique_name}
        raise Refused("has_bye", message, parameter="second", conflict=True)


def _check_takes_tables(now: Round) -> None:
    if not now.stage.has_open_field:
        raise Refused("not_swiss", _("The pairings of this stage are set by its format, so no table can be added."))
    if now.status not in (RoundStatus.DRAFT, RoundStatus.PUBLISHED, RoundStatus.RUNNING):
        raise Refused("round_over", _("%(state)s No table can be added.") % {"state": state_text(now)}, conflict=True)


def _check_size(now: Round, second: Entry | None) -> bool:
    """Whether everyone plays alone. Raise Refused for a table of two where more must sit at each, or one alone."""
    setup = setup_of_round(now)
    alone = not kind_of_round(now).meets
    if alone and second is not None:
        raise Refused("plays_alone", _("Everyone plays alone here: choose one player."), parameter="second")
    if setup is not None and second is not None and setup.least > 2:
        message = _("A table here needs at least %(least)d players. Seat the player at a table that has room.")
        raise Refused("table_too_small", message % {"least": setup.least}, parameter="second")
    return alone


def _without_opponent(now: Round, entry: Entry, parameter: str) -> Entry:
    """Return the player as stored. Raises Refused for a player who plays already or is not checked in."""
    known = Entry.objects.select_related("player").filter(event=now.stage.event_id, pk=entry.pk).first()
    if known is None:
        raise Refused("not_in_event", _("This player is not in this event."), parameter=parameter)
    if known.status != EntryStatus.CHECKED_IN:
        message = _("%(name)s is not checked in.") % {"name": known.player.name}
        raise Refused("not_checked_in", message, parameter=parameter)
    seat = Seat.objects.filter(round=now, entry=known).select_related("match").first()
    if seat is not None and seat.match.kind != MatchKind.BYE:
        message = _("%(name)s already has a table.") % {"name": known.player.name}
        raise Refused("has_opponent", message, parameter=parameter, conflict=True)
    return known


def _free_table(now: Round, people: list[Entry], table: int | None) -> int:
    """Return the table asked for, or a free one. Raises Refused for one that is taken."""
    if table is None:
        return free_table(round=now, wanted=[entry.fixed_table for entry in people if entry.fixed_table])
    if not 1 <= table <= MOST_TABLE:
        raise Refused("table_out_of_range", _("Tables are numbered from 1 to 99,999."), parameter="table")
    if Match.objects.filter(round=now, table=table).exists():
        message = _("Table %(table)s is taken in this round.") % {"table": table}
        raise Refused("table_taken", message, parameter="table", conflict=True)
    if now.is_public:
        check_tables(event=now.stage.event, tables=[table])
    return table


def _seat_together(now: Round, people: list[Entry], table: int | None, change: Change) -> Match:
    """Turn the first bye into the match, or store a new one, and seat the players there; one player has the bye."""
    byes = list(Match.objects.filter(round=now, seats__entry__in=people).order_by("pk"))
    try:
        Match.objects.filter(pk__in=[spare.pk for spare in byes[1:]]).delete()
    except ProtectedError:
        raise Refused(
            "has_records", _("Rulings are on record for one of these byes, so it cannot be removed.")
        ) from None
    Seat.objects.filter(match__in=byes).delete()
    match = byes[0] if byes else Match(round=now)
    match.kind = MatchKind.BYE if table is None else MatchKind.PLAYED
    match.table, match.locked, match.why = table, True, [BY_HAND]
    if len(people) > 1:
        match.starter = random.Random(f"{now.seed}:{people[0].number}:{people[1].number}").randrange(2)
    match.changed_at = change.at if now.is_public else None
    match.save()
    Seat.objects.bulk_create(
        Seat(match=match, round=now, index=index, entry=entry) for index, entry in enumerate(people)
    )
    late = [entry.pk for entry in people if entry.entered_round > now.number]
    Entry.objects.filter(pk__in=late).update(entered_round=now.number)
    return match


def remove_players_gone(*, round: Round, actor: Actor) -> list[Entry]:
    """Take the players who have left out of a Swiss draft, and return them. Their opponents get a bye, or at tables of
    more than two play on; all other pairs stay.
    """
    with audited_change("remove_players_gone", event_id=round.stage.event_id, actor=actor) as change:
        now = locked_round(change=change, round=round)
        if now.status != RoundStatus.DRAFT or not now.stage.has_open_field:
            raise Refused("round_not_draft", _("Players can be removed from a Swiss draft only."), conflict=True)
        gone = players_gone(now)
        if not gone:
            raise Refused("nobody_gone", _("All players of this draft are still in the event."), conflict=True)
        if setup_of_round(now) is None:
            _byes_for_opponents(now, gone)
        else:
            take_out(now, gone)
        change.note(round=now.pk, removed=[entry.pk for entry in gone])
        change.touch("rounds")
    return gone


def _byes_for_opponents(now: Round, gone: list[Entry]) -> None:
    matches = Match.objects.filter(round=now, seats__entry__in=gone).distinct()
    left_over = list(Seat.objects.filter(match__in=matches).exclude(entry__in=gone).order_by("entry__number"))
    matches.filter(pk__in=[match.pk for match in matches]).delete()
    byes = [Match(round=now, kind=MatchKind.BYE, locked=True, why=[BY_HAND]) for _seat in left_over]
    Match.objects.bulk_create(byes)
    Seat.objects.bulk_create(
        Seat(match=bye, round=now, index=0, entry_id=seat.entry_id) for bye, seat in zip(byes, left_over, strict=True)
    )
