"""The pages on which a published round is repaired, and what players see of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.draws.services.drafts import give_table
from matches.enums import MatchKind, Role, RoundStatus
from matches.models import Entry, Event, Match, Round
from matches.people.services.entries import add_entry
from matches.people.services.links import make_player_link
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.rounds import publish_round, repair_round
from tests.factories import staff
from tests.matches.playing import event_of, fresh, match_at, published
from tests.matches.rounds.pages import act_url, offered, once, page_of
from tests.told import error_codes, levels

pytestmark = pytest.mark.django_db


def attempt_url(round_: Round) -> str:
    return reverse(
        "matches:round_attempt", args=[round_.stage.event.slug, round_.stage.order, round_.number, round_.attempt]
    )


def signed_in(event: Event, role: Role = Role.SCOREKEEPER) -> Client:
    client = Client()
    client.force_login(staff(event, role))
    return client


def test_back_to_draft_asks_for_a_reason_and_opens_the_draft(desk: Actor) -> None:
    event = event_of(6)
    round_ = published(event, desk)
    client = signed_in(event)
    url = act_url(round_, "back-to-draft")
    assert 'name="reason"' in client.get(url).content.decode()
    assert client.post(url, {"reason": ""}).status_code == 422
    answer = client.post(url, {"reason": "wrong sheet"}, follow=True)
    assert levels(answer) == ["success"]
    assert offered(client, Round.objects.get(stage=round_.stage, status="draft"))[0] == ["Publish"]


def test_the_refusal_names_the_tables_that_have_reported(desk: Actor) -> None:
    event = event_of(4)
    round_ = published(event, desk)
    client = signed_in(event)
    client.post(reverse("matches:results", args=[event.slug]), {"line": "2 2-1"})
    assert offered(client, round_)[1] == ["Withdraw …"]
    for act in ("back-to-draft", "withdraw"):
        answer = client.post(act_url(round_, act), {"reason": "wrong sheet"})
        assert answer.status_code == 422
        assert re.search(r"Undo (their results|them) first[^:]*: 2\b", answer.content.decode())


def test_players_see_that_a_round_was_taken_back_and_then_what_changed(desk: Actor, client: Client) -> None:
    event = event_of(6)
    player = Entry.objects.get(event=event, seats__match=match_at(published(event, desk), 3), seats__index=0)
    own = reverse("matches:me", args=[make_player_link(entry=player, actor=desk).token])
    public = reverse("matches:public", args=[event.slug])
    assert "rescinded" not in client.get(public).content.decode()
    draft = back_to_draft(round=Round.objects.get(stage__event=event), actor=desk, reason="wrong sheet")
    gone = " ".join(client.get(public).content.decode().split())
    assert "pairings of Round 1 have been withdrawn" in gone
    give_table(match=match_at(draft, 3), table=8, actor=desk)
    publish_round(round=draft, actor=desk)
    page = client.get(public)
    assert [line.changed_at is not None for line in page.context["matches"]] == [False, False, True]
    assert page.content.decode().count("Changed ") == 1
    assert "rescinded" not in page.content.decode()
    assert "was changed at" in client.get(own).content.decode()
    wall = client.get(reverse("matches:wall", args=[event.slug])).context["scenes"][0].content["players"]
    assert {str(line.table) for line in wall if line.changed} == {"8"}


def test_a_late_arrival_is_seated_on_the_rounds_page(desk: Actor) -> None:
    event = event_of(5)
    round_ = published(event, desk)
    client = signed_in(event)
    assert client.get(page_of(round_)).context["table_form"] is None
    late = add_entry(event=event, actor=desk, name="Late Comer", checked_in=True)
    form = client.get(page_of(round_)).context["table_form"]
    assert next(label for _pk, label in form.fields["first"].choices) == "Late Comer (#6, not in this round)"
    bye = Entry.objects.get(seats__round=round_, seats__match__kind=MatchKind.BYE)
    assert (form.initial["first"], form.initial["second"]) == (late.pk, bye.pk)
    given = {"first": late.pk, "second": bye.pk, "reason": "bus", **once()}
    wrong = client.post(act_url(round_, "table"), {**given, "table": "1"})
    assert wrong.status_code == 422
    assert error_codes(wrong, "table_form") == {"table": ["table_taken"]}
    answer = client.post(act_url(round_, "table"), given, follow=True)
    assert "Table 3 added." in answer.content.decode()
    assert answer.context["table_form"] is None
    judge = signed_in(event, Role.FLOOR_JUDGE)
    assert judge.post(act_url(round_, "table"), given).status_code == 403


def test_players_who_left_are_removed_from_the_draft(desk: Actor) -> None:
    event = event_of(6)
    draft = back_to_draft(round=published(event, desk), actor=desk, reason="wrong sheet")
    drop_entry(entry=match_at(draft, 1).seats.get(index=0).entry, actor=desk)
    client = signed_in(event)
    assert "Remove them" in client.get(page_of(draft)).content.decode()
    answer = client.post(act_url(draft, "remove-gone"), follow=True)
    assert levels(answer) == ["success"]
    assert Match.objects.filter(round=draft, kind=MatchKind.BYE).count() == 1


def test_an_attempt_is_restored_from_its_page(desk: Actor) -> None:
    event = event_of(6)
    first = published(event, desk)
    second = back_to_draft(round=first, actor=desk, reason="wrong sheet")
    third = repair_round(round=second, actor=desk)
    client = signed_in(event)
    assert "Restore this attempt" in client.get(attempt_url(first)).content.decode()
    assert client.post(attempt_url(first), {"reason": ""}).status_code == 422
    answer = client.post(attempt_url(first), {"reason": "it was right"}, follow=True)
    assert levels(answer) == ["success"]
    assert "Attempt 1" in answer.content.decode()
    assert fresh(third).status == RoundStatus.WITHDRAWN
    publish_round(round=Round.objects.get(stage=first.stage, status="draft"), actor=desk)
    page = client.get(attempt_url(first)).content.decode()
    assert "Restore this attempt" not in page
    assert "Round 1 is published" in page
    refused = client.post(attempt_url(first), {"reason": "again"})
    assert refused.status_code == 422
    assert fresh(third).status == RoundStatus.WITHDRAWN
    judge = signed_in(event, Role.FLOOR_JUDGE)
    assert "Restore this attempt" not in judge.get(attempt_url(first)).content.decode()
    assert judge.post(attempt_url(first), {"reason": "again"}).status_code == 403
