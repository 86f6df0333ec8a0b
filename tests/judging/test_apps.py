"""What the judging app registers for the tournament's pages: every address exists, and the rail keeps its order."""

from __future__ import annotations

import pytest
from django.urls import reverse

from matches.enums import Role
from matches.pages.frame_views import navigation
from matches.plugins import registry
from tests.factories import EventFactory


def test_every_registered_address_exists() -> None:
    sections = [(section.url_name, ["event"]) for section in registry.event_sections]
    pages = [(page.url_name, ["event", "token"]) for page in registry.player_pages]
    steps = [(n, ["event"]) for s in registry.next_step_sources for n in (s.calls_url_name, s.appeals_url_name)]
    assert len(sections) == 2
    assert len(pages) == 2
    assert len(steps) == 2
    assert all(reverse(name, args=args) for name, args in [*sections, *pages, *steps])


@pytest.mark.django_db
def test_the_rail_shows_the_sections_of_both_apps_in_order() -> None:
    nav = navigation(EventFactory(), {Role.ORGANISER}, "judge")
    assert [item.icon for item in nav] == [
        "desk", "rounds", "results", "standings", "people", "judge", "print", "setup"
    ]  # fmt: skip
    assert [item.icon for item in nav if item.current] == ["judge"]


@pytest.mark.django_db
def test_without_plugins_the_rail_has_the_tournament_alone() -> None:
    with registry.only():
        nav = navigation(EventFactory(), {Role.ORGANISER}, "desk")
    assert [item.icon for item in nav] == ["desk", "rounds", "results", "standings", "people", "setup"]
