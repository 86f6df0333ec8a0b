"""The page of a ruling: what was ruled, what came of it, and taking it back."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from judging.appeals.change_services import AppealChange
from judging.appeals.services import decide_appeal, file_appeal
from judging.enums import AppealState
from judging.models import Infraction, Ruling
from judging.policies.queries import rules_of
from judging.rulings.labels.records import record_text
from judging.rulings.services.rulings import log_incident, log_ruling, undo_ruling
from matches.enums import Role
from matches.pages.components import Button
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruling(floor: Floor) -> Ruling:
    return log_ruling(
        event=floor.event,
        actor=floor.judge,
        match=floor.match,
        matter="counter_joker",
        outcome="late_counter_swap_stands",
        concerns=floor.opponent,
        comment="two seconds",
        incident=log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="a quarrel"),
    )


def at(row: Ruling | Infraction, name: str = "ruling") -> str:
    return reverse(f"judging:{name}", args=[row.event.slug, row.pk])


def shown(client: Client, url: str) -> str:
    return " ".join(client.get(url).content.decode().split())


def sign_in(client: Client, floor: Floor, role: Role) -> None:
    client.force_login(floor.user(role))


def test_what_was_ruled_and_what_came_of_it(client: Client, floor: Floor, ruling: Ruling) -> None:
    fault = floor.infraction("GP-CTRLATE", "W", entry=floor.opponent, ruling=ruling, comment="slow hand")
    file_appeal(
        event=floor.event, of=ruling, match=floor.match, entry=floor.opponent, actor=floor.judge, statement="no"
    )
    sign_in(client, floor, Role.FLOOR_JUDGE)
    page = shown(client, at(ruling))
    for part in ("Late counter, the swap stands", floor.opponent.unique_name, "two seconds", "Incident no. 1"):
        assert part in page
    history = client.get(at(ruling)).context["rows"]
    assert [row.text.split(":")[0] for row in reversed(history)] == [
        "Counter-Joker",
        floor.opponent.unique_name,
        "Appeal",
    ]
    infraction = reverse("judging:infraction", args=[floor.event.slug, fault.pk])
    assert infraction in page
    assert at(ruling) in shown(client, infraction), "and the infraction leads back"
    assert "quarrel" not in page
    sign_in(client, floor, Role.SCOREKEEPER)
    assert "Incident no. 1" not in shown(client, at(ruling)), "evidence is for judges"


def test_every_list_of_the_log_leads_to_the_ruling(client: Client, floor: Floor, ruling: Ruling) -> None:
    sign_in(client, floor, Role.FLOOR_JUDGE)
    lists = {
        "table": [floor.match.pk],
        "log": [],
        "player_log": [floor.opponent.number],
        "incident": [ruling.incident_id],
    }
    for name, args in lists.items():
        url = reverse(f"judging:{name}", args=[floor.event.slug, *args]) + "?show=everything"
        assert f'href="{at(ruling)}"' in shown(client, url), name


def test_the_head_judge_takes_it_back_with_a_reason(client: Client, floor: Floor, ruling: Ruling) -> None:
    sign_in(client, floor, Role.FLOOR_JUDGE)
    assert [act.label for act in client.get(at(ruling)).context["ruling_acts"]] == [
        "Log an infraction",
        "Ask the head judge to rescind it",
    ]
    sign_in(client, floor, Role.HEAD_JUDGE)
    assert at(ruling, "withdraw_ruling") in shown(client, at(ruling))
    without = client.post(at(ruling, "withdraw_ruling"), {"record": uuid.uuid4(), "reason": ""})
    assert (without.status_code, set(without.context["form"].errors)) == (422, {"reason"})
    answer = client.post(at(ruling, "withdraw_ruling"), {"record": uuid.uuid4(), "reason": "wrong table"})
    assert answer.headers["Location"] == at(ruling)
    page = shown(client, at(ruling))
    assert "<del>Late counter, the swap stands</del>" in page
    assert "Rescinded" in page
    assert "wrong table" in page
    assert client.get(at(ruling)).context["ruling_acts"] == []
    again = client.post(at(ruling, "withdraw_ruling"), {"record": uuid.uuid4(), "reason": "twice"})
    assert again.status_code == 422
    assert "twice" in again.content.decode(), "what was typed is kept"


def test_what_can_no_longer_be_undone_is_asked_of_the_head_judge(
    subtests: pytest.Subtests, client: Client, floor: Floor, ruling: Ruling
) -> None:
    for name in ["ruling", "infraction"]:
        with subtests.test(name=name), undone(client, floor):
            row = ruling if name == "ruling" else floor.infraction()
            sign_in(client, floor, Role.FLOOR_JUDGE)
            (act,) = (act for act in buttons(client, row, name) if act.label == "Ask the head judge to rescind it")
            client.post(act.url, {**act.fields})
            sign_in(client, floor, Role.HEAD_JUDGE)
            docket = shown(client, reverse("judging:head", args=[floor.event.slug]))
            assert f"Rescind: {record_text(row, rules_of(floor.event).policy)}" in docket.replace("&#x27;", "'")
            assert "Ask the head judge to rescind it" not in [act.label for act in buttons(client, row, name)]
            sign_in(client, floor, Role.SCOREKEEPER)
            assert buttons(client, row, name) == []


def buttons(client: Client, row: Ruling | Infraction, name: str) -> list[Button]:
    found: list[Button] = client.get(at(row, name)).context["ruling_acts" if name == "ruling" else "case_acts"]
    return found


def test_a_ruling_changed_on_appeal_says_so(client: Client, floor: Floor, ruling: Ruling) -> None:
    appeal = file_appeal(
        event=floor.event, of=ruling, match=floor.match, entry=floor.opponent, actor=floor.judge, statement="no"
    )
    change = AppealChange(outcome="valid_counter")
    decide_appeal(appeal=appeal, state=AppealState.CHANGED, comment="in time", change=change, actor=floor.head)
    sign_in(client, floor, Role.SCOREKEEPER)
    assert "Overturned" in shown(client, at(ruling))
    new = Ruling.objects.get(corrects=ruling)
    assert "Valid counter" in shown(client, at(new))


def test_what_only_notes_something_has_no_page(client: Client, floor: Floor, ruling: Ruling) -> None:
    counter = undo_ruling(ruling=ruling, actor=floor.judge)
    sign_in(client, floor, Role.HEAD_JUDGE)
    assert client.get(at(counter)).status_code == 404
    assert client.get(at(counter, "withdraw_ruling")).status_code == 404
