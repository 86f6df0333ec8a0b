"""A round's page: the next act by state, clock and role; drafts edited by hand; withdrawn attempts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.enums import EntryStatus, MatchKind, Role, RoundStatus
from matches.models import AuditRow, Entry, Event, Match, Round
from matches.rounds.clock_services import call_time, pause_clock, start_clock
from matches.rounds.draft_services import swap_players
from matches.rounds.services import pair_round, publish_round, withdraw_round
from tests.factories import UserFactory, staff
from tests.matches.playing import entry, event_of, fresh, match_at, names_at, numbers_in, played, report, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return Actor(user=UserFactory())


@pytest.fixture
def event() -> Event:
    return event_of(6)


@pytest.fixture
def draft(event: Event, desk: Actor) -> Round:
    return pair_round(stage=stage_of(event), actor=desk, seed=1)


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def page_of(round_: Round) -> str:
    return reverse("matches:round", args=[round_.stage.event.slug, round_.stage.order, round_.number])


def act_url(round_: Round, name: str) -> str:
    return reverse("matches:round_act", args=[round_.stage.event.slug, round_.pk, name])


def line_url(match: Match, name: str) -> str:
    return reverse("matches:match_act", args=[match.round.stage.event.slug, match.pk, name])


def offered(client: Client, round_: Round) -> tuple[list[str], list[str]]:
    """The labels of the primary acts and of the others."""
    context = client.get(page_of(round_)).context
    return [str(a["label"]) for a in context["round_acts"]], [str(a["label"]) for a in context["other_acts"]]


def text_of(client: Client, round_: Round) -> str:
    return client.get(page_of(round_)).content.decode()


def drop(event: Event, number: int) -> None:
    Entry.objects.filter(event=event, number=number).update(status=EntryStatus.DROPPED)


def test_one_primary_act_in_each_state_for_the_organiser(organiser: Client, draft: Round, desk: Actor) -> None:
    seen = [offered(organiser, draft)]
    publish_round(round=draft, actor=desk)
    seen.append(offered(organiser, draft))
    start_clock(round=draft, actor=desk)
    seen.append(offered(organiser, draft))
    pause_clock(round=draft, actor=desk)
    seen.append(offered(organiser, draft))
    call_time(round=draft, actor=desk)
    seen.append(offered(organiser, draft))
    report(draft, desk)
    seen.append(offered(organiser, draft))
    organiser.post(act_url(draft, "close"))
    seen.append(offered(organiser, draft))
    assert seen == [
        (["Publish"], ["Pair again", "Withdraw …"]),
        (["Start the clock"], ["Withdraw …"]),
        (["Enter results"], ["Pause", "Call time", "Withdraw …"]),
        (["Resume"], ["Call time", "Withdraw …"]),
        (["Enter results"], ["Withdraw …"]),
        (["Close the round"], ["Withdraw …"]),
        (["Pair Round 2"], []),
    ]


@pytest.mark.parametrize(
    ("role", "seen"),
    [
        (Role.SCOREKEEPER, (["Enter results"], ["Pause", "Call time", "Withdraw …"])),
        (Role.HEAD_JUDGE, (["Enter results"], ["Pause", "Call time"])),
        (Role.FLOOR_JUDGE, (["Enter results"], [])),
    ],
)
def test_a_running_round_offers_what_the_role_may(
    client: Client, draft: Round, desk: Actor, role: Role, seen: tuple[list[str], list[str]]
) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk)
    client.force_login(staff(draft.stage.event, role))
    assert offered(client, draft) == seen


def test_at_zero_the_next_act_is_to_call_time(organiser: Client, draft: Round, desk: Actor) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk, at=timezone.now() - timedelta(minutes=26))
    assert offered(organiser, draft) == (["Call time"], ["Withdraw …"])
    organiser.post(act_url(draft, "call"))
    assert fresh(draft).status == RoundStatus.TIME_CALLED


def test_time_is_not_called_early_without_a_question(organiser: Client, draft: Round, desk: Actor) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk)
    for asked in (organiser.get(act_url(draft, "call")), organiser.post(act_url(draft, "call"))):
        assert ", which will be lost." in asked.content.decode()
    assert fresh(draft).status == RoundStatus.RUNNING
    organiser.post(act_url(draft, "call"), {"confirmed": "1"})
    assert fresh(draft).status == RoundStatus.TIME_CALLED


def test_a_draft_whose_player_left_offers_only_to_pair_again(organiser: Client, event: Event, draft: Round) -> None:
    drop(event, 4)
    assert offered(organiser, draft) == (["Pair again"], ["Withdraw …"])
    page = " ".join(text_of(organiser, draft).split())
    assert "Players who have left since this draft was made: <bdi>Player 004</bdi>" in page
    answer = organiser.post(act_url(draft, "publish"), follow=True)
    assert "Players have left since this draft was made. Pair it again: Player 004" in answer.content.decode()
    assert fresh(draft).status == RoundStatus.DRAFT
    organiser.post(act_url(draft, "repair"))
    again = Round.objects.get(stage=draft.stage, status=RoundStatus.DRAFT)
    assert again.attempt == 2
    organiser.post(act_url(again, "publish"))
    assert fresh(again).status == RoundStatus.PUBLISHED


def test_a_conflict_is_named_and_leads_to_its_row(organiser: Client, event: Event, desk: Actor) -> None:
    first = played(event, desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    met = numbers_in(match_at(first, 1))
    line = Match.objects.get(round=draft, seats__entry__number=met[0])
    (opponent,) = [number for number in numbers_in(line) if number != met[0]]
    swap_players(round=draft, first=entry(event, opponent), second=entry(event, met[1]), actor=desk, reason="a try")
    context = organiser.get(page_of(draft)).context
    conflict = next(c for c in context["conflicts"] if "met before" in c["text"])
    assert [shown["pk"] for shown in conflict["lines"]] == [line.pk]
    assert next(shown for shown in context["matches"] if shown["pk"] == line.pk)["chips"] == ["Met before"]
    assert f'href="#line-{line.pk}"' in text_of(organiser, draft)


def test_two_marked_players_change_seats(organiser: Client, event: Event, draft: Round) -> None:
    one, two = (numbers_in(match_at(draft, table))[0] for table in (1, 2))
    sent = {"player": [entry(event, one).pk, entry(event, two).pk], "reason": "brothers"}
    organiser.post(act_url(draft, "swap"), sent)
    assert numbers_in(match_at(draft, 1))[0] == two
    assert AuditRow.objects.get(act="swap_players").reason == "brothers"
    assert "Kept" in text_of(organiser, draft)


@pytest.mark.parametrize(
    ("marked", "reason", "said"),
    [
        ((), "x", "Select two players in the list."),
        ((1,), "x", "Select exactly two players in the list."),
        ((1, 2, 3), "x", "Select exactly two players in the list."),
        ((1, 2), "", "Give a reason for the log."),
        ((1, 99), "x", "A player you selected is no longer in this round."),
    ],
)
def test_a_swap_that_cannot_be_is_said_in_the_form_and_the_marks_stay(
    organiser: Client, event: Event, draft: Round, marked: tuple[int, ...], reason: str, said: str
) -> None:
    first = {1: 1, 2: 2, 3: 3}
    ids = [entry(event, numbers_in(match_at(draft, first[n]))[0]).pk if n in first else 999_999 for n in marked]
    answer = organiser.post(act_url(draft, "swap"), {"player": ids, "reason": reason})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert len(re.findall(r"\schecked\s*>", page)) == len([pk for pk in ids if pk != 999_999])
    assert not AuditRow.objects.filter(act="swap_players").exists()


def test_two_of_one_table_cannot_change_seats(organiser: Client, event: Event, draft: Round) -> None:
    ids = [entry(event, number).pk for number in numbers_in(match_at(draft, 1))]
    answer = organiser.post(act_url(draft, "swap"), {"player": ids, "reason": "x"})
    assert "These two play each other already." in answer.content.decode()


def test_a_bye_moves_by_a_swap(organiser: Client, desk: Actor) -> None:
    event = event_of(5)
    draft = pair_round(stage=stage_of(event), actor=desk)
    organiser.force_login(staff(event, Role.SCOREKEEPER))
    bye = Match.objects.get(round=draft, kind=MatchKind.BYE)
    resting, other = numbers_in(bye)[0], numbers_in(match_at(draft, 1))[1]
    sent = {"player": [entry(event, resting).pk, entry(event, other).pk], "reason": "comes late"}
    organiser.post(act_url(draft, "swap"), sent)
    assert numbers_in(bye) == [other]
    organiser.post(act_url(draft, "repair"))
    again = Match.objects.get(round__status=RoundStatus.DRAFT, round__stage__event=event, kind=MatchKind.BYE)
    assert numbers_in(again) == [other]


def test_a_pair_is_kept_and_let_go_and_leads_back_to_its_row(organiser: Client, draft: Round) -> None:
    match = match_at(draft, 2)
    answer = organiser.post(line_url(match, "keep"))
    assert answer["Location"] == f"{page_of(draft)}#line-{match.pk}"
    assert match_at(draft, 2).locked
    organiser.post(line_url(match, "free"))
    assert not match_at(draft, 2).locked


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "Type a table number."), ("x", "Type a table number."), ("0", "Tables are numbered from 1 to 99,999.")],
)
def test_a_table_that_cannot_be_is_said_at_its_field(organiser: Client, draft: Round, typed: str, said: str) -> None:
    match = match_at(draft, 2)
    answer = organiser.post(line_url(match, "table"), {"table": typed})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page.split(f'id="line-{match.pk}"')[1].split("</tr>")[0]
    assert match_at(draft, 2).pk == match.pk


def test_a_table_is_given_and_traded(organiser: Client, draft: Round) -> None:
    match, other = match_at(draft, 2), match_at(draft, 1)
    organiser.post(line_url(match, "table"), {"table": "1"})
    assert (match_at(draft, 1).pk, match_at(draft, 2).pk) == (match.pk, other.pk)


def test_judges_see_the_draft_and_no_field_in_it(client: Client, draft: Round) -> None:
    client.force_login(staff(draft.stage.event, Role.HEAD_JUDGE))
    page = text_of(client, draft)
    assert "<bdi>Player 001</bdi>" in page
    assert 'name="player"' not in page
    assert 'name="table"' not in page


def test_missing_tables_are_links_and_the_round_does_not_close(organiser: Client, draft: Round, desk: Actor) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk)
    call_time(round=draft, actor=desk)
    report(draft, desk, tables=[2])
    answer = organiser.post(act_url(draft, "close"), follow=True)
    page = answer.content.decode()
    assert "Results are missing at tables: 1, 3" in page
    for table in (1, 3):
        url = reverse("matches:table", args=[draft.stage.event.slug, match_at(draft, table).pk])
        assert f'<a href="{url}">{table}</a>' in page
    assert fresh(draft).status == RoundStatus.TIME_CALLED


@pytest.mark.parametrize(("minutes", "said"), [("0", "Say how much time to add."), ("900", "60"), ("x", "number")])
def test_time_that_cannot_be_added_is_said_at_its_field(
    organiser: Client, draft: Round, desk: Actor, minutes: str, said: str
) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk)
    answer = organiser.post(act_url(draft, "add"), {"minutes": minutes})
    assert answer.status_code == 422
    assert said in answer.content.decode().split('class="inline-form time-form"')[1]


def test_time_is_added_and_taken(organiser: Client, draft: Round, desk: Actor) -> None:
    publish_round(round=draft, actor=desk)
    start_clock(round=draft, actor=desk)
    said = [organiser.post(act_url(draft, "add"), {"minutes": n}, follow=True).content.decode() for n in ("3", "-1")]
    assert "3 minutes added." in said[0]
    assert "1 minute removed." in said[1]


def test_a_withdrawn_attempt_is_listed_with_its_reason_and_can_be_read(
    organiser: Client, draft: Round, desk: Actor
) -> None:
    names = names_at(draft, 1)
    withdraw_round(round=draft, actor=desk, reason="The hall was changed")
    for url in (reverse("matches:rounds", args=[draft.stage.event.slug]),):
        assert "The hall was changed" in organiser.get(url).content.decode()
    old = reverse("matches:round_attempt", args=[draft.stage.event.slug, 1, 1, 1])
    page = organiser.get(old).content.decode()
    assert all(name in page for name in names)
    assert "These pairings were withdrawn. They do not count." in page
    again = pair_round(stage=stage_of(draft.stage.event), actor=desk)
    assert old in text_of(organiser, again)


def test_withdrawing_asks_why(organiser: Client, draft: Round) -> None:
    assert organiser.get(act_url(draft, "withdraw")).status_code == 200
    answer = organiser.post(act_url(draft, "withdraw"), {"reason": ""})
    assert answer.status_code == 422
    assert fresh(draft).status == RoundStatus.DRAFT
    organiser.post(act_url(draft, "withdraw"), {"reason": "a late player"})
    assert fresh(draft).status == RoundStatus.WITHDRAWN


def test_an_act_sent_twice_is_done_once_and_explained(organiser: Client, event: Event) -> None:
    stage = stage_of(event)
    url = reverse("matches:pair", args=[event.slug])
    sent = {"stage": stage.pk, "number": 1}
    organiser.post(url, sent)
    answer = organiser.post(url, sent, follow=True)
    assert Round.objects.filter(stage=stage).count() == 1
    assert "Round 1 exists already (draft)." in answer.content.decode()
    round_ = Round.objects.get(stage=stage)
    organiser.post(act_url(round_, "publish"))
    assert "Round 1 is published already." in organiser.post(act_url(round_, "publish"), follow=True).content.decode()
    assert AuditRow.objects.filter(event=event, act="publish_round").count() == 1


@pytest.mark.parametrize("sent", [{}, {"stage": "x", "number": "1"}, {"stage": "1", "number": "９"}])
def test_a_pairing_form_with_nonsense_pairs_nothing(organiser: Client, event: Event, sent: dict[str, str]) -> None:
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
