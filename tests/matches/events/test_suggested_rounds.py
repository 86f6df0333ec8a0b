"""The number of Swiss rounds follows the attendance until somebody sets another."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.attendance.services import drop_entry, return_entry
from matches.audit.services import Actor
from matches.enums import EntryStatus
from matches.events.services.events import create_event, update_event
from matches.events.services.plans import EventPlan, changed_plan
from matches.models import Entry, Event, Stage
from matches.people.services.allowances import award_byes
from matches.people.services.entries import add_entry
from matches.people.services.imports import import_entries
from matches.people.services.removal import remove_entry
from matches.rounds.services.rounds import pair_round, withdraw_round
from rules_engine import games
from tests.factories import EntryFactory, any_organiser
from tests.matches.setup.test_views import NEW, given, organiser, settings_url, user  # noqa: F401
from tests.undone import undone

pytestmark = pytest.mark.django_db

GAME = games.all_games()[0]
PLAN = EventPlan(name="Autumn Open", date=dt.date(2026, 11, 21), game=GAME.key, preset=GAME.presets[0].key)


@pytest.fixture
def actor() -> Actor:
    return any_organiser()


def swiss(event: Event) -> Stage:
    return event.stages.get(order=1)


def names(count: int) -> str:
    return "\n".join(f"Player {number:03d}" for number in range(1, count + 1))


def test_they_follow_whoever_signs_up_leaves_and_returns(actor: Actor) -> None:
    event = create_event(actor=actor, plan=PLAN)
    assert swiss(event).rounds_planned == 5
    import_entries(event=event, actor=actor, data=names(32))
    assert swiss(event).rounds_planned == 5
    entry = add_entry(event=event, actor=actor, name="Ada Okafor", checked_in=True)
    assert swiss(event).rounds_planned == 6
    row = event.audit_rows.last()
    assert row is not None
    assert row.details["rounds_planned"] == 6
    drop_entry(actor=actor, entry=entry)
    assert swiss(event).rounds_planned == 5
    return_entry(actor=actor, entry=entry)
    assert swiss(event).rounds_planned == 6
    remove_entry(actor=actor, entry=entry)
    assert swiss(event).rounds_planned == 5
    award_byes(actor=actor, entry=event.entries.first(), rounds=3)
    assert swiss(event).rounds_planned == 6


def test_they_fit_few_players_and_the_cut(subtests: pytest.Subtests, actor: Actor) -> None:
    for players, cut, rounds in [(2, 0, 1), (3, 0, 3), (4, 0, 3), (12, 4, 5), (12, 8, 4)]:
        with subtests.test(players=players, cut=cut, rounds=rounds), undone():
            event = create_event(actor=actor, plan=PLAN.changed(cut=cut))
            import_entries(event=event, actor=actor, data=names(players))
            assert swiss(event).rounds_planned == rounds


def test_the_first_pairing_counts_who_is_here_and_settles_them(actor: Actor) -> None:
    event = create_event(actor=actor, plan=PLAN)
    import_entries(event=event, actor=actor, data=names(40))
    assert swiss(event).rounds_planned == 6
    here = event.entries.order_by("number")[:8]
    Entry.objects.filter(pk__in=[entry.pk for entry in here]).update(status=EntryStatus.CHECKED_IN)
    round_ = pair_round(stage=swiss(event), actor=actor)
    assert swiss(event).rounds_planned == 3
    add_entry(event=event, actor=actor, name="Ada Okafor", checked_in=True)
    assert swiss(event).rounds_planned == 3
    withdraw_round(round=round_, actor=actor, reason="A late bus")
    add_entry(event=event, actor=actor, name="Bo Lindqvist")
    assert swiss(event).rounds_planned == 6


def test_a_number_that_was_set_stays(actor: Actor) -> None:
    event = create_event(actor=actor, plan=PLAN.changed(rounds=4))
    import_entries(event=event, actor=actor, data=names(40))
    assert swiss(event).rounds_planned == 4
    update_event(event=event, actor=actor, plan=changed_plan(event, {"rounds": None}))
    assert swiss(event).rounds_planned == 6
    update_event(event=event, actor=actor, plan=changed_plan(event, {"venue": "Hall 3"}))
    assert swiss(event).follows_attendance
    update_event(event=event, actor=actor, plan=changed_plan(event, {"rounds": 7}))
    add_entry(event=event, actor=actor, name="Ada Okafor")
    assert (swiss(event).rounds_planned, swiss(event).follows_attendance) == (7, False)


FORM = [
    ({"rounds": "5", "rounds_shown": "5", "rounds_follow": "on"}, (5, True)),
    ({"rounds": "", "rounds_shown": "5", "rounds_follow": "on"}, (5, True)),
    # Without JavaScript the box stays ticked: the number that was typed counts.
    ({"rounds": "7", "rounds_shown": "5", "rounds_follow": "on"}, (7, False)),
    ({"rounds": "5", "rounds_shown": "5"}, (5, False)),
]


def test_the_form_tells_what_was_typed_from_the_suggestion(subtests: pytest.Subtests, organiser: Client) -> None:  # noqa: F811
    for sent, planned in FORM:
        with subtests.test(sent=sent, planned=planned), undone():
            assert organiser.post(NEW, given(**sent)).status_code == 302
            stage = swiss(Event.objects.get())
            assert (stage.rounds_planned, stage.follows_attendance) == planned


def test_the_form_asks_for_a_number_when_the_suggestion_is_not_followed(organiser: Client) -> None:  # noqa: F811
    page = organiser.post(NEW, given(rounds=""))
    assert page.context["form"].errors.keys() == {"rounds"}


def test_the_settings_show_the_suggestion_of_now(organiser: Client) -> None:  # noqa: F811
    organiser.post(NEW, given(rounds="5", rounds_shown="5", rounds_follow="on", cut="0"))
    event = Event.objects.get()
    for number in range(1, 41):
        EntryFactory(event=event, number=number)
    form = organiser.get(settings_url(event)).context["form"]
    assert [form[name].value() for name in ("rounds", "rounds_follow", "rounds_shown")] == [6, True, 6]
    # Sent by a page that was opened before the players signed up.
    organiser.post(settings_url(event), given(rounds="5", rounds_shown="5", rounds_follow="on", cut="0"))
    assert (swiss(event).rounds_planned, swiss(event).follows_attendance) == (6, True)
    event.entries.filter(number__gt=2).update(status=EntryStatus.REGISTERED)
    pair_round(stage=swiss(event), actor=any_organiser())
    form = organiser.get(settings_url(event)).context["form"]
    assert "rounds_follow" not in form.fields
    assert form["rounds"].value() == 1


def test_three_players_with_five_rounds_are_told_that_three_suffice(organiser: Client) -> None:  # noqa: F811
    organiser.post(NEW, given(rounds="5", cut="0"))
    event = Event.objects.get()
    for number in range(1, 4):
        EntryFactory(event=event, number=number, status=EntryStatus.CHECKED_IN)
    page = organiser.get(settings_url(event)).content.decode()
    assert "3 rounds are enough for all signed-up players to meet each other." in page
    assert 'data-suffices="3" hidden' not in " ".join(page.split())
    desk = organiser.get(f"/e/{event.slug}/desk/").content.decode()
    assert "3 rounds are enough for everyone to meet everyone. More are planned" in desk
    organiser.post(settings_url(event), given(rounds="3", cut="0"))
    assert "rounds are enough for everyone" not in organiser.get(f"/e/{event.slug}/desk/").content.decode()
    assert 'data-suffices="3" hidden' in " ".join(organiser.get(settings_url(event)).content.decode().split())


def test_the_api_follows_what_is_null_and_says_so(account: APIClient) -> None:
    body: dict[str, Any] = {"name": "Spring Open", "date": "2027-04-03", "preset": GAME.presets[0].key}
    assert account.post("/api/v1/events/", body).data["rounds"] == 5
    url = "/api/v1/events/spring-open/"
    assert [stage["rounds_follow"] for stage in account.get(f"{url}stages/").data] == [True]
    import_entries(event=Event.objects.get(), actor=any_organiser(), data=names(4))
    assert account.get(url).data["rounds"] == 3
    assert account.patch(url, {"rounds": 5}, format="json").data["rounds"] == 5
    assert [stage["rounds_follow"] for stage in account.get(f"{url}stages/").data] == [False]
    steps = account.get(f"{url}next/").data["steps"]
    assert [(step["count"], step["allowed"]) for step in steps if step["code"] == "plan_fewer_rounds"] == [(3, True)]
    assert account.patch(url, {"rounds": None}, format="json").data["rounds"] == 3


def test_rounds_stay_a_field_that_is_asked_for_when_the_form_comes_back(organiser: Client) -> None:  # noqa: F811
    label = "(optional)</span></label>"
    for page in (organiser.get(NEW), organiser.post(NEW, given(name="", rounds="5", rounds_follow="on"))):
        field = page.context["form"].fields["rounds"]
        assert field.required
    assert page.context["form"].errors.keys() == {"name"}
    assert label in page.text
