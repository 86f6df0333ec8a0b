"""Why a pairing is as it is: one case for each code."""

from __future__ import annotations

import pytest

from matches.pairing.field import Field, FieldPlayer
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.reasons import PairingReason, Why
from matches.pairing.swiss import pair_swiss


def reasons(pairing: Pairing, key: str) -> list[PairingReason]:
    return next(list(pair.reasons) for pair in pairing.pairs if key in pair.seats)


def paired(*players: FieldPlayer, **options: bool) -> Pairing:
    return pair_swiss(Field(players), seed=1, options=SwissOptions(**options))


def test_the_same_score_group():
    assert reasons(paired(FieldPlayer("a", 6), FieldPlayer("b", 6)), "a") == [
        PairingReason(Why.SCORE_GROUP, {"points": 6})
    ]


def test_paired_down_because_the_score_group_is_odd():
    assert reasons(paired(FieldPlayer("a", 6), FieldPlayer("b", 3)), "a") == [
        PairingReason(Why.PAIRED_DOWN, {"player": "a", "points": 6, "opponent_points": 3, "because": "odd_group"}),
        PairingReason(Why.PAIRED_UP, {"player": "b", "points": 3, "opponent_points": 6}),
    ]


def because(pairing: Pairing) -> dict[int, str]:
    down = [reason.params for pair in pairing.pairs for reason in pair.reasons if reason.code is Why.PAIRED_DOWN]
    return {int(params["points"]): str(params["because"]) for params in down}


def test_paired_down_because_someone_was_paired_down_into_an_even_group():
    pairing = paired(FieldPlayer("a", 6), FieldPlayer("b", 3), FieldPlayer("c", 3), FieldPlayer("d", 0))
    assert because(pairing) == {6: "odd_group", 3: "group_odd_after_paired_down"}


def test_paired_down_because_those_of_the_group_met():
    pairing = paired(
        FieldPlayer("a", 6, frozenset("b")),
        FieldPlayer("b", 6, frozenset("a")),
        FieldPlayer("c", 3),
        FieldPlayer("d", 3),
    )
    assert because(pairing) == {6: "opponents_met"}


def test_paired_down_because_those_of_the_group_below_met():
    pairing = paired(
        *(FieldPlayer(key, 3) for key in "ab"), FieldPlayer("c", 0, frozenset("d")), FieldPlayer("d", 0, frozenset("c"))
    )
    assert because(pairing) == {3: "opponents_met"}


def test_an_odd_group_that_someone_was_paired_down_into_is_even():
    pairing = paired(
        FieldPlayer("a", 6),
        *(FieldPlayer(key, 3) for key in "bcd"),
        FieldPlayer("e", 0, frozenset("f")),
        FieldPlayer("f", 0, frozenset("e")),
    )
    assert because(pairing) == {6: "odd_group", 3: "opponents_met"}


def test_a_rematch_that_every_pairing_has():
    pairing = paired(FieldPlayer("a", 3, frozenset("b")), FieldPlayer("b", 3, frozenset("a")))
    assert [reason.code for reason in reasons(pairing, "a")] == ["rematch_unavoidable", "score_group"]


def test_power_paired_names_the_places():
    pairing = paired(FieldPlayer("a", 3, rank=1), FieldPlayer("b", 6, rank=2), power=True)
    assert reasons(pairing, "a") == [PairingReason(Why.POWER, {"places": "1-2"})]
    assert reasons(paired(FieldPlayer("a"), FieldPlayer("b"), power=True), "a") == [PairingReason(Why.POWER)]


@pytest.mark.parametrize(
    ("players", "bye", "reason"),
    [
        (
            [FieldPlayer("a", 6), FieldPlayer("b", 6), FieldPlayer("c", 3)],
            "c",
            PairingReason(Why.BYE_LOWEST_GROUP, {"points": 3}),
        ),
        (
            [FieldPlayer("a", 6), FieldPlayer("b", 3), FieldPlayer("c", 0, byes=1)],
            "b",
            PairingReason(Why.BYE_LOWEST_WITHOUT_ONE, {"points": 3, "passed": 1}),
        ),
        (
            [FieldPlayer("a", 6, frozenset("b")), FieldPlayer("b", 3, frozenset("a")), FieldPlayer("c", 0)],
            "b",
            PairingReason(Why.BYE_SPARES_REMATCH, {"points": 3}),
        ),
        (
            [FieldPlayer("a", 6, byes=1), FieldPlayer("b", 3, byes=1), FieldPlayer("c", 0, byes=2)],
            "c",
            PairingReason(Why.BYE_ALL_HAD_ONE, {"points": 0}),
        ),
        (
            [
                FieldPlayer("a", 6, frozenset("b")),
                FieldPlayer("b", 3, frozenset("a"), byes=1),
                FieldPlayer("c", 0, frozenset("a")),
            ],
            "a",
            PairingReason(Why.BYE_SPARES_REMATCH, {"points": 6}),
        ),
    ],
)
def test_why_the_bye_goes_where_it_goes(players, bye, reason):
    pairing = paired(*players)
    assert (pairing.bye, pairing.bye_reason) == (bye, reason)


def test_no_bye_no_reason():
    assert paired(FieldPlayer("a"), FieldPlayer("b")).bye_reason is None
