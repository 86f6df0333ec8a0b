"""Computes what a correction would change, without writing.

In Swiss rounds and a round robin: who moves in the standings, how later rounds would have been paired, and who would
have made the cut. In a bracket: which results become void, and which matches and rounds change. In a round robin also
what changes if the results of a player who leaves are struck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from matches.brackets.queries.changes import BracketChange, change_of
from matches.draws.queries.fields import RoundTerms, field_after
from matches.draws.queries.pods import draw, setup_of_round
from matches.enums import EntryStatus, MatchKind, ResultStatus, RoundStatus
from matches.history import Kind, Played, RoundPlayed
from matches.models import Entry, Match, Result, Round, Seat, Stage, StageEntry
from matches.pairing.swiss import pair_swiss
from matches.snapshots.history_queries import closed_rounds, history_of, player_key, rounds_played
from matches.snapshots.queries import entrants, entrants_of, standings_settings
from matches.snapshots.struck_queries import RobinPlayer, struck_matches, struck_numbers
from matches.standings import Entrant, Table, compute
from matches.tables.score import Score

Line = tuple[int, ...]
"""Two entry numbers, the lower first; a single number is a bye."""


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose place or points change: ``rank`` and ``points`` before and after."""

    number: int
    rank: tuple[int, int]
    points: tuple[Fraction | int, Fraction | int]


@dataclass(frozen=True, slots=True)
class OtherPairings:
    """A later round that would have been paired differently: the lines as drawn, and as they would have been."""

    round: Round
    drawn: tuple[Line, ...]
    instead: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """The players who enter and leave the first ``size`` places that go on to the next stage."""

    size: int
    enters: tuple[int, ...]
    leaves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that a correction would change, with entry numbers; ``after`` is the round whose standings move.

    ``players`` are the two of the corrected match. ``cut`` is who crosses the line of the planned cut; ``enters`` and
    ``leaves`` are those of a cut that was seeded already. ``pair_again`` is the open round that could be paired again.
    """

    after: Round | None = None
    moves: tuple[Move, ...] = ()
    pairings: tuple[OtherPairings, ...] = ()
    enters: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    cut: Cut | None = None
    pair_again: Round | None = None
    bracket: BracketChange | None = None


def preview_correction(match: Match, score: Score) -> Preview:
    """Compute what ``correct_result`` or ``correct_bracket_result`` would change with this score.

    ``match`` has its round, stage and event loaded. A correction in an open round does not change standings yet.
    """
    stage = match.round.stage
    if stage.is_bracket:
        return Preview(bracket=change_of(stage, match, score))
    rounds = closed_rounds(stage)
    if match.round.status != RoundStatus.CLOSED or not rounds:
        return Preview()
    before = history_of(stage, rounds)
    after = _with_result(before, match, score)
    field = entrants_of(stage, before)
    tables = [compute(field, played, standings_settings(stage)) for played in (before, after)]
    cut, seeded = _cut(stage, *tables)
    pairings = tuple(_other_pairings(stage, match.round.number, before, after, field))
    return Preview(
        after=rounds[-1],
        moves=_moves(*tables),
        pairings=pairings,
        enters=cut.enters if cut and seeded else (),
        leaves=cut.leaves if cut and seeded else (),
        players=tuple(Seat.objects.filter(match=match).order_by("index").values_list("entry__number", flat=True)),
        cut=cut,
        pair_again=next((other.round for other in pairings if _can_be_paired_again(other.round)), None),
    )


@dataclass(frozen=True, slots=True)
class StrikePreview:
    """What striking a player would change: ``results`` and ``byes`` no longer count, and the standings ``change``."""

    results: int
    byes: int
    change: Preview


def preview_strike(player: RobinPlayer) -> StrikePreview:
    """Compute what ``strike_results`` would change for a player of a round robin who is not struck."""
    stage, number = player.stage, player.entry.number
    already = struck_numbers(stage)
    numbers = already | {number}
    struck = struck_matches(stage, numbers)
    lost = Match.objects.filter(pk__in=struck, struck=False).exclude(round__status=RoundStatus.WITHDRAWN)
    settled = lost.filter(kind=MatchKind.PLAYED, results__status=ResultStatus.CONFIRMED).count()
    byes = lost.filter(kind=MatchKind.BYE).exclude(seats__entry=player.entry).count()
    rounds = closed_rounds(stage)
    if not rounds:
        return StrikePreview(settled, byes, Preview())
    settings = standings_settings(stage)
    tables = (
        compute(entrants(stage, already), rounds_played(stage, rounds), settings),
        compute(entrants(stage, numbers), rounds_played(stage, rounds, struck=struck), settings),
    )
    cut, seeded = _cut(stage, *tables)
    change = Preview(
        after=rounds[-1],
        moves=_moves(*tables),
        enters=cut.enters if cut and seeded else (),
        leaves=cut.leaves if cut and seeded else (),
        cut=cut,
    )
    return StrikePreview(settled, byes, change)


def _can_be_paired_again(round_: Round) -> bool:
    """Whether the round is a draft, or is published and no table has started or reported."""
    if round_.status == RoundStatus.DRAFT:
        return True
    reported = Result.objects.filter(match__round=round_).exclude(status=ResultStatus.SUPERSEDED)
    return round_.status == RoundStatus.PUBLISHED and not reported.exists()


def _with_result(rounds: Sequence[RoundPlayed], match: Match, score: Score) -> list[RoundPlayed]:
    numbers = Seat.objects.filter(match=match).order_by("index").values_list("entry__number", flat=True)
    first = player_key(numbers[0])
    changed = []
    for played in rounds:
        if played.number != match.round.number:
            changed.append(played)
            continue
        lines = tuple(
            msgspec.structs.replace(line, score=score) if _is_of(line, first) else line for line in played.matches
        )
        changed.append(msgspec.structs.replace(played, matches=lines))
    return changed


def _is_of(line: Played, first: str) -> bool:
    """Whether the line is the match with player ``first`` in the first seat."""
    return line.kind is Kind.PLAYED and line.seats[0] == first


def _moves(before: Table, after: Table) -> tuple[Move, ...]:
    old = {row.player: row for row in before.rows}
    moves = [
        Move(int(row.player), (old[row.player].rank, row.rank), (old[row.player].points, row.points))
        for row in after.rows
        if (old[row.player].rank, old[row.player].points) != (row.rank, row.points)
    ]
    return tuple(sorted(moves, key=lambda move: move.rank[1]))


def _other_pairings(
    stage: Stage, number: int, before: list[RoundPlayed], after: list[RoundPlayed], field: list[Entrant]
) -> Iterable[OtherPairings]:
    if not stage.has_open_field:
        return
    later = Round.objects.filter(stage=stage, number__gt=number).exclude(status=RoundStatus.WITHDRAWN)
    for round_ in later.select_related("stage__event").order_by("number"):
        terms = msgspec.convert(round_.pairing["terms"], RoundTerms)
        drawn, instead = (_lines(stage, round_, terms, _until(played, round_), field) for played in (before, after))
        if drawn != instead:
            yield OtherPairings(round_, tuple(sorted(drawn - instead)), tuple(sorted(instead - drawn)))


def _until(played: list[RoundPlayed], round_: Round) -> list[RoundPlayed]:
    return [known for known in played if known.number < round_.number]


def _lines(
    stage: Stage, round_: Round, terms: RoundTerms, played: list[RoundPlayed], field: list[Entrant]
) -> set[Line]:
    if setup := setup_of_round(round_):
        pods = draw(setup, terms, played, round_.seed)
        return {tuple(sorted(map(int, keys))) for keys in (*pods.pods, *((key,) for key in pods.byes))}
    pairing = pair_swiss(field_after(stage, terms, played, field), seed=round_.seed, options=terms.options)
    lines: set[Line] = {tuple(sorted(map(int, pair.seats))) for pair in pairing.pairs}
    return lines if pairing.bye is None else lines | {(int(pairing.bye),)}


def _cut(stage: Stage, before: Table, after: Table) -> tuple[Cut | None, bool]:
    """Who crosses the line of the cut to the next stage, if anybody, and whether its field is stored already."""
    following = Stage.objects.filter(event=stage.event, order__gt=stage.order).order_by("order").first()
    if following is None:
        return None, False
    seeded = set(StageEntry.objects.filter(stage=following).values_list("entry__number", flat=True))
    size = len(seeded) or following.cut_to
    if not size:
        return None, False
    still_in = Entry.objects.filter(event=stage.event).exclude(status__in=EntryStatus.out())
    eligible = seeded | set(still_in.values_list("number", flat=True))
    chosen = [
        [int(row.player) for row in table.rows if int(row.player) in eligible][:size] for table in (before, after)
    ]
    cut = Cut(
        size,
        enters=tuple(number for number in chosen[1] if number not in chosen[0]),
        leaves=tuple(number for number in chosen[0] if number not in chosen[1]),
    )
    return (cut if cut.enters else None), bool(seeded)
