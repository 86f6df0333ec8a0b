"""Explains the numbers of the table by opponents, their shares and the sum, as codes and values (section 5).

An explanation shows the parts that the table itself added up; ``matches.snapshots.labels`` has the sentences.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.standings.field import Shares
from matches.standings.records import PlayerRecord, RoundLine
from matches.standings.table import Row, Table, among, points_of, value_of
from matches.standings.tie_break import How, Parts, TieBreak, Value
from matches.standings.tie_breaks import REGISTRY
from matches.tables.outcome import Outcome

POINTS = "points"
"""The key of the match points themselves."""


class ExplanationPart(msgspec.Struct, frozen=True):
    """One line of a sum: the round, the opponent (None: a bye or an assigned result), and what it adds.

    A share is ``points`` of ``whole`` (the opponent's; for ``rw`` the player's own) unless ``floored`` says that the
    floor counts instead. ``left_out`` marks a part that a middle sum does not count.
    """

    number: int
    opponent: str | None
    result: Outcome
    value: Fraction | int
    points: Fraction | int | None = None
    whole: Fraction | int | None = None
    floored: bool = False
    left_out: bool = False


class Explanation(msgspec.Struct, frozen=True):
    """A value with its parts: ``total`` over ``divided_by`` is the value, unless ``floored`` put the floor there.

    ``tied_with`` are the players of a head to head, including the player; None for other tie-breaks and without a tie.
    """

    player: str
    key: str
    how: How
    parts: tuple[ExplanationPart, ...]
    total: Fraction | int
    divided_by: int
    value: Value
    floored: bool = False
    floor: Fraction | None = None
    tied_with: tuple[str, ...] | None = None


class Separation(msgspec.Struct, frozen=True):
    """Why ``above`` is above ``player``: the first number that differs. ``equal`` are the keys before it."""

    player: str
    above: str
    key: str
    own: Value
    theirs: Value
    equal: tuple[str, ...]


def explain(table: Table, player: str, key: str) -> Explanation:
    """Explain the number ``key`` of ``player``: "points" or any tie-break, also one outside the event's order.

    Raises KeyError for a player or a key that does not exist.
    """
    record = table.field.records[player]
    if key == POINTS:
        data = table.field
        parts = tuple(_part(line, points_of(data, line.score.points)) for line in record.lines)
        total = points_of(data, record.points)
        return Explanation(player, key, How.SUM, parts, total, 1, total)
    tie_break = REGISTRY[key]
    if tie_break.how is How.AMONG_TIED:
        return _among_tied(table, tie_break, record)
    found = tie_break.parts(table.field, record)
    pair = value_of(tie_break, table.field, record, found)
    value = None if pair is None else _plain(Fraction(*pair))
    if tie_break.shares is not None:
        return _mean(table, tie_break.key, tie_break.shares(table.field), record, found, value)
    if tie_break.without_parts is not None:
        return _mean_of_values(tie_break, record, found, value)
    if tie_break.how is How.SHARE:
        return _share(table, key, record, found, value)
    return _sum(tie_break, record, found, value)


def separation(table: Table, player: str) -> Separation | None:
    """Return what separates ``player`` from the place above; None at the top, or without a row."""
    above: Row | None = None
    for i, row in enumerate(table.rows):
        if row.player == player:
            above = next((other for other in reversed(table.rows[:i]) if other.rank < row.rank), None)
            break
    if above is None:
        return None
    keys = (POINTS, *table.settings.order)
    own, theirs = _numbers(row), _numbers(above)
    first = next(i for i, key in enumerate(keys) if own[key] != theirs[key])
    key = keys[first]
    return Separation(player, above.player, key, own[key], theirs[key], keys[:first])


def _numbers(row: Row) -> dict[str, Value]:
    return {POINTS: row.points, **row.tie_breaks}


def _part(line: RoundLine, value: Fraction | int, left_out: bool = False) -> ExplanationPart:
    return ExplanationPart(line.number, line.opponent, line.score.result, value, left_out=left_out)


def _plain(value: Fraction) -> Fraction | int:
    return value.numerator if value.denominator == 1 else value


def _mean_of_values(tie_break: TieBreak, record: PlayerRecord, found: Parts, value: Value) -> Explanation:
    """Return the mean of values that come from the player's own rounds; without any, the value that counts then."""
    lines, amounts, unit = found
    return Explanation(
        player=record.player,
        key=tie_break.key,
        how=How.MEAN,
        parts=tuple(_part(line, Fraction(amount, unit)) for line, amount in zip(lines, amounts, strict=True)),
        total=Fraction(sum(amounts), unit),
        divided_by=len(lines),
        value=value if value is None else Fraction(value),
        floored=not lines,
        floor=tie_break.without_parts,
    )


def _mean(table: Table, key: str, shares: Shares, record: PlayerRecord, found: Parts, value: Value) -> Explanation:
    """Return the mean over the opponents, each share with its points; without opponents, the floor."""
    lines, amounts, unit = found
    parts = []
    for line, opponent, amount in zip(lines, record.opponents, amounts, strict=True):
        points, whole = shares.parts[opponent]
        floored = whole == 0 or Fraction(points, whole) < shares.floor
        share = Fraction(amount, unit)
        of, out_of = points_of(table.field, points), points_of(table.field, whole)
        parts.append(ExplanationPart(line.number, opponent, line.score.result, share, of, out_of, floored))
    total = Fraction(sum(amounts), unit)
    return Explanation(
        player=record.player,
        key=key,
        how=How.MEAN,
        parts=tuple(parts),
        total=total,
        divided_by=len(parts),
        value=value if value is None else Fraction(value),
        floored=not parts,
        floor=shares.floor,
    )


def _share(table: Table, key: str, record: PlayerRecord, found: Parts, value: Value) -> Explanation:
    settings = table.settings
    parts = tuple(
        ExplanationPart(line.number, line.opponent, line.score.result, amount, amount, line.score.round_whole)
        for line, amount in zip(found[0], found[1], strict=True)
        if line.score.round_whole  # an assigned result has no rounds
    )
    share = Fraction(record.round_points, record.round_whole or 1)
    return Explanation(
        player=record.player,
        key=key,
        how=How.SHARE,
        parts=parts,
        total=record.round_points,
        divided_by=record.round_whole,
        value=value if value is None else Fraction(value),
        floored=value != share,
        floor=settings.round_floor if settings.own_share_floored else None,
    )


def _sum(tie_break: TieBreak, record: PlayerRecord, found: Parts, value: Value) -> Explanation:
    lines, amounts, unit = found
    out = _left_out(amounts) if tie_break.how is How.MIDDLE else frozenset()
    parts = tuple(
        _part(line, _plain(Fraction(amount, unit)), left_out=i in out)
        for i, (line, amount) in enumerate(zip(lines, amounts, strict=True))
    )
    total = value if value is not None and tie_break.how is not How.GIVEN else 0
    return Explanation(record.player, tie_break.key, tie_break.how, parts, total, 1, value)


def _left_out(amounts: list[int]) -> frozenset[int]:
    """Return the indexes of one highest and one lowest part; all of them if there are at most two."""
    if len(amounts) <= 2:
        return frozenset(range(len(amounts)))
    low = amounts.index(min(amounts))
    high = max((i for i in range(len(amounts)) if i != low), key=amounts.__getitem__)
    return frozenset({low, high})


def _among_tied(table: Table, tie_break: TieBreak, record: PlayerRecord) -> Explanation:
    """Return the parts against the players with whom the player was tied at this tie-break."""
    group = table.tied.get(tie_break.key, {}).get(record.player, ())
    row_value = next((row.tie_breaks.get(tie_break.key) for row in table.rows if row.player == record.player), None)
    found = among(tie_break, table.field, record, group)
    parts = tuple(_part(line, amount) for line, amount in found)
    total = sum(amount for _, amount in found)
    return Explanation(
        record.player, tie_break.key, tie_break.how, parts, total, 1, row_value, tied_with=group if group else None
    )
