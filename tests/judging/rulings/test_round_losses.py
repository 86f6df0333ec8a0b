"""A round loss counts in the match's score: for those who enter the result, until it is taken back."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from judging.rulings.consequence_views import given_back, to_correct
from judging.rulings.queries import active_effect
from judging.rulings.takeback_services import rescind_penalty
from matches.audit.services import Actor
from matches.enums import NameDisplay, ResultStatus, Role, RoundStatus, Source
from matches.errors import Refused
from matches.models import Event, Result
from matches.people.link_services import make_player_link
from matches.results.round_loss_queries import rounds_lost
from matches.results.services import report_result
from matches.scores import Score
from tests.factories import any_organiser, staff

pytestmark = pytest.mark.django_db

WON_BY_OFFENDER = Score(rounds=(2, 0), winner=0)
LOST_A_ROUND = Score(rounds=(2, 1), winner=0)


@pytest.fixture
def lost(floor):
    """The first player of table 1 has a round loss."""
    return floor.infraction("GP-HAND", "RL", actor=floor.head, comment="third time, kept three cards")


@pytest.fixture
def desk(client, floor):
    client.force_login(staff(floor.event, Role.SCOREKEEPER))
    return client


def store(floor, score, **more):
    return report_result(match=floor.match, score=score, actor=any_organiser(), source=Source.DESK, **more)


def stored(floor):
    return Result.objects.filter(match=floor.match, status=ResultStatus.CONFIRMED).first()


def texts(answer):
    return " ".join(answer.content.decode().split())


def test_it_is_a_round_for_the_opponent_until_it_is_taken_back(floor, lost):
    assert rounds_lost(floor.match) == (1, 0)
    rescind_penalty(infraction=lost, reason="mistaken", actor=floor.head)
    assert rounds_lost(floor.match) == (0, 0)


def test_a_provisional_one_does_not_count_yet(floor):
    floor.infraction("GP-HAND", "RL", comment="third time, kept three cards")
    assert rounds_lost(floor.match) == (0, 0)


def test_a_result_that_leaves_it_out_needs_a_reason(floor, lost):
    with pytest.raises(Refused) as refused:
        store(floor, WON_BY_OFFENDER)
    assert refused.value.code == "round_loss"
    store(floor, WON_BY_OFFENDER, reason="the round loss was played out")
    assert stored(floor).reason == "the round loss was played out"


@pytest.mark.parametrize("score", [LOST_A_ROUND, Score(rounds=(2, 0), winner=0, decided_by="no_show")])
def test_a_result_that_agrees_with_it_needs_none(floor, lost, score):
    store(floor, score)
    assert stored(floor) is not None


def test_a_player_cannot_leave_it_out(client, floor, lost):
    url = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=floor.player).token])
    page = texts(client.get(url))
    assert f"Round loss for {floor.player.unique_name}" in page
    assert 'value="2-1"' in page
    assert 'value="2-0"' not in page
    answer = client.post(url, {"score": "2-0"})
    assert answer.status_code == 422
    assert "If that is wrong, call a judge." in texts(answer)
    assert client.post(url, {"score": "2-1"}).status_code == 302


def test_the_line_leads_to_the_table_where_a_reason_is_given(desk, floor, lost):
    line = {"line": "1 2-0"}
    results = reverse("matches:results", args=[floor.event.slug])
    told = desk.post(results, line, headers={"accept": "application/json"}).json()
    assert (told["code"], told["override_label"]) == ("round_loss", "Give a reason …")
    to = desk.post(results, {**line, "override": told["override"]}).url
    assert f"Round loss for {floor.player.unique_name}" in texts(desk.get(to))
    assert desk.post(to, {"score": "2-0", "reason": ""}).status_code == 422
    desk.post(to, {"score": "2-0", "reason": "agreed by the head judge"})
    assert stored(floor).reason == "agreed by the head judge"


def test_the_preview_of_the_line_shows_it(desk, floor, lost):
    preview = desk.get(reverse("matches:result_preview", args=[floor.event.slug]), {"line": "1 2-1"})
    assert "has at least 1 round" in texts(preview)


def test_taken_back_after_the_result_it_leads_to_the_correction(client, floor, lost):
    store(floor, LOST_A_ROUND)
    report_result(match=floor.matches[1], score=LOST_A_ROUND, actor=any_organiser(), source=Source.DESK)
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    effect = active_effect(lost.penalty_events.order_by("sequence"))
    assert "led there to correct it" in " ".join(given_back(floor.event, floor.player, effect))
    assert to_correct(effect) == floor.match
    client.force_login(floor.user(Role.HEAD_JUDGE))
    sent = {"reason": "mistaken", "record": uuid.uuid4()}
    answer = client.post(reverse("judging:rescind", args=[floor.event.slug, lost.pk]), sent)
    assert answer.url == reverse("matches:table", args=[floor.event.slug, floor.match.pk])
    sent = {"score": "2-0", "reason": "the round loss was taken back"}
    asked = client.post(answer.url, sent)
    if asked.context and "seen" in asked.context:
        client.post(answer.url, {**sent, "seen": asked.context["seen"]})
    assert [line.rounds_won for line in stored(floor).lines.order_by("seat__index")] == [2, 0]


def test_where_money_decides_it_is_said_and_any_total_is_taken(floor, lost):
    Event.objects.filter(pk=floor.event.pk).update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    floor.match.refresh_from_db()
    report_result(
        match=type(floor.match).objects.get(pk=floor.match.pk),
        score=Score(totals=(900, 500), winner=0),
        actor=Actor(user=any_organiser().user),
        source=Source.DESK,
    )
    assert stored(floor).lines.get(seat__index=0).total == 900


def test_a_player_is_told_of_it_with_the_names_that_the_event_shows(client, floor, lost):
    Event.objects.update(name_display=NameDisplay.NUMBER)
    url = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=floor.player).token])
    for answer in (client.get(url), client.post(url, {"score": "2-0"})):
        assert f"#{floor.opponent.number} has at least 1 round" in texts(answer)
        assert floor.opponent.player.name not in texts(answer)
