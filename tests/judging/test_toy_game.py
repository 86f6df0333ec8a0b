"""A new game is one folder: an event of the toy game from its form to the judge's sheet, without a line elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from judging.policies.queries import default_policy
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.models import Event, Match, User
from rules_engine.game import Game
from tests.factories import EntryFactory, EventRoleFactory, UserFactory
from tests.judging.paper.reading import has, text
from tests.judging.test_other_game import policy_data
from tests.matches.events.test_views import NEW, given
from tests.matches.playing import running
from tests.rules_engine.test_toy_game import TEXT
from tests.rules_engine.toy_game import toy_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(tmp_path: Path) -> Iterator[Game]:
    default_policy.cache_clear()
    with toy_game(tmp_path, policy_data()) as game:
        yield game
    default_policy.cache_clear()


@pytest.fixture
def organiser() -> User:
    return UserFactory()


@pytest.fixture
def event(client: Client, organiser: User) -> Event:
    """An event of the toy, created on the form with a number, a variant and a switch of its own."""
    client.force_login(organiser)
    chosen = {"rule_toy_goal": "12", "rule_toy_variant_sprint": "on", "rule_toy_option_overshoot": "loses_turn"}
    answer = client.post(NEW, given(preset="toy:custom", cap_minutes="12", cut="0", **chosen))
    assert answer.status_code == 302, answer.context["form"].errors
    return Event.objects.get()


@pytest.fixture
def match(event: Event, organiser: User) -> Match:
    """The match at table 1 of a running round."""
    for number in (1, 2):
        EntryFactory(event=event, number=number, status=EntryStatus.CHECKED_IN)
    return running(event, Actor(user=organiser)).matches.get(table=1)


def test_the_event_keeps_the_toy_s_own_rules(event: Event) -> None:
    assert (event.game, event.cap_minutes) == ("toy", 12)
    assert event.rules == {"goal": 12, "variants": ["sprint"], "options": {"overshoot": "loses_turn"}}


def test_a_record_is_checked_on_the_page(client: Client) -> None:
    answer = client.post(reverse("rules_engine:check"), {"record": TEXT}, follow=True)
    page = answer.content.decode()
    assert "Another player was to move." in page
    assert "Cy won: Ada 2, Bo 7, Cy 9." in page


def test_a_record_is_checked_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toy.txt"
    path.write_text(TEXT)
    with pytest.raises(SystemExit):
        call_command("check_record", str(path))
    assert "Another player was to move." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("kind", "words"),
    [("slips", ("Laps", "Falls")), ("score_sheets", ("Laps", "Falls", "Distance", "Round 1"))],
)
def test_slips_and_score_sheets_have_the_toy_s_columns(
    client: Client, match: Match, event: Event, kind: str, words: tuple[str, ...]
) -> None:
    answer = client.get(reverse("paper:document", args=[event.slug, kind]), {"round": match.round_id})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert [word for word in words if not has(answer.content, word)] == []
    assert [word for word in ("Loot", "Bank", "Joker", "Sudden Death") if word in text(answer.content)] == []


def test_the_judge_s_table_has_the_buttons_of_the_toy_s_policy(client: Client, match: Match, event: Event) -> None:
    client.force_login(EventRoleFactory(event=event, role=Role.FLOOR_JUDGE).user)
    page = client.get(reverse("judging:table", args=[event.slug, match.pk]))
    assert [button["label"] for button in page.context["buttons"]] == ["Roll", "Notes"]
    assert "Counter-Joker" not in page.content.decode()
