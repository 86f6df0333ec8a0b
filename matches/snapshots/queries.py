"""Computes standings from the rounds, or reads the snapshots stored when rounds were closed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Q

from matches.enums import EntryStatus, RoundStatus
from matches.events.queries.games import never_negative, shape_of
from matches.events.queries.pods import pod_setup
from matches.history import RoundPlayed
from matches.models import Entry, Event, Round, Seat, Stage, StandingsSnapshot
from matches.pairing.pods.setup import PodSetup
from matches.snapshots.carried_queries import carried_into, carries, entries_elsewhere
from matches.snapshots.history_queries import (
    closed_history,
    closed_rounds,
    history_of,
    player_key,
    rounds_played,
    scoring_of,
)
from matches.snapshots.struck_queries import StruckRound, struck_numbers, struck_rounds
from matches.standings import POINTS, Entrant, Row, StandingsSettings, Table, Value, compute, explain, separation
from matches.standings.explain import Explanation, Separation
from matches.standings.settings import LOT, ORDER_SCORES, THIRD, pod_order


def standings_settings(stage: Stage) -> StandingsSettings:
    """The event's order, floors and rounds of an assigned loss, with defaults from the game and the specification."""
    event = stage.event
    stored = event.options.get("standings", {})
    setup = pod_setup(stage)
    return StandingsSettings(
        order=tuple(stored.get("order") or usual_order(event, setup)),
        pods=setup.terms if setup is not None else None,
        scoring=scoring_of(event),
        lot_seed=event.seed,
        match_floor=Fraction(stored.get("match_floor", THIRD)),
        round_floor=Fraction(stored.get("round_floor", THIRD)),
        assigned_loss_rounds=stored.get("assigned_loss_rounds", 0),
    )


def usual_order(event: Event, setup: PodSetup | None) -> tuple[str, ...]:
    """The order of the tie-breaks where none was chosen, for tables that are seated in this way."""
    shape = shape_of(event)
    if setup is None:
        return shape.tie_breaks
    return ORDER_SCORES if setup.alone else pod_order(amounts=never_negative(shape))


def entrants(stage: Stage, struck: Collection[int] | None = None, *, with_registered: bool = False) -> list[Entrant]:
    """Everyone who has played: checked in, dropped, or disqualified (listed or not, as the organiser chose).

    Players whose results are struck are not listed; ``struck`` are other numbers in their place. Those who are not
    checked in yet are in it ``with_registered``.
    """
    struck = struck_numbers(stage) if struck is None else struck
    rows = Entry.objects.filter(event=stage.event)
    if not with_registered:
        played = Exists(Seat.objects.filter(entry=OuterRef("pk"), round__stage=stage))
        rows = rows.filter(~Q(status=EntryStatus.REGISTERED) | played)
    return [
        Entrant(
            player=player_key(number),
            seed=seed,
            dropped_after=after if status in EntryStatus.out() else None,
            listed=(status != EntryStatus.DISQUALIFIED or keeps) and number not in struck,
        )
        for number, seed, status, after, keeps in rows.order_by("number").values_list(
            "number", "seed", "status", "dropped_after", "keeps_place"
        )
    ]


def entrants_of(stage: Stage, played: Sequence[RoundPlayed], *, with_registered: bool = False) -> list[Entrant]:
    """The entrants of a stage, with those who are only in the rounds that it takes over: they have no place."""
    known = entrants(stage, with_registered=with_registered)
    if not carries(stage):
        return known
    others = {key for round_ in played for match in round_.matches for key in match.seats}
    others -= {entrant.player for entrant in known}
    return [*known, *(Entrant(key, listed=False) for key in sorted(others))]


def compute_table(stage: Stage, *, upto: int | None = None) -> Table:
    """The standings after the stage's closed rounds, to round ``upto`` if given: seven queries, eight for a round
    robin.
    """
    played = history_of(stage, closed_rounds(stage, upto=upto))
    return compute(entrants_of(stage, played), played, standings_settings(stage))


def table_before(stage: Stage) -> Table | None:
    """What everyone of a stage brings along, as standings before its first round; None where nobody does."""
    played = carried_into(stage, closed_history)
    if not played:
        return None
    return compute(entrants_of(stage, played, with_registered=True), played, standings_settings(stage))


def points_by_round(stage: Stage, entry: Entry) -> dict[int, Fraction]:
    """What each round brought a player, exactly as the standings count it, by the round's number.

    The open round is in it as far as it has results, and rounds that were missed as the event counts them.
    """
    closed = closed_history(stage)
    opened = Round.objects.filter(stage=stage, status__in=RoundStatus.takes_results()).order_by("number")
    rounds = [*closed, *rounds_played(stage, opened, unfinished=True)]
    table, key = compute(entrants_of(stage, rounds), rounds, standings_settings(stage)), player_key(entry.number)
    if key not in table.field.records:
        return {}
    return {part.number: Fraction(part.value) for part in explain(table, key, POINTS).parts}


def row_as_json(row: Row) -> dict[str, Any]:
    """Return a row as a snapshot stores it: exact values as ``"2/3"``, whole numbers as they are."""
    return {
        "rank": row.rank,
        "number": int(row.player),
        "points": exact_value(row.points),
        "wins": row.wins,
        "losses": row.losses,
        "draws": row.draws,
        "byes": row.byes,
        "dropped": row.dropped,
        "tie_breaks": {key: exact_value(value) for key, value in row.tie_breaks.items()},
    }


def exact_value(value: Value) -> str | int | None:
    """A value as a snapshot stores it and the API sends it: whole numbers as they are, others as ``"2/3"``."""
    return str(value) if isinstance(value, Fraction) else value


def latest_snapshot(stage: Stage) -> StandingsSnapshot | None:
    """The newest version after the newest closed round, or None before the first is closed."""
    return (
        StandingsSnapshot.objects.filter(stage=stage)
        .select_related("round__stage__event")
        .order_by("-round__number", "-version")
        .first()
    )


def snapshot_after(round_: Round) -> StandingsSnapshot | None:
    """The newest version of the standings after one round."""
    return (
        StandingsSnapshot.objects.filter(round=round_)
        .select_related("round__stage__event")
        .order_by("-version")
        .first()
    )


def snapshot_of(stage: Stage, after: int | None) -> StandingsSnapshot | None:
    """The standings of a stage after round ``after`` (None: the last closed one), or None without any."""
    if after is None:
        return latest_snapshot(stage)
    round_ = Round.objects.filter(stage=stage, number=after, snapshots__isnull=False).order_by("-attempt").first()
    return None if round_ is None else snapshot_after(round_)


def tie_break_keys(snapshot: StandingsSnapshot) -> list[str]:
    """The snapshot's tie-breaks in the event's order, because PostgreSQL does not keep the order of JSON keys."""
    stored = set(snapshot.rows[0]["tie_breaks"]) if snapshot.rows else set()
    ordered = [key for key in standings_settings(snapshot.round.stage).order if key in stored]
    return [*ordered, *sorted(stored.difference(ordered))]


def entries_by_number(event: Event) -> dict[int, Entry]:
    """Every entry of the event with its player. One query."""
    return {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}


def decided_by_lot(rows: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """The players, by number, whose order only the lot decided: those level in all else, together, the best first."""
    groups: list[list[int]] = []
    before: tuple[Any, dict[str, Any]] | None = None
    for row in rows:
        level = row["points"], {key: value for key, value in row["tie_breaks"].items() if key != LOT}
        if level == before and LOT in row["tie_breaks"]:
            groups[-1].append(row["number"])
        else:
            groups.append([row["number"]])
        before = level
    return [group for group in groups if len(group) > 1]


def lot_at_cut(rows: Sequence[Mapping[str, Any]], cut: int | None) -> list[int]:
    """The players, by number, among whom the lot decided who is in the cut after ``cut`` rows; empty if it did not."""
    if cut is None:
        return []
    last, first = rows[cut - 1]["number"], rows[cut]["number"]
    return next((group for group in decided_by_lot(rows) if last in group and first in group), [])


def cut_after(snapshot: StandingsSnapshot, entries: Mapping[int, Entry], stages: Iterable[Stage]) -> int | None:
    """Return after how many rows of the standings the cut falls; None without a cut, or if everyone listed goes on.

    Before the next stage is published, players who are out do not count, because the next in line move up; after it,
    the line follows the last player who went on. With a cut one or two queries.
    """
    following = next((stage for stage in stages if stage.order == snapshot.round.stage.order + 1), None)
    if following is None or not following.cut_to:
        return None
    public = Seat.objects.filter(round__stage=following, round__status__in=RoundStatus.public())
    if public.exists():
        field = set(following.field.values_list("entry__number", flat=True))
        on = [place for place, row in enumerate(snapshot.rows, start=1) if row["number"] in field]
    else:
        still_in = [
            place
            for place, row in enumerate(snapshot.rows, start=1)
            if entries[row["number"]].status not in EntryStatus.out() or entries[row["number"]].holds_cut_place
        ]
        on = still_in[: following.cut_to]
    last = max(on, default=0)
    return last if 0 < last < len(snapshot.rows) else None


@dataclass(frozen=True)
class ExplainedPlace:
    """One player's place with the origin of its numbers; ``separation`` is None at the top."""

    stage: Stage
    row: Row
    entries: Mapping[int, Entry]
    tie_breaks: list[Explanation]
    separation: Separation | None
    struck: list[StruckRound]

    @property
    def entry(self) -> Entry:
        return self.entries[int(self.row.player)]


def explained_place(stage: Stage, number: int, after: int | None) -> ExplainedPlace | None:
    """A player's place after the closed rounds, or after round ``after``; None for a player without a place."""
    table = compute_table(stage, upto=after)
    row = next((row for row in table.rows if row.player == player_key(number)), None)
    if row is None or not row.played:
        return None
    entries = {**entries_elsewhere(stage), **entries_by_number(stage.event)}
    return ExplainedPlace(
        stage=stage,
        row=row,
        entries=entries,
        tie_breaks=[explain(table, row.player, key) for key in row.tie_breaks if key != LOT],
        separation=separation(table, row.player),
        struck=struck_rounds(stage, entries[number], upto=after),
    )
