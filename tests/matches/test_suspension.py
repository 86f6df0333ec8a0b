"""The pure rule of suspensions: the days on which one counts, and whom it is about."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from matches.suspension import Person, Suspensions, is_in_force

DAY = date(2026, 11, 21)
days = st.integers(-400, 400).map(lambda n: DAY + timedelta(days=n))
LAST = DAY + timedelta(days=400)


def span(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


@given(days, st.none() | days, days)
def test_a_suspension_counts_from_its_first_to_its_last_day(since: date, until: date | None, day: date) -> None:
    counts = is_in_force(since=since, until=until, lifted=False, day=day)
    assert counts == (day in (span(since, until or LAST)))
    assert not is_in_force(since=since, until=until, lifted=True, day=day)


def test_the_first_and_the_last_day_count() -> None:
    term = {"since": DAY, "until": DAY, "lifted": False}
    found = [is_in_force(day=DAY + timedelta(days=n), **term) for n in (-1, 0, 1)]  # type: ignore[arg-type]
    assert found == [False, True, False]
    assert is_in_force(since=DAY, until=None, lifted=False, day=date(2199, 1, 1))


def test_player_id_or_email_make_somebody_the_suspended_person() -> None:
    known = Suspensions([(Person(7, "Ada Okafor", "BK-17", "ada@example.org"), "ban")])
    assert known.of(Person(7, "Someone Else")) == "ban"
    assert known.of(Person(None, "Other", " bk-17 ")) == "ban"
    assert known.of(Person(None, "Other", "", "ADA@example.org")) == "ban"
    assert known.of(Person(8, "Ada Okafor", "BK-18", "a@example.org")) is None


def test_what_is_empty_is_nobodys() -> None:
    known = Suspensions([(Person(None, "Ada Okafor"), "ban")])
    assert known.of(Person(None, "Ada Okafor")) is None
    assert known.of(Person(None, "", "", "")) is None
    assert Suspensions([(Person(None, "", "", ""), "ban")]).namesake(Person()) is None


def test_the_same_name_alone_is_a_reason_to_look() -> None:
    known = Suspensions([(Person(None, "Ada Okafor", "BK-17"), "ban")])
    assert known.namesake(Person(8, "ada  okafor")) == "ban"
    assert known.namesake(Person(8, "Ada Okafor", "BK-17")) is None  # it is this person
    assert known.namesake(Person(8, "Ada Okafo")) is None


def test_a_person_with_two_suspensions_has_the_first() -> None:
    known = Suspensions([(Person(7), "first"), (Person(7), "second")])
    assert known.of(Person(7)) == "first"
    assert not Suspensions()
