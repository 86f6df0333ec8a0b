"""The form of an event offers the ways to play that the chosen game has, and says why not the others."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_desk import enter_as
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_score_attack_is_offered_only_where_the_game_can_be_played_alone(server: str, page: Page) -> None:
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    attack = page.get_by_role("radio", name=re.compile("Score attack"))
    reason = page.get_by_text("Only for games that can be played alone for a score: Bank.")
    expect(attack).to_be_disabled()
    expect(reason).to_be_visible()
    page.get_by_role("button", name="Bank", exact=True).click()
    expect(attack).to_be_enabled()
    expect(reason).to_be_hidden()
    attack.check()
    page.get_by_role("button", name="Bankout", exact=True).click()
    expect(attack).to_be_disabled()
    expect(page.get_by_role("radio", name=re.compile("Swiss rounds"))).to_be_checked()
    expect(page.get_by_label("Cut", exact=True)).to_be_visible()
