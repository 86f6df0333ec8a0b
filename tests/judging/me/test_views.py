"""A player's own side of the floor, by the personal link."""

import uuid

import pytest
from django.urls import reverse

from judging.calls.services import claim_call
from judging.enums import RecordSource
from judging.models import Acknowledgement, Appeal, Call
from judging.rulings.services.takebacks import rescind_penalty
from matches.enums import Role, RoundStatus
from matches.enums import Source as ResultSource
from matches.people.services.links import make_player_link, revoke_player_links
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.conftest import make_floor
from tests.told import levels, refusals
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(floor):
    return make_player_link(actor=floor.actor(Role.ORGANISER), entry=floor.player).token


def url(floor, token, act=""):
    args = [floor.event.slug, token, act] if act else [floor.event.slug, token]
    return reverse("judging:mine_act" if act else "judging:mine", args=args)


@pytest.fixture
def result(floor):
    score = Duel(rounds=(2, 1), winner=0)
    return report_result(match=floor.match, score=score, actor=floor.head, source=ResultSource.DESK)


def test_a_player_sees_only_their_own_penalties(client, floor, token):
    row = floor.infraction(comment="said he was distracted by his phone")
    floor.infraction("GP-DRAW", entry=floor.opponent)
    rescind_penalty(infraction=row, reason="wrong", actor=floor.head)
    floor.infraction("TM-SLOW", "RM")
    answer = client.get(url(floor, token))
    rows = answer.context["rows"]
    assert [(line.penalty.code, line.penalty.struck) for line in rows] == [("RM", False), ("W", True)]
    text = answer.content.decode()
    assert "distracted" not in text
    assert str(floor.judge.user) not in text


def test_the_page_is_not_cached(client, floor, token):
    answer = client.get(url(floor, token))
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_wrong_link_a_revoked_one_and_another_event_s(subtests: pytest.Subtests, client, floor, token):
    for act in ["", "call", "accept"]:
        with subtests.test(act=act), undone(client, floor):
            other = make_floor()
            wrong = client.get(url(floor, "x" * 32, act))
            assert wrong.status_code == 404
            assert floor.player.player.name not in wrong.content.decode()
            assert client.get(url(other, token, act)).status_code == 404
            assert client.post(url(other, token, act)).status_code == 404
            revoke_player_links(event=floor.event, actor=floor.actor(Role.ORGANISER))
            assert client.get(url(floor, token, act)).status_code == 404


def test_calling_a_judge_from_the_phone(client, floor, token):
    data = {"record": uuid.uuid4(), "about": "counter?"}
    answer = client.post(url(floor, token, "call"), data, follow=True)
    assert levels(answer) == ["success"]
    call = Call.objects.get()
    assert (call.entry, call.player, call.match, call.about, call.source) == (
        floor.player,
        floor.player,
        floor.match,
        "counter?",
        RecordSource.PHONE,
    )
    client.post(url(floor, token, "call"), data)
    assert Call.objects.count() == 1
    claim_call(call=call, actor=floor.judge)
    assert "judge is coming" in client.get(url(floor, token)).content.decode()


def test_a_call_without_the_form_still_comes(client, floor, token):
    client.post(url(floor, token, "call"), {"record": "nonsense"})
    assert Call.objects.count() == 1


def accept(client, floor, token, **data):
    return client.post(url(floor, token, "accept"), {"record": uuid.uuid4(), **data}, follow=True)


def test_accepting_the_result(client, floor, token, result):
    assert levels(accept(client, floor, token)) == ["success"]
    row = Acknowledgement.objects.get()
    assert (row.entry, row.result, row.how, row.under_protest, row.source) == (
        floor.player,
        result,
        "tap",
        False,
        RecordSource.PHONE,
    )
    assert client.get(url(floor, token)).context["form"] is None


def test_accepting_by_the_typed_name(client, floor, token, result):
    wrong = accept(client, floor, token, name=floor.opponent.player.name)
    assert (wrong.status_code, set(wrong.context["form"].errors)) == (422, {"name"})
    assert floor.opponent.player.name in wrong.content.decode(), "what was typed is kept"
    accept(client, floor, token, name=f"  {floor.player.player.name.upper()} ")
    assert Acknowledgement.objects.get().how == "typed"


def test_under_protest(client, floor, token, result):
    accept(client, floor, token, under_protest="on", statement="the second round was mine")
    assert Appeal.objects.get().statement == "the second round was mine"


def test_nothing_to_accept_yet(client, floor, token):
    assert len(refusals(accept(client, floor, token))) == 1


def test_bad_input_is_said(client, floor, token, result):
    answer = client.post(url(floor, token, "accept"), {"record": "x"})
    assert answer.status_code == 422
    again = accept(client, floor, token)
    assert again.status_code == 200
    twice = accept(client, floor, token)
    assert "already accepted the result" in twice.content.decode()


def test_without_a_match(client, floor, token):
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    assert client.get(url(floor, token)).context["match"] is None
    client.post(url(floor, token, "call"), {"record": uuid.uuid4()})
    assert not Call.objects.exists()


def test_a_draft_is_not_shown(client, floor, token):
    floor.round.status = RoundStatus.DRAFT
    floor.round.save()
    assert floor.opponent.player.name not in client.get(url(floor, token)).content.decode()
