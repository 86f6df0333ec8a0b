"""Standings that real events published: every row whose round is known agrees within the file's tolerance."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from matches.standings.table import Row
from matches.tournament_files.swiss_file import PublishedRow, Tournament, load
from matches.tournament_files.table_of_file import table_as_of

FILES = sorted((Path(__file__).parents[2] / "data" / "swiss").glob("*.json"))
SHARES = (("omw", "omw"), ("gw", "rw"), ("ogw", "orw"))

ROWS = {
    "cardsrealm-01": 89, "manatraders-27": 114, "manatraders-29": 81, "manatraders-31": 75, "melee-03": 120,
    "melee-05": 249, "melee-07": 170, "melee-09": 96, "melee-11": 64, "melee-13": 442, "melee-15": 30, "melee-17": 295,
    "melee-19": 11, "melee-21": 22, "melee-23": 110, "melee-25": 26,
}  # fmt: skip
"""How many rows of each file name a round; three of melee-13 name a play-off round."""

NO_SHARE = {("melee-13", "P437", "gw"): Fraction("-0.2")}
"""Printed for a player of no match at all, the only such row there is: a share cannot be below zero, ours is 0."""

RANKS_NOT_BY_SWISS = {
    "manatraders-27",
    "manatraders-29",
    "manatraders-31",
    "melee-03",
    "melee-05",
    "melee-07",
    "melee-13",
}
"""Ranked by a play-off or a cut, or, as the README says of manatraders, in an order not explained."""


def printed(tournament: Tournament) -> dict[int | str, list[PublishedRow]]:
    by_round: dict[int | str, list[PublishedRow]] = defaultdict(list)
    for row in tournament.standings:
        if row.as_of is not None:
            by_round[row.as_of].append(row)
    return by_round


def test_all_sixteen_events_are_there():
    assert [path.stem for path in FILES] == sorted(ROWS)


def test_every_published_row_agrees(subtests: pytest.Subtests):
    for path in FILES:
        with subtests.test(path.stem):
            tournament = load(path)
            compared = 0
            for as_of, rows in printed(tournament).items():
                ours = {row.player: row for row in table_as_of(tournament, as_of).rows}
                for row in rows:
                    compared += 1
                    assert ours[row.player].points == row.points, row
                    for name, key in SHARES:
                        difference = share_difference(tournament, row, ours[row.player], name, key)
                        assert difference <= Fraction(tournament.rules.tolerance), (row, name)
            assert compared == ROWS[path.stem]


def share_difference(tournament: Tournament, row: PublishedRow, ours: Row, name: str, key: str) -> Fraction:
    theirs = Fraction(getattr(row, name))
    if (tournament.id, row.player, name) in NO_SHARE:
        assert theirs == NO_SHARE[tournament.id, row.player, name]
        assert (ours.played, ours.tie_breaks[key]) == (0, 0)
        return Fraction(0)
    return abs(theirs - Fraction(ours.tie_breaks[key] or 0))


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in RANKS_NOT_BY_SWISS], ids=lambda p: p.stem)
def test_the_published_order_is_ours(path: Path):
    """Where our shares tie the publisher's order is by something else: such players share our rank."""
    tournament = load(path)
    ours = {row.player: row for row in table_as_of(tournament).rows}
    assert len(tournament.standings) == len(ours)
    tied: dict[int, int] = defaultdict(int)
    for row in ours.values():
        tied[row.rank] += 1
    for row in tournament.standings:
        rank = ours[row.player].rank
        assert row.rank is not None
        assert rank <= row.rank < rank + tied[rank], row
