"""Which record makes the cut: against exact counts, and beside the real tournaments that had a play-off."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from matches.forecast.cut_table import CutTable, EventShape, _seeding, cut_tables
from matches.tables.outcome import Outcome
from matches.tournament_files.table_of_file import table_as_of
from tests.forms import in_form
from tests.matches.pairing.real import NAMES, real_tournament

ALL = {"draws": 0.0, "drops": 0.0}


def cut_table(shape: EventShape, *, seed: int, agreed: bool = False, events: int = 2_000) -> CutTable:
    """The table of the shape's own number of rounds."""
    tables = cut_tables(shape, [], seed=seed, events=events)
    return tables.agreed if agreed else tables.usual[shape.rounds]


def records(table: CutTable) -> dict[tuple[int, int, int], float]:
    return {(row.wins, row.losses, row.draws): row.players for row in table.records}


def reached(table: CutTable, wins: int, losses: int) -> float:
    return next((row.reached for row in table.records if (row.wins, row.losses) == (wins, losses)), 0.0)


def test_without_draws_and_drops_the_records_are_those_of_a_binary_tree() -> None:
    table = cut_table(EventShape(players=32, rounds=3, cut=4, **ALL), seed=1, events=200)
    whole = {(3, 0, 0): 4, (2, 1, 0): 12, (1, 2, 0): 12, (0, 3, 0): 4}
    assert records(table) == pytest.approx(whole, abs=0.05)  # a rematch is avoided across score groups
    assert [row.reached for row in table.records] == [1, 0, 0, 0]
    assert table.undefeated == 4


@pytest.mark.parametrize(("players", "rounds", "cut"), [(8, 3, 4), (16, 4, 5)])
def test_in_a_tiny_field_every_round_is_paired_as_the_event_pairs_it(players: int, rounds: int, cut: int) -> None:
    shape = EventShape(players=players, rounds=rounds, cut=cut, **ALL)
    table = cut_table(shape, seed=1, events=in_form(gate=500, long=2_000))
    # Nobody has to be paired down: one player without a loss, and each with one loss is in the cut.
    assert (table.undefeated, reached(table, rounds, 0), reached(table, rounds - 1, 1)) == (1, 1, 1)
    assert records(table)[rounds - 1, 1, 0] == cut - 1


def test_the_cut_has_as_many_places_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.forecast.cut_table.RARE", 0)
    table = cut_table(EventShape(players=50, rounds=6, cut=8), seed=2, agreed=True, events=400)
    assert sum(row.players * row.reached for row in table.records) == pytest.approx(8, abs=0.02)
    shares = [row.reached for row in table.records]
    assert shares[0] == 1
    assert shares[-1] == 0


def test_coin_flips_make_the_strongest_one_of_many_and_skill_lifts_it() -> None:
    flips, skill, more = (
        cut_table(EventShape(players=16, rounds=4, cut=4, spread=spread, **ALL), seed=3, events=events)
        for spread, events in ((0, 2_000), (1.0, 500), (3.0, 500))  # equality needs more of them than order
    )
    assert flips.strongest_wins == pytest.approx(1 / 16, abs=0.02)
    assert flips.strongest_in == pytest.approx(1 / 4, abs=0.04)
    assert flips.strongest_wins < skill.strongest_wins < more.strongest_wins
    assert more.strongest_in > 0.9


def test_more_rounds_leave_fewer_without_a_loss() -> None:
    few, more = (cut_table(EventShape(players=64, rounds=n, cut=8, **ALL), seed=4, events=100) for n in (4, 6))
    assert (few.undefeated, more.undefeated) == (4, 1)


def test_agreed_draws_move_the_lowest_record_that_makes_it() -> None:
    shape = {"players": 96, "rounds": 7, "cut": 8}
    usual, agreed = (cut_table(EventShape(**shape), seed=5, agreed=draws) for draws in (False, True))
    lowest = [
        next(row.reached for row in table.records if (row.wins, row.losses) == (5, 2)) for table in (usual, agreed)
    ]
    assert lowest[1] < lowest[0] / 2


def test_a_bracket_is_seeded_so_that_one_and_two_meet_last() -> None:
    assert _seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert len(set(permutations(_seeding(4), 2))) == 12


def test_the_same_seed_gives_the_same_table() -> None:
    shape = EventShape(players=20, rounds=4, cut=4, spread=0.5)
    assert cut_table(shape, seed=9, events=300) == cut_table(shape, seed=9, events=300)
    assert cut_table(shape, seed=9, events=300) != cut_table(shape, seed=10, events=300)


def real_records() -> tuple[Counter[str], Counter[str], list[int]]:
    """Of the real events with a play-off, seven rounds and 65 to 128 players: players by record, and those in the top
    eight; and the attendances."""
    there: Counter[str] = Counter()
    made: Counter[str] = Counter()
    sizes = []
    for name in NAMES:
        tournament = real_tournament(name)
        if not (tournament.playoff and len(tournament.rounds) == 7 and 65 <= len(tournament.players) <= 128):
            continue
        sizes.append(len(tournament.players))
        top = {row.player for row in table_as_of(tournament).rows[:8]}
        results: dict[str, Counter[Outcome]] = {player: Counter() for player in tournament.players}
        for played in tournament.rounds:
            for match in played.matches:
                for seat, outcome in zip(match.seats, match.outcomes, strict=True):
                    results[seat][outcome] += 1
        for player, counts in results.items():
            if counts.total() == 7:
                key = "-".join(str(counts[outcome]) for outcome in (Outcome.WON, Outcome.LOST, Outcome.DRAWN))
                there[key] += 1
                made[key] += player in top
    return there, made, sizes


def test_the_table_beside_the_real_events_with_a_play_off(capsys: pytest.CaptureFixture[str]) -> None:
    there, made, sizes = real_records()
    assert len(sizes) == 4
    players = round(sum(sizes) / len(sizes))
    usual, agreed = (
        cut_table(EventShape(players=players, rounds=7, cut=8), seed=1, agreed=draws) for draws in (False, True)
    )
    lines = [f"{len(sizes)} real events of {sizes} players, 7 rounds, top 8; simulated without and with agreed draws:"]
    for row in agreed.records[:8]:
        key = f"{row.wins}-{row.losses}-{row.draws}"
        if not there[key]:
            continue
        real, without = made[key] / there[key], reached(usual, row.wins, row.losses)
        lines.append(f"  {key}  {made[key]:2} of {there[key]:2}  {100 * without:5.1f} %  {100 * row.reached:5.1f} %")
        error = max((real * (1 - real) / there[key]) ** 0.5, 0.5 / there[key])
        low, high = min(without, row.reached), max(without, row.reached)
        assert low - 3 * error <= real <= high + 3 * error, key
    with capsys.disabled():
        print("\n" + "\n".join(lines))  # noqa: T201
    assert (made["6-1-0"], reached(usual, 6, 1), reached(agreed, 6, 1)) == (there["6-1-0"], 1, 1)


def test_one_run_gives_the_tables_of_several_numbers_of_rounds() -> None:
    """Each of them is as good as one simulated for itself, and says how far it is."""
    shape, told = EventShape(players=40, rounds=5, cut=8, spread=1.0, drops=0.1), []
    tables = cut_tables(shape, [4, 5, 6], seed=7, events=1_000, report=lambda done, total: told.append((done, total)))
    assert told == [(done, 4) for done in range(4)]
    assert list(tables.usual) == [4, 5, 6]
    for rounds, table in tables.usual.items():
        alone = cut_table(EventShape(players=40, rounds=rounds, cut=8, spread=1.0, drops=0.1), seed=8, events=1_000)
        assert table.strongest_in == pytest.approx(alone.strongest_in, abs=0.08)
        assert table.undefeated == pytest.approx(alone.undefeated, rel=0.15, abs=0.05)
        assert table.records[0].players == pytest.approx(alone.records[0].players, rel=0.15, abs=0.05)
