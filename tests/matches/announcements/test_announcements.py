"""Announcements: whom each reaches, on which pages, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.announcements.forms import AnnouncementForm
from matches.announcements.labels import until_text
from matches.announcements.queries import PART, STAFF_PART, showing
from matches.announcements.services import MOST_SHOWING, announce, end_announcement
from matches.audit.services import Actor
from matches.enums import Audience, EntryStatus, Role
from matches.errors import NotAllowed, Refused
from matches.live.queries import event_versions, public_versions
from matches.models import Announcement, Event
from matches.models.announcements import LONGEST_ANNOUNCEMENT
from matches.people.services.links import make_player_link
from tests.factories import EntryFactory, any_organiser, staff
from tests.matches.playing import event_of, match_at, running

pytestmark = pytest.mark.django_db
LUNCH = "Lunch until 13:30. Round 3 begins at 13:40."


@pytest.fixture(autouse=True)
def _no_copies() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    event = event_of(4)
    event.published = True
    event.save()
    return event


def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.SCOREKEEPER))


def public_pages(event: Event) -> list[str]:
    return [reverse(f"matches:{name}", args=[event.slug]) for name in ("public", "players", "wall", "announcements")]


def test_everyone_reads_it_on_every_public_page_until_it_is_ended(client: Client, event: Event) -> None:
    actor = desk(event)
    row = announce(event=event, actor=actor, text=f"  {LUNCH}\n")
    for url in public_pages(event):
        assert LUNCH in client.get(url).text
    end_announcement(announcement=row, actor=actor)
    for url in public_pages(event):
        assert LUNCH not in client.get(url).text
    assert [audit.act for audit in event.audit_rows.all()][-2:] == ["announce", "end_announcement"]
    assert all("Lunch" not in str(audit.details) for audit in event.audit_rows.all())


def test_one_that_is_over_shows_no_more_and_cannot_be_ended(client: Client, event: Event) -> None:
    now = timezone.now()
    row = announce(event=event, actor=desk(event), text=LUNCH, until=now + timedelta(minutes=10))
    assert list(showing(event, now + timedelta(minutes=9))) == [row]
    assert list(showing(event, now + timedelta(minutes=11))) == []
    Announcement.objects.update(until=now - timedelta(seconds=1))
    with pytest.raises(Refused) as refused:
        end_announcement(announcement=row, actor=desk(event))
    assert (refused.value.code, refused.value.conflict) == ("not_showing", True)


def test_the_page_says_up_to_when_so_that_a_kept_copy_hides_it(client: Client, event: Event) -> None:
    until = timezone.now() + timedelta(minutes=10)
    announce(event=event, actor=desk(event), text=LUNCH, until=until)
    page = client.get(reverse("matches:public", args=[event.slug]))
    shown = page.text.split('data-until="')[1].split('"')[0]
    assert datetime.fromisoformat(shown) == until


def test_only_the_players_at_the_table_read_what_is_for_them(client: Client, event: Event) -> None:
    organiser = any_organiser()
    round_ = running(event, organiser)
    text = "Your deck check is over. You have 4 minutes more."
    announce(event=event, actor=organiser, text=text, audience=Audience.TABLE, table=2)
    pages = {
        number: client.get(reverse("matches:me", args=[make_player_link(actor=organiser, entry=entry).token])).text
        for number in (1, 2)
        for entry in [match_at(round_, number).seats.first().entry]
    }
    assert (text in pages[1], text in pages[2]) == (False, True)
    for url in public_pages(event):
        assert text not in client.get(url).text


def test_only_players_who_are_not_checked_in_read_what_is_for_them(client: Client, event: Event) -> None:
    organiser = any_organiser()
    late = EntryFactory(event=event, status=EntryStatus.REGISTERED)
    here = event.entries.filter(status=EntryStatus.CHECKED_IN).first()
    assert here is not None
    text = "Check in at the desk by 10:00."
    announce(event=event, actor=organiser, text=text, audience=Audience.NOT_CHECKED_IN)
    texts = [
        client.get(reverse("matches:me", args=[make_player_link(actor=organiser, entry=entry).token])).text
        for entry in (late, here)
    ]
    assert [text in page for page in texts] == [True, False]
    assert 'data-live-also="clock,announcements"' in texts[0]


def test_visitors_hear_nothing_of_what_is_for_the_staff(client: Client, event: Event) -> None:
    judge = staff(event, Role.FLOOR_JUDGE)
    announce(event=event, actor=desk(event), text="Judges to the stage, please.", audience=Audience.STAFF)
    assert event_versions(event)[STAFF_PART] == 1
    assert PART not in event_versions(event)
    assert STAFF_PART not in public_versions(event)
    url = reverse("matches:staff_announcements", args=[event.slug])
    assert client.get(url).status_code == 302
    client.force_login(judge)
    assert "Judges to the stage" in client.get(url).text
    assert "Judges to the stage" not in client.get(reverse("matches:announcements", args=[event.slug])).text


def test_a_page_asks_nothing_while_nobody_has_announced_anything(event: Event, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    from matches.announcements.queries import showing_to

    with django_assert_num_queries(0):
        assert showing_to(event, timezone.now(), [Audience.EVERYONE], {"pairings": 3}) == []


@pytest.mark.parametrize(
    ("fields", "code", "parameter"),
    [
        ({"text": " \n"}, "text_missing", "text"),
        ({"text": "x" * (LONGEST_ANNOUNCEMENT + 1)}, "text_long", "text"),
        ({"audience": "the cat"}, "audience_unknown", "audience"),
        ({"audience": Audience.TABLE}, "table_missing", "table"),
        ({"audience": Audience.TABLE, "table": 9}, "table_unknown", "table"),
        ({"until": timezone.now() - timedelta(hours=1)}, "until_over", "until"),
    ],
)
def test_what_cannot_be_announced_is_refused_at_its_field(
    event: Event, fields: dict[str, object], code: str, parameter: str
) -> None:
    running(event, any_organiser())
    with pytest.raises(Refused) as refused:
        announce(event=event, actor=desk(event), **{"text": LUNCH, **fields})  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.parameter) == (code, parameter)
    assert not Announcement.objects.exists()


def test_no_more_show_than_a_phone_has_room_for(event: Event) -> None:
    actor = desk(event)
    rows = [announce(event=event, actor=actor, text=f"Item {n}") for n in range(MOST_SHOWING)]
    with pytest.raises(Refused) as refused:
        announce(event=event, actor=actor, text="One more")
    assert refused.value.code == "too_many"
    end_announcement(announcement=rows[0], actor=actor)
    announce(event=event, actor=actor, text="One more")


def test_a_floor_judge_cannot_announce(client: Client, event: Event) -> None:
    judge = staff(event, Role.FLOOR_JUDGE)
    with pytest.raises(NotAllowed):
        announce(event=event, actor=Actor(user=judge), text=LUNCH)
    client.force_login(judge)
    assert client.get(reverse("matches:desk_announcements", args=[event.slug])).status_code == 403
    assert "Announce" not in client.get(reverse("matches:desk", args=[event.slug])).text


def test_the_database_keeps_a_match_with_those_for_a_table_alone(event: Event) -> None:
    values = {"event": event, "text": LUNCH, "made_at": timezone.now()}
    for audience in (Audience.TABLE, "the cat"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Announcement.objects.create(**values, audience=audience)


def test_the_desk_announces_and_ends_on_its_page(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.HEAD_JUDGE))
    url = reverse("matches:desk_announcements", args=[event.slug])
    key = client.get(url).context["form"].initial["submission"]
    sent = {"submission": key, "text": LUNCH, "audience": "everyone", "table": "", "lasts": "30"}
    assert client.post(url, {**sent, "text": ""}).status_code == 422
    assert client.post(url, {**sent, "table": "3"}).status_code == 422
    assert not Announcement.objects.exists()
    assert client.post(url, sent).status_code == 302
    assert client.post(url, sent).status_code == 302  # sent twice, made once
    row = Announcement.objects.get()
    assert row.until is not None
    assert timedelta(minutes=29) < row.until - row.made_at <= timedelta(minutes=30)
    page = client.get(url).text
    assert LUNCH in page
    assert client.post(reverse("matches:announcement_end", args=[event.slug, row.key])).status_code == 302
    row.refresh_from_db()
    assert row.ended_at is not None


def test_the_api_announces_lists_and_ends(client: Client, event: Event) -> None:
    url = reverse("api-announcements", args=[event.slug])
    assert client.post(url, {"text": LUNCH}, content_type="application/json").status_code == 401
    staff_client = Client()
    staff_client.force_login(staff(event, Role.SCOREKEEPER))
    made = staff_client.post(url, {"text": LUNCH}, content_type="application/json")
    assert (made.status_code, made.json()["audience"], made.json()["table"]) == (201, "everyone", None)
    hidden = staff_client.post(url, {"text": "Staff only", "audience": "staff"}, content_type="application/json")
    assert hidden.status_code == 201
    assert [row["text"] for row in client.get(url).json()["results"]] == [LUNCH]
    assert [row["text"] for row in staff_client.get(url).json()["results"]] == ["Staff only", LUNCH]
    wrong = staff_client.post(url, {"text": "x", "audience": "table"}, content_type="application/json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (422, ["table"])
    end = reverse("api-announcement-end", args=[event.slug, made.json()["key"]])
    assert staff_client.post(end, content_type="application/json").json()["ended_at"] is not None
    assert staff_client.post(end, content_type="application/json").status_code == 409
    assert client.get(url).json()["results"] == []


@pytest.mark.parametrize(
    ("now", "typed", "until"),
    [
        ("2026-11-28T16:20", "17:00", "2026-11-28T17:00"),
        ("2026-11-28T23:40", "00:30", "2026-11-29T00:30"),
        ("2026-11-28T17:05", "17:00", "2026-11-28T17:00"),  # a slip, which is refused
    ],
)
def test_the_page_takes_a_time_of_day_by_the_event_s_clock(now: str, typed: str, until: str) -> None:
    zone = ZoneInfo("America/New_York")
    sent = {"submission": uuid4(), "text": LUNCH, "audience": "everyone", "lasts": "at", "until": typed}
    form = AnnouncementForm(sent)
    assert form.is_valid()
    found = form.announcement(datetime.fromisoformat(now).replace(tzinfo=zone))["until"]
    assert found == datetime.fromisoformat(until).replace(tzinfo=zone)


def test_a_time_that_is_missing_or_beside_another_choice_is_named_at_its_field(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:desk_announcements", args=[event.slug])
    sent = {"submission": uuid4(), "text": LUNCH, "audience": "everyone"}
    for wrong in ({"lasts": "at"}, {"lasts": "30", "until": "17:00"}):
        page = client.post(url, {**sent, **wrong})
        assert list(page.context["form"].errors) == ["until"], wrong
    assert not Announcement.objects.exists()


def test_an_end_on_another_day_has_its_date(client: Client, event: Event) -> None:
    actor = desk(event)
    now = timezone.localtime(timezone=ZoneInfo(event.time_zone))
    days = now + timedelta(days=5)
    announce(event=event, actor=actor, text="The hall opens at nine.", until=days)
    client.force_login(actor.user)  # type: ignore[arg-type]
    page = client.get(reverse("matches:desk_announcements", args=[event.slug])).text
    assert f"until {days.day} {days:%b}, {days:%H:%M}" in page
    row = Announcement.objects.get()
    with timezone.override(event.time_zone):
        assert until_text(row, days) == f"until {days:%H:%M}"
