"""Strikes the results of a player who has left a round robin before half of the matches, and restores them.

Results stay in the record; matches of the player, and byes that stand for one, no longer count in the standings.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import EntryStatus, LeaverResults, StageKind
from matches.errors import Refused
from matches.events.queries.events import leaver_results
from matches.models import Entry, Event, Round, Stage, StageEntry
from matches.people.services.entries import current_entry
from matches.snapshots.history_queries import closed_rounds
from matches.snapshots.services import refresh_snapshots
from matches.snapshots.struck_queries import RobinPlayer, robin_player
from matches.snapshots.struck_services import mark_struck_matches


def strike_results(*, actor: Actor, entry: Entry, reason: str = "") -> Entry:
    """Take the results of a player who has left a round robin out of the standings; they stay visible, as struck.

    Raises Refused for a player who is in, is struck already, or has played half of the matches.
    """
    with audited_change("strike_results", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        player = _in_round_robin(change.event, entry)
        if entry.status not in EntryStatus.out():
            message = _("%(name)s has not dropped. Drop the player first.")
            raise Refused("not_out", message % {"name": entry.unique_name})
        if player.struck:
            raise Refused("already_struck", _("These results are already struck."), conflict=True)
        check_strike(player)
        strike(player, change)
        refresh_standings(player.stage, change)
    return entry


def restore_results(*, actor: Actor, entry: Entry, reason: str = "") -> Entry:
    """Let results that were struck count again. Raises Refused for a player who is not struck."""
    with audited_change("restore_results", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        player = _in_round_robin(change.event, entry)
        if not player.struck:
            raise Refused("not_struck", _("These results are not struck."), conflict=True)
        restore(player, change)
    return entry


def strike_choice(entry: Entry, chosen: str | None) -> RobinPlayer | None:
    """The player to strike when ``entry`` leaves, if that was chosen or (None) is what the stage does; else None.

    Raises Refused at ``results`` where it was chosen and cannot be.
    """
    player = robin_player(entry)
    if chosen == LeaverResults.STRIKE:
        if player is None:
            raise Refused("no_round_robin", _no_round_robin(), parameter="results")
        check_strike(player)
        return player
    if player is None or chosen is not None or player.played_half or player.struck:
        return None
    return player if leaver_results(player.stage) == LeaverResults.STRIKE else None


def strike_by_default(numbers: Collection[int], stage: Stage, change: Change) -> list[int]:
    """Strike those of the players who have just been dropped whose results the stage strikes; return their numbers.

    The caller notes them, and stores the standings.
    """
    players = struck_by_default(numbers, stage)
    for player in players:
        _mark(player, change, struck=True)
    return [player.entry.number for player in players]


def struck_by_default(numbers: Collection[int], stage: Stage) -> list[RobinPlayer]:
    """Those of the players whose results the stage strikes when they are dropped and nobody is asked."""
    if stage.kind != StageKind.ROUND_ROBIN or not numbers:
        return []
    gone = Entry.objects.filter(event=stage.event, number__in=numbers).select_related("player").order_by("number")
    return [player for player in (strike_choice(entry, None) for entry in gone) if player is not None]


def check_strike(player: RobinPlayer) -> None:
    """Raise Refused for a player who has played half of the matches."""
    if player.played_half:
        message = _("%(name)s has played %(played)d of %(planned)d matches: half or more, so the results count.")
        words = {"name": player.entry.unique_name, "played": player.played, "planned": player.planned}
        raise Refused("half_played", message % words, parameter="results")


def strike(player: RobinPlayer, change: Change) -> None:
    """Strike a player who was checked, inside a change that stores the standings."""
    _mark(player, change, struck=True)
    change.note(entry=player.entry.pk, struck=player.entry.number, played=player.played, planned=player.planned)


def restore(player: RobinPlayer, change: Change) -> None:
    """Let the results of a player count again, inside a change."""
    _mark(player, change, struck=False)
    change.note(entry=player.entry.pk, restored=player.entry.number)
    refresh_standings(player.stage, change)


def _mark(player: RobinPlayer, change: Change, *, struck: bool) -> None:
    StageEntry.objects.filter(stage=player.stage, entry=player.entry).update(struck=struck)
    mark_struck_matches(player.stage)
    change.touch("people", "pairings", "results", "standings")


def refresh_standings(stage: Stage, change: Change) -> None:
    """Store the standings after each closed round again."""
    first: Round | None = next(iter(closed_rounds(stage)), None)
    if first is not None:
        refresh_snapshots(round=first, change=change)


def _no_round_robin() -> str:
    return _("Only the results of a player in a round robin can be struck.")


def _in_round_robin(event: Event, entry: Entry) -> RobinPlayer:
    player = robin_player(entry)
    if event.finished_at is not None:
        raise Refused("event_finished", _("This event is finished."))
    if player is None:
        raise Refused("no_round_robin", _no_round_robin())
    return player
