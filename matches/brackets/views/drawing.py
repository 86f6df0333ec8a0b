"""A bracket as a picture: the positions of boxes and lines, and the players in the boxes.

Winners' side on top, losers' side below it, grand final to the right; the third place under the final.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.brackets.drawn import BracketRound, DrawnBracket, DrawnMatch, DrawnSeat
from matches.brackets.measure import DENSE, HEAD, LONG, TOP, WIDE, Measure
from matches.brackets.queries.brackets import StageBracket, is_published, stage_bracket
from matches.brackets.views.pod_cuts import drawn_pod_cut
from matches.course.bracket_labels import bracket_code, bracket_match_name, bracket_round_name
from matches.events.queries.games import shape_of
from matches.models import Entry, Event, Match, Stage
from matches.pages.components import MatchShown, SeatShown
from matches.pairing.bracket import Bracket, BracketKind, BracketMatch, BracketState, From, MatchState, Side, Status
from matches.people.labels.names import name_of
from matches.results.labels.results import is_counted, score_text, seat_scores
from matches.results.queries.results import confirmed, score_of, with_results
from rules_engine.units import UNITS


class Seeded(NamedTuple):
    """The player at a seed as the drawing names them."""

    name: str
    number: int


NO_PLAYER = Seeded("", 0)


def _measure(event: Event, bracket: Bracket, players: Mapping[int, Seeded]) -> Measure:
    dense = bracket.kind is BracketKind.DOUBLE and bracket.depth == 4
    size = DENSE if dense else WIDE
    return size.fitting(score=_score_width(event, size), seeds=bracket.size).holding(
        player.name for player in players.values()
    )


def drawn_bracket(event: Event, stage: Stage, *, staff: bool) -> DrawnBracket | None:
    """Return the bracket for ``components/bracket.html``; None before its field is seeded, for players before its
    first round is published.
    """
    if not staff and not is_published(stage):
        return None
    if stage.is_pod_cut:
        return drawn_pod_cut(event, stage, staff=staff)
    known = stage_bracket(stage)
    if known is None:
        return None
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=known.entries.values()).select_related("player", "event")
    }
    players = {
        seed: Seeded(name_of(entries[pk], staff=staff, event=event), entries[pk].number)
        for seed, pk in known.entries.items()
    }
    public = Match.objects.filter(round__stage=stage).exclude(round__status="withdrawn")
    if not staff:
        public = public.exclude(round__status="draft")
    stored = {match.bracket_key: match for match in with_results(public)}
    return _drawing(event, known, players, stored, staff=staff)


def _drawing(
    event: Event, known: StageBracket, players: Mapping[int, Seeded], stored: Mapping[str, Match], *, staff: bool
) -> DrawnBracket:
    bracket, state = known.bracket, known.state
    size = _measure(event, bracket, players)
    spots = {match.key: _spot(bracket, match, size) for match in bracket.matches}
    needed = [match for match in bracket.matches if state.matches[match.key].status is not Status.NOT_NEEDED]
    shown = {
        match.key: _match(event, bracket, match, state, players, stored.get(match.key), size, staff=staff)
        for match in needed
    }
    champion = state.champion or 0
    joined = [
        (_line(spots[feeder.match], spots[match.key], size), state.matches[feeder.match].winner)
        for match in needed
        for feeder in match.feeders
        if feeder.origin is From.WINNER
    ]
    return DrawnBracket(
        size=size,
        width=max(x for x, _y in spots.values()) + size.width + 4,
        height=max(y for _x, y in spots.values()) + size.height + 12,
        rounds=_rounds(bracket, needed, shown, spots, size),
        matches=[
            _box(
                event,
                shown[match.key],
                state.matches[match.key],
                stored.get(match.key),
                spots[match.key],
                size,
                champion,
            )
            for match in needed
        ],
        lines=[line for line, _winner in joined],
        champion=players.get(champion, NO_PLAYER).name,
        path=[line for line, winner in joined if champion and winner == champion],
    )


def _score_width(event: Event, size: Measure) -> int:
    if UNITS[shape_of(event).unit].is_money:
        return 48 if size.dense else 84
    return 20 if size.dense else 30


def _spot(bracket: Bracket, match: BracketMatch, size: Measure) -> tuple[int, int]:
    """The upper left corner of a match's box."""
    column = match.round - 1
    spread = 2 ** (match.round - 1)
    if match.side is Side.LOSERS:
        spread = 2 ** ((match.round - 1) // 2)
        offset = _winners_height(bracket, size) + TOP
    elif match.side is Side.GRAND_FINAL:
        column, spread, offset = max(2 * bracket.depth - 3, 0) + match.round, 2 ** (bracket.depth - 1), 0
    elif match.side is Side.THIRD_PLACE:
        column, spread, offset = bracket.depth - 1, 2 ** (bracket.depth - 1), size.pitch + 28
    else:
        if bracket.kind is BracketKind.DOUBLE and match.round > 1:
            column = 2 * match.round - 3
        offset = 0
    middle = int((match.position - 0.5) * size.pitch * spread)
    return column * (size.width + size.gap), TOP + offset + middle - size.height // 2


def _line(start: tuple[int, int], end: tuple[int, int], size: Measure) -> str:
    x, y = start[0] + size.width, start[1] + size.height // 2
    turn = end[0] - size.gap // 2
    return f"M{x} {y}H{turn}V{end[1] + size.height // 2}H{end[0]}"


def _match(
    event: Event,
    bracket: Bracket,
    match: BracketMatch,
    state: BracketState,
    players: Mapping[int, Seeded],
    stored: Match | None,
    size: Measure,
    *,
    staff: bool,
) -> MatchShown:
    """A match of the bracket, whether it stands in a round or not."""
    now = state.matches[match.key]
    result = confirmed(stored) if stored else None
    seats = [
        SeatShown(
            seed=seed or None,
            number=players.get(seed or 0, NO_PLAYER).number or None,
            name=players.get(seed or 0, NO_PLAYER).name,
            origin=_origin(bracket, match, index, seed, size),
            won=bool(seed) and now.winner == seed,
        )
        for index, seed in enumerate(now.seats)
    ]
    return MatchShown(
        table=stored.table if stored else None,
        url=reverse("matches:table", args=[event.slug, stored.pk]) if stored and staff else "",
        state=_state(now.status, drawn=stored is not None),
        state_label=_("walkover") if now.status is Status.WALKOVER else "",
        score=score_text(score_of(result), event) if result else "",
        seats=seats,
        title=_title(bracket, match, size),
    )


def _box(
    event: Event,
    shown: MatchShown,
    now: MatchState,
    stored: Match | None,
    spot: tuple[int, int],
    size: Measure,
    champion: int,
) -> DrawnMatch:
    scores, unplayed = _scores(event, stored)
    both_lost = now.status is Status.VOID and bool(unplayed)
    seats = [
        DrawnSeat(
            y=index * size.seat,
            seed=seat.seed,
            name=seat.name,
            origin=seat.origin,
            won=seat.won,
            lost=seat.seed is not None and (both_lost or now.loser == seat.seed),
            score=scores[index],
            long=len(seat.name) > LONG,
            champion=bool(champion) and seat.seed == champion,
        )
        for index, seat in enumerate(shown.seats)
    ]
    return DrawnMatch(
        *spot,
        height=size.height,
        url=shown.url,
        state=shown.state,
        seats=seats,
        code=shown.title,
        unplayed=unplayed,
    )


def _state(status: Status, *, drawn: bool) -> str:
    """The state of a match as the drawing marks it; ``drawn`` when the match stands in a round."""
    if status in (Status.DECIDED, Status.WALKOVER, Status.VOID):
        return "done"
    return "running" if drawn else "open"


def _scores(event: Event, stored: Match | None) -> tuple[tuple[str, ...], str]:
    """Each seat's part of the score, or why nobody has one."""
    result = confirmed(stored) if stored else None
    if result is None:
        return ("", ""), ""
    score = score_of(result)
    if not is_counted(score, event):
        return ("", ""), score_text(score, event)
    return seat_scores(score, event), ""


def _origin(bracket: Bracket, match: BracketMatch, index: int, seed: int | None, size: Measure) -> str:
    """Return the text of a seat whose player is not known yet."""
    feeder = match.feeders[index]
    if seed == 0:
        return _("no player")
    if feeder.origin is From.SEED:
        return ""
    where = {"match": _called(bracket, feeder.match, size)}
    return _("Winner of %(match)s") % where if feeder.origin is From.WINNER else _("Loser of %(match)s") % where


def _called(bracket: Bracket, key: str, size: Measure) -> str:
    """What a match is called in the seats of those that follow. A narrow box has room for ``Winner of W3–1`` only."""
    dense = size.dense and Side(key[0]) is not Side.GRAND_FINAL
    return bracket_code(bracket, key) if dense else bracket_match_name(bracket, key)


def _title(bracket: Bracket, match: BracketMatch, size: Measure) -> str:
    """What stands over the box of a match, so that it is found by what it is called; nothing at the last ones of a
    bracket, whose headings say it.
    """
    last = match.side in (Side.GRAND_FINAL, Side.THIRD_PLACE)
    last |= bracket.kind is BracketKind.SINGLE and match.round == bracket.depth
    return "" if last else capfirst(_called(bracket, match.key, size))


def _rounds(
    bracket: Bracket,
    needed: Sequence[BracketMatch],
    shown: Mapping[str, MatchShown],
    spots: Mapping[str, tuple[int, int]],
    size: Measure,
) -> list[BracketRound]:
    """Return the columns with their names in the order of play, for the picture's headings and for the list."""
    found: dict[tuple[Side, int], list[str]] = {}
    for match in needed:
        found.setdefault((match.side, match.round), []).append(match.key)
    below = TOP + _winners_height(bracket, size) + HEAD
    current = _current({place: [shown[key] for key in keys] for place, keys in found.items()})
    return [
        BracketRound(
            id=f"round-{side}{number}",
            current=(side, number) in current,
            label=bracket_round_name(bracket.kind, bracket.size, side, number),
            x=spots[keys[0]][0],
            y=_head_of(side, spots[keys[0]][1], below),
            matches=[shown[key] for key in keys],
        )
        for (side, number), keys in found.items()
    ]


def _current(rounds: Mapping[tuple[Side, int], list[MatchShown]]) -> set[tuple[Side, int]]:
    """The rounds that are played now; between rounds the next one, at the end the last."""
    played = {key for key, rows in rounds.items() if any(match.state == "running" for match in rows)}
    coming = (key for key, rows in rounds.items() if any(match.state == "open" for match in rows))
    return played or {next(coming, list(rounds)[-1])}


def _winners_height(bracket: Bracket, size: Measure) -> int:
    return int(2 ** (bracket.depth - 1)) * size.pitch


def _head_of(side: Side, first: int, below: int) -> int:
    """Return the position of a round's name: above its side of the picture, or above the ``first`` box of the third
    place.
    """
    if side is Side.LOSERS:
        return below
    return first - 8 if side is Side.THIRD_PLACE else HEAD
