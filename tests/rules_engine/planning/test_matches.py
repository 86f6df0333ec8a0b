"""Lengths of matches from traces: against the simulator with a cap, and by hand."""

from __future__ import annotations

import dataclasses
import zlib
from typing import Any

import msgspec
import pytest

from rules_engine import games
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, Terms, player
from rules_engine.bankout.simulate.counted import counted_streams
from rules_engine.planning.matches import Lengths, Pace, _factors, histogram, quantile
from rules_engine.planning.traces import LEVEL, Traces, TracesError, TurnTrace, pack, unpack

SIMULATORS = Pace(draw=2, act=3, shuffle=30, spread=0, report=0)
"""The simulator's own pace, with players who are all alike."""
RULES: list[dict[str, Any]] = [
    {"format": "bankout", "jokers": True},
    {"format": "bankout", "jokers": False, "edition": "complete", "options": {"bankout_time_call": "rounds_only"}},
    {"format": "blitz", "jokers": True, "options": {"swap_scope": "total"}},
    {"format": "blitz", "jokers": False, "options": {"deck_out": "immediate"}},
]


def traces_of(rules: BankoutRuleSet, count: int) -> Traces:
    planning = games.get("bankout").planning
    assert planning
    return planning.traces(rules, "bold", 3, 0, count)


def test_a_trace_ends_where_and_how_the_simulator_ends_under_a_cap(subtests: pytest.Subtests) -> None:
    for raw in RULES:
        for cap in [2, 6, 22, None]:
            with subtests.test(f"{raw['format']}-{raw['jokers']}", cap=cap):
                rules = BankoutRuleSet.from_mapping(raw)
                found = Lengths(traces_of(rules, 12), SIMULATORS).ends(cap)
                bold = player("bold", rules.format)
                for number, (seconds, winner) in enumerate(zip(*found, strict=True)):
                    played = SimulatedMatch(
                        rules, (bold, bold), counted_streams(3, number), Terms(cap_minutes=cap)
                    ).play()
                    assert (seconds, "AB"[winner] if winner != LEVEL else "draw") == (played.seconds, played.winner)


def turn(seat: int, draws: int, ahead: int, shuffles: int = 0, acts: int = 1) -> TurnTrace:
    return TurnTrace(seat, draws, acts, shuffles, ahead)


MATCHES = [
    (turn(0, 10, 0), turn(1, 20, 1), turn(0, 30, 0)),  # 60 draws and 3 acts
    (turn(1, 10, 1), turn(0, 20, LEVEL), turn(1, 30, 1, shuffles=1)),
]
BY_HAND = Traces.of(MATCHES)


def ended(lengths: Lengths, cap: int | None) -> list[tuple[float, int]]:
    return [(float(seconds), int(winner)) for seconds, winner in zip(*lengths.ends(cap), strict=True)]


def test_a_cap_finishes_the_turn_that_it_falls_in() -> None:
    lengths = Lengths(BY_HAND, Pace(draw=3, act=0, shuffle=30, spread=0, report=5))
    assert ended(lengths, None) == [(180.0, 0), (210.0, 1)]
    assert ended(lengths, 1) == [(90.0, 1), (90.0, LEVEL)]
    assert lengths.seconds(1).tolist() == [95.0, 95.0]
    effect = lengths.effect(1)
    assert (effect.reached.share, effect.changed.share, effect.drawn.share) == (1.0, 1.0, 0.5)
    assert (effect.first.share, effect.first.error) == (0.25, pytest.approx(0.125 * 2**0.5 / 1))
    assert lengths.effect(4).reached.share == 0


def test_a_cap_that_falls_on_the_end_of_a_turn_ends_the_match_there() -> None:
    lengths = Lengths(BY_HAND, Pace(draw=2, act=0, shuffle=0, spread=0))
    assert ended(lengths, 1)[0] == (60.0, 1)


def test_where_a_winner_is_needed_a_level_match_is_played_on() -> None:
    """After the cap the second match is level: Sudden Death takes a shuffle and ten draws."""
    sudden_death = Traces.of([(turn(1, 10, 1, shuffles=1),)])
    lengths = Lengths(dataclasses.replace(BY_HAND, deciders=sudden_death), Pace(draw=3, act=0, shuffle=30, spread=0))
    assert lengths.seconds(1).tolist() == [150.0, 150.0]
    assert lengths.seconds(1, needs_winner=True).tolist() == [150.0, 210.0]
    assert lengths.seconds(None, needs_winner=True).tolist() == lengths.seconds(None).tolist()
    slow = Lengths(lengths.traces, Pace(draw=3, act=0, shuffle=0, spread=0.5))
    more = slow.seconds(1, needs_winner=True).sum() - slow.seconds(1).sum()
    assert more == pytest.approx(30 * _factors(slow.pace, 2)[1, 1])


@pytest.mark.parametrize("raw", RULES, ids=lambda raw: f"{raw['format']}-{raw['jokers']}")
def test_sudden_death_after_time_is_what_the_simulator_plays(raw: dict[str, Any]) -> None:
    rules, planning = BankoutRuleSet.from_mapping(raw), games.get("bankout").planning
    assert planning
    found = planning.deciders(rules, "bold", 3, 12)
    assert found is not None
    taken = Lengths(found, SIMULATORS).ends(None)[0].tolist()
    bold, played = player("bold", rules.format), []
    for number in range(12):
        needed, drawn = (
            SimulatedMatch(rules, (bold, bold), counted_streams(3, number), Terms(0, needs_winner=needs)).play()
            for needs in (True, False)
        )
        if drawn.winner == "draw":
            assert needed.decided_by == "sudden_death"
            played.append(needed.seconds - drawn.seconds)
    assert taken == played


def test_players_differ_by_the_spread_and_alike_at_every_pace() -> None:
    many = Traces.of(MATCHES * 500)
    slow, fast = (Lengths(many, Pace(draw=seconds, act=0, shuffle=0, spread=0.4)).ends(None)[0] for seconds in (4, 2))
    assert slow.tolist() == pytest.approx((2 * fast).tolist())
    assert fast.mean() == pytest.approx(120, rel=0.03)


def test_a_histogram_holds_every_match_once() -> None:
    bars = histogram([61.0, 119.0, 121.0, 500.0], step=1)
    assert [(bar.start, bar.end) for bar in bars] == [(n, n + 1) for n in range(1, 9)]
    assert [bar.share for bar in bars] == [0.5, 0.25, 0, 0, 0, 0, 0, 0.25]


def test_quantiles_are_taken_in_proportion() -> None:
    assert [quantile([0.0, 10.0, 20.0], share) for share in (0, 0.25, 0.5, 1)] == [0, 5, 10, 20]


def test_traces_are_kept_as_bytes_and_other_bytes_are_refused() -> None:
    assert unpack(pack(BY_HAND)).matches() == MATCHES
    assert unpack(pack(BY_HAND)).draws.itemsize == 2  # a web process holds several samples
    both = unpack(pack(dataclasses.replace(BY_HAND, deciders=Traces.of(MATCHES[1:]))))
    assert both.deciders is not None
    assert (both.matches(), both.deciders.matches()) == (MATCHES, MATCHES[1:])
    assert Traces.joined([BY_HAND, BY_HAND]).matches() == MATCHES * 2
    assert (BY_HAND.first.tolist(), BY_HAND.winner.tolist(), len(BY_HAND)) == ([0, 1], [0, 1], 2)
    older = zlib.compress(msgspec.msgpack.encode([(0, ((0, 1, 1, 0, 0),))]))
    cut_short = dataclasses.replace(BY_HAND, draws=BY_HAND.draws[:-1])
    for data in (b"", pack(BY_HAND)[:-3], b"x" * 50, older, pack(cut_short)):
        with pytest.raises(TracesError):
            unpack(data)
