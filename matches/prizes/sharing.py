"""Who wins which prize. Pure: chance is a seed, and no money is made or lost.

Places come as groups of equal players, the best first. Money of the places that a group takes is divided among its
players, or a lot among them decides; what cannot be divided, the smallest units that are left, goes one each to those
whom the lot puts first. A thing is never divided: the lot decides who of the group has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b

import msgspec

from matches.prizes.table import Equal, OnePrize, Prize, PrizeTable


class Group(msgspec.Struct, frozen=True):
    """Players at equal places, of which ``first`` is the best; ``players`` in the order of the ranking."""

    first: int
    players: tuple[int, ...]


class Share(msgspec.Struct, frozen=True):
    """What a player wins: money in the smallest unit, and things by the numbers of their lines, from 0.

    ``category`` is "" for the place in the event. ``first`` and ``last`` are the places of the player's group.
    ``divided``: money of several places was divided. ``by_lot``: a lot decided what the player has.
    """

    player: int
    category: str
    first: int
    last: int
    units: int = 0
    things: tuple[int, ...] = ()
    divided: bool = False
    by_lot: bool = False

    @property
    def value(self) -> tuple[int, int]:
        """What a share is worth: money first, then things, of which an earlier line counts more."""
        return self.units, -min(self.things, default=10**9)


class Left(msgspec.Struct, frozen=True):
    """A prize that nobody wins, for each of the places: the number of its line, from 0."""

    line: int
    first: int
    last: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1


class Awards(msgspec.Struct, frozen=True):
    """What everyone wins, the event's places first, then by category; and what nobody wins."""

    shares: tuple[Share, ...] = ()
    left: tuple[Left, ...] = ()

    def of(self, player: int) -> list[Share]:
        return [share for share in self.shares if share.player == player]


def awards(
    table: PrizeTable,
    groups: Sequence[Group],
    seed: int,
    marks: Mapping[int, Collection[str]] | None = None,
    without: Collection[int] = (),
) -> Awards:
    """Share the prizes out. ``marks`` are the categories of the players; those ``without`` win nothing, and those
    behind them move up.

    With one prize a person, a player has the prize that is worth more; the other one goes on to those behind.
    """
    marks = marks or {}
    left_out = set(without)
    found: list[Share] = []
    left: list[Left] = []
    for category in sorted(table.categories, key=lambda name: _best(table, name), reverse=True):
        those_in = [player for group in groups for player in group.players if category in marks.get(player, ())]
        shares, unused = _of_category(table, category, groups, those_in, left_out, seed)
        found += shares
        left += unused
        if table.one_prize is not OnePrize.NO:
            left_out |= {share.player for share in shares}
    shares, unused = _shared(table, "", _closed_up(groups, left_out), seed)
    in_order = {category: number for number, category in enumerate(table.categories)}
    found.sort(key=lambda share: (in_order[share.category], share.first))
    return Awards((*shares, *found), tuple(sorted((*unused, *left), key=lambda one: (one.line, one.first))))


def _best(table: PrizeTable, category: str) -> tuple[int, int]:
    """What the first of a category wins, as shares are compared."""
    lines = [(number, prize) for number, prize in enumerate(table.prizes) if prize.category == category]
    return max(prize.units for _number, prize in lines), -min(number for number, _prize in lines)


def _of_category(
    table: PrizeTable, category: str, groups: Sequence[Group], those_in: Iterable[int], out: Collection[int], seed: int
) -> tuple[list[Share], list[Left]]:
    """The shares of a category. With one prize a person, those who win as much by their place leave theirs to the
    next; the place is what it is once the others who win in the category have left theirs.
    """
    candidates = [player for player in those_in if player not in out]
    while True:
        others = {player for group in groups for player in group.players} - set(candidates)
        shares, unused = _shared(table, category, _closed_up(groups, others, from_first=True), seed)
        if table.one_prize is OnePrize.NO:
            return shares, unused
        winners = {share.player for share in shares}
        better = next((one for one in shares if _keeps_place(table, one, groups, {*out, *winners}, seed)), None)
        if better is None:
            return shares, unused
        candidates.remove(better.player)


def _keeps_place(table: PrizeTable, of_category: Share, groups: Sequence[Group], out: set[int], seed: int) -> bool:
    """Whether a player wins at least as much by place as in a category, while those who are ``out`` win by neither."""
    others = out - {of_category.player}
    by_place, _left = _shared(table, "", _closed_up(groups, others), seed)
    return any(share.value >= of_category.value for share in by_place if share.player == of_category.player)


def _closed_up(groups: Iterable[Group], out: Collection[int], *, from_first: bool = False) -> list[Group]:
    """The groups without those who are ``out``, those behind moved up; ``from_first``: from place 1 on."""
    closed: list[Group] = []
    gone = 0
    taken = 0
    for group in groups:
        players = tuple(player for player in group.players if player not in out)
        if players:
            closed.append(Group(taken + 1 if from_first else group.first - gone, players))
        gone += len(group.players) - len(players)
        taken += len(players)
    return closed


def _shared(table: PrizeTable, category: str, groups: Sequence[Group], seed: int) -> tuple[list[Share], list[Left]]:
    """What each player of the groups wins of the prizes of the event's places or of one category, and what is left."""
    lines = [(number, prize) for number, prize in enumerate(table.prizes) if prize.category == category]
    places = {place for group in groups for place in range(group.first, group.first + len(group.players))}
    left = [one for number, prize in lines for one in _left(number, prize, places)]
    last = max((prize.last for _number, prize in lines), default=0)
    shares = [
        share
        for group in groups
        if group.first <= last
        for share in _of_group(group, lines, category, seed, table.equal)
        if share.units or share.things
    ]
    return shares, left


def _left(line: int, prize: Prize, places: Collection[int]) -> list[Left]:
    """The places of a prize that nobody has, those in a row together."""
    found: list[Left] = []
    for place in range(prize.first, prize.last + 1):
        if place in places:
            continue
        if found and found[-1].last == place - 1:
            found[-1] = Left(line, found[-1].first, place)
        else:
            found.append(Left(line, place, place))
    return found


def _of_group(group: Group, lines: Sequence[tuple[int, Prize]], category: str, seed: int, equal: Equal) -> list[Share]:
    """The share of each player of a group, in the order of the places that they have or that the lot gives them."""
    size = len(group.players)
    last = group.first + size - 1
    money, things = [], []
    for place in range(group.first, last + 1):
        here = [(number, prize) for number, prize in lines if prize.first <= place <= prize.last]
        money.append(sum(prize.units for _number, prize in here))
        things.append(tuple(number for number, prize in here if prize.text))
    order = list(group.players) if size == 1 else sorted(group.players, key=lambda player: _lot(seed, category, player))
    divided = equal is not Equal.LOT and len(set(money)) > 1
    paid = _divided(sum(money), size) if divided else money
    drawn = len(set(things)) > 1 or len(set(paid)) > 1
    return [
        Share(player, category, group.first, last, paid[number], things[number], divided, drawn)
        for number, player in enumerate(order)
    ]


def _divided(total: int, size: int) -> list[int]:
    """Equal parts of a sum; the units that are left go one each to the first."""
    part, rest = divmod(total, size)
    return [part + (number < rest) for number in range(size)]


def _lot(seed: int, category: str, player: int) -> bytes:
    """A number drawn from the event's seed for a player, which does not depend on others."""
    return blake2b(f"prizes/{seed}/{category}/{player}".encode(), digest_size=8).digest()
