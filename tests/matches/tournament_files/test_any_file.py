"""Any file: the readers and the commands answer it with a result, or refuse it in one line."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.pairing.field import FieldError
from matches.tournament_files.json_values import DataError
from matches.tournament_files.pairing_command import as_json, pair_next
from matches.tournament_files.standings_command import line
from matches.tournament_files.swiss_file import Tournament, read
from matches.tournament_files.table_of_file import table_as_of

PLAYERS = "abcde"
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 7) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def mostly(usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The usual values, and now and then anything else."""
    return st.integers(0, 19).flatmap(lambda chance: usual if chance else ANYTHING)


PLAYER = mostly(st.sampled_from(PLAYERS))
NUMBER = mostly(st.integers(0, 4))
NUMBERS = mostly(NUMBER | st.lists(NUMBER, max_size=3))
GAMES = mostly(st.lists(mostly(st.integers(0, 2)), min_size=3, max_size=3))
KINDS = st.sampled_from(["played", "bye", "assigned_loss", "assigned_draw", "double_loss"])


def row(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=values)


@st.composite
def rounds(draw: st.DrawFn) -> list[Any]:
    """Rounds that are mostly right: players in pairs, one of them alone."""
    found: list[Any] = []
    for _ in range(draw(st.integers(0, 3))):
        keys = draw(st.permutations(PLAYERS))
        lines: list[Any] = [{"a": keys[0], "kind": draw(mostly(KINDS))}]
        lines += [{"a": a, "b": b, "games": draw(GAMES)} for a, b in (keys[1:3], keys[3:5])]
        lines += draw(st.lists(row(a=PLAYER, b=PLAYER, games=GAMES, kind=mostly(KINDS)), max_size=1))
        drop = draw(st.integers(0, 3))
        found.append(draw(mostly(st.just({"matches": lines[drop:] if drop < 3 else lines}))))
    return found


POINTS = row(win=NUMBER, draw=NUMBER, loss=NUMBER, bye=NUMBER)
SHARES = mostly(st.sampled_from(["1/3", "0.33", "0", "1", "0/1", "1/0", "١/٣"]))
RULES = row(
    points=mostly(POINTS),
    mw_floor=SHARES,
    gw_floor=SHARES,
    own_gw_shown_with_floor=mostly(st.booleans()),
    game_points_per_drawn_game_in_0_0_n=NUMBER,
    assigned_loss_games=NUMBER,
    tolerance=ANYTHING,
    bye=ANYTHING,
)
BY_PLAYER = st.dictionaries(st.sampled_from(PLAYERS), NUMBERS, max_size=2)
FILES = st.fixed_dictionaries(
    {"rounds": mostly(rounds()), "standings": st.just([{"player": key} for key in PLAYERS])},
    optional={
        "rules": mostly(RULES),
        "playoff": mostly(rounds()),
        "dropped_after": mostly(BY_PLAYER),
        "returned_for": mostly(BY_PLAYER),
        "awarded_byes": mostly(BY_PLAYER),
        "locked_pairs": mostly(st.lists(row(round=NUMBER, a=PLAYER, b=PLAYER), max_size=2)),
    },
)


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(content=FILES, seed=st.integers())
def test_a_tournament_is_ranked_and_paired_or_refused_in_one_line(content: dict[str, Any], seed: int) -> None:
    tournament = answered(lambda: read(json.dumps(content)))
    if tournament is None:
        return
    for number in range(len(tournament.rounds) + 1):
        shares = [json.loads(line(row)) for row in table_as_of(tournament, number).rows]
        assert all(0 <= row[key] <= 1 for row in shares for key in ("omw", "gw", "ogw"))
        paired(tournament, number, seed)


def paired(tournament: Tournament, number: int, seed: int) -> None:
    """Pair the next round both ways: everybody who is in it has a place."""
    for power in (False, True):
        printed = answered(lambda power=power: as_json(pair_next(tournament, number, seed, power=power)))
        assert printed is not None, "what was set for the round has been checked when the file was read"
        seated = [key for pair in printed["pairs"] for key in pair[:2]]
        seated += printed.get("awarded_byes", []) + ([printed["bye"]] if printed["bye"] else [])
        assert sorted(seated) == list(tournament.still_in(number))


@settings(deadline=None)
@given(data=st.binary(max_size=60) | ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes) -> None:
    answered(lambda: read(data))


def answered(work: Any) -> Any:
    """The result, or None for what is refused."""
    try:
        return work()
    except (DataError, FieldError) as error:
        said = str(error)
    assert said.isprintable()
    assert said
    return None
