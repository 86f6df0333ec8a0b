"""The desk, the round's page and the API show the same next steps, in every state of a round and for every role."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.clock.services import call_time, pause_clock, start_clock
from matches.enums import EntryStatus, Role, Source, StageKind
from matches.final.services import reopen_event
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Entry, Event, Round
from matches.next_step import OF_A_ROUND, Code
from matches.next_steps.labels import STEPS
from matches.next_steps.step_views import DueItem
from matches.pages.components import Button
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.signups.services.admission import accept_sign_ups
from matches.signups.services.signing import sign_up
from matches.snapshots.queries import latest_snapshot
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, any_organiser, staff
from tests.matches.playing import entry, event_of, fresh, match_at, published, report, stage_of
from tests.matches.rounds.pages import act_url
from tests.told import levels

pytestmark = pytest.mark.django_db

DESK_TEXT = {"publish_round": "Review the draft"}
"""The desk leads to a draft's page, where it is published."""


def _draft(round_: Round, desk: Actor) -> None:
    pass


def _player_gone(round_: Round, desk: Actor) -> None:
    Entry.objects.filter(event=round_.stage.event, number=1).update(status=EntryStatus.DROPPED)


def _published(round_: Round, desk: Actor) -> None:
    publish_round(round=round_, actor=desk)


def _running(round_: Round, desk: Actor) -> None:
    _published(round_, desk)
    start_clock(round=round_, actor=desk)


def _paused(round_: Round, desk: Actor) -> None:
    _running(round_, desk)
    pause_clock(round=round_, actor=desk)


def _at_zero(round_: Round, desk: Actor) -> None:
    _published(round_, desk)
    start_clock(round=round_, actor=desk, at=timezone.now() - timedelta(minutes=26))


def _time_called(round_: Round, desk: Actor) -> None:
    _running(round_, desk)
    call_time(round=round_, actor=desk)


def _all_in(round_: Round, desk: Actor) -> None:
    _paused(round_, desk)
    report(fresh(round_), desk)


def _closed(round_: Round, desk: Actor) -> None:
    _all_in(round_, desk)
    close_round(round=fresh(round_), actor=desk)


def _differs(round_: Round, desk: Actor) -> None:
    _running(round_, desk)
    match = match_at(round_, 2)
    for seat, wins in zip(match.seats.order_by("index"), ((2, 0), (0, 2)), strict=True):
        score = Duel(rounds=wins, winner=int(wins[1] > wins[0]))
        report_result(match=match, score=score, actor=Actor(entry=seat.entry), source=Source.PLAYER)


def _left(round_: Round, desk: Actor) -> None:
    _running(round_, desk)
    Entry.objects.filter(seats__match=match_at(round_, 2), seats__index=1).update(status=EntryStatus.DISQUALIFIED)


STATES: list[Callable[[Round, Actor], None]] = [
    _draft, _player_gone, _published, _running, _paused, _at_zero, _time_called, _all_in, _closed, _differs,
    _left,
]  # fmt: skip


@pytest.fixture(params=[6, 14], ids=["few tables", "many tables"])
def event(request: pytest.FixtureRequest) -> Event:
    return event_of(request.param)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(event: Event, desk: Actor) -> Round:
    return pair_round(stage=stage_of(event), actor=desk, seed=1)


def steps_of(client: Client, event: Event) -> list[dict[str, Any]]:
    return client.get(reverse("api-next", args=[event.slug])).json()["steps"]


def urls_of(buttons: list[Button]) -> list[str]:
    return [button.url for button in buttons]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__.strip("_"))
@pytest.mark.parametrize("role", Role)
@pytest.mark.sampled(8)
def test_desk_round_page_and_api_agree(
    client: Client, round_: Round, desk: Actor, state: Callable[[Round, Actor], None], role: Role
) -> None:
    state(round_, desk)
    event = round_.stage.event
    client.force_login(staff(event, role))
    steps = steps_of(client, event)
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    due = [step for step in steps if step["urgency"] != "possible"]
    assert [(item.urgency, item.text) for item in items] == [(step["urgency"], step["text"]) for step in due]
    assert [item.act is not None for item in items] == [step["allowed"] for step in due]

    page = client.get(reverse("matches:round", args=[event.slug, 1, 1])).context
    own = [step for step in steps if step["code"] in OF_A_ROUND and step["allowed"]]
    first = next((s for s in own if s["urgency"] != "possible" or s["code"] == Code.ENTER_RESULTS), None)
    on_page = page["round_acts"] + page["other_acts"]
    assert len(page["round_acts"]) == (first is not None)
    if first is not None:
        assert page["round_acts"][0].label == str(STEPS[Code(first["code"])].button) % {"round": "Round 2"}
    elsewhere = {Code.ADD_TIME, Code.ENTER_RESULTS} - ({Code(first["code"])} if first else set())
    assert len(on_page) == len([step for step in own if step["code"] not in elsewhere])
    assert bool(page.get("add_time_form")) == (Code.ADD_TIME in [step["code"] for step in own])

    if first is not None and first in due:
        at_desk = items[due.index(first)].act
        assert at_desk.label == DESK_TEXT.get(first["code"], page["round_acts"][0].label)
        if first["code"] not in DESK_TEXT:
            assert at_desk.url == page["round_acts"][0].url


def test_a_paused_clock_can_go_on_at_the_desk(client: Client, round_: Round, desk: Actor) -> None:
    _paused(round_, desk)
    client.force_login(staff(round_.stage.event, Role.HEAD_JUDGE))
    items = client.get(reverse("matches:desk", args=[round_.stage.event.slug])).context["items"]
    assert items[0].code == Code.RESUME_CLOCK
    assert items[0].act.url == act_url(round_, "resume")
    client.post(items[0].act.url)
    assert [step["code"] for step in steps_of(client, round_.stage.event)].count("pause_clock") == 1


def test_a_player_who_leaves_during_the_match_is_named_and_the_walkover_offered(client: Client, desk: Actor) -> None:
    event = event_of(6)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _left(round_, desk)
    client.force_login(staff(event, Role.SCOREKEEPER))
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    gone = match_at(round_, 2).seats.get(index=1).entry
    item = next(item for item in items if item.code == Code.DECIDE_WALKOVER and "table 2" in item.text)
    assert item.urgency == "soon"
    assert gone.player.name in item.detail
    page = client.get(item.act.url).content.decode()
    assert 'value="w2"' in page
    client.post(item.act.url, {"score": "w2"})
    assert match_at(round_, 2).results.get().decided_by == "walkover"
    Entry.objects.filter(seats__match=match_at(round_, 3)).update(status=EntryStatus.DROPPED)
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    item = next(item for item in items if item.code == Code.DECIDE_WALKOVER and "table 3" in item.text)
    assert 'value="ll"' in client.get(item.act.url).content.decode()


def test_a_player_without_a_place_in_a_published_round_is_a_next_step(client: Client, desk: Actor) -> None:
    event = event_of(6)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _published(round_, desk)
    EntryFactory(event=event, number=7, player__name="Late Comer")
    client.force_login(staff(event, Role.SCOREKEEPER))
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert (items[0].urgency, items[0].code) == ("soon", Code.SEAT_PLAYERS)
    assert all(said in items[0].text for said in ("Late Comer", "Round 1"))
    assert 'id="waiting"' in client.get(items[0].act.url).content.decode()
    EntryFactory(event=event, number=8, player__name="Later Still")
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert (items[0].code, items[0].detail) == (Code.SEAT_PLAYERS, "Late Comer, Later Still")
    assert items[0].text.startswith("2 ")
    start_clock(round=fresh(round_), actor=desk)
    assert "seat_players" in [step["code"] for step in steps_of(client, event)]
    call_time(round=fresh(round_), actor=desk)
    assert "seat_players" not in [step["code"] for step in steps_of(client, event)]


def test_the_end_of_an_event_is_said_and_can_be_taken_up_again(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _all_in(round_, desk)
    client.force_login(staff(event, Role.ORGANISER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert (item.code, bool(item.detail)) == (Code.CLOSE_ROUND, True)
    assert _said_at_close(client, event) == {item.detail}
    closed = client.post(reverse("matches:round_act", args=[event.slug, round_.pk, "close"]), follow=True)
    assert levels(closed) == ["success", "info"]
    event.refresh_from_db()
    assert event.finished_at is not None
    reopen_event(event=event, actor=desk, reason="one more round?")
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert [item.code for item in items] == [Code.FINISH_EVENT, Code.PAIR_ROUND]
    client.post(items[0].act.url)
    event.refresh_from_db()
    assert event.finished_at is not None


def _said_at_close(client: Client, event: Event) -> set[str]:
    """What stands at the buttons that close the current round: on its page, and on the page of results."""
    on_round = client.get(reverse("matches:round", args=[event.slug, 1, 1])).context["round_acts"][0]
    on_results = client.get(reverse("matches:results", args=[event.slug]))
    assert on_results.context["close_act"].label == on_round.label
    if on_round.detail:
        assert on_round.detail in on_results.content.decode()
    return {on_round.detail, on_results.context["close_act"].detail}


def test_nothing_is_said_at_the_close_of_a_round_after_which_the_event_goes_on(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=2)
    _all_in(pair_round(stage=stage_of(event), actor=desk, seed=1), desk)
    client.force_login(staff(event, Role.ORGANISER))
    assert _said_at_close(client, event) == {""}


def test_a_bracket_that_was_decided_can_be_finished_again(client: Client, desk: Actor) -> None:
    event = event_of(2, kind=StageKind.SINGLE_ELIMINATION)
    final = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _all_in(final, desk)
    client.force_login(staff(event, Role.ORGANISER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert (item.code, bool(item.detail)) == (Code.CLOSE_ROUND, True)
    close_round(round=fresh(final), actor=desk)
    reopen_event(event=event, actor=desk, reason="wrong sheet?")
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert [item.code for item in items] == [Code.FINISH_EVENT]


def test_every_code_has_its_words_and_its_address() -> None:
    assert set(STEPS) == set(Code)


def test_before_the_first_round_the_steps_lead_to_the_players(client: Client) -> None:
    event = event_of(3)
    Entry.objects.filter(pk__in=[entry(event, 2).pk, entry(event, 3).pk]).update(status=EntryStatus.REGISTERED)
    client.force_login(staff(event, Role.SCOREKEEPER))
    items = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert [item.code for item in items] == [Code.CHECK_IN_PLAYERS, Code.ADD_PLAYERS]
    assert items[0].text.startswith("2 ")
    assert all(item.act.url.startswith(reverse("matches:people", args=[event.slug])) for item in items)
    plan = client.get(reverse("matches:rounds", args=[event.slug])).context["stages"]
    assert [stage.pair for stage in plan] == [None]


def test_the_plan_offers_the_round_that_the_desk_offers(client: Client) -> None:
    event = event_of(4)
    client.force_login(staff(event, Role.SCOREKEEPER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    [stage] = client.get(reverse("matches:rounds", args=[event.slug])).context["stages"]
    assert stage.pair == item.act
    assert item.act.label == "Pair Round 1"


def test_after_the_last_round_the_desk_leads_to_the_final_standings(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _closed(round_, desk)
    client.force_login(staff(event, Role.ORGANISER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    winner = entry(event, snapshot.rows[0]["number"]).player.name
    assert item.code == Code.END_OF_EVENT
    assert item.text.endswith(f": {winner}")
    assert item.act.url == reverse("matches:desk_standings", args=[event.slug])


def test_after_a_bracket_the_desk_leads_to_the_final_standings(client: Client, desk: Actor) -> None:
    event = event_of(2, kind=StageKind.SINGLE_ELIMINATION)
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    _closed(round_, desk)
    client.force_login(staff(event, Role.ORGANISER))
    [item] = client.get(reverse("matches:desk", args=[event.slug])).context["items"]
    assert item.act.label == "Final standings"
    assert item.act.url == reverse("matches:desk_standings", args=[event.slug])


def test_sign_ups_that_wait_for_approval_are_a_step_without_a_query_more(
    client: Client, django_assert_num_queries: Any
) -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "approval": True}})
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert "decide_sign_ups" not in _due(client, event)
    with CaptureQueriesContext(connection) as before:
        _due(client, event)
    for name in ("Ada", "Bo"):
        sign_up(event=event, name=name)
    with django_assert_num_queries(len(before)):
        item = _due(client, event)["decide_sign_ups"]
    assert item.text.startswith("2 ")
    assert item.act is not None
    assert item.act.url == reverse("matches:sign_ups", args=[event.slug]) + "?state=pending"
    assert len(client.get(item.act.url).context["rows"]) == 2
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    assert "decide_sign_ups" not in _due(client, event)


def _due(client: Client, event: Event) -> dict[str, DueItem]:
    page = client.get(reverse("matches:desk", args=[event.slug]))
    return {item.code.value: item for item in page.context["items"]}


def test_the_desk_of_a_copy_says_who_is_invited_until_the_first_round(client: Client) -> None:
    source, desk = event_of(3), any_organiser()
    terms = CopyTerms(name="Next", day=source.date, venue="", with_players=True)
    event = copy_event(event=source, actor=desk, terms=terms)
    client.force_login(staff(event, Role.SCOREKEEPER))
    item = _due(client, event)["await_invited"]
    assert item.text == "3 people are invited and have not answered"
    assert item.act is not None
    assert (item.act.label, item.act.url) == (
        "Invitations",
        reverse("matches:sign_ups", args=[event.slug]) + "?state=invited",
    )
    accept_sign_ups(event=event, actor=desk, sign_ups=event.sign_ups.all()[:2])
    assert _due(client, event)["await_invited"].text == "1 person is invited and has not answered"
    check_in(event=event, actor=desk)
    published(event, desk)
    assert "await_invited" not in _due(client, event)
