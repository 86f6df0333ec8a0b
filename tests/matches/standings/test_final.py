"""The final ranking: the last stage first, ties by the stage before, shared where nothing separates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from matches.standings.final import final_places


def ranks(stages: Sequence[Mapping[int, int]], unlisted: Collection[int] = ()) -> list[tuple[int, int]]:
    return [(place.player, place.rank) for place in final_places(stages, unlisted)]


def test_the_bracket_comes_first_and_the_swiss_separates_its_ties() -> None:
    swiss = {number: number for number in range(1, 7)}
    bracket = {4: 1, 2: 2, 1: 3, 3: 3}
    assert ranks([bracket, swiss]) == [(4, 1), (2, 2), (1, 3), (3, 4), (5, 5), (6, 6)]


def test_players_level_in_every_stage_share_their_place() -> None:
    assert ranks([{1: 1, 2: 2, 3: 3, 4: 3, 5: 5}]) == [(1, 1), (2, 2), (3, 3), (4, 3), (5, 5)]
    swiss = {1: 1, 2: 2, 3: 3, 4: 3}
    assert ranks([{1: 1, 2: 2}, swiss]) == [(1, 1), (2, 2), (3, 3), (4, 3)]


def test_players_left_out_give_their_places_to_those_behind_them() -> None:
    assert ranks([{1: 1, 2: 2, 3: 3, 4: 3}], unlisted=[1]) == [(2, 1), (3, 2), (4, 2)]
    assert ranks([{1: 1, 2: 2}, {1: 1, 2: 2, 3: 3, 4: 4}], unlisted=[3]) == [(1, 1), (2, 2), (4, 3)]


def test_without_a_winner_the_first_place_stays_empty() -> None:
    swiss = {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks([{1: 2, 2: 2, 3: 3, 4: 3}, swiss]) == [(1, 2), (2, 2), (3, 3), (4, 4)]


def test_of_no_stage_there_is_no_ranking() -> None:
    assert ranks([]) == []
