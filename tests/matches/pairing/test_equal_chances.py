"""Every pairing of the lowest cost is as likely as any other, and none of another cost is drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from matches.pairing.field import Field, field_from_history
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.swiss import pair_swiss
from tests.forms import in_form
from tests.matches.pairing.histories import EXACT, WINDOWS, all_pairings, cost_of, keys, swiss_event

EQUAL = SwissOptions(equal_chances=True, chains=True)
SEEDS = in_form(gate=250, long=2000)

Drawn = frozenset[frozenset[str]]


def pairs_of(pairing: Pairing) -> Drawn:
    bye = [(pairing.bye,)] if pairing.bye else []
    return frozenset(frozenset(pair) for pair in [*(pair.seats for pair in pairing.pairs), *bye])


def best_pairings(field: Field, *, balance: bool = False) -> set[Drawn]:
    found: dict[Drawn, object] = {}
    for pairs, bye in all_pairings(sorted(player.key for player in field.players)):
        one = frozenset(frozenset(pair) for pair in [*pairs, *([(bye,)] if bye else [])])
        found[one] = cost_of(field, pairs, bye, balance=balance)
    fewest = min(found.values())  # type: ignore[type-var]
    return {one for one, cost in found.items() if cost == fewest}


def chi_square(field: Field, options: SwissOptions, seeds: int = SEEDS) -> float:
    """How far the draws are from equal chances, in standard deviations of the chi-square distribution."""
    best = best_pairings(field, balance=options.balance_starts)
    counts = Counter(pairs_of(pair_swiss(field, seed=seed, options=options)) for seed in range(seeds))
    assert set(counts) <= best
    expected, freedom = seeds / len(best), len(best) - 1
    found = sum((counts[one] - expected) ** 2 / expected for one in best)
    return (found - freedom) / (2 * freedom) ** 0.5 if freedom else 0.0


# Players, rounds before, the seed of what was played; there are 2 to 378 pairings of the lowest cost.
LONGER = ((8, 1, 0), (10, 6, 0), (8, 3, 0), (10, 2, 1), (12, 2, 0), (11, 2, 0))
HISTORIES = [(9, 2, 0), (12, 3, 0), (12, 6, 1), *in_form(gate=(), long=LONGER)]


@pytest.mark.parametrize(("players", "rounds", "seed"), HISTORIES)
@pytest.mark.parametrize("options", [EQUAL, SwissOptions(equal_chances=True, chains=True, balance_starts=True)])
def test_each_of_the_best_pairings_is_as_likely_as_any_other(
    players: int, rounds: int, seed: int, options: SwissOptions
) -> None:
    still_in, played = swiss_event(players, rounds, seed)
    assert chi_square(field_from_history(still_in, played), options) < 3.5


def test_players_who_have_nearly_all_met_are_paired_by_chance_too() -> None:
    """The pairings of the lowest cost differ in many pairs at once; stored rounds are verified as they were drawn."""
    still_in, played = swiss_event(16, 8, 1)
    field = field_from_history(still_in, played)

    def distance(options: SwissOptions) -> float:
        drawn = Counter(pairs_of(pair_swiss(field, seed=seed, options=options)) for seed in range(280))
        assert len(drawn) == 7
        return sum((times - 40) ** 2 / 40 for times in drawn.values())

    # Six degrees of freedom: by chance one field in a thousand is beyond it.
    assert distance(EQUAL) < 22.5 < distance(SwissOptions(equal_chances=True))


def test_without_it_they_are_not() -> None:
    """The test above would find it; stored rounds of that time are verified as they were drawn."""
    still_in, played = swiss_event(12, 3, 0)
    assert chi_square(field_from_history(still_in, played), EXACT) > 4


@pytest.mark.parametrize("options", [EXACT, WINDOWS])
@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 1), (41, 4), (120, 6)])
def test_a_larger_field_costs_what_it_did(players: int, rounds: int, options: SwissOptions) -> None:
    still_in, played = swiss_event(players, rounds, seed=players, drop=0.02)
    field = field_from_history(still_in, played)
    equal = SwissOptions(equal_chances=True, exact_up_to=options.exact_up_to)
    for seed in range(4):
        found, before = pair_swiss(field, seed=seed, options=equal), pair_swiss(field, seed=seed, options=options)
        assert (found.cost, found.proved) == (before.cost, before.proved)
        bye = found.bye
        assert found.cost == cost_of(field, [pair.seats for pair in found.pairs], bye)
        assert sorted(key for one in pairs_of(found) for key in one) == sorted(still_in)


def test_locked_pairs_and_awarded_byes_stay() -> None:
    still_in, played = swiss_event(14, 2, 5)
    field = field_from_history(still_in, played, locked=(("P001", "P009"),), awarded=("P003", "P004"))
    for seed in range(20):
        pairing = pair_swiss(field, seed=seed, options=EQUAL)
        assert frozenset(("P001", "P009")) in pairs_of(pairing)
        assert pairing.awarded == ("P003", "P004")
        assert sorted([*pairing.awarded, *(key for one in pairs_of(pairing) for key in one)]) == keys(14)
