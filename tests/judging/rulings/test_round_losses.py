"""A round loss counts in the match's score: for those who enter the result, until it is taken back."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from judging.policies.queries import rules_of
from judging.rulings.effects.services import kind_of_effect
from judging.rulings.queries.penalties import active_effect
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.takebacks import apply_penalty, rescind_penalty
from judging.rulings.views.consequences import Consequences
from matches.audit.services import Actor
from matches.enums import NameDisplay, ResultStatus, Role, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.models import Event, Result
from matches.people.services.links import make_player_link
from matches.results.queries.round_losses import rounds_lost
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from matches.tables.score import Duel
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, match_at, numbers_in, report, running
from tests.told import error_codes

pytestmark = pytest.mark.django_db

WON_BY_OFFENDER = Duel(rounds=(2, 0), winner=0)
LOST_A_ROUND = Duel(rounds=(2, 1), winner=0)


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


@pytest.mark.parametrize("score", [LOST_A_ROUND, Duel(rounds=(2, 0), winner=0, decided_by="no_show")])
def test_a_result_that_agrees_with_it_needs_none(floor, lost, score):
    store(floor, score)
    assert stored(floor) is not None


def test_a_player_cannot_leave_it_out(client, floor, lost):
    url = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=floor.player).token])
    page = texts(client.get(url))
    assert floor.player.unique_name in page
    assert 'value="2-1"' in page
    assert 'value="2-0"' not in page
    answer = client.post(url, {"score": "2-0"})
    assert answer.status_code == 422
    assert error_codes(answer) == {"score": ["round_loss"]}
    assert client.post(url, {"score": "2-1"}).status_code == 302


def test_the_line_leads_to_the_table_where_a_reason_is_given(desk, floor, lost):
    line = {"line": "1 2-0"}
    results = reverse("matches:results", args=[floor.event.slug])
    told = desk.post(results, line, headers={"accept": "application/json"}).json()
    assert (told["code"], bool(told["override_label"])) == ("round_loss", True)
    to = desk.post(results, {**line, "override": told["override"]}).url
    assert to.startswith(reverse("matches:table", args=[floor.event.slug, floor.match.pk]))
    assert floor.player.unique_name in texts(desk.get(to))
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
    assert "taken there to correct it" in " ".join(kind_of_effect(effect).explain(floor.player, effect))
    assert kind_of_effect(effect).to_correct(effect) == floor.match
    client.force_login(floor.user(Role.HEAD_JUDGE))
    sent = {"reason": "mistaken", "record": uuid.uuid4()}
    answer = client.post(reverse("judging:rescind", args=[floor.event.slug, lost.pk]), sent)
    assert answer.url == reverse("matches:table", args=[floor.event.slug, floor.match.pk])
    sent = {"score": "2-0", "reason": "the round loss was taken back"}
    asked = client.post(answer.url, sent)
    if asked.context and "seen" in asked.context:
        client.post(answer.url, {**sent, "seen": asked.context["seen"]})
    assert [line.rounds_won for line in stored(floor).lines.order_by("seat__index")] == [2, 0]


def test_in_a_bracket_the_correction_seats_the_other_player_in_the_open_final(client):
    event, desk = event_of(4, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    head = staff(event, Role.HEAD_JUDGE)
    semi_final = match_at(running(event, desk), 1)
    first, second = [seat.entry for seat in semi_final.seats.order_by("index")]
    fault = Fault(entry=first, code="GP-HAND", match=semi_final, comment="third time, kept three cards")
    lost = log_infraction(event=event, actor=Actor(user=head), fault=fault, penalty="RL")
    report(semi_final.round, desk)
    close_round(round=semi_final.round, actor=desk)
    final = match_at(running(event, desk), 1)
    client.force_login(head)
    sent = {"reason": "mistaken", "record": uuid.uuid4()}
    answer = client.post(reverse("judging:rescind", args=[event.slug, lost.pk]), sent)
    assert answer.url == reverse("matches:table", args=[event.slug, semi_final.pk])
    sent = {"score": "0-2", "reason": "the round loss was taken back"}
    seen = client.post(answer.url, sent).context["seen"]
    assert client.post(answer.url, {**sent, "seen": seen}).status_code == 302
    assert second.number in numbers_in(final)
    assert first.number not in numbers_in(final)


def test_a_player_is_told_of_it_with_the_names_that_the_event_shows(client, floor, lost):
    Event.objects.update(name_display=NameDisplay.NUMBER)
    url = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=floor.player).token])
    for answer in (client.get(url), client.post(url, {"score": "2-0"})):
        assert f"#{floor.opponent.number} has at least 1 round" in texts(answer)
        assert floor.opponent.player.name not in texts(answer)


# The match ends when round losses decide it


@pytest.fixture
def twice(floor, lost):
    """A second round loss of the same player in the same match."""
    return floor.infraction("TE-OUTSIDE", "RL", actor=floor.head, comment="asked a spectator")


def lines(floor):
    result = stored(floor)
    return None if result is None else [line.rounds_won for line in result.lines.order_by("seat__index")]


def test_a_second_one_ends_the_match_and_says_so_before(floor, lost):
    """Two rounds win a match of Bankout: both are the opponent's."""
    said = Consequences(floor.event, floor.player, floor.match, rules_of(floor.event).policy).of("RL")
    assert len(said) == 1
    assert all(part in said[0] for part in ("Table 1", "0–2", floor.opponent.unique_name, "match"))
    assert floor.player.unique_name not in said[0]
    floor.infraction("TE-OUTSIDE", "RL", actor=floor.head, comment="asked a spectator")
    assert lines(floor) == [0, 2]
    assert (stored(floor).decided_by, stored(floor).reason) == ("penalty", "TE-OUTSIDE")


def test_the_opponents_own_round_loss_counts_in_the_score(floor, lost):
    floor.infraction("GP-HAND", "RL", entry=floor.opponent, actor=floor.head, comment="kept three cards")
    assert stored(floor) is None
    floor.infraction("TE-OUTSIDE", "RL", actor=floor.head, comment="asked a spectator")
    assert lines(floor) == [1, 2]


@pytest.mark.parametrize("which", [0, 1])
def test_either_of_them_taken_back_opens_the_match_again(floor, lost, twice, which):
    penalty = (lost, twice)[which]
    effect = active_effect(penalty.penalty_events.order_by("sequence"))
    [text] = kind_of_effect(effect).explain(floor.player, effect)
    assert all(part in text for part in ("Table 1", "penalty", "no longer", "round loss"))
    assert kind_of_effect(effect).to_correct(effect) is None
    rescind_penalty(infraction=penalty, reason="mistaken", actor=floor.head)
    assert stored(floor) is None
    assert rounds_lost(floor.match) == (1, 0)


def test_the_opponents_one_taken_back_changes_the_score(floor, lost):
    other = floor.infraction("GP-HAND", "RL", entry=floor.opponent, actor=floor.head, comment="kept three cards")
    floor.infraction("TE-OUTSIDE", "RL", actor=floor.head, comment="asked a spectator")
    rescind_penalty(infraction=other, reason="mistaken", actor=floor.head)
    assert lines(floor) == [0, 2]
    rescind_penalty(infraction=lost, reason="mistaken", actor=floor.head)
    assert stored(floor) is None


def test_a_match_loss_stays_when_a_round_loss_before_it_is_taken_back(floor, lost):
    floor.infraction("TE-OUTSIDE", "ML", actor=floor.head, comment="asked again")
    rescind_penalty(infraction=lost, reason="mistaken", actor=floor.head)
    assert lines(floor) == [0, 2]


def test_one_that_waited_ends_the_next_match(floor):
    store(floor, LOST_A_ROUND)
    waits = [
        floor.infraction(code, "RL", actor=floor.head, comment="after the match") for code in ("GP-HAND", "TE-OUTSIDE")
    ]
    stored(floor).delete()
    for infraction in waits:
        apply_penalty(infraction=infraction, actor=floor.head)
    assert lines(floor) == [0, 2]


# Blitz: the player's part of the round counts nothing


@pytest.fixture
def blitz(floor):
    Event.objects.filter(pk=floor.event.pk).update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    floor.match.refresh_from_db()
    floor.matches[:] = list(type(floor.match).objects.filter(round=floor.round).order_by("table"))
    floor.event.refresh_from_db()
    return floor


def totals(floor):
    return [line.total for line in stored(floor).lines.order_by("seat__index")]


def test_the_judge_is_told_what_a_round_loss_takes(blitz):
    said = Consequences(blitz.event, blitz.player, blitz.match, rules_of(blitz.event).policy).of("RL")
    assert len(said) == 1
    assert all(part in said[0] for part in ("Table 1", blitz.player.unique_name, "round", "not count"))


def test_the_line_takes_off_what_the_round_had_brought(desk, blitz, lost):
    results = reverse("matches:results", args=[blitz.event.slug])
    told = desk.post(results, {"line": "1 1400-1200"}, headers={"accept": "application/json"})
    assert told.json()["code"] == "round_loss_missing"
    assert "rl1 0" in told.json()["error"]
    preview = texts(
        desk.get(reverse("matches:result_preview", args=[blitz.event.slug]), {"line": "1 1400-1200 rl1 300"})
    )
    assert "$1,100" in preview
    assert "round loss of player 1: −$300" in preview
    desk.post(results, {"line": "1 1400-1200 rl1 300"})
    assert totals(blitz) == [1100, 1200]
    assert stored(blitz).reason == "round loss of player 1: −$300"
    assert stored(blitz).lines.get(seat__index=1).outcome == "win"


def test_the_tables_page_keeps_its_reason_too(desk, blitz, lost):
    table = reverse("matches:table", args=[blitz.event.slug, blitz.match.pk])
    desk.post(table, {"score": "1400-1200 rl1 300", "reason": "sheet"})
    assert stored(blitz).reason == "sheet; round loss of player 1: −$300"


def test_the_judge_enters_it_at_the_table(client, blitz, lost):
    client.force_login(blitz.user(Role.FLOOR_JUDGE))
    url = reverse("judging:result", args=[blitz.event.slug, blitz.match.pk])
    assert f"{blitz.player.unique_name}: round lost by penalty" in texts(client.get(url))
    assert client.post(url, {"own": "1400", "theirs": "1200"}).status_code == 422
    client.post(url, {"own": "1400", "own_off": "300", "theirs": "1200"})
    assert totals(blitz) == [1100, 1200]


def test_both_phones_ask_for_it(client, blitz, lost):
    for entry, own, sent in (
        (blitz.player, "own_off", {"own": "1400", "own_off": "300", "theirs": "1200"}),
        (blitz.opponent, "theirs_off", {"own": "1200", "theirs": "1400", "theirs_off": "300"}),
    ):
        url = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=entry).token])
        assert f'name="{own}"' in texts(client.get(url))
        assert client.post(url, sent).status_code == 302
    assert totals(blitz) == [1100, 1200]


def test_two_of_three_rounds_lost_play_on_and_all_of_them_end_the_match(blitz, lost):
    blitz.infraction("TE-OUTSIDE", "RL", actor=blitz.head, comment="asked a spectator")
    assert stored(blitz) is None
    blitz.infraction("TE-OUTSIDE", "RL", actor=blitz.head, comment="and again")
    assert stored(blitz).lines.get(seat__index=1).outcome == "win"
    assert stored(blitz).decided_by == "penalty"
