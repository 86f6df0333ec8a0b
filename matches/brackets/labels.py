"""The names of a bracket's rounds and matches: Quarter-finals, Winners’ round 2, Losers’ round 3, Grand final."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from matches.pairing.bracket import Bracket, BracketKind, Side, depth_of, side_and_round


def bracket_round_name(kind: BracketKind, depth: int, side: Side, number: int) -> str:
    """Return the name of a round on one side of a bracket; ``depth`` is the number of rounds on the winners' side."""
    if side is Side.THIRD_PLACE:
        return _("Third place")
    if side is Side.GRAND_FINAL:
        return _("Grand final") if number == 1 else _("Grand final, again")
    if side is Side.LOSERS:
        return _("Losers’ round %(number)s") % {"number": number}
    if kind is BracketKind.DOUBLE:
        return _("Winners’ round %(number)s") % {"number": number}
    names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    left = depth - number
    return names.get(left) or _("Round of %(size)s") % {"size": 2 ** (left + 1)}


def play_round_name(kind: BracketKind, size: int, keys: Collection[str]) -> str:
    """Return the name of a round of play, in which both sides of a double elimination may play.

    The match for third place is played with the final and not named there.
    """
    parts = sorted({side_and_round(key) for key in keys}, key=lambda part: list(Side).index(part[0]))
    if len(parts) > 1:
        parts = [part for part in parts if part[0] is not Side.THIRD_PLACE]
    names = [bracket_round_name(kind, depth_of(size), side, number) for side, number in parts]
    if len(names) == 2 and names[1]:
        losers = _("losers’ round %(number)s") % {"number": parts[1][1]}
        return _("%(winners)s, %(losers)s") % {"winners": names[0], "losers": losers}
    return names[0] if names else ""


def bracket_match_name(bracket: Bracket, key: str) -> str:
    """Return the name of a match before its players are known: ``semi-final 2``."""
    match = bracket.by_key()[key]
    if bracket.kind is BracketKind.SINGLE:
        names = {0: _("final"), 1: _("semi-final %(n)s"), 2: _("quarter-final %(n)s")}
        left = bracket.depth - match.round
        name = names.get(left) or _("round of %(size)s, match %(n)s")
        return name % {"n": match.position, "size": 2 ** (left + 1)}
    if match.side is Side.GRAND_FINAL:
        return _("grand final")
    # Short, because a box of the drawing has room for a name only.
    name = _("losers %(round)s–%(n)s") if match.side is Side.LOSERS else _("winners %(round)s–%(n)s")
    return name % {"round": match.round, "n": match.position}


def pod_cut_round_name(size: int, number: int, total: int) -> str:
    """Return the name of a round of a cut in pods that begins with so many players."""
    return _("Final") if number == total else _("Round of %(size)s") % {"size": size}
