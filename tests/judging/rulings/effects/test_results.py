"""A penalty's step points to the result that it made or left, and old rows are given both from their JSON."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from judging.models import Infraction, PenaltyEvent
from judging.records.verify_services import verify_log
from judging.rulings.services.takebacks import change_penalty, rescind_penalty
from matches.insert_only import InsertOnly
from matches.models import Result
from tests.judging.conftest import Floor
from tests.judging.rulings.test_penalty_services import STATEMENTS, confirmed

pytestmark = pytest.mark.django_db

TABLE = "judging_penaltyevent"
migration = import_module("judging.migrations.0011_penalty_results")


def loss(floor: Floor, code: str, penalty: str, *, seat: int = 0) -> Infraction:
    entry = floor.match.seats.get(index=seat).entry
    statements = STATEMENTS if penalty == "DQ" else None
    return floor.infraction(code, penalty, entry=entry, actor=floor.head, comment="asked", statements=statements)


def result(floor: Floor, version: int) -> Result:
    return Result.objects.get(match=floor.match, version=version)


def pointers(infraction: Infraction) -> list[tuple[Result | None, Result | None]]:
    steps = PenaltyEvent.objects.filter(infraction=infraction).order_by("sequence")
    return [(step.result, step.left_result) for step in steps]


def everything(floor: Floor) -> tuple[Infraction, ...]:
    """Every way to make a result, and to leave one: a double loss of which one becomes a round loss that waits, round
    losses that end the match of table 2, and one of them taken back."""
    match_loss, out = loss(floor, "TE-OUTSIDE", "ML"), loss(floor, "UC-CHEAT", "DQ", seat=1)
    change_penalty(infraction=match_loss, penalty="RL", reason="less", actor=floor.head)
    rescind_penalty(infraction=out, reason="mistaken", actor=floor.head)
    table = floor.matches[1]
    seats = [seat.entry for seat in table.seats.order_by("index")]
    rounds = [
        floor.infraction(code, "RL", entry=seats[seat], match=table, actor=floor.head, comment="kept three cards")
        for code, seat in (("GP-HAND", 0), ("GP-HAND", 1), ("TE-OUTSIDE", 0))
    ]
    rescind_penalty(infraction=rounds[1], reason="mistaken", actor=floor.head)
    return match_loss, out, *rounds


def test_a_step_points_to_the_result_that_it_made_and_to_the_one_that_it_left(floor: Floor) -> None:
    match_loss, out, _first, second, third = everything(floor)
    assert pointers(match_loss) == [(result(floor, 1), None), (None, result(floor, 3))]
    assert pointers(out) == [(result(floor, 2), None), (None, None)]
    assert confirmed(floor.match) is None
    ended = Result.objects.filter(match=floor.matches[1]).order_by("version")
    assert pointers(second) == [(None, None), (None, ended[1])]
    assert pointers(third) == [(ended[0], None)]
    assert verify_log(floor.event) == []


def test_old_rows_are_given_their_results_from_the_json(floor: Floor) -> None:
    everything(floor)
    steps = PenaltyEvent.objects.order_by("sequence")
    before = list(steps.values_list("pk", "result", "left_result"))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # else the checks that still wait would keep the triggers
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in InsertOnly(TABLE).lifts(connection.vendor, TABLE):
            cursor.execute(statement)
    steps.update(result=None, left_result=None)
    migration.fill(apps, SimpleNamespace(connection=connection))
    assert list(steps.values_list("pk", "result", "left_result")) == before
    assert len([row for row in before if row[1]]) == 3
    assert len([row for row in before if row[2]]) == 2
