"""A round's page: the next action by state, clock and role, added time, and withdrawn attempts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.clock.services import call_time, pause_clock, start_clock
from matches.enums import Role, RoundStatus
from matches.models import AuditRow, Event, Round
from matches.rounds.services.rounds import pair_round, publish_round, withdraw_round
from tests.factories import staff
from tests.matches.playing import event_of, fresh, match_at, names_at, report, stage_of
from tests.matches.rounds.pages import act_url, offered, once, page_of, text_of
from tests.told import error_codes, levels, refusals
from tests.undone import undone

pytestmark = pytest.mark.django_db


def test_one_primary_act_in_each_state_for_the_organiser(organiser: Client, draft_round: Round, desk: Actor) -> None:
    seen = [offered(organiser, draft_round)]
    publish_round(round=draft_round, actor=desk)
    seen.append(offered(organiser, draft_round))
    start_clock(round=draft_round, actor=desk)
    seen.append(offered(organiser, draft_round))
    pause_clock(round=draft_round, actor=desk)
    seen.append(offered(organiser, draft_round))
    call_time(round=draft_round, actor=desk)
    seen.append(offered(organiser, draft_round))
    report(draft_round, desk)
    seen.append(offered(organiser, draft_round))
    organiser.post(act_url(draft_round, "close"))
    seen.append(offered(organiser, draft_round))
    assert seen == [
        (["Publish"], ["Pair again", "Withdraw …"]),
        (["Start the clock"], ["Back to draft …", "Withdraw …"]),
        (["Enter results"], ["Pause", "Call time", "Withdraw …"]),
        (["Resume"], ["Call time", "Withdraw …"]),
        (["Enter results"], ["Withdraw …"]),
        (["Close the round"], ["Withdraw …"]),
        (["Pair Round 2"], []),
    ]


def test_a_running_round_offers_what_the_role_may(
    subtests: pytest.Subtests, client: Client, draft_round: Round, desk: Actor
) -> None:
    for role, seen in [
        (Role.SCOREKEEPER, (["Enter results"], ["Pause", "Call time", "Withdraw …"])),
        (Role.HEAD_JUDGE, (["Enter results"], ["Pause", "Call time"])),
        (Role.FLOOR_JUDGE, (["Enter results"], [])),
    ]:
        with subtests.test(role=role, seen=seen), undone(client):
            publish_round(round=draft_round, actor=desk)
            start_clock(round=draft_round, actor=desk)
            client.force_login(staff(draft_round.stage.event, role))
            assert offered(client, draft_round) == seen


def test_at_zero_the_next_act_is_to_call_time(organiser: Client, draft_round: Round, desk: Actor) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk, at=timezone.now() - timedelta(minutes=26))
    assert offered(organiser, draft_round) == (["Call time"], ["Withdraw …"])
    organiser.post(act_url(draft_round, "call"))
    assert fresh(draft_round).status == RoundStatus.TIME_CALLED


def test_time_is_not_called_early_without_a_question(organiser: Client, draft_round: Round, desk: Actor) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    for asked in (organiser.get(act_url(draft_round, "call")), organiser.post(act_url(draft_round, "call"))):
        assert ", which will be lost." in asked.content.decode()
    assert fresh(draft_round).status == RoundStatus.RUNNING
    organiser.post(act_url(draft_round, "call"), {"confirmed": "1"})
    assert fresh(draft_round).status == RoundStatus.TIME_CALLED


def test_missing_tables_are_links_and_the_round_does_not_close(
    organiser: Client, draft_round: Round, desk: Actor
) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    call_time(round=draft_round, actor=desk)
    report(draft_round, desk, tables=[2])
    answer = organiser.post(act_url(draft_round, "close"), follow=True)
    page = answer.content.decode()
    assert "tables: 1, 3" in page
    for table in (1, 3):
        url = reverse("matches:table", args=[draft_round.stage.event.slug, match_at(draft_round, table).pk])
        assert f'<a href="{url}">{table}</a>' in page
    assert fresh(draft_round).status == RoundStatus.TIME_CALLED


@pytest.mark.parametrize(("minutes", "said"), [("0", "time to add"), ("900", "60"), ("x", "number")])
def test_time_that_cannot_be_added_is_said_at_its_field(
    organiser: Client, draft_round: Round, desk: Actor, minutes: str, said: str
) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    answer = organiser.post(act_url(draft_round, "add"), {**once(), "minutes": minutes, "reason": "Late start"})
    assert answer.status_code == 422
    assert said in answer.content.decode().split('class="inline-form time-form"')[1]


def test_time_is_added_and_taken(organiser: Client, draft_round: Round, desk: Actor) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    sent = [{**once(), "minutes": n, "reason": "Fire alarm"} for n in ("3", "-1")]
    said = [organiser.post(act_url(draft_round, "add"), each, follow=True).content.decode() for each in sent]
    assert "3 minutes added." in said[0]
    assert "1 minute removed." in said[1]
    assert list(AuditRow.objects.filter(act="add_time").values_list("reason", flat=True)) == ["Fire alarm"] * 2


def test_time_for_the_room_is_at_the_top_and_needs_a_reason(organiser: Client, draft_round: Round, desk: Actor) -> None:
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    address = reverse("matches:round", args=[draft_round.stage.event.slug, 1, 1])
    page = organiser.get(address).content.decode()
    assert page.index('id="add-time"') < page.index('id="pairings"')
    answer = organiser.post(act_url(draft_round, "add"), {**once(), "minutes": "3"})
    assert answer.status_code == 422
    assert 'id="add-time" open' in answer.content.decode()
    assert error_codes(answer, "add_time_form") == {"reason": ["required"]}
    assert not AuditRow.objects.filter(act="add_time").exists()


def test_time_that_is_sent_twice_is_added_once(organiser: Client, draft_round: Round, desk: Actor) -> None:
    """The first answer may have been lost on its way."""
    publish_round(round=draft_round, actor=desk)
    start_clock(round=draft_round, actor=desk)
    sent = {**once(), "minutes": "3", "reason": "Fire alarm"}
    pages = [organiser.post(act_url(draft_round, "add"), sent, follow=True).content.decode() for _ in range(2)]
    assert "3 minutes added." in pages[0]
    assert "Nothing changed" in pages[1]
    assert AuditRow.objects.filter(act="add_time").count() == 1


def test_a_withdrawn_attempt_is_listed_with_its_reason_and_can_be_read(
    organiser: Client, draft_round: Round, desk: Actor
) -> None:
    names = names_at(draft_round, 1)
    withdraw_round(round=draft_round, actor=desk, reason="The hall was changed")
    for url in (reverse("matches:rounds", args=[draft_round.stage.event.slug]),):
        assert "The hall was changed" in organiser.get(url).content.decode()
    old = reverse("matches:round_attempt", args=[draft_round.stage.event.slug, 1, 1, 1])
    page = organiser.get(old).content.decode()
    assert all(name in page for name in names)
    assert "were withdrawn" in page
    again = pair_round(stage=stage_of(draft_round.stage.event), actor=desk)
    assert old in text_of(organiser, again)


def test_withdrawing_asks_why(organiser: Client, draft_round: Round) -> None:
    assert organiser.get(act_url(draft_round, "withdraw")).status_code == 200
    answer = organiser.post(act_url(draft_round, "withdraw"), {"reason": ""})
    assert answer.status_code == 422
    assert fresh(draft_round).status == RoundStatus.DRAFT
    organiser.post(act_url(draft_round, "withdraw"), {"reason": "a late player"})
    assert fresh(draft_round).status == RoundStatus.WITHDRAWN


def test_an_act_sent_twice_is_done_once_and_explained(organiser: Client, event: Event) -> None:
    stage = stage_of(event)
    url = reverse("matches:pair", args=[event.slug])
    sent = {"stage": stage.pk, "number": 1}
    organiser.post(url, sent)
    answer = organiser.post(url, sent, follow=True)
    assert Round.objects.filter(stage=stage).count() == 1
    assert "Round 1 already exists (draft)." in answer.content.decode()
    round_ = Round.objects.get(stage=stage)
    organiser.post(act_url(round_, "publish"))
    again = organiser.post(act_url(round_, "publish"), follow=True)
    assert refusals(again) == ["round_not_draft"]
    assert "Round 1" in next(iter(again.context["messages"])).message
    assert AuditRow.objects.filter(event=event, act="publish_round").count() == 1


def test_a_draft_that_is_paired_again_or_withdrawn_twice_changes_once(organiser: Client, draft_round: Round) -> None:
    event = draft_round.stage.event
    organiser.post(act_url(draft_round, "repair"))
    again = organiser.post(act_url(draft_round, "repair"), follow=True)
    assert again.redirect_chain == [(page_of(draft_round), 302)]
    assert levels(again) not in ([], ["success"])
    assert "Nothing was changed" in again.content.decode()
    assert Round.objects.filter(stage=draft_round.stage).count() == 2
    draft = Round.objects.get(stage=draft_round.stage, status=RoundStatus.DRAFT)
    organiser.post(act_url(draft, "publish"))
    for expected in ("Round 1 withdrawn.", "Nothing was changed."):
        answer = organiser.post(act_url(draft, "withdraw"), {"reason": "a late player"}, follow=True)
        assert answer.redirect_chain == [(reverse("matches:rounds", args=[event.slug]), 302)]
        assert expected in answer.content.decode()
    assert AuditRow.objects.filter(event=event, act="withdraw_round").count() == 1
    judge = Client()
    judge.force_login(staff(event, Role.FLOOR_JUDGE))
    assert judge.post(act_url(draft, "withdraw"), {"reason": "x"}).status_code == 403
    assert organiser.post(act_url(draft, "burn")).status_code == 404


def test_a_pairing_form_with_nonsense_pairs_nothing(subtests: pytest.Subtests, organiser: Client, event: Event) -> None:
    for sent in [{}, {"stage": "x", "number": "1"}, {"stage": "1", "number": "９"}]:
        with subtests.test(sent=sent), undone():
            assert organiser.post(reverse("matches:pair", args=[event.slug]), sent).status_code == 404
            assert not Round.objects.filter(stage__event=event).exists()


@pytest.mark.parametrize("state", ["draft", "running"])
def test_more_players_cost_no_more_queries(client: Client, desk: Actor, state: str) -> None:
    counts = []
    for players in (6, 14):
        event = event_of(players)
        round_ = pair_round(stage=stage_of(event), actor=desk)
        if state == "running":
            publish_round(round=round_, actor=desk)
            start_clock(round=round_, actor=desk)
        client.force_login(staff(event, Role.ORGANISER))
        client.get(page_of(round_))
        with CaptureQueriesContext(connection) as captured:
            client.get(page_of(round_))
        counts.append(len(captured))
    assert counts[0] == counts[1]
