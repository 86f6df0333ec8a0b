"""A bracket as a picture: the positions of boxes and lines, and the players in the boxes.

Winners' side on top, losers' side below it, grand final to the right; the third place under the final.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.brackets.labels import bracket_match_name, bracket_round_name
from matches.brackets.measure import DENSE, HEAD, LONG, TOP, WIDE, Measure
from matches.brackets.pod_cut_views import pod_cut_context
from matches.brackets.queries import StageBracket, is_published, stage_bracket
from matches.events.game_queries import shape_of
from matches.models import Entry, Event, Match, Stage
from matches.pairing.bracket import Bracket, BracketKind, BracketMatch, BracketState, From, Side
from matches.people.labels import name_of
from matches.results.labels import score_text, seat_scores
from matches.results.queries import confirmed, score_of, with_results
from rules_engine.units import UNITS


class Seeded(NamedTuple):
    """The player at a seed as the drawing names them."""

    name: str
    number: int


NO_PLAYER = Seeded("", 0)


def _measure(event: Event, bracket: Bracket, players: Mapping[int, Seeded]) -> Measure:
    dense = bracket.kind is BracketKind.DOUBLE and bracket.depth == 4
    size = DENSE if dense else WIDE
    return size._replace(score=_score_width(event, size)).holding(player.name for player in players.values())


def bracket_context(event: Event, stage: Stage, *, staff: bool) -> dict[str, Any] | None:
    """Return the bracket for ``components/bracket.html``; None before its field is seeded, for players before its
    first round is published.
    """
    if not staff and not is_published(stage):
        return None
    if stage.is_pod_cut:
        return pod_cut_context(event, stage, staff=staff)
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
) -> dict[str, Any]:
    bracket, state = known.bracket, known.state
    size = _measure(event, bracket, players)
    spots = {match.key: _spot(bracket, match, size) for match in bracket.matches}
    boxes = {}
    for match in bracket.matches:
        box = _box(event, bracket, match, state, players, stored.get(match.key), size, staff=staff)
        boxes[match.key] = {**box, "x": spots[match.key][0], "y": spots[match.key][1]}
    shown = {key: box for key, box in boxes.items() if box["state"] != "not_needed"}
    lines = [
        _line(spots[feeder.match], spots[match.key], size)
        for match in bracket.matches
        for feeder in match.feeders
        if feeder.origin is From.WINNER and match.key in shown
    ]
    return {
        "width": max(x for x, _y in spots.values()) + size.width + 4,
        "height": max(y for _x, y in spots.values()) + size.height + 12,
        "dense": size.dense,
        "box_width": size.width,
        "box_height": size.height,
        "seat_height": size.seat,
        "seed_x": size.seed,
        "name_x": size.seed + size.apart,
        "text_y": size.seat // 2 + size.text,
        "name_width": size.name,
        "score_x": size.width - (6 if size.dense else 10),
        "rounds": _rounds(bracket, shown, size),
        "matches": list(shown.values()),
        "lines": lines,
        "champion": players.get(state.champion or 0, NO_PLAYER).name,
    }


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


def _box(
    event: Event,
    bracket: Bracket,
    match: BracketMatch,
    state: BracketState,
    players: Mapping[int, Seeded],
    stored: Match | None,
    size: Measure,
    *,
    staff: bool,
) -> dict[str, Any]:
    now = state.matches[match.key]
    result = confirmed(stored) if stored else None
    scores = _scores(event, stored)
    seats = [
        {
            "y": index * size.seat,
            "seed": seed or "",
            "number": players.get(seed or 0, NO_PLAYER).number,
            "name": (name := players.get(seed or 0, NO_PLAYER).name),
            "long": len(name) > LONG,
            "from": _origin(bracket, match, index, seed, size),
            "won": bool(seed) and now.winner == seed,
            "lost": bool(seed) and now.loser == seed,
            "score": scores[index],
        }
        for index, seed in enumerate(now.seats)
    ]
    return {
        "table": stored.table if stored else None,
        "url": reverse("matches:table", args=[event.slug, stored.pk]) if stored and staff else "",
        "state": _state(now.status.value, drawn=stored is not None),
        "state_label": _("walkover") if now.status.value == "walkover" else "",
        "score": score_text(score_of(result), event) if result else "",
        "seats": seats,
        "side": match.side,
        "round": match.round,
    }


def _state(status: str, *, drawn: bool) -> str:
    """The state of a match as the drawing marks it; ``drawn`` when the match stands in a round."""
    if status == "not_needed":
        return "not_needed"
    if status in ("decided", "walkover", "void"):
        return "done"
    return "running" if drawn else "open"


def _scores(event: Event, stored: Match | None) -> tuple[str, ...]:
    result = confirmed(stored) if stored else None
    if result is None:
        return "", ""
    return seat_scores(score_of(result), event)


def _origin(bracket: Bracket, match: BracketMatch, index: int, seed: int | None, size: Measure) -> str:
    """Return the text of a seat whose player is not known yet."""
    feeder = match.feeders[index]
    if seed == 0:
        return _("no player")
    if feeder.origin is From.SEED:
        return ""
    dense = size.dense and Side(feeder.match[0]) is not Side.GRAND_FINAL
    # A narrow box has room for ``Winner, W3–1`` only.
    where = {"match": feeder.match.replace("-", "–") if dense else bracket_match_name(bracket, feeder.match)}
    return _("Winner, %(match)s") % where if feeder.origin is From.WINNER else _("Loser, %(match)s") % where


def _rounds(bracket: Bracket, boxes: Mapping[str, dict[str, Any]], size: Measure) -> list[dict[str, Any]]:
    """Return the columns with their names in the order of play, for the picture's headings and for the list."""
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for box in boxes.values():
        found.setdefault((box["side"], box["round"]), []).append(box)
    below = TOP + _winners_height(bracket, size) + HEAD
    current = _current(found)
    return [
        {
            "id": f"round-{side}{number}",
            "current": (side, number) in current,
            "label": bracket_round_name(bracket.kind, bracket.depth, Side(side), number),
            "x": rows[0]["x"],
            "y": _head_of(Side(side), rows, below),
            "matches": rows,
        }
        for (side, number), rows in found.items()
    ]


def _current(rounds: Mapping[tuple[str, int], list[dict[str, Any]]]) -> set[tuple[str, int]]:
    """The rounds that are played now; between rounds the next one, at the end the last."""
    played = {key for key, rows in rounds.items() if any(box["state"] == "running" for box in rows)}
    coming = (key for key, rows in rounds.items() if any(box["state"] == "open" for box in rows))
    return played or {next(coming, list(rounds)[-1])}


def _winners_height(bracket: Bracket, size: Measure) -> int:
    return int(2 ** (bracket.depth - 1)) * size.pitch


def _head_of(side: Side, rows: list[dict[str, Any]], below: int) -> int:
    """Return the position of a round's name: above its side of the picture, or above the box for third place."""
    if side is Side.LOSERS:
        return below
    return int(rows[0]["y"]) - 8 if side is Side.THIRD_PLACE else HEAD
