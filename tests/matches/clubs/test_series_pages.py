"""The pages of a club's series: what they list, for whom, and that it is chosen with the club of an event."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.clubs.series_views import NEWEST
from matches.enums import EntryStatus, NameDisplay, Role
from matches.final.winner_queries import noted_winners
from matches.life.archive_services import archive_event
from matches.models import Event, Organisation, Series
from matches.organisations.services.events import set_organisation
from matches.organisations.services.series import create_series, remove_series
from tests.factories import EntryFactory, EventFactory, EventRoleFactory, StageFactory
from tests.matches.organisations.clubs import club, event_of, member
from tests.matches.setup.test_views import given as event_form
from tests.scenes import finished
from tests.test_rights_sweep import signed_in

pytestmark = pytest.mark.django_db


def with_series() -> tuple[Organisation, Actor, Series]:
    organisation, manager = club()
    return organisation, manager, create_series(organisation=organisation, actor=manager, name="Winter League")


def event_in(series: Series, manager: Actor, **values: Any) -> Event:
    event = event_of(series.organisation, manager, **values)
    return set_organisation(event=event, actor=manager, organisation=series.organisation, series=series)


def page_of(user: Any, organisation: Organisation, name: str = "club_series", *more: object) -> str:
    return signed_in(user).get(reverse(f"matches:{name}", args=[organisation.slug, *more])).text


@pytest.mark.database
def test_the_list_shows_each_series_with_its_events_players_and_years() -> None:
    organisation, manager, series = with_series()
    first = event_in(series, manager, name="Opening", date="2026-11-21", published=True)
    event_in(series, manager, name="Second Night", date="2027-01-09", published=True)
    event_of(organisation, manager, name="Apart", published=True)
    EntryFactory.create_batch(3, event=first, status=EntryStatus.REGISTERED)
    text = page_of(member(organisation, manager), organisation)
    assert text.index("Second Night") < text.index("Opening")  # the newest first
    assert "2026–2027" in text
    assert '<td class="number">3</td>' in text
    assert "Apart" not in text


def test_a_finished_event_names_its_winner_as_the_public_sees_the_name() -> None:
    organisation, manager, series = with_series()
    event = Event.objects.get(pk=finished().event.pk)
    EventRoleFactory(event=event, user=manager.user, role=Role.ORGANISER)
    set_organisation(event=event, actor=manager, organisation=organisation, series=series)
    [winners] = noted_winners([event]).values()
    for display in (NameDisplay.FULL, NameDisplay.NUMBER):
        Event.objects.filter(pk=event.pk).update(published=True, name_display=display)
        text = page_of(member(organisation, manager), organisation)
        assert [winner.player.name in text for winner in winners] == [display == NameDisplay.FULL]


def test_hidden_and_archived_events_are_shown_as_in_every_list() -> None:
    organisation, manager, series = with_series()
    event_in(series, manager, name="Hidden Night", published=False)
    archived = event_in(series, manager, name="Archived Night", published=True)
    archive_event(event=archived, actor=manager)
    plain = member(organisation, manager)
    for name, more in (("club_series", ()), ("series", (series.key,)), ("club", ())):
        theirs, own = page_of(plain, organisation, name, *more), page_of(manager.user, organisation, name, *more)
        assert "Hidden Night" not in theirs
        assert "Hidden Night" in own  # who works there sees it
        assert "Archived Night" not in own + theirs


@pytest.mark.database
def test_a_series_of_many_events_shows_the_newest_and_leads_to_all() -> None:
    organisation, manager, series = with_series()
    for number in range(NEWEST + 2):
        event_in(series, manager, name=f"Night {number:02}", date=f"2026-11-{number + 1:02}", published=True)
    everything = reverse("matches:series", args=[organisation.slug, series.key])
    text = page_of(manager.user, organisation)
    assert f"All {NEWEST + 2} events" in text
    assert text.count(everything) == 2
    assert ("Night 02" in text, "Night 01" in text) == (True, False)
    assert "Night 00" in page_of(manager.user, organisation, "series", series.key)


def test_as_many_queries_however_many_series_there_are() -> None:
    organisation, manager, series = with_series()
    Event.objects.filter(pk=event_in(series, manager, published=True).pk).update(finished_at=timezone.now())
    client, url = signed_in(manager.user), reverse("matches:club_series", args=[organisation.slug])  # type: ignore[arg-type]

    def count() -> int:
        client.get(url)
        with CaptureQueriesContext(connection) as seen:
            assert client.get(url).status_code == 200
        return len(seen)

    one = count()
    for name in ("Spring", "Summer"):
        other = create_series(organisation=organisation, actor=manager, name=name)
        for _n in range(3):
            event = event_in(other, manager, published=True)
            Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    assert count() == one


def test_a_club_without_a_series_shows_nothing_of_them_but_to_its_manager() -> None:
    organisation, manager = club()
    event = event_of(organisation, manager)
    StageFactory(event=event)
    plain = member(organisation, manager)
    url = reverse("matches:club_series", args=[organisation.slug])
    assert url in page_of(manager.user, organisation, "club")
    assert url not in page_of(plain, organisation, "club")
    client = signed_in(manager.user)  # type: ignore[arg-type]
    for page in (reverse("matches:event_new"), reverse("matches:event_club", args=[event.slug])):
        assert 'name="series"' not in client.get(page).text
    create_series(organisation=organisation, actor=manager, name="Winter")
    assert url in page_of(plain, organisation, "club")
    for page in (reverse("matches:event_new"), reverse("matches:event_club", args=[event.slug])):
        assert 'name="series"' in client.get(page).text


def test_the_series_is_chosen_with_the_club() -> None:
    organisation, manager, series = with_series()
    client = signed_in(manager.user)  # type: ignore[arg-type]
    data = {**event_form(name="Friday Blitz"), "club": organisation.slug, "series": str(series.key)}
    assert client.post(reverse("matches:event_new"), data).status_code == 302
    event = Event.objects.get(name="Friday Blitz")
    assert event.series == series
    url = reverse("matches:event_club", args=[event.slug])
    assert client.get(url).context["form"]["series"].value() == str(series.key)
    for sent, now in (({"series": ""}, None), ({"series": str(series.key)}, series)):
        assert client.post(url, {"club": organisation.slug, **sent}).status_code == 302
        event.refresh_from_db()
        assert event.series == now
    remove_series(series=series, actor=manager)
    create_series(organisation=organisation, actor=manager, name="Spring")
    assert client.get(url).context["form"]["series"].value() == ""


def test_a_series_of_another_club_is_refused_at_its_field() -> None:
    organisation, manager, series = with_series()
    other, other_manager = club("Other Club")
    for where in (organisation, other):
        other.members.get_or_create(
            user=manager.user, defaults={"invited_at": timezone.now(), "accepted_at": timezone.now()}
        )
        assert where
    create_series(organisation=other, actor=other_manager, name="Their Cup")
    event = EventFactory()
    StageFactory(event=event)
    EventRoleFactory(event=event, user=manager.user, role=Role.ORGANISER)
    client = signed_in(manager.user)  # type: ignore[arg-type]
    url = reverse("matches:event_club", args=[event.slug])
    assert client.get(url).text.count("<optgroup") == 2
    for club_slug in (other.slug, ""):
        answer = client.post(url, {"club": club_slug, "series": str(series.key)})
        assert answer.status_code == 422
        [error] = answer.context["form"].errors["series"]
        assert error == "Winter League is a series of Card Club. Choose that club, or another series."


def test_a_manager_makes_renames_and_removes_one() -> None:
    organisation, manager = club()
    client = signed_in(manager.user)  # type: ignore[arg-type]
    url = reverse("matches:club_series", args=[organisation.slug])
    sent = {"name": "Winter", "submission": uuid.uuid4()}
    assert "Series created" in client.post(url, sent, follow=True).text
    client.post(url, sent)
    series = Series.objects.get()  # sent twice, made once
    again = client.post(url, {"name": "winter", "submission": uuid.uuid4()})
    assert (again.status_code, Series.objects.count()) == (422, 1)
    edit = reverse("matches:series_edit", args=[organisation.slug, series.key])
    assert client.post(edit, {"name": ""}).status_code == 422
    assert client.post(edit, {"name": "Spring"}, follow=True).context["series"].name == "Spring"
    answer = client.post(reverse("matches:series_remove", args=[organisation.slug, series.key]), follow=True)
    assert "Spring has been removed" in answer.text
    assert client.get(edit).status_code == 404


def test_many_series_stand_on_several_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.clubs.series_views.PAGE_OF_SERIES", 2)
    organisation, manager = club()
    for name in ("Autumn Cup", "Spring Cup", "Winter Cup"):
        create_series(organisation=organisation, actor=manager, name=name)
    first, second = (page_of(manager.user, organisation), page_of_number(manager.user, organisation, 2))
    assert [name in first for name in ("Autumn Cup", "Spring Cup", "Winter Cup")] == [True, True, False]
    assert [name in second for name in ("Autumn Cup", "Spring Cup", "Winter Cup")] == [False, False, True]
    assert ("Page 1 of 2" in first, "Page 2 of 2" in second) == (True, True)


def page_of_number(user: Any, organisation: Organisation, number: int) -> str:
    return signed_in(user).get(reverse("matches:club_series", args=[organisation.slug]), {"page": number}).text


def test_the_name_of_a_removed_series_does_not_turn_its_sentences() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="دوري الشتاء")
    edit = reverse("matches:series_edit", args=[organisation.slug, series.key])
    client = signed_in(manager.user)  # type: ignore[arg-type]
    assert f"<bdi>{series.name}</bdi>" in client.get(edit).text
    removed = client.post(reverse("matches:series_remove", args=[organisation.slug, series.key]), follow=True)
    assert f"\u2068{series.name}\u2069" in removed.text
