"""Every tie-break of section 5, each with its sum in one line, on the event of ``event.py``."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches.forecast import ranking
from matches.forecast.pods import simulation as pod_simulation
from matches.history import RoundPlayed, Scoring
from matches.standings import (
    ORDER_ROUNDS,
    REGISTRY,
    Entrant,
    How,
    SettingsError,
    StandingsSettings,
    TieBreak,
    compute,
    explain,
)
from matches.standings.tie_break import ANY_SCORE, Tables
from matches.standings.tie_breaks import TIE_BREAKS, value_text
from matches.tables.outcome import BOTH_DREW, FIRST_WON
from rules_engine.game import Game
from rules_engine.games import all_games
from tests.matches.lines import line_of
from tests.matches.standings.event import FIVE, ROUNDS, assigned_draw, assigned_loss, bye

ENTRANTS = [Entrant(player, seed=5 - i) for i, player in enumerate(FIVE)]


def value(player: str, key: str, **settings):
    """The number as the table has it, the tie-break being the event's only one."""
    table = compute(ENTRANTS, ROUNDS, StandingsSettings(order=(key,), **settings))
    found = next(row.tie_breaks[key] for row in table.rows if row.player == player)
    assert explain(table, player, key).value == found
    return found


def test_the_sum(subtests: pytest.Subtests):
    for player, key, expected in [
        # opponents' match-win shares, none below 1/3
        ("Ann", "omw", (Fraction(6, 9) + Fraction(1, 3) + Fraction(9, 9)) / 3),  # Ben, Cem (1/9), Eve
        ("Ben", "omw", (Fraction(6, 9) + Fraction(1, 3)) / 2),  # Ann, Cem; the bye is no opponent
        ("Cem", "omw", (Fraction(1, 3) + Fraction(6, 9) + Fraction(6, 9)) / 3),  # Dan (1/9), Ann, Ben
        ("Dan", "omw", (Fraction(1, 3) + Fraction(9, 9)) / 2),  # Cem, Eve; the assigned loss is no opponent
        # own round points over three times the rounds
        ("Ann", "rw", Fraction(3 * (2 + 2 + 1), 3 * (2 + 3 + 3))),
        ("Ben", "rw", Fraction(3 * (0 + 2 + 2), 3 * (2 + 2 + 2))),  # the bye is 2–0
        ("Cem", "rw", Fraction(3 * (1 + 1 + 0), 3 * (2 + 3 + 2))),  # below a third, and shown so
        ("Dan", "rw", Fraction(3 * (1 + 0), 3 * (2 + 2))),  # the assigned loss has no rounds
        # opponents' round-win shares, none below 1/3
        ("Ann", "orw", (Fraction(12, 18) + Fraction(1, 3) + Fraction(18, 21)) / 3),  # Ben, Cem (6/21), Eve
        ("Eve", "orw", (Fraction(1, 3) + Fraction(15, 24)) / 2),  # Dan (3/12), Ann
        # money
        ("Ann", "bank_diff", (900 - 300) + (700 - 650) + (400 - 1000)),
        ("Dan", "bank_diff", (500 - 500) + (100 - 800)),
        ("Ann", "bank_total", 900 + 700 + 400),
        ("Eve", "bank_total", 800 + 1000),
        # as in chess, with the event's points
        ("Ann", "buchholz", 6 + 1 + 9),
        ("Ben", "buchholz", 6 + 1),
        ("Ann", "median_buchholz", 6),  # without Cem’s 1 and Eve’s 9
        ("Ben", "median_buchholz", 0),  # two opponents: the highest and the lowest
        ("Ann", "sonneborn_berger", 6 + 1),  # beat Ben and Cem, lost to Eve
        ("Cem", "sonneborn_berger", Fraction(1, 2)),  # half of Dan’s 1
        ("Eve", "wins", 3),  # the bye is a win
        ("Dan", "wins", 0),
        ("Ann", "losses_late", 3),
        ("Dan", "losses_late", 2 + 3),
        ("Eve", "losses_late", 0),
        ("Eve", "seed", 1),
        ("Ann", "head_to_head", 3),  # tied with Ben on 6, and beat him
        ("Ben", "head_to_head", 0),
        ("Cem", "head_to_head", 1),  # tied with Dan on 1, and drew
        ("Eve", "head_to_head", None),  # not tied
    ]:
        with subtests.test(player=player, key=key, expected=expected):
            assert value(player, key) == expected


def test_every_tie_break_of_the_specification_is_declared():
    assert set(REGISTRY) == {
        "omw", "rw", "orw", "head_to_head", "bank_diff", "bank_total", "buchholz", "median_buchholz",
        "sonneborn_berger", "wins", "losses_late", "opp_points", "firsts", "amount_share",
        "best_score", "second_score", "third_score",
        "seed", "lot",
    }  # fmt: skip
    assert ORDER_ROUNDS == ("omw", "rw", "orw", "head_to_head", "lot")


def test_keys_and_short_labels_are_unique():
    assert list(REGISTRY) == [tie_break.key for tie_break in TIE_BREAKS]
    assert len({str(tie_break.short) for tie_break in TIE_BREAKS}) == len(TIE_BREAKS)


def test_what_is_declared_of_forecasts_is_what_they_rank_by():
    columns = {Tables.TWO: ranking.COLUMNS, Tables.PODS: pod_simulation.COLUMNS, Tables.ONE: {}}
    for tables, known in columns.items():
        declared = {tie_break.key for tie_break in TIE_BREAKS if tables in tie_break.forecast}
        assert declared == known.keys(), tables
    assert all(tie_break.forecast <= tie_break.tables for tie_break in TIE_BREAKS)


def test_a_declaration_has_everything_that_is_shown_and_computed(subtests: pytest.Subtests):
    for tie_break in TIE_BREAKS:
        with subtests.test(tie_break.key):
            assert all((str(tie_break.short), str(tie_break.label), str(tie_break.explanation)))
            assert tie_break.applies_to <= ANY_SCORE
            assert tie_break.applies_to
            assert tie_break.value_text(None) == "–"
            assert tie_break.value_text("2") == tie_break.format(Fraction(2))
            assert (tie_break.value is not None) == (tie_break.how is How.GIVEN)
            empty = tie_break.shares is not None or tie_break.without_parts is not None
            assert empty == (tie_break.how is How.MEAN)


@pytest.mark.parametrize(
    "left_out", ["short", "label", "explanation", "format", "in_tables", "applies_to", "how", "parts"]
)
def test_a_declaration_that_leaves_something_out_cannot_be_made(left_out: str):
    given = {name: getattr(REGISTRY["wins"], name) for name in TieBreak.__struct_fields__ if name != left_out}
    with pytest.raises(TypeError, match=left_out):
        TieBreak(**given)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_the_order_that_a_game_uses_applies_to_its_scores(game: Game):
    for preset in game.presets:
        score = game.scoring(game.rule_set(preset.rules))
        assert all(score.unit in REGISTRY[key].applies_to for key in score.tie_breaks)


def test_the_parts_of_a_share_are_points():
    assert (REGISTRY["rw"].value_text("2/3"), REGISTRY["rw"].part_text(6)) == ("66.6667%", "6")
    assert (REGISTRY["omw"].part_text(Fraction(2, 3)), REGISTRY["bank_diff"].part_text(-5)) == ("66.6667%", "−$5")


def test_a_value_of_a_key_that_is_no_longer_declared_is_a_plain_number():
    assert [value_text("gone", value) for value in (None, "5/2", 3)] == ["–", "2.50", "3"]


def test_floors_are_settings():
    assert value("Ann", "omw", match_floor=Fraction("0.33")) == (Fraction(6, 9) + Fraction(33, 100) + 1) / 3
    assert value("Ann", "omw", match_floor=Fraction(1, 4)) == (Fraction(6, 9) + Fraction(1, 4) + 1) / 3
    assert value("Ann", "omw", match_floor=Fraction(0)) == (Fraction(6, 9) + Fraction(1, 9) + 1) / 3
    assert value("Ann", "orw", round_floor=Fraction(0)) == (Fraction(12, 18) + Fraction(6, 21) + Fraction(18, 21)) / 3
    assert value("Dan", "rw", own_share_floored=True) == Fraction(1, 3)
    assert value("Ann", "rw", own_share_floored=True) == Fraction(15, 24)


def test_points_are_settings_and_a_bye_stays_a_round_won_in_the_share():
    scoring = Scoring(win=2, draw=1, loss=0, bye=1)
    table = compute(FIVE, ROUNDS, StandingsSettings(order=("omw",), scoring=scoring))
    points = {row.player: row.points for row in table.rows}
    assert points == {"Eve": 1 + 2 + 2, "Ann": 4, "Ben": 0 + 1 + 2, "Cem": 1, "Dan": 1}
    ann = next(row for row in table.rows if row.player == "Ann")
    assert ann.tie_breaks["omw"] == (Fraction(2 + 2, 6) + Fraction(1, 3) + Fraction(6, 6)) / 3  # Ben lost, bye, won


def test_a_drawn_round_counts_one_of_three_and_nothing_where_a_publisher_says_so():
    rounds = [RoundPlayed(1, (line_of(("Ann", "Ben"), BOTH_DREW, (0, 0), drawn=3),))]
    table = compute(["Ann", "Ben"], rounds, StandingsSettings(order=("rw",)))
    assert [row.tie_breaks["rw"] for row in table.rows] == [Fraction(3, 9), Fraction(3, 9)]
    none = compute(["Ann", "Ben"], rounds, StandingsSettings(order=("rw",), drawn_round_when_none_won=0))
    assert [row.tie_breaks["rw"] for row in none.rows] == [0, 0]
    mixed = [RoundPlayed(1, (line_of(("Ann", "Ben"), BOTH_DREW, (1, 1), drawn=1),))]
    kept = compute(["Ann", "Ben"], mixed, StandingsSettings(order=("rw",), drawn_round_when_none_won=0))
    assert kept.rows[0].tie_breaks["rw"] == Fraction(3 + 1, 9)


def test_assigned_results_count_as_rounds_of_the_match_share():
    rounds = [
        RoundPlayed(1, (line_of(("Ann", "Ben"), FIRST_WON, (2, 0)),)),
        RoundPlayed(2, (assigned_draw("Ben"), assigned_loss("Ann"))),
    ]
    table = compute(["Ann", "Ben"], rounds, StandingsSettings(order=("omw", "rw"), match_floor=Fraction(0)))
    ann, ben = table.rows
    assert (ann.points, ann.tie_breaks) == (3, {"omw": Fraction(1, 6), "rw": Fraction(6, 6)})
    assert (ben.points, ben.tie_breaks) == (1, {"omw": Fraction(3, 6), "rw": Fraction(0)})


def test_a_player_without_opponents_has_the_floor_as_mean():
    table = compute(["Ann", "Ben"], [RoundPlayed(1, (bye("Ann"),))], StandingsSettings(order=("omw", "orw", "rw")))
    assert table.rows[0].tie_breaks == {"omw": Fraction(1, 3), "orw": Fraction(1, 3), "rw": Fraction(1)}
    assert table.rows[1].tie_breaks == {"omw": Fraction(1, 3), "orw": Fraction(1, 3), "rw": Fraction(0)}


def test_the_lot_depends_on_the_seed_and_not_on_who_else_plays():
    def lots(players, seed: int):
        table = compute(players, [], StandingsSettings(order=("lot",), lot_seed=seed))
        return {row.player: row.tie_breaks["lot"] for row in table.rows}

    five = lots(FIVE, 7)
    assert len(set(five.values())) == 5
    assert lots(FIVE[1:4], 7) == {player: five[player] for player in FIVE[1:4]}
    assert lots((*FIVE, "Fay"), 7).items() >= five.items()
    assert lots(FIVE, 8) != five


def test_the_lot_is_the_same_on_every_machine():
    table = compute(["Ann"], [], StandingsSettings(order=("lot",), lot_seed=7))
    assert table.rows[0].tie_breaks["lot"] == 2588275336826


def test_the_lot_without_a_seed_an_unknown_key_and_a_key_twice_are_all_named():
    with pytest.raises(SettingsError) as error:
        compute([], [], StandingsSettings(order=("omw", "lot", "coin", "omw"), match_floor=Fraction(2)))
    assert error.value.problems == [
        "no tie-break is called coin",
        "omw is there twice",
        "the lot needs the event’s seed",
        "the match floor must be a share from 0 to 1",
    ]


def test_a_win_must_be_worth_points():
    with pytest.raises(SettingsError, match="a win must be worth points"):
        compute([], [], StandingsSettings(order=(), scoring=Scoring(win=0)))


@pytest.mark.parametrize("points", [{"draw": 4}, {"loss": 4}, {"win": 1, "draw": 1, "loss": 2}])
def test_a_draw_or_a_loss_is_not_worth_more_than_a_win(points: dict[str, int]):
    with pytest.raises(SettingsError, match="must be at most"):
        compute([], [], StandingsSettings(order=(), scoring=Scoring(**points)))


def test_a_drawn_round_is_not_worth_more_than_a_won_one():
    with pytest.raises(SettingsError, match="a drawn round must be worth 0 to 3 round points"):
        compute([], [], StandingsSettings(order=(), drawn_round_when_none_won=4))


def test_an_assigned_loss_has_no_negative_rounds():
    with pytest.raises(SettingsError, match="an assigned loss cannot have fewer than 0 rounds"):
        compute([], [], StandingsSettings(order=(), assigned_loss_rounds=-1))


def test_players_without_a_seed_stand_after_those_with_one():
    entrants = [Entrant("Ann"), Entrant("Ben", seed=4), Entrant("Cem", seed=2)]
    table = compute(entrants, [], StandingsSettings(order=("seed",)))
    assert [(row.rank, row.player, row.tie_breaks["seed"]) for row in table.rows] == [
        (1, "Cem", 2), (2, "Ben", 4), (3, "Ann", None),
    ]  # fmt: skip
