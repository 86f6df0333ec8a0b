"""What points alone prove: held against every outcome of the open matches, tried one by one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.forecast.certain import Certain, Situation, certainties
from matches.history import Scoring
from tests.forms import in_form

RESULTS = ((3, 0), (1, 1), (0, 3))


@st.composite
def last_rounds(draw: st.DrawFn) -> Situation:
    """A stage whose last round is being played: up to eight open matches, and others who are done or left."""
    pairs = draw(st.integers(1, in_form(gate=4, long=8)))
    others = draw(st.integers(0, 4))
    players = [f"P{n:03}" for n in range(2 * pairs + others)]
    points = {player: draw(st.integers(0, 9)) for player in players}
    open_pairs = tuple((players[2 * n], players[2 * n + 1]) for n in range(pairs))
    left = draw(st.sets(st.sampled_from(players[2 * pairs :]))) if others else set()
    return Situation(
        points=points,
        playing=frozenset(players) - left,
        rounds_left=0,
        cut=draw(st.integers(1, len(players))),
        open_pairs=open_pairs,
        left_keep_places=draw(st.booleans()),
    )


def ends(situation: Situation) -> list[dict[str, int]]:
    """The points of everyone after every outcome of the open matches."""
    found = []
    for outcome in product(RESULTS, repeat=len(situation.open_pairs)):
        points = dict(situation.points)
        for (a, b), (to_a, to_b) in zip(situation.open_pairs, outcome, strict=True):
            points[a] += to_a
            points[b] += to_b
        found.append(points)
    return found


def always_in(player: str, ends: list[dict[str, int]], cut: int) -> bool:
    """Whether the player is in the cut at each end, however ties are broken."""
    return all(sum(p >= points[player] for p in points.values()) <= cut for points in ends)


def tried(situation: Situation, player: str) -> Certain | None:
    """The strongest claim that holds at each end."""
    every = ends(situation)
    own = situation.points[player]
    for least, claim in ((0, Certain.IN), (1, Certain.IN_WITH_DRAW), (3, Certain.IN_WITH_WIN)):
        with_it = [end for end in every if end[player] == own + least]
        if with_it and always_in(player, with_it, situation.cut):
            return claim
    counted = {p for p in situation.points if p in situation.playing or situation.left_keep_places}
    out = all(sum(end[p] > end[player] for p in counted) >= situation.cut for end in every)
    return Certain.OUT if out else None


@settings(max_examples=in_form(gate=150, long=400))
@given(last_rounds())
def test_every_outcome_of_the_open_matches_agrees(situation: Situation) -> None:
    claims = certainties(situation)
    assert set(claims) == situation.playing
    for player, claim in claims.items():
        assert claim == tried(situation, player), player


@settings(max_examples=in_form(gate=100, long=2_000))
@given(last_rounds(), st.integers(1, 2), st.randoms(use_true_random=False))
def test_no_claim_is_wrong_when_rounds_follow(situation, rounds_left, random) -> None:
    situation = Situation(
        points=situation.points,
        playing=situation.playing,
        rounds_left=rounds_left,
        cut=situation.cut,
        open_pairs=situation.open_pairs,
        left_keep_places=True,
    )
    claims = certainties(situation)
    points = random.choice(ends(situation))
    for _ in range(rounds_left):
        for player in sorted(situation.playing):
            points[player] += random.choice((0, 1, 3))
    for player, claim in claims.items():
        others = [points[p] for p in points if p != player]
        if claim is Certain.IN:
            assert sum(p >= points[player] for p in others) < situation.cut
        if claim is Certain.OUT:
            assert sum(p > points[player] for p in others) >= situation.cut


def situation(points: dict[str, int], **more: object) -> Situation:
    given = {"playing": frozenset(points), "rounds_left": 0, "cut": 2, **more}
    return Situation(points=points, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("own", "claim"), [(9, Certain.IN), (6, Certain.IN_WITH_DRAW), (4, Certain.IN_WITH_WIN), (0, Certain.OUT)]
)
def test_the_four_claims(own, claim):
    points = {"A": own, "B": 0, "C": 8, "D": 6 if own < 9 else 3}
    if claim is Certain.OUT:
        points = {"A": own, "B": 0, "C": 8, "D": 7}
    here = situation(points, open_pairs=(("A", "B"),))
    assert certainties(here)["A"] == claim


def test_a_player_who_left_holds_the_place_unless_the_cut_passes_over():
    points = {"A": 9, "B": 9, "C": 6}
    kept = situation(points, playing=frozenset("BC"), cut=2)
    assert certainties(kept) == {"B": Certain.IN, "C": Certain.OUT}
    passed_over = situation(points, playing=frozenset("BC"), cut=2, left_keep_places=False)
    assert certainties(passed_over) == {"B": Certain.IN, "C": None}


def test_a_bye_worth_more_than_a_win_is_reckoned_with():
    points = {"A": 3, "B": 0, "C": 0}
    assert certainties(situation(points, cut=1, rounds_left=1))["A"] is None
    assert certainties(situation({**points, "A": 4}, cut=1, rounds_left=1))["A"] is Certain.IN
    generous = situation({**points, "A": 4}, cut=1, rounds_left=1, scoring=Scoring(bye=4))
    assert certainties(generous)["A"] is None
