"""A draft on its round's page: its conflicts, and the changes that can be made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F
from django.urls import reverse

from matches.enums import RoundStatus
from matches.models import Entry, Event, Match, Round, Seat
from matches.pairing.conflicts import Conflict
from matches.rounds.field_queries import Waiting, waiting_players
from matches.rounds.forms import MakeTableForm, MovePlayerForm, SwapForm
from matches.rounds.labels import conflict_chip, conflict_text, reason_text
from matches.rounds.pod_queries import conflicts_of, plays_alone, setup_of_round
from matches.snapshots.history_queries import player_key

Names = dict[str, str]


def names_of(matches: Iterable[Match]) -> Names:
    """Return the names of all players in the matches by key."""
    return {player_key(seat.entry.number): seat.entry.unique_name for match in matches for seat in match.seats.all()}


def add_reasons(lines: list[dict[str, Any]], names: Names) -> None:
    """Add the reasons of each pair, as sentences, to the contexts of the matches."""
    for line in lines:
        line["reasons"] = [text for why in line["why"] if (text := reason_text(why, names))]


def draft_context(
    event: Event, round_: Round, lines: list[dict[str, Any]], names: Names, *, gone: Sequence[Entry], may_edit: bool
) -> dict[str, Any]:
    """Return who left, the conflicts with their tables, and the form and addresses for those who may edit."""
    if round_.status != RoundStatus.DRAFT:
        return {}
    is_swiss = round_.stage.has_open_field
    alone = plays_alone(round_)
    may_swap = may_edit and is_swiss and not alone
    found = conflicts_of(round_) if is_swiss else ()
    _add_missing(event, found, names)
    _mark(lines, found)
    return {
        "gone": gone,
        "conflicts": [_conflict_context(conflict, lines, names) for conflict in found],
        "may_edit": may_edit,
        "in_pods": setup_of_round(round_) is not None,
        "alone": alone,
        "may_remove_gone": may_edit and is_swiss,
        "may_swap": may_swap,
        "swap_form": SwapForm(round=round_) if may_swap else None,
        "swap_url": reverse("matches:round_act", args=[event.slug, round_.pk, "swap"]),
        "remove_gone_url": reverse("matches:round_act", args=[event.slug, round_.pk, "remove-gone"]),
    }


def waiting_context(event: Event, round_: Round, *, may_edit: bool) -> dict[str, Any]:
    """Return the form that seats players without an opponent, if there are two, or one who is not in the round: two
    queries.
    """
    takes_tables = round_.status in (RoundStatus.DRAFT, RoundStatus.PUBLISHED, RoundStatus.RUNNING)
    if not (may_edit and takes_tables and round_.stage.has_open_field):
        return {}
    given = table_arguments(round_)
    waiting, alone = given["waiting"], given["alone"]
    if setup_of_round(round_) is not None and not alone:
        return _moving_context(event, round_, waiting)
    if len(waiting) < 2 and all(entrant.has_bye for entrant in waiting):
        return {}
    return {
        "alone": alone,
        "table_form": MakeTableForm(**given, auto_id="id_waiting_%s"),
        "make_table_url": reverse("matches:round_act", args=[event.slug, round_.pk, "table"]),
    }


def table_arguments(round_: Round) -> dict[str, Any]:
    """What the form needs that adds a table: the queries of ``waiting_players``."""
    return {"waiting": waiting_players(round_), "alone": plays_alone(round_)}


def move_arguments(round_: Round) -> dict[str, Any]:
    """What the form needs that moves players between tables: two queries and those of ``waiting_players``."""
    seats = Seat.objects.filter(round=round_).select_related("match", "entry__player")
    ordered = seats.order_by(F("match__table").asc(nulls_last=True), "match_id", "index")
    return {"seats": list(ordered), "waiting": waiting_players(round_)}


def _moving_context(event: Event, round_: Round, waiting: Sequence[Waiting]) -> dict[str, Any]:
    """The form that moves players between tables; while the tables play, only for those without one."""
    if round_.status == RoundStatus.RUNNING and not waiting:
        return {}
    return {
        "move_form": MovePlayerForm(**move_arguments(round_), auto_id="id_move_%s"),
        "move_url": reverse("matches:round_act", args=[event.slug, round_.pk, "move"]),
    }


def _add_missing(event: Event, found: Iterable[Conflict], names: Names) -> None:
    """Add the names of players in conflicts who are not in the round because they came after it was drafted."""
    unknown = {int(key) for conflict in found for key in conflict.players if key not in names}
    if unknown:
        entries = Entry.objects.filter(event=event, number__in=unknown).select_related("player")
        names |= {player_key(entry.number): entry.unique_name for entry in entries}


def _keys(line: dict[str, Any]) -> set[str]:
    return {player_key(seat["number"]) for seat in line["seats"]}


def _mark(lines: list[dict[str, Any]], found: Iterable[Conflict]) -> None:
    by_key = {key: line for line in lines for key in _keys(line)}
    for line in lines:
        line["chips"] = []
    for conflict in found:
        chip = conflict_chip(conflict)
        for line in {id(by_key[key]): by_key[key] for key in conflict.players if key in by_key}.values():
            line["chips"].append(chip)


def _conflict_context(conflict: Conflict, lines: list[dict[str, Any]], names: Names) -> dict[str, Any]:
    touched = [line for line in lines if _keys(line) & set(conflict.players)]
    return {"text": conflict_text(conflict, names), "lines": touched}
