"""Which tests a changed file leads to."""

from __future__ import annotations

import pytest

from tests.changed import ALWAYS, TOP, paths_for


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("matches/rounds/services/rounds.py", ["tests/matches/rounds"]),
        ("matches/next_step.py", ["tests/matches/test_next_step.py"]),
        ("rules_engine/bankout/referee.py", ["tests/rules_engine/bankout"]),
        ("templates/components/button.html", ["tests/browser", "tests/static"]),
        ("templates/rules_engine/rules.html", ["tests/rules_engine/views"]),
        ("static/js/live.js", ["tests/browser", "tests/static"]),
        ("tests/matches/test_next_step.py", ["tests/matches/test_next_step.py"]),
        ("tests/matches/rounds/test_services.py", ["tests/matches/rounds/test_services.py"]),
        ("tests/matches/playing.py", ["tests/matches"]),
        ("tests/suite.py", ["tests/test_suite.py"]),
        ("docs/rights.md", ["tests/test_rights.py"]),
        ("README.md", []),
    ],
)
def test_a_file_leads_to_the_paths_for_its_room(changed: str, tests: list[str]) -> None:
    assert paths_for([changed]) == sorted([*ALWAYS, *tests])


def test_a_file_without_a_room_leads_to_the_tests_beside_the_rooms() -> None:
    found = paths_for(["matches/models/people.py"])
    assert "tests/matches/test_concurrency.py" in found
    assert not any((TOP / path).is_dir() for path in found)


def test_a_test_in_a_folder_that_runs_anyway_is_not_named_twice() -> None:
    assert paths_for(["matches/rounds/views/rounds.py", "tests/matches/rounds/test_views.py"]) == [
        "tests/matches/rounds",
        *ALWAYS,
    ]


@pytest.mark.parametrize(
    ("changed", "found", "left_out"),
    [
        ("templates/matches/rounds/round.html", "test_desk", "test_judges"),
        ("templates/judging/floor/tables.html", "test_judges", "test_desk"),
        ("static/judging/outbox.js", "test_offline_devices", "test_desk"),
    ],
)
def test_a_page_leads_to_the_tests_in_the_browser_of_its_app(changed: str, found: str, left_out: str) -> None:
    paths = paths_for([changed])
    assert {f"tests/browser/{found}.py", "tests/browser/test_main_job.py"} <= set(paths)
    assert not {"tests/browser", f"tests/browser/{left_out}.py"} & set(paths)
