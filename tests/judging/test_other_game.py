"""Judging another game: the table sheet has the buttons, infractions and matters of that game's policy, not Bankout's.

A game without a policy is judged by the general one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.models import Call, Infraction, Ruling
from judging.policies.queries import default_policy, rules_of
from judging.policies.shipped_queries import resolved
from judging.policy import GENERAL_POLICY, load, whole_data
from matches.enums import Role
from matches.models import Event
from rules_engine import games
from rules_engine.game import Game, ScoreKind
from rules_engine.rules.sets import RuleSet
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db

FAULT = {"track": "GP", "definition": "It happened.", "scope": "same_infraction", "window": "event", "upgrade": "head"}


def policy_data() -> dict[str, Any]:
    """Two infractions behind two buttons; no matters, no sections, no time box."""
    roll = {"code": "GP-ROLL", "button": "Roll", "name": "Rolled twice", "remedy": ["Roll again"], "base": "RM"}
    note = {"code": "OT-NOTE", "button": "Notes", "name": "A note", "remedy": ["Write it down"], "base": "NONE"}
    return {
        "policy": "dice-judging",
        "time": {"decision_timebox_infraction": ""},
        "buttons": [{"key": "roll", "label": "Roll"}, {"key": "notes", "label": "Notes", "takes_note": True}],
        "infractions": [FAULT | roll | {"path": ["RM", "W"]}, FAULT | note | {"path": ["NONE"], "track": "OT"}],
    }


class Dice(Game):
    """The highest roll of three rounds wins."""

    key = "dice"
    name = "Dice"

    def scoring(self, rules: RuleSet) -> ScoreKind:
        return ScoreKind(unit="rounds", best_of=3, wins_needed=2, rounds=3, tie_breaks=("lot",))

    @property
    def policy(self) -> dict[str, Any]:
        return policy_data()


class DiceWithoutPolicy(Dice):
    """The same without a policy."""

    @property
    def policy(self) -> None:
        return None


class DiceWithMatter(Dice):
    """The same with a matter that is ruled on first."""

    @property
    def policy(self) -> dict[str, Any]:
        return policy_data() | {
            "matters": ["roll"],
            "roll": {
                "ruling_outcomes": ["stands", "again"],
                "outcome_labels": {"stands": "Stands", "again": "Roll again"},
            },
        }


@pytest.fixture(params=[Dice], ids=["dice"])
def game(request: pytest.FixtureRequest, floor: Floor) -> Iterator[Game]:
    """The floor's event, played by the rules of another game."""
    default_policy.cache_clear()
    with games.added(request.param()) as added:
        Event.objects.update(game=added.key, rules={})
        floor.event.refresh_from_db()
        yield added
    default_policy.cache_clear()


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def table(floor: Floor, name: str = "table", *more: object) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk, *more])


def test_a_policy_needs_neither_matters_nor_sections_nor_a_time_box() -> None:
    policy = load(whole_data(policy_data()))
    assert (dict(policy.matters), dict(policy.sections), policy.slow_play) == ({}, {}, None)
    assert dict(policy.time.time_called) == {}


def test_the_table_sheet_has_the_buttons_of_the_game(judge: Client, floor: Floor, game: Game) -> None:
    page = judge.get(table(floor))
    assert [(button.label, button.detail) for button in page.context["buttons"]] == [("Roll", ""), ("Notes", "")]
    for word in ("Joker", "Hand limit", "Slow play"):
        assert word not in page.content.decode()


def test_its_infractions_are_logged_in_three_taps(judge: Client, floor: Floor, game: Game) -> None:
    (choice,) = judge.get(table(floor, "matter", "roll")).context["choices"]
    page = judge.get(choice.sides[0].url)
    assert page.context["why"] == "Rolled twice for the first time in this event. Path: RM, W."
    sent = {"record": page.context["form"]["record"].value(), "penalty": "RM"}
    answer = judge.post(choice.sides[0].url, sent, follow=True)
    assert "Reminder for Rolled twice (GP-ROLL)." in answer.content.decode()
    assert Infraction.objects.get().code == "GP-ROLL"
    assert rules_of(floor.event).policy.policy == "dice-judging"


def test_a_note_is_offered_behind_the_button_that_takes_one(judge: Client, floor: Floor, game: Game) -> None:
    assert judge.get(table(floor, "matter", "roll")).context["note_url"] == ""
    assert judge.get(table(floor, "matter", "notes")).context["note_url"] == table(floor, "note")


def test_a_note_belongs_to_that_button(judge: Client, floor: Floor, game: Game) -> None:
    page = judge.get(table(floor, "note"))
    sent = {"record": page.context["form"]["record"].value(), "outcome": "Dice replaced"}
    judge.post(table(floor, "note"), sent)
    assert (Ruling.objects.get().matter, Ruling.objects.get().outcome) == ("notes", "Dice replaced")
    assert "Notes: Dice replaced" in judge.get(table(floor)).content.decode()


def test_the_other_games_buttons_are_not_found(judge: Client, floor: Floor, game: Game) -> None:
    answer = judge.get(table(floor, "matter", "counter_joker"))
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


@pytest.mark.parametrize("game", [DiceWithMatter], indirect=True)
def test_a_matter_of_the_game_is_ruled_on_first(judge: Client, floor: Floor, game: Game) -> None:
    assert judge.get(table(floor)).context["buttons"][0].detail == "Starts with a ruling"
    page = judge.get(table(floor, "matter", "roll"))
    labels = [str(label) for _code, label in page.context["form"].fields["outcome"].choices]
    assert labels == ["Stands", "Roll again"]
    sent = {"record": page.context["form"]["record"].value(), "outcome": "again"}
    answer = judge.post(table(floor, "matter", "roll"), sent, follow=True)
    assert "Ruling logged: Roll again." in answer.content.decode()
    assert Ruling.objects.get().matter == "roll"
    assert "Roll: Roll again" in judge.get(table(floor)).content.decode()


def test_the_policy_page_shows_the_game_s_policy(judge: Client, floor: Floor, game: Game) -> None:
    text = judge.get(reverse("judging:rules", args=[floor.event.slug])).content.decode()
    assert "Rolled twice" in text
    assert "Hand limit" not in text


def test_the_api_hands_out_the_game_s_policy(judge: Client, floor: Floor, game: Game) -> None:
    answer = judge.get(f"/api/v1/events/{floor.event.slug}/policy/")
    assert answer.json()["policy"]["policy"] == "dice-judging"


def test_the_general_policy_works_under_each_profile(subtests: pytest.Subtests) -> None:
    for profile in ["learning", "competitive", "blitz"]:
        with subtests.test(profile=profile), undone():
            with games.added(DiceWithoutPolicy()):
                policy = resolved(DiceWithoutPolicy.key, profile)
            assert policy.policy == GENERAL_POLICY
            assert not any(infraction.rule or infraction.findings for infraction in policy.infractions)


@pytest.mark.parametrize("game", [DiceWithoutPolicy], indirect=True)
@pytest.mark.parametrize("page", ["tables", "calls", "head", "log", "rules"])
def test_every_judge_page_opens_for_a_game_without_a_policy(judge: Client, floor: Floor, game: Game, page: str) -> None:
    client = judge
    if page == "head":
        client.force_login(floor.user(Role.HEAD_JUDGE))
    answer = client.get(reverse(f"judging:{page}", args=[floor.event.slug]))
    assert answer.status_code == 200
    assert "Joker" not in answer.content.decode()


@pytest.mark.parametrize("game", [DiceWithoutPolicy], indirect=True)
def test_the_policy_page_says_that_the_general_policy_applies(judge: Client, floor: Floor, game: Game) -> None:
    text = judge.get(reverse("judging:rules", args=[floor.event.slug])).content.decode()
    assert "Dice has no judging policy of its own. The general policy below applies." in text


@pytest.mark.parametrize("game", [DiceWithoutPolicy], indirect=True)
def test_notes_calls_and_faults_are_logged_for_a_game_without_a_policy(judge: Client, floor: Floor, game: Game) -> None:
    page = judge.get(table(floor))
    labels = [button.label for button in page.context["buttons"]]
    assert labels == ["Game play", "Slow play", "Other"]
    assert judge.post(table(floor, "table_act", "call")).status_code == 302
    note = judge.get(table(floor, "note")).context["form"]
    judge.post(table(floor, "note"), {"record": note["record"].value(), "outcome": "Dice replaced"})
    (choice,) = judge.get(table(floor, "matter", "game_play")).context["choices"]
    fault = judge.get(choice.sides[0].url).context["form"]
    judge.post(choice.sides[0].url, {"record": fault["record"].value(), "penalty": "W"})
    assert Call.objects.count() == 1
    assert Ruling.objects.get().outcome == "Dice replaced"
    assert Infraction.objects.get().code == "GP-RULE"


def test_a_game_with_a_policy_has_no_such_note(judge: Client, floor: Floor, game: Game) -> None:
    assert "general" not in judge.get(reverse("judging:rules", args=[floor.event.slug])).content.decode()


def test_the_event_s_pages_lead_to_the_rules_of_its_game(judge: Client, floor: Floor, game: Game) -> None:
    page = judge.get(reverse("judging:rules", args=[floor.event.slug]))

    assert "game=dice" in page.context["page_acts"][0].url
    menu = {item.label: item.url for item in page.context["menu"]}
    assert "game=dice" in menu["Rules of the game"]
