"""The names of a bracket's rounds and matches: Quarter-finals, Winners’ round 2, Losers’ round 3, Grand final."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from matches.models import Match
from matches.pairing.bracket import (
    Bracket,
    BracketKind,
    Side,
    build,
    depth_of,
    first_losers_round,
    position_of,
    side_and_round,
)
from matches.pairing.bracket.model import MOST


def bracket_round_name(kind: BracketKind, size: int, side: Side, number: int, *, in_sentence: bool = False) -> str:
    """Return the name of a round on one side of a bracket of ``size`` entries; ``number`` is that of its matches.

    ``in_sentence``: with its article, as in *Pair the semi-finals*.
    """
    if side is Side.THIRD_PLACE:
        return _("the match for third place") if in_sentence else _("Third place")
    if side is Side.GRAND_FINAL and number == 1:
        return _("the grand final") if in_sentence else _("Grand final")
    if side is Side.GRAND_FINAL:
        return _("the grand final reset") if in_sentence else _("Grand final reset")
    if side is Side.LOSERS:
        return _("Losers’ round %(number)s") % {"number": _counted(size, side, number)}
    if kind is BracketKind.DOUBLE:
        return _("Winners’ round %(number)s") % {"number": number}
    left = depth_of(size) - number
    if left == 0:
        return _final(in_sentence=in_sentence)
    if left == 1:
        return _("the semi-finals") if in_sentence else _("Semi-finals")
    if left == 2:
        return _("the quarter-finals") if in_sentence else _("Quarter-finals")
    return _round_of(2 ** (left + 1), in_sentence=in_sentence)


def every_bracket_round() -> set[str]:
    """The name of each round that a bracket of any kind and size may have, its sides apart."""
    depth = depth_of(MOST)
    parts = [(BracketKind.SINGLE, Side.WINNERS, number) for number in range(1, depth + 1)]
    parts += [(BracketKind.DOUBLE, Side.WINNERS, number) for number in range(1, depth + 1)]
    parts += [(BracketKind.DOUBLE, Side.LOSERS, number) for number in range(1, 2 * depth - 1)]
    parts += [(BracketKind.DOUBLE, Side.GRAND_FINAL, number) for number in (1, 2)]
    return {bracket_round_name(kind, MOST, side, number) for kind, side, number in parts}


def names_of_bracket(kind: BracketKind, size: int) -> set[str]:
    """The names of the rounds of a bracket of so many players, its sides apart."""
    parts = {(match.side, match.round) for match in build(size, kind).matches}
    return {bracket_round_name(kind, size, side, number) for side, number in parts}


def final_name() -> str:
    """``Final``."""
    return _final(in_sentence=False)


def _final(*, in_sentence: bool) -> str:
    return _("the final") if in_sentence else _("Final")


def _round_of(size: int, *, in_sentence: bool) -> str:
    return (_("the round of %(size)s") if in_sentence else _("Round of %(size)s")) % {"size": size}


def line_title(match: Match) -> str:
    """Return which part of its bracket a match is in, where its round is made of several: ``Final``, ``Third place``.

    The match's round and stage should be loaded, as ``matches_of_round`` loads them. A round names its matches side by
    side.
    """
    keys, size = (match.round.pairing.get(name) for name in ("keys", "size")) if match.bracket_key else (None, None)
    if not keys or not size or keys[0][0] == keys[-1][0]:
        return ""
    return bracket_round_name(BracketKind(match.round.stage.kind), size, *side_and_round(match.bracket_key))


def _counted(size: int, side: Side, number: int) -> int:
    """The number of a round as players count: a losers' side without matches in its first round begins with 1, too."""
    return number - first_losers_round(size) + 1 if side is Side.LOSERS else number


def play_round_name(kind: BracketKind, size: int, keys: Collection[str], *, in_sentence: bool = False) -> str:
    """Return the name of a round of play, in which both sides of a double elimination may play.

    The match for third place is played with the final and not named there. ``in_sentence``: as ``bracket_round_name``.
    """
    parts = sorted({side_and_round(key) for key in keys}, key=lambda part: list(Side).index(part[0]))
    if len(parts) > 1:
        parts = [part for part in parts if part[0] is not Side.THIRD_PLACE]
    names = [bracket_round_name(kind, size, side, number, in_sentence=in_sentence) for side, number in parts]
    if len(names) == 2 and names[1]:
        losers = _("losers’ round %(number)s") % {"number": _counted(size, *parts[1])}
        return _("%(winners)s, %(losers)s") % {"winners": names[0], "losers": losers}
    return names[0] if names else ""


def bracket_match_name(bracket: Bracket, key: str) -> str:
    """Return the name of a match before its players are known: ``semi-final 2``."""
    side, number = side_and_round(key)
    if bracket.kind is BracketKind.SINGLE:
        names = {0: _("final"), 1: _("semi-final %(n)s"), 2: _("quarter-final %(n)s")}
        left = bracket.depth - number
        name = names.get(left) or _("round of %(size)s, match %(n)s")
        return name % {"n": position_of(key), "size": 2 ** (left + 1)}
    if side is Side.GRAND_FINAL:
        return _("grand final")
    # Short, because a box of the drawing has room for a name only.
    name = _("losers %(round)s–%(n)s") if side is Side.LOSERS else _("winners %(round)s–%(n)s")
    return name % {"round": _counted(bracket.size, side, number), "n": position_of(key)}


def bracket_code(bracket: Bracket, key: str) -> str:
    """Return the short name of a match, for boxes that have no room for more: ``L1–3``."""
    side, number = side_and_round(key)
    return f"{side}{_counted(bracket.size, side, number)}–{position_of(key)}"


def pod_cut_round_name(size: int, number: int, total: int, *, in_sentence: bool = False) -> str:
    """Return the name of a round of a cut in pods that begins with so many players."""
    return _final(in_sentence=in_sentence) if number == total else _round_of(size, in_sentence=in_sentence)
