"""Who gets in and who waits: no place is given twice, and nobody passes those who wait."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.admission import Act, State, may, moving_up, on_acceptance, on_sign_up, places_left

COUNT = st.integers(0, 60)


@given(capacity=st.none() | st.integers(1, 30), taken=COUNT, arriving=st.integers(0, 60), leaving=st.integers(0, 30))
def test_the_list_moves_only_into_free_places(capacity: int | None, taken: int, arriving: int, leaving: int) -> None:
    waiting = 0
    for _ in range(arriving):
        state = on_sign_up(approval=False, left=places_left(capacity, taken), waiting=waiting)
        taken, waiting = taken + (state is State.CONFIRMED), waiting + (state is State.WAITING)
        assert capacity is None or state is State.WAITING or taken <= capacity
    taken = max(0, taken - leaving)
    moved = moving_up(left=places_left(capacity, taken), waiting=waiting)
    assert 0 <= moved <= waiting
    left = places_left(capacity, taken + moved)
    assert moved == waiting or left == 0 or (capacity is not None and taken >= capacity)


def test_nobody_gets_in_past_those_who_wait() -> None:
    assert on_acceptance(left=2, waiting=2) is State.WAITING
    assert on_acceptance(left=3, waiting=2) is State.CONFIRMED
    assert on_sign_up(approval=True, left=None, waiting=0) is State.PENDING


def test_each_state_has_its_acts() -> None:
    allowed = {state: {act for act in Act if may(act, state)} for state in State}
    decide = {Act.DECLINE, Act.WITHDRAW}
    assert allowed == {
        State.INVITED: {Act.JOIN, Act.ACCEPT, *decide},
        State.PENDING: {Act.ACCEPT, *decide},
        State.WAITING: {Act.ACCEPT, *decide},
        State.CONFIRMED: decide,
        State.DECLINED: {Act.RESTORE},
        State.WITHDRAWN: {Act.RESTORE},
    }
