"""Why a pairing is as it is: one case for each code."""

from __future__ import annotations

import pytest

from matches.pairing.field import Entrant, Field
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.reasons import Reason, Why
from matches.pairing.swiss import pair_swiss


def reasons(pairing: Pairing, key: str) -> list[Reason]:
    return next(list(pair.reasons) for pair in pairing.pairs if key in pair.seats)


def paired(*players: Entrant, **options: bool) -> Pairing:
    return pair_swiss(Field(players), seed=1, options=SwissOptions(**options))


def test_the_same_score_group():
    assert reasons(paired(Entrant("a", 6), Entrant("b", 6)), "a") == [Reason(Why.SCORE_GROUP, {"points": 6})]


def test_paired_down_because_the_score_group_is_odd():
    assert reasons(paired(Entrant("a", 6), Entrant("b", 3)), "a") == [
        Reason(Why.PAIRED_DOWN, {"player": "a", "points": 6, "opponent_points": 3, "because": "odd_group"}),
        Reason(Why.PAIRED_UP, {"player": "b", "points": 3, "opponent_points": 6}),
    ]


def because(pairing: Pairing) -> dict[int, str]:
    down = [reason.params for pair in pairing.pairs for reason in pair.reasons if reason.code is Why.PAIRED_DOWN]
    return {int(params["points"]): str(params["because"]) for params in down}


def test_paired_down_because_someone_was_paired_down_into_an_even_group():
    pairing = paired(Entrant("a", 6), Entrant("b", 3), Entrant("c", 3), Entrant("d", 0))
    assert because(pairing) == {6: "odd_group", 3: "group_odd_after_paired_down"}


def test_paired_down_because_those_of_the_group_met():
    pairing = paired(Entrant("a", 6, frozenset("b")), Entrant("b", 6, frozenset("a")), Entrant("c", 3), Entrant("d", 3))
    assert because(pairing) == {6: "opponents_met"}


def test_paired_down_because_those_of_the_group_below_met():
    pairing = paired(
        *(Entrant(key, 3) for key in "ab"), Entrant("c", 0, frozenset("d")), Entrant("d", 0, frozenset("c"))
    )
    assert because(pairing) == {3: "opponents_met"}


def test_an_odd_group_that_someone_was_paired_down_into_is_even():
    pairing = paired(
        Entrant("a", 6),
        *(Entrant(key, 3) for key in "bcd"),
        Entrant("e", 0, frozenset("f")),
        Entrant("f", 0, frozenset("e")),
    )
    assert because(pairing) == {6: "odd_group", 3: "opponents_met"}


def test_a_rematch_that_every_pairing_has():
    pairing = paired(Entrant("a", 3, frozenset("b")), Entrant("b", 3, frozenset("a")))
    assert [reason.code for reason in reasons(pairing, "a")] == ["rematch_unavoidable", "score_group"]


def test_power_paired_names_the_places():
    pairing = paired(Entrant("a", 3, rank=1), Entrant("b", 6, rank=2), power=True)
    assert reasons(pairing, "a") == [Reason(Why.POWER, {"places": "1-2"})]
    assert reasons(paired(Entrant("a"), Entrant("b"), power=True), "a") == [Reason(Why.POWER)]


@pytest.mark.parametrize(
    ("players", "bye", "reason"),
    [
        ([Entrant("a", 6), Entrant("b", 6), Entrant("c", 3)], "c", Reason(Why.BYE_LOWEST_GROUP, {"points": 3})),
        (
            [Entrant("a", 6), Entrant("b", 3), Entrant("c", 0, byes=1)],
            "b",
            Reason(Why.BYE_LOWEST_WITHOUT_ONE, {"points": 3, "passed": 1}),
        ),
        (
            [Entrant("a", 6, frozenset("b")), Entrant("b", 3, frozenset("a")), Entrant("c", 0)],
            "b",
            Reason(Why.BYE_SPARES_REMATCH, {"points": 3}),
        ),
        (
            [Entrant("a", 6, byes=1), Entrant("b", 3, byes=1), Entrant("c", 0, byes=2)],
            "c",
            Reason(Why.BYE_ALL_HAD_ONE, {"points": 0}),
        ),
        (
            [Entrant("a", 6, frozenset("b")), Entrant("b", 3, frozenset("a"), byes=1), Entrant("c", 0, frozenset("a"))],
            "a",
            Reason(Why.BYE_SPARES_REMATCH, {"points": 6}),
        ),
    ],
)
def test_why_the_bye_goes_where_it_goes(players, bye, reason):
    pairing = paired(*players)
    assert (pairing.bye, pairing.bye_reason) == (bye, reason)


def test_no_bye_no_reason():
    assert paired(Entrant("a"), Entrant("b")).bye_reason is None
