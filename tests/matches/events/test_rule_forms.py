"""The rules of an event on its form: everything that the game's schema declares, and nothing lost by saving."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.enums import LatePolicy, RoundStatus
from matches.events.forms.events import EventForm
from matches.models import Event, User
from rules_engine import games
from rules_engine.game import Game
from tests.factories import RoundFactory, UserFactory
from tests.matches.setup.test_views import NEW, SECOND, given, settings_url
from tests.rules_engine.toy_game import toy_game
from tests.undone import undone

pytestmark = pytest.mark.django_db

GAME = games.get("bankout")
RULES = {
    "edition": "complete",
    "format": "blitz",
    "jokers": True,
    "variants": ["short_blitz", "shield_token"],
    "options": {"deck_out": "immediate"},
}


@pytest.fixture
def user() -> User:
    return UserFactory()


@pytest.fixture
def organiser(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Game]:
    with toy_game(tmp_path) as game:
        yield game


def made_by_api(user: User, rules: dict[str, Any]) -> Event:
    client = APIClient()
    client.force_authenticate(user)
    body = {"name": "Open", "date": "2027-04-03", "preset": "custom", "rules": rules, "cap_minutes": 22}
    response = client.post("/api/v1/events/", body, format="json")
    assert response.status_code == 201, response.data
    return Event.objects.get(slug=response.data["slug"])


def sent_by(form: EventForm, **changes: Any) -> dict[str, Any]:
    """What a browser sends of the form: no empty checkbox and nothing disabled."""
    shown = {name: form[name].value() for name in form.fields if "disabled" not in form[name].field.widget.attrs}
    ticked = {name: value for name, value in shown.items() if value is not None and value is not False}
    return {**ticked, **changes}


def form_of(organiser: Client, event: Event) -> EventForm:
    form: EventForm = organiser.get(settings_url(event)).context["form"]
    return form


def test_changing_only_the_venue_keeps_every_rule(subtests: pytest.Subtests, organiser: Client, user: User) -> None:
    for rules in [
        RULES,
        {key: value for key, value in RULES.items() if key != "jokers"},
        {"options": {}, "variants": []},
        {},
    ]:
        with subtests.test(rules=rules), undone():
            event = made_by_api(user, rules)

            response = organiser.post(settings_url(event), sent_by(form_of(organiser, event), venue="Hall 7"))

            assert response.status_code == 302
            event.refresh_from_db()
            assert (event.venue, event.rules, event.preset) == ("Hall 7", rules, "custom")
            assert event.audit_rows.last().details["changed"] == ["venue"]


def test_a_form_without_fields_for_the_rules_keeps_them(organiser: Client, user: User) -> None:
    event = made_by_api(user, RULES)

    organiser.post(settings_url(event), given(preset="bankout:custom", cap_minutes="22"))

    event.refresh_from_db()
    assert event.rules == RULES


def test_every_field_variant_and_switch_can_be_chosen(subtests: pytest.Subtests, organiser: Client) -> None:
    for game in games.seating(2):
        with subtests.test(game.key), undone():
            page = organiser.get(NEW)
            form, text = page.context["form"], page.content.decode()

            for one in game.schema.fields:
                assert f"rule_{game.key}_{one.key}" in form.fields
                assert one.rule not in game.rulebook.rules or f'href="/rules/{one.rule}/"' in text
            for variant in game.schema.variants:
                assert f"rule_{game.key}_variant_{variant.key}" in form.fields
                assert f'href="/rules/{variant.rule}/"' in text
            for switch in game.schema.switches:
                field = form.fields[f"rule_{game.key}_option_{switch.key}"]
                if switch.whole is None:
                    assert [value for value, _label in field.choices][1:] == [
                        value for value, _label in switch.choices()
                    ]
                assert f'href="/rules/{switch.rule}/"' in text
            assert "More rules" in text


def test_own_rules_are_made_from_variants_and_switches(organiser: Client) -> None:
    own = given(
        preset="bankout:custom",
        cap_minutes="22",
        rule_bankout_edition="complete",
        rule_bankout_format="blitz",
        rule_bankout_variant_short_blitz="on",
        rule_bankout_option_deck_out="immediate",
        rule_bankout_option_swap_scope="",
    )
    assert organiser.post(NEW, own).status_code == 302
    assert Event.objects.get().rules == {
        "edition": "complete",
        "format": "blitz",
        "jokers": False,
        "variants": ["short_blitz"],
        "options": {"deck_out": "immediate"},
    }


def test_a_variant_and_a_switch_are_taken_back(organiser: Client, user: User) -> None:
    event = made_by_api(user, RULES)
    sent = sent_by(form_of(organiser, event), rule_bankout_option_deck_out="")
    del sent["rule_bankout_variant_short_blitz"]

    organiser.post(settings_url(event), sent)

    event.refresh_from_db()
    assert event.rules == {"edition": "complete", "format": "blitz", "jokers": True, "variants": ["shield_token"]}


def test_rules_that_do_not_fit_are_said_at_their_fields_at_once_and_stay_typed(organiser: Client) -> None:
    own = given(
        name="",
        preset="bankout:custom",
        cap_minutes="22",
        rule_bankout_format="bankout",
        rule_bankout_variant_short_blitz="on",
        rule_bankout_variant_light_jokers="on",
        rule_bankout_option_light_joker_round="3",
    )
    page = organiser.post(NEW, own)
    form = page.context["form"]

    assert page.status_code == 422
    assert form.errors.keys() == {
        "name",
        "rule_bankout_variant_short_blitz",
        "rule_bankout_variant_light_jokers",
        "rule_bankout_option_light_joker_round",
    }
    assert form["rule_bankout_option_light_joker_round"].value() == "3"
    assert form["rule_bankout_variant_short_blitz"].value() is True
    assert "belongs to blitz; this match is bankout (BO-8.5)" in page.content.decode()


# Fields whose usual value an edition sets


def test_what_is_not_chosen_follows_the_preset(organiser: Client, user: User) -> None:
    own = given(preset="bank:custom", cap_minutes="22", rule_bank_preset="advanced", rule_bank_thieves="none")
    assert organiser.post(NEW, own).status_code == 302
    event = Event.objects.get()

    assert event.rules == {"preset": "advanced", "thieves": "none"}
    assert games.get("bank").rule_set(event.rules).bank_size == "moneybox"
    form = form_of(organiser, event)
    assert (form["rule_bank_bank_size"].value() or "", form["rule_bank_thieves"].value()) == ("", "none")
    assert next(value for value, _label in form.fields["rule_bank_bank_size"].choices) == ""


def test_fields_that_are_typed_say_what_they_take_and_refuse_the_rest(organiser: Client) -> None:
    fields = organiser.get(NEW).context["form"].fields
    assert fields["rule_bank_five_o"].help_text == "off, on, or 1 to 999. Leave empty to use the default."
    assert fields["rule_bank_box_limit"].help_text == "1 to 52. Leave empty to use the default."
    assert fields["rule_bank_tricks"].help_text == "Any of pairs, trios, quads."
    assert fields["rule_bank_option_stall_turns"].help_text == "1 to 999. Default: 12."

    own = given(preset="bank:custom", cap_minutes="22", rule_bank_preset="five_o", rule_bank_five_o="51")
    page = organiser.post(NEW, {**own, "rule_bank_tricks": "pairs jokers"})
    errors = page.context["form"].errors
    assert page.status_code == 422
    assert errors.keys() == {"rule_bank_tricks"}
    page = organiser.post(NEW, {**own, "rule_bank_tricks": "pairs"})
    assert "scores 50 at most" in page.context["form"].errors["rule_bank_five_o"][0]
    assert page.context["form"]["rule_bank_five_o"].value() == "51"


# Locked rules


def test_locked_rules_are_read_only_with_the_reason_and_the_rest_is_saved(organiser: Client, user: User) -> None:
    event = made_by_api(user, RULES)
    RoundFactory(stage=event.stages.first(), status=RoundStatus.CLOSED)
    page = organiser.get(settings_url(event))
    form = page.context["form"]

    assert (
        "A round is published, so the game, the rules and late entry can no longer be changed."
    ) in page.content.decode()
    for name in ("preset", "late_policy", "rule_bankout_format", "rule_bankout_option_deck_out"):
        assert form[name].field.widget.attrs["disabled"] is True
    assert organiser.post(settings_url(event), sent_by(form, venue="Hall 7")).status_code == 302
    event.refresh_from_db()
    assert (event.venue, event.rules, event.late_policy) == ("Hall 7", RULES, LatePolicy.LOSSES)


def test_a_page_from_before_the_lock_is_refused(organiser: Client, user: User) -> None:
    event = made_by_api(user, RULES)
    sent = sent_by(form_of(organiser, event), preset=SECOND, venue="Hall 7")
    RoundFactory(stage=event.stages.first(), status=RoundStatus.CLOSED)

    page = organiser.post(settings_url(event), sent)

    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"preset"}


# Several games


def test_the_toy_s_own_rules_are_chosen_on_the_form(organiser: Client, toy: Game) -> None:
    page = organiser.get(NEW).content.decode()
    assert "<h3>Toy race</h3>" in page
    assert "Long (Goal: 20, 20 minutes)" in page

    own = given(
        preset="toy:custom",
        cap_minutes="12",
        rule_toy_goal="12",
        rule_toy_dice="d4 d6",
        rule_toy_variant_sprint="on",
        rule_toy_option_overshoot="loses_turn",
        rule_bankout_format="nonsense",
    )
    response = organiser.post(NEW, {key: value for key, value in own.items() if key != "rule_bankout_format"})

    assert response.status_code == 302
    event = Event.objects.get()
    assert (event.game, event.rules) == (
        "toy",
        {"goal": 12, "dice": ["d4", "d6"], "variants": ["sprint"], "options": {"overshoot": "loses_turn"}},
    )
    assert form_of(organiser, event)["rule_toy_dice"].value() == "d4 d6"


def test_a_number_outside_its_limits_and_an_unknown_word_are_said_at_their_fields(organiser: Client, toy: Game) -> None:
    page = organiser.post(NEW, given(preset="toy:custom", cap_minutes="12", rule_toy_goal="100", rule_toy_dice="d4 d9"))
    errors = page.context["form"].errors

    assert errors["rule_toy_goal"] == ["goal is a whole number from 5 to 99, not 100."]
    assert errors.keys() == {"rule_toy_goal", "rule_toy_dice"}


def test_each_game_says_its_own_cap(organiser: Client, toy: Game) -> None:
    caps = (
        "Bankout: 20 to 25. Bank: 10 to 60. Bank! (the stage game): 10 to 60. Bankrupt: 20 to 240. Toy race: 5 to 30."
    )
    assert caps in organiser.get(reverse("matches:event_new")).content.decode()
