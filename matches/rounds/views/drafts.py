"""A draft on its round's page: its conflicts, and the changes that can be made by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from django.db.models import F
from django.urls import reverse

from matches.draws.labels import conflict_chip, conflict_text, reason_text
from matches.draws.queries.fields import Waiting, results_changed, waiting_players
from matches.draws.queries.pods import conflicts_of, kind_of_round, may_open_table, setup_of_round
from matches.enums import RoundStatus
from matches.events.queries.games import tables_of
from matches.halls.labels import elsewhere_text
from matches.halls.queries.people import playing_elsewhere
from matches.models import Entry, Event, Match, Round, Seat
from matches.pages.components import MatchShown
from matches.pairing.conflicts import Conflict
from matches.rounds.forms import MakeTableForm, MovePlayerForm, SwapForm
from matches.snapshots.history_queries import player_key

Names = dict[str, str]


def names_of(matches: Iterable[Match]) -> Names:
    """Return the names of all players in the matches by key."""
    return {player_key(seat.entry.number): seat.entry.unique_name for match in matches for seat in match.seats.all()}


def with_reasons(matches: Iterable[MatchShown], names: Names) -> list[MatchShown]:
    """Add the reasons of each pair as sentences."""
    return [
        replace(match, reasons=[text for why in match.why if (text := reason_text(why, names))]) for match in matches
    ]


@dataclass(frozen=True, slots=True)
class ConflictShown:
    """What to check in a draft, with the matches that it is about."""

    text: str
    lines: list[MatchShown]


class DraftContext(TypedDict):
    """The lines of a round; of a draft with its conflicts, who left since, and what may be changed by hand."""

    matches: list[MatchShown]
    gone: Sequence[Entry]
    results_changed: bool
    conflicts: list[ConflictShown]
    elsewhere: list[str]
    may_edit: bool
    in_pods: bool
    may_remove_gone: bool
    may_swap: bool
    swap_form: SwapForm | None
    swap_url: str
    match_acts_url: str
    remove_gone_url: str


def draft_context(
    event: Event,
    round_: Round,
    lines: list[MatchShown],
    names: Names,
    *,
    gone: Sequence[Entry],
    may_edit: bool,
    explained: bool,
) -> DraftContext:
    """Return who left, the conflicts with their tables, and the form and addresses for those who may edit.

    ``explained``: a change takes a reason.
    """
    draft = round_.status == RoundStatus.DRAFT
    is_swiss = draft and round_.stage.has_open_field
    may_swap = may_edit and is_swiss and kind_of_round(round_).meets
    found = conflicts_of(round_) if is_swiss else ()
    _add_missing(event, found, names)
    return {
        "matches": _marked(lines, found) if draft else lines,
        "gone": gone if draft else (),
        "results_changed": draft and results_changed(round_),
        "conflicts": [_conflict_shown(conflict, lines, names) for conflict in found],
        "elsewhere": [elsewhere_text(one) for one in playing_elsewhere(round_)] if _may_be_played(round_) else [],
        "may_edit": draft and may_edit,
        "in_pods": round_.stage.is_pod_cut or setup_of_round(round_) is not None,
        "may_remove_gone": may_edit and is_swiss,
        "may_swap": may_swap,
        "swap_form": SwapForm(round=round_, explained=explained) if may_swap else None,
        "match_acts_url": reverse("matches:match_act", args=[event.slug, 0, "table"]).removesuffix("0/table/"),
        "swap_url": reverse("matches:round_act", args=[event.slug, round_.pk, "swap"]),
        "remove_gone_url": reverse("matches:round_act", args=[event.slug, round_.pk, "remove-gone"]),
    }


def _may_be_played(round_: Round) -> bool:
    return round_.status == RoundStatus.DRAFT or round_.status in RoundStatus.takes_results()


class WaitingContext(TypedDict):
    """The form that seats players without an opponent, or in pods the one that moves players between tables; and where
    two players of a published round change seats.
    """

    table_form: MakeTableForm | None
    make_table_url: str
    move_form: MovePlayerForm | None
    move_url: str
    reseat_url: str


def waiting_context(event: Event, round_: Round, *, may_edit: bool, explained: bool) -> WaitingContext:
    """Return the form that seats players without an opponent, if there are two, or one who is not in the round: two
    queries.
    """
    context: WaitingContext = {
        "table_form": None,
        "make_table_url": reverse("matches:round_act", args=[event.slug, round_.pk, "table"]),
        "move_form": None,
        "move_url": reverse("matches:round_act", args=[event.slug, round_.pk, "move"]),
        "reseat_url": "",
    }
    takes_tables = round_.status in (RoundStatus.DRAFT, RoundStatus.PUBLISHED, RoundStatus.RUNNING)
    if not (may_edit and takes_tables and round_.stage.has_open_field):
        return context
    waiting, alone = waiting_players(round_), not kind_of_round(round_).meets
    if round_.is_public and setup_of_round(round_) is None:
        context["reseat_url"] = reverse("matches:reseat", args=[event.slug, round_.stage.order, round_.number])
    if setup_of_round(round_) is not None and not alone:
        # While the tables play, only those without one can be moved.
        if round_.status != RoundStatus.RUNNING or waiting:
            choices = move_choices(round_, waiting)
            context["move_form"] = MovePlayerForm(**choices, explained=explained, auto_id="id_move_%s")
    elif len(waiting) >= 2 or not all(entrant.has_bye for entrant in waiting):
        context["table_form"] = MakeTableForm(
            waiting=waiting, alone=alone, explained=explained, auto_id="id_waiting_%s"
        )
    return context


class MoveChoices(TypedDict):
    """What the form that moves players between tables offers."""

    seats: Sequence[Seat]
    waiting: Sequence[Waiting]
    plays: bool
    opens: bool
    most: int


def move_choices(round_: Round, waiting: Sequence[Waiting]) -> MoveChoices:
    """Who can be moved where in a round of pods: one query."""
    return {
        "seats": _seats_by_table(round_),
        "waiting": waiting,
        "plays": round_.status == RoundStatus.RUNNING,
        "opens": may_open_table(round_),
        "most": tables_of(round_.stage.event)[-1],
    }


def _seats_by_table(round_: Round) -> list[Seat]:
    """The seats of a round, those without a table last."""
    seats = Seat.objects.filter(round=round_).select_related("match", "entry__player")
    return list(seats.order_by(F("match__table").asc(nulls_last=True), "match_id", "index"))


def _add_missing(event: Event, found: Iterable[Conflict], names: Names) -> None:
    """Add the names of players in conflicts who are not in the round because they came after it was drafted."""
    unknown = {int(key) for conflict in found for key in conflict.players if key not in names}
    if unknown:
        entries = Entry.objects.filter(event=event, number__in=unknown).select_related("player")
        names |= {player_key(entry.number): entry.unique_name for entry in entries}


def _keys(line: MatchShown) -> set[str]:
    return {player_key(seat.number) for seat in line.seats if seat.number is not None}


def _marked(lines: Sequence[MatchShown], found: Sequence[Conflict]) -> list[MatchShown]:
    """Mark each line with what to check in it."""
    places: dict[str, set[int]] = defaultdict(set)
    for place, conflict in enumerate(found):
        for key in conflict.players:
            places[key].add(place)
    touching = [sorted(set().union(*(places[key] for key in _keys(line)))) for line in lines]
    return [
        replace(line, chips=[conflict_chip(found[place]) for place in touched])
        for line, touched in zip(lines, touching, strict=True)
    ]


def _conflict_shown(conflict: Conflict, lines: Iterable[MatchShown], names: Names) -> ConflictShown:
    touched = [line for line in lines if _keys(line) & set(conflict.players)]
    return ConflictShown(conflict_text(conflict, names), touched)
