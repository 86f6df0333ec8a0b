"""Which tests the gate takes of those that the long form has."""

from __future__ import annotations

import pytest

from tests.forms import SECOND_DATABASE, SECOND_SERVICES, Choice, about_pages, spread

PLANTED = """
import pytest

@pytest.mark.parametrize("case", range(10))
@pytest.mark.sampled(4)
def test_sampled(case): pass

@pytest.mark.long
def test_long(): pass

def test_plain(): pass

@pytest.mark.django_db(transaction=True)
def test_committed(): pass

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
        "test_committed",
        "test_database",
    ]


def test_the_long_form_takes_all(pytester: pytest.Pytester) -> None:
    assert len(taken(pytester, Choice(long=True))) == 14


@pytest.mark.parametrize(
    ("module", "pages"),
    [
        ("tests/matches/people/test_access.py", True),
        ("tests/matches/api/test_events.py", True),
        ("tests/judging/views/test_table.py", True),
        ("tests/matches/results/test_services.py", False),
        ("tests/matches/pages.py/test_races.py", False),
        ("tests/test_rights_sweep.py", True),
        ("tests/matches/accounts/test_link_services.py", False),
    ],
)
def test_files_about_pages_are_told_by_their_path(module: str, pages: bool) -> None:
    assert about_pages(module) is pages


def planted_at(pytester: pytest.Pytester, place: str, name: str = "test_plain") -> pytest.Item:
    """The planted test of that name in a file at that place."""
    path = pytester.path / place
    path.parent.mkdir(parents=True)
    path.write_text(PLANTED)
    (item,) = [item for item in pytester.genitems([pytester.getpathnode(path)]) if item.name == name]
    assert item.nodeid == f"{place}::{name}"
    return item


@pytest.mark.parametrize(
    ("place", "step"),
    [
        ("tests/matches/test_views.py", SECOND_DATABASE),
        ("tests/machines/test_event_machine.py", SECOND_SERVICES),
        ("tests/matches/test_services.py", SECOND_SERVICES),
        ("tests/matches/test_concurrency.py", 1),
        ("tests/matches/people/test_import_services.py", 1),
        ("tests/browser/test_round_acts.py", 1),
    ],
)
def test_the_second_database_has_a_part_of_all_and_all_that_is_about_databases(
    pytester: pytest.Pytester, place: str, step: int
) -> None:
    item = planted_at(pytester, place)
    choice = Choice(long=False, second_database=True)
    assert [choice.takes(item) for _ in range(2 * step)] == [True, *[False] * (step - 1)] * 2


def test_what_is_marked_is_run_whole_wherever_it_is(pytester: pytest.Pytester) -> None:
    item = planted_at(pytester, "tests/matches/live/test_views.py", "test_database")
    choice = Choice(long=False, second_database=True)
    assert [choice.takes(item) for _ in range(3)] == [True, True, True]


@pytest.mark.parametrize(
    ("place", "step"), [("tests/matches/test_services.py", 1), ("tests/matches/live/test_views.py", SECOND_DATABASE)]
)
def test_what_commits_is_run_whole_unless_it_is_about_pages(pytester: pytest.Pytester, place: str, step: int) -> None:
    item = planted_at(pytester, place, "test_committed")
    choice = Choice(long=False, second_database=True)
    assert [choice.takes(item) for _ in range(2 * step)] == [True, *[False] * (step - 1)] * 2


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
