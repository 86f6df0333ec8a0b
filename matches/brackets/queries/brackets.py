"""Reads a bracket stage from the database: its shape, its results, its players, its state. Five queries altogether."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db.models import Q

from matches.enums import BracketStart, EntryStatus, ResultStatus, RoundStatus, StageKind
from matches.events.declarations.reading import options_of
from matches.events.queries.events import grand_final_reset
from matches.models import Entry, Event, Match, ResultLine, Seat, Stage, StageEntry, StandingsSnapshot
from matches.pairing.bracket import LEAST, Bracket, BracketKind, BracketState, Seats, build, resolve, rounds
from matches.snapshots.queries import decided_by_lot, latest_snapshot
from matches.tables.outcome import Outcome, Outcomes

SEED_ORDER = "seed_order"
"""The option of a stage with the players' numbers in the order of seeds that were set by hand."""

KINDS = {StageKind.SINGLE_ELIMINATION: BracketKind.SINGLE, StageKind.DOUBLE_ELIMINATION: BracketKind.DOUBLE}


class StageBracket(msgspec.Struct, frozen=True):
    """A bracket with its results. ``entries`` maps seeds to entry ids; ``gone`` are seeds that left the event.
    ``seated`` are the seeds in the paired matches, by key.
    """

    bracket: Bracket
    entries: dict[int, int]
    results: dict[str, Outcomes]
    gone: frozenset[int]
    seated: dict[str, Seats]

    @property
    def state(self) -> BracketState:
        return resolve(self.bracket, self.results, self.gone, self.seated)

    @property
    def complete(self) -> bool:
        return self.state.complete


def stage_bracket(stage: Stage) -> StageBracket | None:
    """Return the stage's bracket, or None before its field is seeded."""
    field = list(StageEntry.objects.filter(stage=stage).values_list("seed", "entry_id", "entry__status"))
    if len(field) < 2:
        return None
    bracket = build(
        len(field),
        KINDS[StageKind(stage.kind)],
        third_place=stage.third_place and stage.kind == StageKind.SINGLE_ELIMINATION,
        reset=grand_final_reset(stage) is not False,
    )
    entries = {seed: entry_id for seed, entry_id, _ in field}
    return StageBracket(
        bracket=bracket,
        entries=entries,
        results=bracket_results(stage),
        gone=frozenset(seed for seed, _, status in field if status in EntryStatus.out()),
        seated=_seated(stage, entries),
    )


def _seated(stage: Stage, entries: Mapping[int, int]) -> dict[str, Seats]:
    seed_of = {entry_id: seed for seed, entry_id in entries.items()}
    rows = (
        Seat.objects.filter(round__stage=stage)
        .exclude(round__status=RoundStatus.WITHDRAWN)
        .order_by("match_id", "index")
        .values_list("match__bracket_key", "entry_id")
    )
    seated: dict[str, Seats] = {}
    for key, entry_id in rows:
        seated[key] = (*seated.get(key, ()), seed_of.get(entry_id))
    return seated


def is_published(stage: Stage) -> bool:
    """Whether the public may see the stage's field: its first round has been published."""
    return stage.rounds.filter(status__in=RoundStatus.public()).exists()


def bracket_results(stage: Stage) -> dict[str, Outcomes]:
    """The confirmed outcomes by bracket key."""
    rows = (
        ResultLine.objects.filter(result__match__round__stage=stage, result__status=ResultStatus.CONFIRMED)
        .exclude(result__match__round__status=RoundStatus.WITHDRAWN)
        .order_by("result__match_id", "seat__index")
        .values_list("result__match__bracket_key", "outcome")
    )
    outcomes: dict[str, list[str]] = {}
    for key, outcome in rows:
        outcomes.setdefault(key, []).append(outcome)
    return {key: tuple(map(Outcome, stored)) for key, stored in outcomes.items()}


def stored_matches(stage: Stage) -> list[Match]:
    """Return the bracket matches that are not withdrawn, with seats and round, in the order of their creation."""
    return list(
        Match.objects.filter(round__stage=stage)
        .exclude(round__status=RoundStatus.WITHDRAWN)
        .select_related("round")
        .prefetch_related("seats")
        .order_by("round__number", "id")
    )


def seeding_snapshot(stage: Stage) -> StandingsSnapshot | None:
    """The standings that seed a stage: the last ones of the stage before."""
    before = Stage.objects.filter(event=stage.event, order__lt=stage.order).order_by("-order").first()
    return latest_snapshot(before) if before is not None else None


def lots_for_seeds(stage: Stage, entries: Iterable[Entry]) -> list[list[int]]:
    """The numbers of those of the bracket's ``entries`` whom only the lot told apart in the standings, together."""
    snapshot, numbers = seeding_snapshot(stage), {entry.number for entry in entries}
    return decided_by_lot([row for row in snapshot.rows if row["number"] in numbers]) if snapshot else []


def qualified(stage: Stage) -> list[int]:
    """Return the entry ids for a bracket or round robin in seeding order: as it was set by hand, else by the stage
    before, else by the players' own seeds.

    Dropped and disqualified players do not enter; the next in the standings move up. A player who was dropped with the
    place in the cut kept enters, and the opponent has a walkover.
    """
    enters = Q(status=EntryStatus.CHECKED_IN)
    if stage.is_bracket:
        enters |= Q(status=EntryStatus.DROPPED, holds_cut_place=True)
    entries = list(
        Entry.objects.filter(enters, event=stage.event).order_by("number").values_list("number", "id", "seed")
    )
    snapshot = seeding_snapshot(stage)
    if snapshot is not None:
        rank = {row["number"]: place for place, row in enumerate(snapshot.rows)}
        chosen = sorted((rank[number], pk) for number, pk, _ in entries if number in rank)
        ids = [pk for _, pk in chosen]
    else:
        ids = [pk for number, pk, seed in sorted(entries, key=lambda row: (row[2] is None, row[2] or 0, row[0]))]
    cut = ids[: stage.cut_to] if stage.cut_to else ids
    by_hand = {number: place for place, number in enumerate(stage.options.get(SEED_ORDER, ()))}
    number_of = {pk: number for number, pk, _seed in entries}
    return sorted(cut, key=lambda pk: by_hand.get(number_of[pk], len(by_hand)))


def next_keys(known: StageBracket) -> list[str]:
    """Return the bracket keys of the next round: the playable matches of the first round that has any."""
    playable = set(known.state.playable)
    for keys in rounds(known.bracket):
        found = [key for key in keys if key in playable]
        if found:
            return found
    return []


def bracket_pairing(known: StageBracket, keys: list[str]) -> dict[str, Any]:
    """Return what a round stores about its pairing: the matches, and the size of the bracket, which name the round."""
    return {"method": "bracket", "keys": keys, "size": known.bracket.size}


def due_pairing(stage: Stage, number: int) -> dict[str, Any]:
    """Return what ``bracket_pairing`` will be for the round that is due, so that it can be named before it is paired;
    empty without enough players.
    """
    if number > 1:
        known = stage_bracket(stage)
        return bracket_pairing(known, next_keys(known)) if known is not None else {}
    size = len(qualified(stage))
    if size < LEAST:
        return {}
    first = rounds(build(size, KINDS[StageKind(stage.kind)]))[0]
    return {"method": "bracket", "keys": list(first), "size": size}


def cut_of(entry: Entry) -> Stage | None:
    """Return the bracket that the player has qualified for and that is not published yet.

    None unless everything before the bracket is finished, and for a bracket that takes everyone.
    """
    stage = Stage.objects.filter(event=entry.event_id, finished_at__isnull=True).order_by("order").first()
    if stage is None or not stage.is_bracket or not stage.cut_to or stage.order == 1 or is_published(stage):
        return None
    return stage if entry.pk in qualified(stage) else None


def start_rule(event: Event) -> BracketStart:
    """Who starts the matches of the event's brackets."""
    return options_of(event).bracket_start
