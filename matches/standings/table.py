"""The table: players by points and then by the event's tie-breaks; players equal in everything share a rank."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import lcm

import msgspec

from matches.history import RoundPlayed, scoring_problem
from matches.standings.field import TieBreakData, field
from matches.standings.pod_records import read_pod_records
from matches.standings.records import ROUND_WON, PlayerRecord, RoundLine, read_records
from matches.standings.settings import LOT, Entrant, SettingsError, StandingsSettings
from matches.standings.tie_break import How, Parts, Tables, TieBreak, Value, tables_of
from matches.standings.tie_breaks import REGISTRY


class Row(msgspec.Struct, frozen=True, gc=False):
    """One player. ``tie_breaks`` holds the event's tie-breaks in their order: exact values, or None if a tie-break
    has no value for the player (no seed; a head to head in which not all tied players have met). A bye counts among
    the ``wins`` and in ``byes``.
    """

    rank: int
    player: str
    points: Fraction | int
    wins: int
    losses: int
    draws: int
    byes: int
    played: int
    tie_breaks: dict[str, Value]
    dropped: bool = False


class Table(msgspec.Struct, frozen=True):
    """The rows from the first rank down, and what an explanation needs.

    ``tied`` has, for a tie-break among tied players, the players tied with each player at that point.
    """

    rows: tuple[Row, ...]
    settings: StandingsSettings
    field: TieBreakData
    tied: dict[str, dict[str, tuple[str, ...]]]


def compute(
    players: Iterable[str | Entrant], rounds: Sequence[RoundPlayed], settings: StandingsSettings | None = None
) -> Table:
    """Compute the standings after ``rounds``, which are in order.

    Players equal in every tie-break share the rank and are ordered by key; with a lot, ranks are not shared. Raises
    SettingsError for unusable settings, HistoryError for contradictory rounds, ValueError for a player entered
    twice.
    """
    settings = settings or StandingsSettings()
    check(settings)
    entrants = [Entrant(p) if isinstance(p, str) else p for p in players]
    if len({entrant.player for entrant in entrants}) < len(entrants):
        raise ValueError("a player is entered twice")
    with _collector_at_rest():
        return _table(entrants, rounds, settings)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Pause the cycle collector: it would scan the growing table repeatedly, a fifth of the time for a large one.

    The table has no cycles to find. Afterwards the collector is set as before.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _table(entrants: list[Entrant], rounds: Sequence[RoundPlayed], settings: StandingsSettings) -> Table:
    data = _data(entrants, rounds, settings)
    records = sorted((data.records[e.player] for e in entrants if e.listed), key=lambda r: r.player)
    orders: list[list[int]] = [[-record.points for record in records]]
    columns: dict[str, list[Value]] = {}
    tied: dict[str, dict[str, tuple[str, ...]]] = {}
    for key in settings.order:
        tie_break = REGISTRY[key]
        if tie_break.how is How.AMONG_TIED:
            tied[key] = _tied(records, orders)
            columns[key], order = _among_tied(tie_break, data, records, tied[key])
        else:
            columns[key], order = _column(tie_break, data, records)
        orders.append(order)
    return Table(_rows(data, records, list(zip(*orders, strict=True)), columns), settings, data, tied)


def _data(entrants: list[Entrant], rounds: Sequence[RoundPlayed], settings: StandingsSettings) -> TieBreakData:
    if settings.pods is None:
        return field(entrants, read_records(entrants, rounds, settings), settings)
    records, unit = read_pod_records(entrants, rounds, settings.pods)
    return field(entrants, records, settings, unit)


_PLAYED_IN = {Tables.TWO: "matches of two", Tables.PODS: "pods", Tables.ONE: "a score attack"}


def check(settings: StandingsSettings) -> None:
    """Raise SettingsError with every problem of the settings."""
    tables = tables_of(settings.pods)
    problems = [f"no tie-break is called {key}" for key in settings.order if key not in REGISTRY]
    problems += [
        f"{key} does not go with {_PLAYED_IN[tables]}"
        for key in settings.order
        if key in REGISTRY and not REGISTRY[key].goes_with(tables)
    ]
    problems += [f"{key} is there twice" for key in sorted({k for k in settings.order if settings.order.count(k) > 1})]
    if LOT in settings.order and settings.lot_seed is None:
        problems.append("the lot needs the event’s seed")
    if problem := scoring_problem(settings.scoring):
        problems.append(f"the points for a {problem.key} {problem.text}")
    if not 0 <= settings.drawn_round_when_none_won <= ROUND_WON:
        problems.append(f"a drawn round must be worth 0 to {ROUND_WON} round points")
    if settings.assigned_loss_rounds < 0:
        problems.append("an assigned loss cannot have fewer than 0 rounds")
    floors = (("match", settings.match_floor), ("round", settings.round_floor))
    problems += [f"the {name} floor must be a share from 0 to 1" for name, floor in floors if not 0 <= floor <= 1]
    if problems:
        raise SettingsError(problems)


def value_of(tie_break: TieBreak, data: TieBreakData, record: PlayerRecord, parts: Parts) -> tuple[int, int] | None:
    """Return the value of ``parts`` as numerator and denominator, not reduced; None without a value."""
    _, amounts, unit = parts
    if tie_break.value is not None:
        value = tie_break.value(data, record)
        return None if value is None else (value, 1)
    if tie_break.without_parts is not None and not amounts:
        return tie_break.without_parts.numerator, tie_break.without_parts.denominator
    if tie_break.shares is not None and not amounts:
        floor = tie_break.shares(data).floor
        return floor.numerator, floor.denominator
    if tie_break.how is How.MEAN:
        return sum(amounts), unit * len(amounts)
    if tie_break.how is How.MIDDLE:
        return (sum(amounts) - max(amounts) - min(amounts), unit) if len(amounts) > 2 else (0, unit)
    if tie_break.how is How.SHARE:
        share = sum(amounts), record.round_whole or 1
        floor = data.settings.round_floor if data.settings.own_share_floored else Fraction(0)
        below = share[0] * floor.denominator < floor.numerator * share[1]
        return (floor.numerator, floor.denominator) if below else share
    return sum(amounts), unit


def _column(tie_break: TieBreak, data: TieBreakData, records: list[PlayerRecord]) -> tuple[list[Value], list[int]]:
    """Return the exact values, and whole numbers that order them, best first."""
    pairs = [value_of(tie_break, data, record, tie_break.parts(data, record)) for record in records]
    wholes = {pair[1] for pair in pairs if pair is not None}
    unit = lcm(*wholes)
    sign = -1 if tie_break.higher_first else 1
    times = {whole: sign * (unit // whole) for whole in wholes}
    order = [pair[0] * times[pair[1]] if pair is not None else None for pair in pairs]
    last = max((value for value in order if value is not None), default=0) + 1
    seen: dict[tuple[int, int], Value] = {}
    values: list[Value] = []
    for pair in pairs:
        if pair is None:
            values.append(None)
            continue
        if pair not in seen:
            seen[pair] = _reduced(tie_break, *pair)
        values.append(seen[pair])
    return values, [last if value is None else value for value in order]


def _reduced(tie_break: TieBreak, numerator: int, denominator: int) -> Value:
    if tie_break.how in (How.MEAN, How.SHARE):
        return Fraction(numerator, denominator)
    value = Fraction(numerator, denominator)
    return value.numerator if value.denominator == 1 else value


def _tied(records: list[PlayerRecord], orders: list[list[int]]) -> dict[str, tuple[str, ...]]:
    groups: dict[tuple[int, ...], list[str]] = {}
    for record, key in zip(records, zip(*orders, strict=True), strict=True):
        groups.setdefault(key, []).append(record.player)
    tied = (tuple(group) for group in groups.values() if len(group) > 1)
    return {player: group for group in tied for player in group}


def _among_tied(
    tie_break: TieBreak, data: TieBreakData, records: list[PlayerRecord], tied: dict[str, tuple[str, ...]]
) -> tuple[list[Value], list[int]]:
    """Return the points from the matches among the tied players if all of them have met each other, else no value."""
    all_met: dict[str, bool] = {}  # by the first of a group: to hash a group of thousands for each of them takes long
    values: list[Value] = []
    for record in records:
        group = tied.get(record.player)
        if group is None:
            values.append(None)
            continue
        if group[0] not in all_met:
            all_met[group[0]] = _all_met(data, group)
        values.append(sum(amount for _, amount in among(tie_break, data, record, group)) if all_met[group[0]] else None)
    return values, [0 if value is None else -int(value) for value in values]


def _all_met(data: TieBreakData, group: tuple[str, ...]) -> bool:
    members = frozenset(group)
    for player in group:
        lines = data.records[player].lines
        if len(lines) < len(group) - 1:  # decides large groups quickly
            return False
        if len(members & {line.opponent for line in lines}) < len(group) - 1:
            return False
    return True


def among(
    tie_break: TieBreak, data: TieBreakData, record: PlayerRecord, group: tuple[str, ...]
) -> list[tuple[RoundLine, int]]:
    """Return the lines against the tied players, with the part of each."""
    members = frozenset(group)
    lines, amounts, _ = tie_break.parts(data, record)
    return [(line, amount) for line, amount in zip(lines, amounts, strict=True) if line.opponent in members]


def _rows(
    data: TieBreakData, records: list[PlayerRecord], sort_keys: list[tuple[int, ...]], columns: dict[str, list[Value]]
) -> tuple[Row, ...]:
    places = sorted(range(len(records)), key=sort_keys.__getitem__)
    rows: list[Row] = []
    rank = 0
    for position, i in enumerate(places):
        if not position or sort_keys[i] != sort_keys[places[position - 1]]:
            rank = position + 1
        rows.append(_row(rank, data, records[i], {key: column[i] for key, column in columns.items()}))
    return tuple(rows)


def _row(rank: int, data: TieBreakData, record: PlayerRecord, tie_breaks: dict[str, Value]) -> Row:
    return Row(
        rank=rank,
        player=record.player,
        points=points_of(data, record.points),
        wins=record.wins,
        losses=record.losses,
        draws=record.draws,
        byes=record.byes,
        played=len(record.lines),
        tie_breaks=tie_breaks,
        dropped=data.entrants[record.player].dropped_after is not None,
    )


def points_of(data: TieBreakData, points: int) -> Fraction | int:
    """Points of the records as they are: whole, or a fraction."""
    exact = Fraction(points, data.unit)
    return exact.numerator if exact.denominator == 1 else exact


def cut(table: Table, size: int) -> tuple[str, ...]:
    """Return the best ``size`` players who have not dropped: the seeds 1, 2, 3 … of a bracket after Swiss rounds.

    Returns fewer if there are fewer.
    """
    return tuple([row.player for row in table.rows if not row.dropped][:size])
