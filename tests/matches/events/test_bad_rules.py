"""Rules and tables of the games that cannot be: on the form and over the API, at their fields."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.factories import UserFactory
from tests.matches.setup.test_views import NEW, given, organiser, user  # noqa: F401
from tests.undone import undone

pytestmark = pytest.mark.django_db

BANK = {"preset": "bank:custom", "cap_minutes": "30"}
STAGE = {"preset": "stage:custom", "cap_minutes": "20"}
PIECES = {"preset": "bankrupt:capped", "cap_minutes": "60"}


def test_the_form_says_so_at_the_field_and_keeps_it(subtests: pytest.Subtests, organiser: Client) -> None:  # noqa: F811
    for chosen, field, said in [
        (
            {**BANK, "rule_bank_four_kings": "on", "rule_bank_bank_size": "moneybox", "rule_bank_box_limit": "3"},
            "rule_bank_four_kings",
            "Four Kings need a moneybox of four cards or more; this one holds 3 (BK-1.14).",
        ),
        (
            {**BANK, "rule_bank_bank_size": "sievebox", "rule_bank_box_limit": "5", "rule_bank_five_o": "60"},
            "rule_bank_five_o",
            "A sievebox of 5 scores 50 at most, so Five-O at 60 cannot be reached (BK-1.14).",
        ),
        (
            {**STAGE, "rule_stage_variant_poker_joker": "on"},
            "rule_stage_variant_poker_joker",
            "PokerJoker is not supported: its source names it without rules (BS-16).",
        ),
        (
            {**STAGE, "preset": "stage:classic", "pod_size": "3"},
            "pod_size",
            "Under these rules, Bank! (the stage game) seats 2, 4, 6 or 8 players per table.",
        ),
        ({**PIECES, "pod_size": "18"}, "pod_size", "Under these rules, Bankrupt seats 3 to 17 players per table."),
        ({**PIECES, "pod_size": "4", "pod_least": "1"}, "pod_least", "Enter 2 or more."),
    ]:
        with subtests.test(chosen=chosen, field=field, said=said), undone():
            answer = organiser.post(NEW, given(**chosen))
            form = answer.context["form"]
            assert answer.status_code == 422
            assert list(form.errors) == [field]
            assert said in form.errors[field][0]
            kept = form[field].value()
            assert kept is True if chosen[field] == "on" else kept == chosen[field]


def test_the_api_says_so_at_the_field(subtests: pytest.Subtests) -> None:
    for chosen, field in [
        ({"game": "bank", "rules": {"four_kings": True, "bank_size": "moneybox", "box_limit": 3}}, "rules"),
        ({"game": "bank", "rules": {"bank_size": "sievebox", "box_limit": 5, "five_o": 60}}, "rules"),
        ({"game": "stage", "rules": {"variants": ["poker_joker"]}}, "rules"),
        ({"game": "stage", "preset": "classic", "pod_size": 3}, "pod_size"),
        ({"game": "bankrupt", "preset": "capped", "pod_size": 18}, "pod_size"),
        ({"game": "bankrupt", "preset": "capped", "pod_size": 4, "pod_least": 1}, "pod_least"),
    ]:
        with subtests.test(chosen=chosen, field=field), undone():
            api = APIClient()
            api.force_login(UserFactory(is_superuser=True))
            plain = {"name": "Open", "date": "2026-11-21", "time_zone": "Europe/Berlin", "kind": "swiss", "rounds": 3}
            answer = api.post("/api/v1/events/", {**plain, "preset": "custom", **chosen}, format="json")
            assert answer.status_code in (400, 422), answer.content
            assert any(name == field or name.startswith(f"{field}.") for name in answer.json()["errors"]), answer.json()
