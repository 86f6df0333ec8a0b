"""Another event like one that was, and templates: what comes along, and what stays."""

from __future__ import annotations

import io
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from judging.models import EventPolicy, Record
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from matches.audit.services import Actor, verify_audit
from matches.enums import Admission, EntryStatus, Role
from matches.errors import NotAllowed, Refused
from matches.events.queries.pictures import picture_file
from matches.events.services.events import create_event, publish_event
from matches.events.services.pictures import set_picture
from matches.events.services.plans import EventPlan, plan_of
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, EventRole, Round, User
from matches.people.services.entries import add_entry
from matches.schedule.items import Item, from_stored
from matches.schedule.services import local, set_schedule, shift_schedule
from rules_engine import games
from tests.factories import UserFactory, staff
from tests.matches.playing import event_of, played
from tests.scenes import ruled

pytestmark = pytest.mark.django_db

PRESET = games.all_games()[0].presets[0].key


@pytest.fixture
def user() -> User:
    return UserFactory()


@pytest.fixture
def organiser(user: User) -> Actor:
    return Actor(user=user)


@pytest.fixture
def event(organiser: Actor) -> Event:
    plan = EventPlan(
        name="Friday Blitz #12",
        date=date(2026, 11, 27),
        preset=PRESET,
        venue="Hall 2",
        kind="swiss",
        rounds=4,
        cut=4,
        third_place=True,
        sign_up=True,
        sign_up_opens="2026-11-20T18:00",
        sign_up_closes="2026-11-27T17:00",
        capacity=24,
        fee="5 €",
        sign_up_questions=[{"key": "deck", "label": "Deck", "kind": "text", "required": False, "choices": []}],
    )
    event = create_event(actor=organiser, plan=plan)
    event.schedule = [{"at": "2026-11-27T18:30", "text": "Round 1"}]
    event.save()
    return event


def terms(event: Event, **changes: Any) -> CopyTerms:
    plain = {"name": "Friday Blitz #13", "day": event.date + timedelta(days=7), "venue": event.venue}
    return CopyTerms(**{**plain, **changes})


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(file, "JPEG")
    return file.getvalue()


def test_everything_that_was_declared_comes_along(event: Event, organiser: Actor) -> None:
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    before, after = plan_of(event).values, plan_of(copy).values
    differs = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert differs == {
        "name": ("Friday Blitz #12", "Friday Blitz #13"),
        "date": (event.date, copy.date),
        "sign_up_opens": ("2026-11-20T18:00", "2026-11-27T18:00"),
        "sign_up_closes": ("2026-11-27T17:00", "2026-12-04T17:00"),
    }
    assert copy.schedule == [{"at": "2026-12-04T18:30", "text": "Round 1"}]
    assert [(stage.kind, stage.cut_to, stage.third_place) for stage in copy.stages.order_by("order")] == [
        (stage.kind, stage.cut_to, stage.third_place) for stage in event.stages.order_by("order")
    ]
    assert (copy.published, copy.finished_at, copy.slug) == (False, None, "friday-blitz-13")
    assert copy.seed != event.seed


def test_a_copy_is_one_change_with_one_row(event: Event, organiser: Actor) -> None:
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    [row] = copy.audit_rows.all()
    assert (row.act, row.details["source"]) == ("copy_event", str(event.key))
    assert verify_audit(copy) is None


def test_the_number_of_rounds_still_follows_the_players(organiser: Actor) -> None:
    event = create_event(actor=organiser, plan=EventPlan(name="A", date=date(2026, 11, 27), preset=PRESET, rounds=None))
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    [stage] = copy.stages.all()
    assert stage.follows_attendance


def test_staff_and_policy_come_along(event: Event, organiser: Actor) -> None:
    judge = staff(event, Role.HEAD_JUDGE)
    gone = staff(event, Role.FLOOR_JUDGE)
    gone.is_active = False
    gone.save()
    start_policy(event=event, profile="learning", actor=Actor(user=judge))
    EventPolicy.objects.filter(event=event).update(deputy_decides=True)
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    assert set(copy.roles.values_list("user", "role")) == {
        (organiser.user.pk, Role.ORGANISER),  # type: ignore[union-attr]
        (judge.pk, Role.HEAD_JUDGE),
    }
    rules = rules_of(copy)
    assert (rules.started, rules.profile, rules.delegated) == (True, "learning", True)


def test_the_schedule_comes_along_as_it_was_planned(event: Event, organiser: Actor) -> None:
    now = local(event, timezone.now())
    event.date = now.date()
    event.save(update_fields=["date"])
    items = [Item(now + timedelta(minutes=minutes), f"Item {minutes}") for minutes in (-30, 20, 60)]
    set_schedule(event=event, actor=organiser, items=items)
    for minutes in (15, 10):
        shift_schedule(event=event, actor=organiser, minutes=minutes)
    event.refresh_from_db()
    lines = [*from_stored(event.schedule)]
    assert lines[1].at == items[1].at + timedelta(minutes=25)
    renamed = [*lines[:2], Item(lines[2].at, "Prize-giving"), Item(lines[2].at + timedelta(minutes=5), "Home")]
    set_schedule(event=event, actor=organiser, items=renamed)  # written again while it is late
    event.refresh_from_db()
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    week = timedelta(days=7)
    assert [(item.at - week, item.text) for item in from_stored(copy.schedule)] == [
        (items[0].at, "Item -30"),
        (items[1].at, "Item 20"),
        (items[2].at, "Prize-giving"),
        (renamed[3].at, "Home"),
    ]


def test_the_picture_has_a_file_of_its_own(
    event: Event, organiser: Actor, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    set_picture(event=event, actor=organiser, alt="The hall", picture=picture())
    event.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        copy = copy_event(event=event, actor=organiser, terms=terms(event))
    assert copy.picture_alt == "The hall"
    assert picture_file(copy) != picture_file(event)
    assert picture_file(copy).read_bytes() == picture_file(event).read_bytes()


def test_a_copy_that_is_rolled_back_leaves_no_file(
    event: Event, organiser: Actor, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    set_picture(event=event, actor=organiser, alt="The hall", picture=picture())
    event.refresh_from_db()
    copy = None
    with django_capture_on_commit_callbacks(execute=True), suppress(Refused), transaction.atomic():
        copy = copy_event(event=event, actor=organiser, terms=terms(event))
        raise Refused("late", "Refused after all.")
    assert copy is not None
    assert not picture_file(copy).exists()


def test_nothing_that_was_played_comes_along() -> None:
    scene = ruled()
    event = scene.event
    copy = copy_event(event=event, actor=scene.hall.actor(), terms=terms(event))
    assert not Round.objects.filter(stage__event=copy).exists()
    assert not copy.entries.exists()
    assert not copy.sign_ups.exists()
    assert not Record.objects.filter(event=copy).exists()
    assert {stage.started_at for stage in copy.stages.all()} == {None}


def test_only_an_organiser_copies(event: Event) -> None:
    for role in (Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.FLOOR_JUDGE):
        with pytest.raises(NotAllowed):
            copy_event(event=event, actor=Actor(user=staff(event, role)), terms=terms(event))
    with pytest.raises(NotAllowed):
        copy_event(event=event, actor=Actor(user=UserFactory()), terms=terms(event))
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"address": "friday-blitz-12"}, "address_taken"),
        ({"address": "Friday Blitz"}, "address_invalid"),
        ({"address": "x/y"}, "address_invalid"),
        ({"as_template": True, "with_players": True}, "template_players"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, organiser: Actor, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        copy_event(event=event, actor=organiser, terms=terms(event, **changes))
    assert refused.value.code == code
    assert Event.objects.count() == 1


# Players of last time ---------------------------------------------------------------------------------------------


def test_players_of_last_time_are_invited(event: Event, organiser: Actor) -> None:
    kept = [add_entry(event=event, actor=organiser, name=name, email=f"{name}@x.org") for name in ("Ada", "Bo", "Cy")]
    kept[1].status = EntryStatus.DROPPED
    kept[1].save()
    kept[2].status = EntryStatus.DISQUALIFIED
    kept[2].save()
    copy = copy_event(event=event, actor=organiser, terms=terms(event, with_players=True))
    rows = list(copy.sign_ups.order_by("turn"))
    assert [(row.person.name, row.state) for row in rows] == [("Ada", Admission.INVITED), ("Bo", Admission.INVITED)]
    assert [row.player for row in rows] == [kept[0].player, kept[1].player]
    assert not copy.entries.exists()


def test_an_organiser_who_never_worked_there_invites_by_name_alone(event: Event, organiser: Actor) -> None:
    add_entry(event=event, actor=organiser, name="Ada", email="ada@x.org")
    newcomer = Actor(user=staff(event, Role.ORGANISER))
    copy = copy_event(event=event, actor=newcomer, terms=terms(event, with_players=True))
    [row] = copy.sign_ups.all()
    assert (row.player, row.person.name, row.person.email) == (None, "Ada", "")


# Templates --------------------------------------------------------------------------------------------------------


@pytest.fixture
def template(event: Event, organiser: Actor) -> Event:
    return copy_event(event=event, actor=organiser, terms=terms(event, name="Friday Blitz", as_template=True))


def test_a_template_is_in_no_list_of_events(client: Client, template: Event, event: Event, user: User) -> None:
    client.force_login(user)
    home = client.get(reverse("matches:home"))
    assert [item.event for item in home.context["own"]] == [event]
    assert [shown.event for shown in home.context["templates"]] == [template]
    api = APIClient()
    api.force_authenticate(user)
    assert [row["slug"] for row in api.get(reverse("api-events")).data["results"]] == [event.slug]
    [row] = api.get(reverse("api-events"), {"template": "true"}).data["results"]
    assert (row["slug"], row["template"]) == (template.slug, True)
    assert Client().get(reverse("matches:public", args=[template.slug])).status_code == 404


def test_nothing_happens_at_a_template(client: Client, template: Event, organiser: Actor, user: User) -> None:
    with pytest.raises(Refused) as refused:
        add_entry(event=template, actor=organiser, name="Ada")
    assert refused.value.code == "is_template"
    with pytest.raises(Refused) as refused:
        publish_event(event=template, actor=organiser)
    assert refused.value.code == "is_template"
    client.force_login(user)
    assert client.get(reverse("matches:desk", args=[template.slug]))["Location"] == reverse(
        "matches:event_settings", args=[template.slug]
    )
    page = client.get(reverse("matches:event_settings", args=[template.slug]))
    assert [section.icon for section in page.context["nav"]] == ["setup"]
    assert client.post(reverse("matches:event_publish", args=[template.slug]), {"on": "1"}).status_code == 409


def test_a_new_event_can_begin_from_a_template(client: Client, template: Event, event: Event, user: User) -> None:
    client.force_login(user)
    new = client.get(reverse("matches:event_new"))
    assert ([shown.event for shown in new.context["templates"]], new.context["has_earlier"]) == ([template], True)
    listed = client.get(reverse("matches:event_from")).context
    assert ([shown.event for shown in listed["templates"]], list(listed["page"])) == ([template], [event])
    url = reverse("matches:event_copy", args=[template.slug])
    assert "with_players" not in client.get(url).context["form"].fields
    made = client.post(url, {"name": "Friday Blitz #13", "day": "2026-12-04", "submission": uuid.uuid4()})
    copy = Event.objects.get(slug="friday-blitz-13")
    assert made["Location"] == reverse("matches:event_settings", args=[copy.slug])
    assert (copy.is_template, copy.schedule[0]["at"]) == (False, "2026-12-04T18:30")


def test_who_has_no_event_is_offered_nothing(client: Client) -> None:
    client.force_login(UserFactory())
    new = client.get(reverse("matches:event_new"))
    assert (new.context["templates"], new.context["has_earlier"]) == ([], False)


# Pages and API ----------------------------------------------------------------------------------------------------


def test_the_page_proposes_and_keeps_what_was_typed(client: Client, event: Event, user: User) -> None:
    client.force_login(user)
    url = reverse("matches:event_copy", args=[event.slug])
    form = client.get(url).context["form"]
    assert form.initial["name"] == "Friday Blitz #13"
    assert form.initial["day"].weekday() == event.date.weekday()
    sent = {"name": "Next one", "day": "2026-12-04", "address": "friday-blitz-12", "submission": uuid.uuid4()}
    refused = client.post(url, sent)
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["address"])
    assert 'value="Next one"' in refused.content.decode()
    sent["address"] = "next-one"
    first, second = client.post(url, sent), client.post(url, sent)
    assert first["Location"] == second["Location"] == reverse("matches:event_settings", args=["next-one"])
    assert Event.objects.count() == 2


def test_the_page_keeps_a_template(client: Client, event: Event, user: User) -> None:
    client.force_login(user)
    url = reverse("matches:event_template", args=[event.slug])
    assert client.post(url, {"name": "", "submission": uuid.uuid4()}).status_code == 422
    client.post(url, {"name": "Fridays", "submission": uuid.uuid4()})
    assert Event.objects.get(slug="fridays").is_template


def test_the_api_copies(event: Event, user: User) -> None:
    api = APIClient()
    api.force_authenticate(user)
    url = reverse("api-event-copy", args=[event.slug])
    made = api.post(url, {"name": "Friday Blitz #13", "date": "2026-12-04"})
    assert made.status_code == 201, made.data
    assert made.headers["Location"] == "/api/v1/events/friday-blitz-13/"
    assert (made.data["venue"], made.data["sign_up_opens"], made.data["roles"]) == (
        "Hall 2",
        "2026-11-27T18:00",
        ["organiser"],
    )
    taken = api.post(url, {"name": "A", "date": "2026-12-04", "address": event.slug})
    assert (taken.status_code, list(taken.data["errors"])) == (422, ["address"])
    api.force_authenticate(staff(event, Role.SCOREKEEPER))
    assert api.post(url, {"name": "A", "date": "2026-12-04"}).status_code == 403


def test_a_played_event_can_be_copied(organiser: Actor) -> None:
    event = event_of(4, rounds=2)
    assert organiser.user is not None
    EventRole.objects.create(event=event, user=organiser.user, role=Role.ORGANISER)
    played(event, organiser)
    copy = copy_event(event=event, actor=organiser, terms=terms(event))
    assert [stage.rounds_planned for stage in copy.stages.all()] == [2]


@pytest.mark.parametrize("day", [date(1, 1, 1), date(9999, 12, 31)])
def test_a_copy_cannot_be_in_a_year_that_cannot_be_counted_with(
    client: Client, event: Event, user: User, day: date
) -> None:
    client.force_login(user)
    url = reverse("matches:event_copy", args=[event.slug])
    key = client.get(url).context["form"].initial["submission"]
    answer = client.post(url, {"submission": key, "name": "Far", "day": day.isoformat()})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["day"])
    copy = reverse("api-event-copy", args=[event.slug])
    answer = client.post(copy, {"name": "Far", "date": day.isoformat()}, content_type="application/json")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["date"])
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    "changes",
    [{"date": date(1, 1, 1)}, {"date": date(9999, 12, 31)}, {"sign_up_opens": "0001-01-01T10:00"}],
)
def test_settings_refuse_such_a_year(event: Event, organiser: Actor, changes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        create_event(actor=organiser, plan=plan_of(event).changed(**changes))
    assert (refused.value.code, refused.value.parameter) == ("year_impossible", *changes)
