"""Reading the JSON form of real tournaments: all sixteen files, and one clear line for each thing that is broken."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from matches.history import Kind, Scoring
from matches.pairing.field import field_from_history
from matches.tables.outcome import BOTH_DREW, BOTH_LOST, FIRST_WON, SECOND_WON, Outcome
from matches.tournament_files.json_values import DataError
from matches.tournament_files.publisher_rules import PublisherRules
from matches.tournament_files.swiss_file import PublishedRow, load, read
from tests.matches.lines import line_of

DATA = Path(__file__).parents[2] / "data" / "swiss"
FILES = sorted(DATA.glob("*.json"))


def test_every_real_file_is_read_whole(subtests: pytest.Subtests):
    for file in FILES:
        with subtests.test(file.stem):
            raw = json.loads(file.read_text())
            tournament = load(file)
            assert tournament.id == raw["id"]
            assert len(tournament.players) == raw["players"] == len(tournament.standings)
            assert [len(played.matches) for played in tournament.rounds] == [len(r["matches"]) for r in raw["rounds"]]
            assert [played.number for played in tournament.playoff] == [
                raw["swiss_rounds"] + k for k in range(1, len(raw["playoff"]) + 1)
            ]


def test_points_counted_from_the_rounds_are_those_published(subtests: pytest.Subtests):
    for file in FILES:
        with subtests.test(file.stem):
            tournament = load(file)
            counted = {p.key: p.points for p in field_from_history(tournament.players, tournament.rounds).players}
            last = len(tournament.rounds)
            published = {row.player: row.points for row in tournament.standings if row.as_of == last}
            assert published
            assert {key: counted[key] for key in published} == published


def text(**more: Any) -> str:
    content: dict[str, Any] = {"rounds": [], "standings": [{"player": "a"}, {"player": "b"}]}
    return json.dumps({**content, **more})


MATCH = {"a": "a", "b": "b", "games": [2, 0, 0]}


def one_round(*matches: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"number": 1, "matches": list(matches)}]


def test_what_is_left_out_has_a_default():
    tournament = read(text())
    assert tournament.players == ("a", "b")
    assert (tournament.rules, tournament.rounds, tournament.playoff) == (PublisherRules(), (), ())
    assert tournament.standings[0] == PublishedRow("a")


def test_the_rules_are_read_exactly():
    rules = {"points": {"win": 2, "bye": 1}, "mw_floor": "0.33", "gw_floor": "1/4", "tolerance": 6e-07}
    assert read(text(rules=rules)).rules == PublisherRules(
        scoring=Scoring(win=2, draw=1, loss=0, bye=1),
        mw_floor=Fraction(33, 100),
        gw_floor=Fraction(1, 4),
        tolerance=Decimal("6E-7"),
    )


@pytest.mark.parametrize(
    ("match", "played"),
    [
        ({"a": "a", "b": "b", "games": [2, 1, 0]}, line_of(("a", "b"), FIRST_WON, (2, 1))),
        ({"a": "a", "b": "b", "games": [0, 1, 1]}, line_of(("a", "b"), SECOND_WON, (0, 1), 1)),
        ({"a": "a", "b": "b", "games": [0, 0, 3]}, line_of(("a", "b"), BOTH_DREW, (0, 0), 3)),
        ({"a": "a", "b": "b", "games": [0, 0, 0]}, line_of(("a", "b"), BOTH_DREW, (0, 0))),
        ({"a": "a", "b": "b", "kind": "double_loss"}, line_of(("a", "b"), BOTH_LOST, (0, 0))),
        ({"a": "a", "b": "b", "games": [1, 0, 0], "kind": "double_loss"}, line_of(("a", "b"), BOTH_LOST, (1, 0))),
        (
            {"a": "a", "b": None, "games": [2, 0, 0], "kind": "bye"},
            line_of(("a",), (Outcome.WON,), (2,), kind=Kind.BYE),
        ),
        ({"a": "a", "kind": "assigned_loss"}, line_of(("a",), (Outcome.LOST,), (0,), kind=Kind.ASSIGNED_LOSS)),
        ({"a": "a", "kind": "assigned_draw"}, line_of(("a",), (Outcome.DRAWN,), (0,), kind=Kind.ASSIGNED_DRAW)),
    ],
)
def test_a_line_of_a_round(match, played):
    assert read(text(rounds=one_round(match))).rounds[0].matches == (played,)


def test_published_numbers_are_decimals_as_printed():
    row = read('{"rounds": [], "standings": [{"player": "a", "omw": 0.604233, "gw": -0.2, "as_of": "playoff+3"}]}')
    assert row.standings == (PublishedRow("a", omw=Decimal("0.604233"), gw=Decimal("-0.2"), as_of="playoff+3"),)


def test_who_is_still_in_and_the_rounds_so_far():
    tournament = read(text(rounds=one_round(MATCH), dropped_after={"a": 1}))
    assert (tournament.still_in(0), tournament.still_in(1)) == (("a", "b"), ("b",))
    assert (tournament.after(0), tournament.after(1)) == ((), tournament.rounds)


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_a_round_that_was_not_played(number):
    with pytest.raises(DataError, match=f"^round {number}: not there, the file has rounds 1 to 1$"):
        read(text(rounds=one_round(MATCH))).after(number)


BROKEN = [
    ("", "line 1 column 1: not JSON: expecting value"),
    ('{"a": NaN}', "not JSON: NaN is no number"),
    (b'{"\xff": 1}', "byte 2: not UTF-8 text"),
    ("[" * 100_000, "not a tournament: nested too deeply"),
    ('{"a": ' + "1" * 5000 + "}", "a number has too many digits"),
    ('{"a": 1e99999999999999999999}', "a number has too many digits"),
    ("[]", "the top level: must be an object, not []"),
    ('{"standings": []}', "the top level: no rounds"),
    ('{"rounds": []}', "the top level: no standings"),
    (text(rounds={}), "the top level, rounds: must be a list, not {}"),
    (text(standings=[{"player": "a"}, {"player": "a"}]), "standings, row 2: player a is there twice"),
    (text(standings=[{"rank": 1}]), "standings, row 1, player: must name a player, not null"),
    (text(standings=[{"player": "a\nb"}]), 'standings, row 1, player: must name a player, not "a\\nb"'),
    (text(standings=[{"player": "a", "omw": "x"}]), "standings, row 1, omw: must be a number of at most"),
    (text(standings=[{"player": "a", "as_of": []}]), "standings, row 1, as_of: must be a whole number"),
    (text(rounds=[3]), "round 1: must be an object, not 3"),
    (text(rounds=[{"matches": []}, {"number": 3, "matches": []}]), "round 2: its number is 3"),
    (text(rounds=[{"number": 1}]), "round 1: no matches"),
    (text(rounds=one_round({**MATCH, "b": "z"})), "round 1, match 1: unknown player z: not in the standings"),
    (text(rounds=one_round(MATCH, MATCH)), "round 1, match 2: player a is twice in the round (also in match 1)"),
    (
        text(rounds=one_round({"a": "a", "b": "a"})),
        "round 1, match 1: player a is twice in the round (also in match 1)",
    ),
    (text(rounds=one_round({"a": "a"})), "round 1, match 1: no opponent, and no kind that says why"),
    (text(rounds=one_round({**MATCH, "kind": "bye"})), "round 1, match 1: kind bye with an opponent"),
    (text(rounds=one_round({**MATCH, "kind": ["x"]})), 'round 1, match 1: unknown kind ["x"]'),
    (text(rounds=one_round({"b": "b"})), "round 1, match 1, a: must name a player, not null"),
    (text(rounds=one_round({"a": "a", "b": "b"})), "round 1, match 1: no games"),
    (
        text(rounds=one_round({**MATCH, "games": [1.5, 0, 0]})),
        "round 1, match 1, games: must be a whole number from 0 to 10",
    ),
    (text(dropped_after={"a": 1.5}), "dropped_after, a: must be a whole number from 0 to 1000000, not 1.5"),
    (text(rounds=one_round({**MATCH, "games": [2, 1]})), "round 1, match 1: games must be a list of three counts"),
    (text(rounds=one_round({**MATCH, "games": [2, -1, 0]})), "round 1, match 1, games: must be a whole number from 0"),
    (text(rounds=one_round({**MATCH, "games": [2, True, 0]})), "round 1, match 1, games: must be a whole number"),
    (text(playoff=one_round({"a": "z", "b": "a"})), "play-off round 1, match 1: unknown player z"),
    (text(rules={"mw_floor": "1/0"}), "rules, mw_floor: divides by zero"),
    (text(rules={"gw_floor": "a third"}), 'rules, gw_floor: must be a share such as "1/3"'),
    (text(rules={"mw_floor": "4/3"}), "rules, mw_floor: must be a share"),
    (text(rules={"points": {"win": 10**4}}), "rules, points, win: must be a whole number from 0 to 1000, not 10000"),
    (text(rules={"own_gw_shown_with_floor": 1}), "rules, own_gw_shown_with_floor: must be true or false"),
    (text(dropped_after={"z": 1}), 'dropped_after: unknown player "z": not in the standings'),
    (text(rules={"mw_flor": "1/3"}), 'rules: unknown key "mw_flor"; the keys are '),
    (text(rules={"points": {"wins": 3}}), 'rules, points: unknown key "wins"; the keys are bye, draw, loss, win'),
    (text(rules={"points": {"win": 0}}), "rules, points, win: must be more than 0"),
    (text(rules={"points": {"draw": 4}}), "rules, points, draw: must be at most 3, the points for a win, not 4"),
    (text(rules={"points": {"win": 1, "draw": 1, "loss": 2}}), "rules, points, loss: must be at most 1, the points"),
    (
        text(rules={"game_points_per_drawn_game_in_0_0_n": 4}),
        "rules, game_points_per_drawn_game_in_0_0_n: must be a whole number from 0 to 3, not 4",
    ),
    (text(rules={"assigned_loss_games": "2"}), "rules, assigned_loss_games: must be a whole number from 0 to 100"),
    (text(rounds=one_round({"a": "a", "kind": "double_loss"})), "round 1, match 1: kind double_loss without an opp"),
    (text(dropped_after={"a": None}), "dropped_after, a: must be a whole number from 0 to 1000000, not null"),
]


def test_invalid_data_is_reported_in_one_line_with_its_place(subtests: pytest.Subtests):
    for data, line in BROKEN:
        with subtests.test(data=data, line=line):
            with pytest.raises(DataError) as raised:
                read(data)
            assert str(raised.value).startswith(line)
            assert "\n" not in str(raised.value)


def test_the_file_is_named_first(tmp_path):
    file = tmp_path / "event.json"
    file.write_text("[]")
    with pytest.raises(DataError) as raised:
        load(file)
    assert str(raised.value) == f"{file}: the top level: must be an object, not []"
    with pytest.raises(DataError, match=r"^none\\nhere\.json: cannot be opened"):
        load("none\nhere.json")
    with pytest.raises(DataError, match=r"^none\\x00: cannot be opened \(embedded null byte\)"):
        load("none\0")
    with pytest.raises(DataError, match=r"none\.json: cannot be opened \(No such file or directory\)"):
        load(tmp_path / "none.json")


def test_a_byte_order_mark_does_no_harm():
    assert read(b"\xef\xbb\xbf" + text().encode()).players == ("a", "b")
