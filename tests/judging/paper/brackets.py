"""Brackets to draw: elimination trees of any power of two, and a losers' side."""

from judging.paper import BracketRound, BracketSeat, BracketSide, PrintedBracketMatch
from tests.judging.paper import samples


def elimination(entries: int, names=samples.NAMES, third_place: bool = False) -> BracketSide:
    """A tree for a power of two of entries, its first round played."""
    rounds = []
    count = entries // 2
    number = 0
    while count:
        matches = [_match(number, place, count, names) for place in range(count)]
        if count == 1 and third_place:
            waiting = tuple(BracketSeat(name=f"Loser of semi-final {place}", awaited=True) for place in (1, 2))
            matches.append(PrintedBracketMatch(key="third", seats=waiting, label="Third place"))
        rounds.append(BracketRound(name=f"Round of {count * 2}", matches=tuple(matches)))
        count //= 2
        number += 1
    return BracketSide(rounds=tuple(rounds))


def _match(number: int, place: int, count: int, names) -> PrintedBracketMatch:
    if number:
        seats = tuple(BracketSeat(name=f"Winner of {number}.{2 * place + side}", awaited=True) for side in (0, 1))
    else:
        seats = tuple(
            BracketSeat(
                name=samples.seat(2 * place + side, names).name,
                seed=str(2 * place + side + 1),
                score=str(2 - side),
                won=side == 0,
            )
            for side in (0, 1)
        )
    feeds = f"{number + 1}.{place // 2}" if count > 1 else None
    return PrintedBracketMatch(key=f"{number}.{place}", seats=seats, feeds=feeds, label=f"Table {place + 1}")


def losers(entries: int) -> BracketSide:
    """The losers' side of a double elimination: every second round takes in those who lost above."""
    counts = [count for size in range(entries.bit_length() - 3, -1, -1) for count in (2**size, 2**size)]
    rounds = []
    for number, count in enumerate(counts):
        following = counts[number + 1] if number + 1 < len(counts) else 0
        matches = []
        for place in range(count):
            feeds = f"L{number + 1}.{place if following == count else place // 2}" if following else None
            seats = (BracketSeat(name=samples.NAMES[place % 20]), BracketSeat(name=samples.NAMES[(place + 7) % 20]))
            matches.append(PrintedBracketMatch(key=f"L{number}.{place}", seats=seats, feeds=feeds))
        rounds.append(BracketRound(name=f"Losers’ round {number + 1}", matches=tuple(matches)))
    return BracketSide(name="Losers’ side", rounds=tuple(rounds))
