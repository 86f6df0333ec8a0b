"""Cases that share a test fail as they would alone: each is tried, and each that fails is named with its reason."""

from __future__ import annotations

import inspect

import pytest
from django.test import Client

from matches.models import User
from tests import cases
from tests.cases import every
from tests.factories import UserFactory


def test_every_case_is_tried_and_each_that_fails_is_named() -> None:
    tried = []

    @every("number", range(6))
    def check(number: int) -> None:
        tried.append(number)
        assert number % 2 == 0, f"{number} is odd"
        if number == 4:
            pytest.fail("four")

    with pytest.raises(AssertionError) as failed:
        check()
    assert tried == [0, 1, 2, 3, 4, 5]
    said = str(failed.value)
    assert said.startswith("4 of 6 cases fail")
    for line in ("number 1: AssertionError: 1 is odd", "number 3: ", "number 4: Failed: four", "number 5: "):
        assert line in said


def test_an_error_is_a_failure_and_so_is_a_list_of_no_cases() -> None:
    @every("name", ["x"])
    def broken(name: str) -> None:
        raise KeyError(name)

    @every("name", [])
    def empty(name: str) -> None:
        """Would pass."""

    for check, said in ((broken, "KeyError"), (empty, "there are no cases")):
        with pytest.raises(AssertionError, match=said):
            check()


def test_a_case_cannot_be_skipped_nor_be_given_copies_that_do_nothing() -> None:
    @every("number", [1, 2])
    def check(number: int) -> None:
        if number == 2:
            pytest.skip("not here")

    with pytest.raises(AssertionError, match="1 of 2 cases fail\nnumber 2: Skipped: not here"):
        check()
    with pytest.raises(AssertionError, match="does nothing"):

        @every("number", [1], undone=True)
        def patched(number: int, monkeypatch: pytest.MonkeyPatch) -> None: ...


def test_several_names_and_a_name_for_a_case() -> None:
    @every("number, square", [(2, 4), pytest.param(3, 8, id="three")])
    def check(number: int, square: int) -> None:
        assert number**2 == square

    with pytest.raises(AssertionError, match="1 of 2 cases fail\nnumber, square three: AssertionError"):
        check()


@pytest.mark.django_db
def test_what_a_case_writes_is_undone_before_the_next_even_where_it_fails() -> None:
    there = UserFactory()

    @every("number", range(3), undone=True)
    def check(number: int, client: Client, people: list[User]) -> None:
        assert (len(people), client.cookies) == (1, {})
        people.append(UserFactory())
        client.force_login(people[1])
        people[1].delete()
        found = User.objects.get()
        assert (found, found.username) == (there, there.username)
        found.username = "changed"
        found.save()
        UserFactory()
        assert number != 1, "one"

    with pytest.raises(AssertionError, match="1 of 3 cases fail\nnumber 1: AssertionError: one"):
        check(client=Client(), people=[there])
    assert User.objects.get().username == there.username


def test_fixtures_and_other_parameters_stay() -> None:
    @every("case", [1, 2])
    def check(tmp_path: str, case: int, kind: str) -> None:
        """Takes a fixture and a parameter."""

    assert list(inspect.signature(check).parameters) == ["tmp_path", "kind"]


def test_in_the_long_form_cases_that_share_no_fixture_are_several_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "LONG", True)
    tried = []

    @every("number", range(20))
    @every("letter", "ab")
    def check(number: int, letter: str) -> None:
        tried.append((number, letter))

    (blocks,) = [mark.args[1] for mark in check.pytestmark if mark.name == "parametrize"]
    for block in blocks:
        check(block=block)
    assert len(blocks) == cases.BLOCKS
    assert sorted(tried) == [(number, letter) for number in range(20) for letter in "ab"]
