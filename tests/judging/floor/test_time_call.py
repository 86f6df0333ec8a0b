"""A table whose time is up is led to its result: by the judge, by the desk, and by both phones."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.clock.services import call_time
from matches.clock.timing import ClockAct
from matches.enums import DecidedBy, NameDisplay, ResultStatus, Role, RoundStatus, StageKind
from matches.models import ClockEvent, Event, Result
from matches.people.services.links import make_player_link
from tests.factories import any_organiser
from tests.matches.rounds.pages import act_url

pytestmark = pytest.mark.django_db

LEVEL = {"on_turn": "-1", "rounds": "1-1", "bank_1": "120", "bank_2": "300"}


@pytest.fixture
def at_time(floor):
    """The clock of the round started an hour ago."""
    return floor


def texts(answer):
    return " ".join(answer.content.decode().split())


def stored(match):
    return Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()


def address(floor, name="judging:called"):
    return reverse(name, args=[floor.event.slug, floor.match.pk])


def test_a_judge_is_led_from_the_open_turn_to_the_result(client, at_time):
    client.force_login(at_time.judge.user)
    sheet = reverse("judging:table", args=[at_time.event.slug, at_time.match.pk])
    assert address(at_time) in texts(client.get(sheet))
    url = address(at_time)
    assert 'name="on_turn"' in texts(client.get(url))
    finish = texts(client.get(url, {"on_turn": "1"}))
    assert f"{at_time.opponent.unique_name} finishes this turn" in finish
    assert 'name="rounds"' in texts(client.get(url, {"on_turn": "1", "finished": "on"}))
    assert "Bank in this round" in texts(client.get(url, {"on_turn": "-1", "rounds": "1-1"}))
    assert "$300 to $120" in texts(client.get(url, LEVEL))
    assert client.post(url, LEVEL).url == sheet
    result = stored(at_time.match)
    assert result.decided_by == DecidedBy.TIME
    assert [line.outcome for line in result.lines.order_by("seat__index")] == ["loss", "win"]
    assert address(at_time) not in texts(client.get(sheet))


def test_a_question_that_is_not_answered_says_so_and_keeps_the_others(client, at_time):
    client.force_login(at_time.judge.user)
    answer = texts(client.get(address(at_time), {"on_turn": "-1", "rounds": "0-0", "bank_1": "x", "asked": "banks"}))
    assert 'aria-invalid="true"' in answer
    assert "Enter a whole number." in answer
    assert '<input type="hidden" name="rounds" value="0-0"' in answer


def test_a_table_with_an_extension_waits_for_its_own_time(client, floor):
    ClockEvent.objects.create(round=floor.round, act=ClockAct.CALL, at=floor.at(20))
    client.force_login(floor.judge.user)
    now = timezone.now()
    late = int((now - floor.at(20)).total_seconds()) + 300
    ClockEvent.objects.create(round=floor.round, match=floor.match, act=ClockAct.EXTEND, seconds=late, at=floor.at(19))
    assert "still has time" in texts(client.get(address(floor)))
    client.post(address(floor), LEVEL)
    assert stored(floor.match) is None


def test_the_desk_is_asked_and_leads_there(client, at_time):
    client.force_login(at_time.user(Role.SCOREKEEPER))
    desk = reverse("matches:desk", args=[at_time.event.slug])
    page = texts(client.get(desk))
    assert act_url(at_time.round, "call") in page
    assert '<span class="lamp-word"> Time </span>' in page
    call_time(round=at_time.round, actor=at_time.head)
    url = address(at_time, "matches:time_call")
    assert url in texts(client.get(desk))
    assert url in texts(client.get(reverse("matches:table", args=[at_time.event.slug, at_time.match.pk])))
    client.post(url, {"on_turn": "-1", "rounds": "1-0"})
    assert stored(at_time.match).decided_by == DecidedBy.TIME


def test_both_phones_lead_to_one_result(client, at_time):
    for entry in (at_time.player, at_time.opponent):
        assert stored(at_time.match) is None
        token = make_player_link(actor=any_organiser(), entry=entry).token
        url = reverse("matches:my_time_call", args=[token])
        assert url in texts(client.get(reverse("matches:me", args=[token])))
        client.post(url, LEVEL)
    assert stored(at_time.match).decided_by == DecidedBy.TIME


def test_a_bracket_goes_on_with_sudden_death(client, at_time):
    type(at_time.round.stage).objects.update(kind=StageKind.SINGLE_ELIMINATION)
    client.force_login(at_time.judge.user)
    level = {**LEVEL, "bank_2": "120"}
    assert "Play Sudden Death" in texts(client.get(address(at_time), level))
    again = {**level, "sudden_1": "40", "sudden_2": "40"}
    assert "Play Sudden Death again" in texts(client.get(address(at_time), again))
    assert "Sudden Death, $90 to $40" in texts(client.get(address(at_time), {**again, "sudden_1": "90"}))


def test_blitz_compares_totals(client, at_time):
    Event.objects.update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    client.force_login(at_time.judge.user)
    totals = {"on_turn": "-1", "earlier_1": "900", "earlier_2": "500", "bank_1": "0", "bank_2": "500", "pot": "1900"}
    assert "$1,000 to $900" in texts(client.get(address(at_time), totals))
    client.post(address(at_time), totals)
    result = stored(at_time.match)
    assert ([line.total for line in result.lines.order_by("seat__index")], result.pot) == ([900, 1000], 1900)


@pytest.mark.parametrize("status", [RoundStatus.DRAFT, RoundStatus.CLOSED])
def test_only_while_the_round_takes_results(client, at_time, status):
    at_time.round.status = status
    at_time.round.save()
    client.force_login(at_time.judge.user)
    assert 'name="rounds"' not in texts(client.get(address(at_time), {"on_turn": "-1"}))


def test_the_phone_shows_names_as_the_event_does(client, at_time):
    Event.objects.update(name_display=NameDisplay.NUMBER)
    token = make_player_link(actor=any_organiser(), entry=at_time.player).token
    page = texts(client.get(reverse("matches:my_time_call", args=[token])))
    assert f"#{at_time.opponent.number}" in page
    assert at_time.opponent.player.name not in page


def test_both_phones_and_the_desk_read_whose_rounds_are_whose(client, at_time):
    first, second = (seat.entry for seat in at_time.match.seats.order_by("index"))
    led = {"on_turn": "-1", "rounds": "2-1"}
    for entry in (first, second):
        url = reverse("matches:my_time_call", args=[make_player_link(actor=any_organiser(), entry=entry).token])
        question = plain(client.get(url, {"on_turn": "-1"}))
        assert f"{first.unique_name} – {second.unique_name}" in question
        assert f"{first.unique_name} 2–1 {second.unique_name}" in plain(client.get(url, led))
    client.force_login(at_time.user(Role.SCOREKEEPER))
    asked_at_desk = plain(client.get(address(at_time, "matches:time_call"), led))
    assert f"{first.unique_name} 2–1 {second.unique_name}" in asked_at_desk


def plain(answer):
    """The texts without the marks that keep a name apart."""
    return texts(answer).translate({0x2066: None, 0x2067: None, 0x2068: None, 0x2069: None})
