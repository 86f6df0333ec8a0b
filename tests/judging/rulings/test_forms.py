"""What the forms tell a device that has no network: they need what the services would refuse without."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.urls import reverse

from judging.appeals.forms import AppealDecisionForm
from judging.evidence.forms import DeckCheckForm
from judging.models import Infraction
from judging.policies.queries import rules_of
from judging.recorder.forms import ReadInForm
from judging.rulings.forms import RulingForm
from matches.enums import Role
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def needs_of(form: forms.Form) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(form.fields["record"].widget.attrs["data-needs"])
    return found


def lacks(form: forms.Form, data: dict[str, str]) -> set[str]:
    """The texts that static/judging/complete.js would say for a form as it was filled in."""
    return {
        need["text"]
        for need in needs_of(form)
        if (not need["field"] or data.get(need["field"], "") == need["value"])
        and not any(len(data.get(name, "").strip()) >= need["length"] for name in need["fields"])
    }


@pytest.mark.parametrize("code", ["GP-HAND", "UC-MINOR"])
def test_a_penalty_without_its_comment_is_held_back_where_the_service_refuses_it(
    judge: Client, floor: Floor, code: str
) -> None:
    url = reverse("judging:fault", args=[floor.event.slug, floor.match.pk, code, floor.player.number])
    refused = set()
    for penalty in rules_of(floor.event).policy.penalties:
        if penalty.requires:
            continue
        form = judge.get(url).context["form"]
        sent = {"record": str(uuid.uuid4()), "penalty": penalty.code, "comment": ""}
        answer = judge.post(url, sent)
        said = lacks(form, sent)
        assert bool(said) == (answer.status_code == 422), penalty.code
        if said:
            refused.add(penalty.code)
            assert said <= set(answer.context["form"].errors["comment"]), penalty.code
        assert Infraction.objects.filter(pk=sent["record"]).exists() != bool(said), penalty.code
    assert refused, "some penalty needs a comment"


def test_the_form_for_any_player_asks_for_a_comment_above_a_warning(judge: Client, floor: Floor) -> None:
    page = judge.get(reverse("judging:kept_fault", args=[floor.event.slug]))
    form = next(fault.form for fault in page.context["faults"] if fault.rule.code == "GP-HAND")
    needing = {need["value"] for need in needs_of(form)}
    assert "RL" in needing
    assert "W" not in needing


def test_statements_are_needed_where_the_penalty_requires_them(judge: Client, floor: Floor) -> None:
    row = floor.infraction(penalty=None)
    form = judge.get(reverse("judging:issue", args=[floor.event.slug, row.pk])).context["form"]
    required = next(penalty.code for penalty in rules_of(floor.event).policy.penalties if penalty.requires)
    stated = {need["fields"][0] for need in needs_of(form) if need["value"] == required}
    assert {"statement_player", "statement_judge", "prize_decision"} <= stated


def test_forms_that_need_one_of_several_fields(subtests: pytest.Subtests) -> None:
    for form, lacking, whole in [
        (lambda: RulingForm(outcomes=[("other", "Other")], players=[]), {"outcome": "other"}, {"comment": "cut again"}),
        (lambda: DeckCheckForm(), {"cards": ""}, {"remarks": "one bent"}),
        (lambda: ReadInForm(), {"text": "  "}, {"file": "record.txt"}),
    ]:
        with subtests.test(form=form, lacking=lacking, whole=whole), undone():
            assert lacks(form(), lacking)
            assert not lacks(form(), lacking | whole)


def test_a_changed_decision_says_what_is_changed(floor: Floor) -> None:
    policy = rules_of(floor.event).policy
    form = AppealDecisionForm(policy=policy, about=None, match=floor.match, outcomes=[])
    assert lacks(form, {"state": "changed"})
    assert not lacks(form, {"state": "upheld"})
    assert not lacks(form, {"state": "changed", "comment": "in time"})


def test_a_result_is_needed_unless_a_player_did_not_show(judge: Client, floor: Floor) -> None:
    form = judge.get(reverse("judging:result", args=[floor.event.slug, floor.match.pk])).context["form"]
    assert lacks(form, {"decided": ""})
    assert not lacks(form, {"decided": "", "score": "2-1"})
    assert not lacks(form, {"decided": "no_show_1"})
