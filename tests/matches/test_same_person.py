"""Who of several events is one person."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.same_person import Identity, Together, in_several_events


def person(row: int, event: int, player: int = 0, *, id: str = "", email: str = "", name: str = "") -> Identity:
    return Identity(row, event, player or row, id, email, name)


def test_the_same_player_id_or_email_is_sure() -> None:
    assert in_several_events([person(1, 1, 7), person(2, 2, 7)]) == [Together((1, 2), True)]
    assert in_several_events([person(1, 1, id="A1"), person(2, 2, id="a1")]) == [Together((1, 2), True)]
    assert in_several_events([person(1, 1, email="A@x"), person(2, 2, email="a@X")]) == [Together((1, 2), True)]


def test_the_same_name_may_be_somebody_else() -> None:
    assert in_several_events([person(1, 1, name="ada"), person(2, 2, name="ada")]) == [Together((1, 2), False)]
    assert in_several_events([person(1, 1), person(2, 2)]) == []


def test_what_is_sure_joins_across_and_is_not_named_twice() -> None:
    people = [
        person(1, 1, id="a1", name="ada"),
        person(2, 2, email="a@x", name="ada"),
        person(3, 3, id="A1", email="a@x", name="ada o"),
    ]
    assert in_several_events(people) == [Together((1, 2, 3), True)]


def test_a_namesake_beside_the_person_is_named() -> None:
    people = [person(1, 1, 7, name="ada"), person(2, 2, 7, name="ada"), person(3, 2, name="ada")]
    assert in_several_events(people) == [Together((1, 2), True), Together((1, 2, 3), False)]


def test_two_rows_of_one_event_are_nobody_in_two_events() -> None:
    assert in_several_events([person(1, 1, 7, name="ada"), person(2, 1, 7, name="ada")]) == []


people = st.lists(
    st.tuples(st.integers(1, 3), st.integers(1, 6), st.sampled_from(["", "a", "b"]), st.sampled_from(["", "x", "y"])),
    max_size=9,
)


@given(people)
def test_groups_do_not_overlap_and_do_not_rest_on_the_order(rows: list[tuple[int, int, str, str]]) -> None:
    known = [person(k, event, player, id=id_, email=email) for k, (event, player, id_, email) in enumerate(rows, 1)]
    found = in_several_events(known)
    seen = [row for together in found for row in together.rows]
    assert len(seen) == len(set(seen))
    assert {together.rows for together in found} == {together.rows for together in in_several_events(reversed(known))}
