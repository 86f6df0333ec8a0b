"""Players accept the result on the judge's device."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judging.enums import RecordSource
from judging.models import Acknowledgement, Appeal
from matches.enums import Role, Source
from matches.models import Result
from matches.results.services.results import correct_result, report_result
from matches.tables.score import Duel
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


@pytest.fixture
def result(floor: Floor) -> Result:
    return report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.judge, source=Source.JUDGE)


def page(floor: Floor, name: str = "accept") -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk])


def accept(judge: Client, floor: Floor, **data: Any) -> HttpResponse:
    return judge.post(page(floor), {"record": uuid.uuid4(), **data})


def test_both_tap_their_names_and_the_result_is_locked(judge: Client, floor: Floor, result: Result) -> None:
    assert page(floor) in judge.get(page(floor, "table")).content.decode()
    first = accept(judge, floor, player=floor.player.number)
    assert first.headers["Location"] == page(floor)
    form = judge.get(page(floor)).context["form"]
    assert [entry.pk for entry in form.entries] == [floor.opponent.pk]
    second = accept(judge, floor, player=floor.opponent.number)
    assert second.headers["Location"] == page(floor, "table")
    rows = Acknowledgement.objects.order_by("sequence")
    assert [(row.entry, row.how, row.source, row.judge) for row in rows] == [
        (floor.player, "tap", RecordSource.TABLET, floor.judge.user),
        (floor.opponent, "tap", RecordSource.TABLET, floor.judge.user),
    ]
    result.refresh_from_db()
    assert result.is_locked
    assert page(floor) not in judge.get(page(floor, "table")).content.decode()


def test_a_typed_name_counts_before_the_first_button(judge: Client, floor: Floor, result: Result) -> None:
    """Enter in the field of the name sends the page's first button along."""
    accept(judge, floor, player=floor.player.number, name=f" {floor.opponent.player.name.lower()}")
    row = Acknowledgement.objects.get()
    assert (row.entry, row.how) == (floor.opponent, "typed")


def test_a_signed_sheet_and_a_protest(judge: Client, floor: Floor, result: Result) -> None:
    accept(judge, floor, player=floor.player.number, signed="on")
    accept(judge, floor, player=floor.opponent.number, under_protest="on", statement="round two was mine")
    assert list(Acknowledgement.objects.order_by("sequence").values_list("how", "under_protest")) == [
        ("signed", False),
        ("tap", True),
    ]
    assert Appeal.objects.get().statement == "round two was mine"


def test_who_accepts_must_be_clear(subtests: pytest.Subtests, judge: Client, floor: Floor, result: Result) -> None:
    for data, field in [({}, "player"), ({"player": "999"}, "player"), ({"name": "Nobody Here"}, "name")]:
        with subtests.test(data=data, field=field), undone(floor, result):
            answer = accept(judge, floor, **data)
            assert (answer.status_code, set(answer.context["form"].errors)) == (422, {field})
            assert not Acknowledgement.objects.exists()


def test_nobody_accepts_twice(judge: Client, floor: Floor, result: Result) -> None:
    accept(judge, floor, player=floor.player.number)
    assert accept(judge, floor, player=floor.player.number).status_code == 422
    assert Acknowledgement.objects.count() == 1


def test_a_corrected_result_is_accepted_anew(judge: Client, floor: Floor, result: Result) -> None:
    accept(judge, floor, player=floor.player.number)
    correct_result(
        match=floor.match, score=Duel(rounds=(1, 2), winner=1), actor=floor.head, source=Source.DESK, reason="swapped"
    )
    assert len(judge.get(page(floor)).context["form"].entries) == 2


def test_without_a_result_the_page_leads_to_it(judge: Client, floor: Floor) -> None:
    assert judge.get(page(floor)).headers["Location"] == page(floor, "result")
