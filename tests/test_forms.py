"""Which tests the gate takes of those that the long form has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forms import SECOND_DATABASE, SECONDS, Choice, spread

ROOT = Path(__file__).parents[1]
PLANTED = """
import pytest

@pytest.mark.parametrize("case", range(10))
@pytest.mark.sampled(4)
def test_sampled(case): pass

@pytest.mark.long
def test_long(): pass

def test_plain(): pass

@pytest.mark.database
def test_database(): pass
"""


def taken(pytester: pytest.Pytester, choice: Choice) -> list[str]:
    items = pytester.getitems(PLANTED)
    return [item.name for item in items if choice.takes(item)]


pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def _pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted tests need no plugins, which take half a second to load."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def test_the_gate_takes_the_first_and_every_nth_case(pytester: pytest.Pytester) -> None:
    assert taken(pytester, Choice(long=False)) == [
        "test_sampled[0]",
        "test_sampled[4]",
        "test_sampled[8]",
        "test_plain",
        "test_database",
    ]


def test_the_long_form_takes_all(pytester: pytest.Pytester) -> None:
    assert len(taken(pytester, Choice(long=True))) == 13


def planted_at(pytester: pytest.Pytester, place: str, name: str = "test_plain") -> pytest.Item:
    """The planted test of that name in a file at that place."""
    path = pytester.path / place
    path.parent.mkdir(parents=True)
    path.write_text(PLANTED)
    (item,) = [item for item in pytester.genitems([pytester.getpathnode(path)]) if item.name == name]
    assert item.nodeid == f"{place}::{name}"
    return item


def test_the_second_database_has_what_is_marked_and_a_part_of_the_others(pytester: pytest.Pytester) -> None:
    items = {item.name: item for item in pytester.getitems(PLANTED)}
    choice = Choice(long=False, second_database=True)
    assert [choice.takes(items["test_plain"]) for _ in range(2 * SECOND_DATABASE)] == [
        *[True, *[False] * (SECOND_DATABASE - 1)] * 2
    ]
    assert [choice.takes(items["test_database"]) for _ in range(3)] == [True, True, True]


def test_half_of_the_workers_begin_with_browsers_and_the_others_with_programs(pytester: pytest.Pytester) -> None:
    planted = "import pytest\n" + "".join(
        f"{'@pytest.mark.browser' if number % 5 == 4 else ''}\ndef test_{number:02}(): pass\n" for number in range(20)
    )
    items = pytester.getitems(planted)
    programs = [planted_at(pytester, f"tests/machines/{number}/test_machine_{number}.py") for number in range(2)]
    order = spread([*items, *programs], 4)
    assert sorted(map(id, order)) == sorted(map(id, [*items, *programs]))
    names = [item.name.removeprefix("test_") for item in order]
    assert names[:3] == ["04", "14", "00"]
    assert names[5:8] == ["09", "19", "03"]
    assert order[10] is programs[0]
    assert order[16] is programs[1]
    assert [item.name for item in spread(items, 1)][:5] == ["test_04", "test_09", "test_14", "test_19", "test_00"]


def test_what_takes_seconds_follows_what_a_worker_begins_with(pytester: pytest.Pytester) -> None:
    first, second = (planted_at(pytester, place) for place in SECONDS[:2])
    quick = pytester.getitems(PLANTED)
    program = planted_at(pytester, "tests/machines/test_machine.py")
    order = spread([*quick, program, second, first], 2)
    assert order[0] is first
    half = order.index(program)
    assert order[half + 1] is second
    assert len(order) == len(quick) + 3


def test_the_files_that_take_seconds_are_there() -> None:
    assert [place for place in SECONDS if not (ROOT / place).is_file()] == []
