"""Moves players between the tables of a round of pods by hand. Each move is logged."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.audit.services import Actor, Change, audited_change
from matches.clock.services import locked_round
from matches.course.attempt_queries import players_saw
from matches.course.labels import state_text
from matches.draws.queries.pods import kind_of_round, may_open_table, setup_of_round
from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus, Source
from matches.errors import Refused
from matches.events.queries.games import tables_of
from matches.halls.services.claims import free_table
from matches.models import Entry, Match, Result, Round, Seat

TABLES_HAVE_STARTED = gettext_lazy(
    "Play has started, so only late arrivals and players with a bye can still be seated."
)
BY_HAND = {"code": "by_hand", "params": {}}


def move_player(*, round: Round, entry: Entry, match: Match | None, actor: Actor, reason: str = "") -> int | None:
    """Seat a player at another table of a round of pods; without ``match``, the player gets a bye. The answer is the
    table's number.

    If ``match`` is the bye of another player, the two get a new table, with the first number that is free. Nobody else
    changes tables, and a table that only one player is left at becomes a bye. Before the clock starts everyone can be
    moved; while it runs only a late arrival or a player with a bye, until the first result.
    A draft that players never saw needs no reason. Raises Refused at the parameter that is wrong.
    """
    with audited_change("move_player", event_id=round.stage.event_id, actor=actor, reason=reason) as change:
        now = locked_round(change=change, round=round)
        check_reason(now, reason)
        _check_open(now)
        known = _player(now, entry)
        seat = Seat.objects.filter(round=now, entry=known).select_related("match").first()
        _check_may_move(now, seat)
        there = _table(now, match, seat)
        left = _take_away(now, seat) if seat is not None else None
        players = [known.number]
        if there is not None and there.kind == MatchKind.BYE:
            players += there.seats.values_list("entry__number", flat=True)
            _open_table(now, there)
        number = _seat_at(now, there, known, change)
        change.note(round=now.pk, players=players, table=number, left=left)
        tables = {table for table in (number, left) if table is not None}
        change.touch("rounds", "pairings", "results", "people", *(f"table {table}" for table in sorted(tables)))
    return number


def check_reason(now: Round, reason: str) -> None:
    """Raise Refused where pairings that players have seen are changed without a reason."""
    if not reason.strip() and players_saw(now):
        raise Refused("reason_missing", _("Give a reason for changing the pairing."), parameter="reason")


def _check_open(now: Round) -> None:
    if setup_of_round(now) is None or not kind_of_round(now).meets:
        raise Refused("not_pods", _("Players can be moved only in rounds of pods. Swap two players instead."))
    if now.status not in (RoundStatus.DRAFT, RoundStatus.PUBLISHED, RoundStatus.RUNNING):
        message = _("%(state)s Nobody can be moved.") % {"state": state_text(now)}
        raise Refused("round_over", message, conflict=True)
    standing = Result.objects.filter(match__round=now).exclude(status=ResultStatus.SUPERSEDED)
    if standing.exclude(source=Source.SYSTEM).exists():
        message = _("This round already has a result, so its tables cannot be changed.")
        raise Refused("round_has_results", message, conflict=True)


def _player(now: Round, entry: Entry) -> Entry:
    known = Entry.objects.select_related("player").filter(event=now.stage.event_id, pk=entry.pk).first()
    if known is None:
        raise Refused("not_in_event", _("This player is not in this event."), parameter="entry")
    if known.status != EntryStatus.CHECKED_IN:
        message = _("%(name)s is not checked in.") % {"name": known.player.name}
        raise Refused("not_checked_in", message, parameter="entry")
    return known


def _check_may_move(now: Round, seat: Seat | None) -> None:
    if now.status == RoundStatus.RUNNING and seat is not None and seat.match.kind == MatchKind.PLAYED:
        raise Refused("round_started", str(TABLES_HAVE_STARTED), parameter="entry", conflict=True)


def _table(now: Round, match: Match | None, seat: Seat | None) -> Match | None:
    """The table, or the bye that becomes one, as it is now; None for a bye of the player's own.

    Raises Refused where the player sits already, for a full table, and for a table that would stay too small.
    """
    has_bye = Refused("has_bye", _("This player already has the bye."), parameter="match", conflict=True)
    if match is None:
        if seat is not None and seat.match.kind == MatchKind.BYE:
            raise has_bye
        return None
    there = Match.objects.filter(pk=match.pk, round=now).first()
    if there is None:
        raise Refused("no_table", _("This table is not in this round."), parameter="match")
    if there.kind == MatchKind.BYE:
        if seat is not None and seat.match_id == there.pk:
            raise has_bye
        _check_may_open(now)
        return there
    if seat is not None and seat.match_id == there.pk:
        raise Refused("same_table", _("This player already sits there."), parameter="match")
    most = tables_of(now.stage.event)[-1]
    if there.seats.count() >= most:
        message = _("This game seats at most %(most)d.") % {"most": most}
        raise Refused("table_full", message, parameter="match")
    return there


def _check_may_open(now: Round) -> None:
    """Before the tables play, the others are moved to a new one one after another."""
    setup = setup_of_round(now)
    if setup is not None and not may_open_table(now):
        message = _("A table here needs at least %(least)d players. Seat the player at a table that has room.")
        raise Refused("table_too_small", message % {"least": setup.least}, parameter="match")


def _take_away(now: Round, seat: Seat) -> int | None:
    """Take a player from a line, and close the row of its seats. The answer is the table that was left."""
    match = seat.match
    others = list(match.seats.exclude(pk=seat.pk).order_by("index").values_list("entry_id", flat=True))
    match.seats.all().delete()
    table = match.table
    if not others:
        try:
            match.delete()
        except ProtectedError:
            raise Refused(
                "has_records", _("Rulings are on record for this table or bye, so it cannot be removed.")
            ) from None
        return table
    if len(others) == 1:
        match.kind, match.table, match.starter = MatchKind.BYE, None, None
    match.locked, match.why = True, [BY_HAND]
    match.save(update_fields=["kind", "table", "starter", "locked", "why"])
    Seat.objects.bulk_create(Seat(match=match, round=now, index=i, entry_id=pk) for i, pk in enumerate(others))
    return table


def take_out(now: Round, gone: Iterable[Entry]) -> None:
    """Take players out of a draft of pods, in the change that notes it. Those who are left at a table play on."""
    for entry in gone:
        _take_away(now, Seat.objects.select_related("match").get(round=now, entry=entry))


def _open_table(now: Round, bye: Match) -> None:
    """A bye becomes a table, with the lowest number that is free."""
    bye.kind, bye.starter, bye.table = MatchKind.PLAYED, 0, free_table(round=now)


def _seat_at(now: Round, there: Match | None, entry: Entry, change: Change) -> int | None:
    """Seat the player behind the others, or give a bye. The answer is the table."""
    match = there or Match(round=now, kind=MatchKind.BYE)
    match.locked, match.why = True, [BY_HAND]
    match.changed_at = change.at if now.is_public else match.changed_at
    match.save()
    Seat.objects.create(match=match, round=now, index=match.seats.count(), entry=entry)
    if entry.entered_round > now.number:
        Entry.objects.filter(pk=entry.pk).update(entered_round=now.number)
    return match.table
