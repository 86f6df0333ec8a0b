"""What points alone prove where more than two sit at a table: held against every result that a table can have."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.forecast.certain import Certain
from matches.forecast.pods.certain import PodSituation, most_of_round, pod_certainties
from matches.tables.kinds import reckon
from matches.tables.outcome import Part
from matches.tables.points import read_rows
from matches.tables.terms import PodTerms
from tests.forms import LONG, in_form
from tests.matches.lines import line_of

FOURS = PodTerms(4, 3, Fraction(3))
BY_TABLE = PodTerms(4, 3, Fraction(5), read_rows("5-3-2-1 5-2.5-1"))
THREES = PodTerms(3, 2, Fraction(2))
AGREED = PodTerms(4, 3, Fraction(3), draw=Fraction(2))
Gains = tuple[Fraction, ...]


@lru_cache(maxsize=64)
def results(size: int, which: int) -> tuple[tuple[Gains, int | None], ...]:
    """What a table of so many can bring its players, and which of them has won it alone."""
    terms = (FOURS, BY_TABLE, THREES, AGREED)[which]
    seats = tuple(str(number) for number in range(size))
    found = set()
    for places, parts in (zip(*seated, strict=True) for seated in ways_to_finish(size)):
        line = line_of(seats=seats, outcomes=(), places=places, parts=parts)
        reckoned = reckon(line, terms)
        won = [int(seat.first == 1) for seat in reckoned]
        for order in set(permutations(zip((seat.points for seat in reckoned), won, strict=True))):
            winner = next((at for at, (_points, first) in enumerate(order) if first), None)
            found.add((tuple(points for points, _first in order), winner))
    if terms.draw is not None:
        found.add(((terms.draw,) * size, None))
    return tuple(sorted(found, key=str))


def ways_to_finish(size: int) -> Iterator[tuple[tuple[int, Part], ...]]:
    """How the players of a table can come out, by seat. In the gate one of those that differ in the seats alone."""
    one = list(product(range(1, size + 1), Part))
    return product(one, repeat=size) if LONG else combinations_with_replacement(one, size)


@st.composite
def last_rounds(draw: st.DrawFn) -> tuple[PodSituation, int]:
    """A stage whose last round is being played: a table or two, and others who are done or left."""
    which = draw(st.integers(0, 3))
    sizes = draw(st.sampled_from([(3,), (4,), (3, 3)] if which != 2 else [(2,), (3,), (3, 2)]))
    others = draw(st.integers(0, 4))
    players = [f"P{number:03}" for number in range(sum(sizes) + others)]
    points = {player: Fraction(draw(st.integers(0, 18)), 2) for player in players}
    pods, at = [], 0
    for size in sizes:
        pods.append(tuple(players[at : at + size]))
        at += size
    left = draw(st.sets(st.sampled_from(players[at:]))) if others else set()
    terms = (FOURS, BY_TABLE, THREES, AGREED)[which]
    cut = draw(st.integers(1, len(players)))
    return PodSituation(points, frozenset(players) - left, 0, cut, terms, tuple(pods)), which


def ends(situation: PodSituation, which: int) -> list[tuple[dict[str, Fraction], set[str]]]:
    """The points of everyone after every result of the open tables, and who has won one."""
    found = []
    for outcome in product(*(results(len(pod), which) for pod in situation.open_pods)):
        points, winners = dict(situation.points), set()
        for pod, (gains, winner) in zip(situation.open_pods, outcome, strict=True):
            for player, gain in zip(pod, gains, strict=True):
                points[player] += gain
            if winner is not None:
                winners.add(pod[winner])
        found.append((points, winners))
    return found


def always_in(player: str, points: dict[str, Fraction], cut: int) -> bool:
    return sum(other >= points[player] for other in points.values()) <= cut


@settings(max_examples=in_form(gate=40, long=400), deadline=None)
@given(last_rounds())
def test_every_result_of_the_open_tables_agrees(given_: tuple[PodSituation, int]) -> None:
    situation, which = given_
    every = ends(situation, which)
    claims = pod_certainties(situation)
    assert set(claims) == situation.playing
    for player, claim in claims.items():
        is_in = all(always_in(player, points, situation.cut) for points, _winners in every)
        won = [points for points, winners in every if player in winners]
        with_win = bool(won) and all(always_in(player, points, situation.cut) for points in won)
        out = all(
            sum(points[other] > points[player] for other in situation.playing) >= situation.cut
            for points, _winners in every
        )
        expected = Certain.IN if is_in else Certain.IN_WITH_WIN if with_win else Certain.OUT if out else None
        if claim is None and situation.terms.draw is not None:
            continue  # a draw brings the whole table the same, which is left out where it would prove more
        assert claim == expected, player


@settings(max_examples=in_form(gate=60, long=1_000), deadline=None)
@given(last_rounds(), st.integers(1, 2), st.randoms(use_true_random=False))
def test_no_claim_is_wrong_when_rounds_follow(given_, rounds_left, random) -> None:
    situation, which = given_
    situation = PodSituation(
        situation.points, situation.playing, rounds_left, situation.cut, situation.terms, situation.open_pods
    )
    claims = pod_certainties(situation)
    points, winners = random.choice(ends(situation, which))
    for _round in range(rounds_left):
        for player in sorted(situation.playing):
            points[player] += random.choice(
                (Fraction(0), most_of_round(situation.terms) / 2, most_of_round(situation.terms))
            )
    for player, claim in claims.items():
        if claim is Certain.IN or (claim is Certain.IN_WITH_WIN and player in winners):
            assert always_in(player, points, situation.cut)
        if claim is Certain.OUT:
            assert sum(points[other] > points[player] for other in situation.playing) >= situation.cut


def claims(points: dict[str, int], **more: object) -> dict[str, Certain | None]:
    given_ = {"playing": frozenset(points), "rounds_left": 0, "cut": 2, "terms": FOURS, **more}
    whole = {player: Fraction(amount) for player, amount in points.items()}
    return pod_certainties(PodSituation(points=whole, **given_))  # type: ignore[arg-type]


@pytest.mark.parametrize(("own", "claim"), [(10, Certain.IN), (6, Certain.IN_WITH_WIN), (3, None), (1, Certain.OUT)])
def test_the_claims_of_one_at_a_table_of_four(own: int, claim: Certain | None) -> None:
    here = {"A": own, "B": 0, "C": 4, "D": 6, "E": 8 if claim is not Certain.OUT else 5, "F": 5}
    assert claims(here, open_pods=(("A", "B", "C", "D"),))["A"] == claim


def test_shared_places_bring_more_players_past_a_line_than_an_order_can() -> None:
    """From 4 points each an order brings two players to 6; three who share the first place get there together."""
    here: dict[str, object] = {"open_pods": (("A", "B", "C", "D"),)}
    points = {"A": 4, "B": 4, "C": 4, "D": 4, "E": 6}
    assert claims(points, cut=3, **here)["E"] is None
    assert claims(points, cut=4, **here)["E"] is Certain.IN
    assert claims({**points, "E": 7}, cut=3, **here)["E"] is Certain.IN


def test_a_player_who_left_may_come_back_but_holds_no_place() -> None:
    points = {"A": 9, "B": 9, "C": 6}
    assert claims(points) == {"A": Certain.IN, "B": Certain.IN, "C": Certain.OUT}
    assert claims(points, playing=frozenset("BC")) == {"B": Certain.IN, "C": None}
