"""What the judges' records hold about a player, in the one document that the player may ask for."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command

from judging.appeals.services import acknowledge_result, file_appeal
from judging.calls.services import call_judge
from judging.evidence.services import take_statement
from judging.recorder.services.recording import read_in_record
from judging.rulings.services.rulings import log_incident
from judging.rulings.services.takebacks import rescind_penalty
from matches.audit.services import Actor
from matches.enums import Source
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db


def document(floor: Floor) -> tuple[str, dict]:
    out = io.StringIO()
    call_command("personal_data", str(floor.player.player.key), stdout=out)
    return out.getvalue(), json.loads(out.getvalue())["events"][0]


def test_everything_of_the_judges_records_is_in_the_document(floor: Floor) -> None:
    row = floor.infraction(comment="six cards in hand")
    rescind_penalty(infraction=row, actor=floor.head, reason="miscounted")
    floor.infraction(entry=floor.opponent, comment="of the other player")
    incident = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="a card fell")
    take_statement(incident=incident, text="it was mine", entry=floor.player, actor=floor.judge)
    take_statement(incident=incident, text="it was not", entry=floor.opponent, actor=floor.judge)
    call_judge(match=floor.match, actor=Actor(entry=floor.player), about="counter?")
    read_in_record(match=floor.match, actor=floor.judge, text="Round 1, A first\nA: 7 B", device="")
    result = report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    acknowledge_result(result=result, entry=floor.player, actor=floor.judge)
    file_appeal(event=floor.event, match=floor.match, entry=floor.player, actor=floor.judge, statement="two cards")
    text, found = document(floor)
    (infraction,) = found["infractions"]
    assert (infraction["code"], infraction["comment"], infraction["table"]) == ("GP-HAND", "six cards in hand", 1)
    assert [step["act"] for step in infraction["penalties"]] == ["issued", "rescinded"]
    assert [said["text"] for said in found["rulings"]] == ["it was mine"]
    assert [call["about"] for call in found["calls"]] == ["counter?"]
    assert [accepted["how"] for accepted in found["accepted_results"]] == ["tap"]
    assert [(appeal["statement"], appeal["decision"]) for appeal in found["appeals"]] == [("two cards", None)]
    (turns,) = found["turns"]
    assert (turns["own_seat"], turns["record"]["rounds"][0]["turns"][0]["actions"]) == ("A", ["7", "B"])
    for other in ("of the other player", "it was not", floor.opponent.player.name):
        assert other not in text


def test_a_player_without_records_has_empty_lists(floor: Floor) -> None:
    _text, found = document(floor)
    assert [found[part] for part in ("infractions", "rulings", "appeals", "accepted_results", "calls", "turns")] == [
        []
    ] * 6
