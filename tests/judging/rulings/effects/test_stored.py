"""The JSON of what penalties did is read as it was written, byte for byte: it is hashed, and the API shows it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulings.effects.services import KINDS
from judging.rulings.effects.stored import (
    FORMS,
    NOTHING,
    Disqualification,
    Effect,
    GaveBack,
    MatchLoss,
    RoundLoss,
    TimePenalty,
    read_effect,
    read_gave_back,
    stored_effect,
    stored_give_back,
)

KEY = "6c1e8f0a-0a55-4f0e-9d0b-0b5d2f0f7f11"

DONE: list[tuple[dict[str, object], Effect]] = [
    ({"kind": "time_penalty", "turn_seconds": 30, "waits": True}, TimePenalty(30, waits=True)),
    (
        {"kind": "time_penalty", "turn_seconds": 30, "seconds": 180, "recorded_only": False},
        TimePenalty(30, 180, recorded_only=False),
    ),
    (
        {"kind": "time_penalty", "turn_seconds": 30, "seconds": 0, "recorded_only": True},
        TimePenalty(30, 0, recorded_only=True),
    ),
    ({"kind": "round_loss", "waits": True}, RoundLoss(waits=True)),
    ({"kind": "round_loss", "match": KEY}, RoundLoss(KEY)),
    ({"kind": "round_loss", "match": KEY, "version": 2}, RoundLoss(KEY, 2)),
    ({"kind": "match_loss", "waits": True}, MatchLoss(waits=True)),
    ({"kind": "match_loss", "match": KEY}, MatchLoss(KEY)),
    ({"kind": "match_loss", "match": KEY, "with_result": True}, MatchLoss(KEY, with_result=True)),
    ({"kind": "match_loss", "match": KEY, "version": 1}, MatchLoss(KEY, 1)),
    ({"kind": "disqualification", "keeps_place": False, "loss": {}}, Disqualification(False, None)),
    (
        {
            "kind": "disqualification",
            "keeps_place": True,
            "loss": {"kind": "match_loss", "match": KEY, "version": 1},
        },
        Disqualification(True, MatchLoss(KEY, 1)),
    ),
]
GIVEN_BACK: list[tuple[dict[str, object], GaveBack]] = [
    ({"gave_back": "time_penalty"}, GaveBack("time_penalty")),
    ({"gave_back": "nothing", "match": KEY}, GaveBack(NOTHING, KEY)),
    ({"gave_back": "match_loss", "match": KEY}, GaveBack("match_loss", KEY)),
    ({"gave_back": "match_loss", "match": KEY, "version": 3}, GaveBack("match_loss", KEY, 3)),
    ({"gave_back": "round_loss"}, GaveBack("round_loss")),
    ({"gave_back": "round_loss", "match": KEY}, GaveBack("round_loss", KEY)),
    ({"gave_back": "round_loss", "match": KEY, "version": 2}, GaveBack("round_loss", KEY, 2)),
    ({"gave_back": "disqualification", "loss": {}}, GaveBack("disqualification", loss=None)),
    (
        {"gave_back": "disqualification", "loss": {"gave_back": "match_loss", "match": KEY, "version": 3}},
        GaveBack("disqualification", loss=GaveBack("match_loss", KEY, 3)),
    ),
]


def same_bytes(one: object, other: object) -> bool:
    return json.dumps(one) == json.dumps(other)


@pytest.mark.parametrize(("stored", "effect"), DONE)
def test_what_a_penalty_did(stored: dict[str, object], effect: Effect) -> None:
    assert read_effect(stored) == effect
    assert read_gave_back(stored) is None
    assert same_bytes(stored_effect(effect), stored)


@pytest.mark.parametrize(("stored", "gave_back"), GIVEN_BACK)
def test_what_a_rescission_gave_back(stored: dict[str, object], gave_back: GaveBack) -> None:
    assert read_gave_back(stored) == gave_back
    assert read_effect(stored) is None
    assert same_bytes(stored_give_back(gave_back), stored)


@pytest.mark.parametrize(("back", "gave_back"), GIVEN_BACK)
def test_a_penalty_in_the_place_of_another_keeps_both(back: dict[str, object], gave_back: GaveBack) -> None:
    for did, effect in [*DONE, ({}, None)]:
        stored = {**did, "gave_back": back}
        assert (read_effect(stored), read_gave_back(stored)) == (effect, gave_back)
        assert same_bytes(stored_effect(effect, gave_back), stored)


def test_a_penalty_that_did_nothing_keeps_nothing() -> None:
    assert stored_effect(None) == stored_give_back(None) == {}
    assert read_effect({}) is read_gave_back({}) is None


texts, counts, flags = st.none() | st.text(), st.none() | st.integers(0, 2**31), st.booleans()
losses = st.builds(MatchLoss, texts, counts, with_result=flags, waits=flags)
effects = st.one_of(
    st.builds(TimePenalty, st.integers(0, 999), counts, st.none() | flags, flags),
    st.builds(RoundLoss, texts, counts, flags),
    losses,
    st.builds(Disqualification, flags, st.none() | losses),
)
of_match = st.builds(GaveBack, st.sampled_from([*FORMS, NOTHING]), texts, counts)
gave_backs = of_match | st.builds(GaveBack, st.just("disqualification"), loss=st.none() | of_match)


@given(effects, st.none() | gave_backs)
def test_every_form_is_read_as_it_was_written(effect: Effect, gave_back: GaveBack | None) -> None:
    stored = json.loads(json.dumps(stored_effect(effect, gave_back)))
    assert (read_effect(stored), read_gave_back(stored)) == (effect, gave_back)


def test_every_form_has_a_kind_with_its_doors() -> None:
    assert set(FORMS.values()) == set(KINDS)
