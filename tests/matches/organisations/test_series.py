"""The series of a club: their names, which events are in them, and what is left when one is removed."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.events.services.events import create_event
from matches.events.services.plans import plan_of
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, Organisation, Series
from matches.organisations.queries.series import has_series, series_at, series_of
from matches.organisations.services.events import set_organisation
from matches.organisations.services.series import MOST_SERIES, create_series, remove_series, rename_series
from tests.factories import EventRoleFactory, StageFactory
from tests.matches.organisations.clubs import DAY, club, event_of, member

pytestmark = pytest.mark.django_db


def acts(organisation: Organisation) -> list[tuple[str, dict[str, object]]]:
    return list(organisation.acts.order_by("pk").values_list("act", "details"))


def event_in(series: Series, manager: Actor) -> Event:
    event = event_of(series.organisation, manager)
    StageFactory(event=event)
    return set_organisation(event=event, actor=manager, organisation=series.organisation, series=series)


def names(organisation: Organisation) -> list[str]:
    return [series.name for series in series_of([organisation])]


def test_each_act_on_a_series_is_one_row_of_the_clubs_log_without_its_name() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="  Winter  League ")
    assert series.name == "Winter League"
    rename_series(series=series, actor=manager, name="Spring League")
    remove_series(series=series, actor=manager)
    noted = {"series": str(series.key)}
    wanted = [(act, noted) for act in ("create_series", "rename_series", "remove_series")]
    assert acts(organisation)[1:] == wanted


@pytest.mark.parametrize("name", ["", " ", "=SUM(A1)", "x" * 121, "winter league", "Winter  League"])
def test_a_name_is_there_and_no_other_series_of_the_club_has_it(name: str) -> None:
    organisation, manager = club()
    first = create_series(organisation=organisation, actor=manager, name="Winter League")
    second = create_series(organisation=organisation, actor=manager, name="Cup")
    with pytest.raises(Refused) as refused:
        create_series(organisation=organisation, actor=manager, name=name)
    assert refused.value.parameter == "name"
    with pytest.raises(Refused):
        rename_series(series=second, actor=manager, name=name)
    assert names(organisation) == ["Cup", "Winter League"]
    assert rename_series(series=first, actor=manager, name="WINTER league").name == "WINTER league"  # its own
    other, other_manager = club("Other")
    assert create_series(organisation=other, actor=other_manager, name="Winter League")


@pytest.mark.database
def test_the_database_holds_that_a_name_is_there_once_among_those_that_stand() -> None:
    organisation, manager = club()
    first = create_series(organisation=organisation, actor=manager, name="Winter")
    with pytest.raises(IntegrityError), transaction.atomic():
        Series.objects.create(organisation=organisation, name="Winter")
    remove_series(series=first, actor=manager)
    assert create_series(organisation=organisation, actor=manager, name="Winter") != first
    with pytest.raises(Refused, match="has been removed"):
        rename_series(series=first, actor=manager, name="Again")


def test_a_club_has_so_many_series_at_the_most() -> None:
    organisation, manager = club()
    Series.objects.bulk_create(Series(organisation=organisation, name=f"S{n}") for n in range(MOST_SERIES))
    with pytest.raises(Refused, match="Remove one"):
        create_series(organisation=organisation, actor=manager, name="One more")


def test_only_managers_make_and_remove_series_and_members_put_their_events_into_them() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    for user in (member(organisation, manager, Role.ORGANISER), member(organisation, manager)):
        actor = Actor(user=user)
        with pytest.raises(NotAllowed):
            create_series(organisation=organisation, actor=actor, name="Mine")
        with pytest.raises(NotAllowed):
            remove_series(series=series, actor=actor)
        event = event_of(organisation, actor)
        assert set_organisation(event=event, actor=actor, organisation=organisation, series=series).series == series


def test_the_series_of_an_event_is_one_of_its_club() -> None:
    organisation, manager = club()
    elsewhere, stranger = club("Other")
    foreign = create_series(organisation=elsewhere, actor=stranger, name="Foreign")
    gone = create_series(organisation=organisation, actor=manager, name="Gone")
    remove_series(series=gone, actor=manager)
    event = event_of(organisation, manager)
    for series in (foreign, gone):
        with pytest.raises(Refused) as refused:
            set_organisation(event=event, actor=manager, organisation=organisation, series=series)
        assert refused.value.parameter == "series"
        plan = plan_of(StageFactory().event)
        with pytest.raises(Refused):
            create_event(actor=manager, plan=plan, organisation=organisation, series=series)
    event.refresh_from_db()
    assert event.series is None


@pytest.mark.database
def test_an_event_changes_its_series_and_leaves_it_with_the_club() -> None:
    organisation, manager = club()
    other, _other_manager = club("Other")
    other.members.create(user=manager.user, invited_at="2026-01-01T00:00Z", accepted_at="2026-01-01T00:00Z")
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    event = event_in(series, manager)
    noted = {"event": str(event.key), "series": str(series.key)}
    assert acts(organisation)[-1] == ("set_series", noted)
    before = len(acts(organisation))
    set_organisation(event=event, actor=manager, organisation=organisation, series=series)
    assert len(acts(organisation)) == before  # nothing changed
    event = set_organisation(event=event, actor=manager, organisation=organisation)
    assert (event.series, acts(organisation)[-1]) == (None, ("set_series", {"event": str(event.key)}))
    event = set_organisation(event=event, actor=manager, organisation=organisation, series=series)
    event = set_organisation(event=event, actor=manager, organisation=other)
    event.refresh_from_db()
    assert (event.organisation, event.series) == (other, None)
    assert event.audit_rows.order_by("sequence").last().details["organisation"] == str(other.key)


def test_a_removed_series_leaves_its_events() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    event = event_in(series, manager)
    changes = event.audit_rows.count()
    assert has_series(organisation)
    remove_series(series=series, actor=manager)
    event.refresh_from_db()
    assert (event.organisation, series_at(event), event.audit_rows.count()) == (organisation, None, changes)
    assert not has_series(organisation)
    assert names(organisation) == []


def test_same_again_and_a_new_event_are_in_the_series() -> None:
    organisation, manager = club()
    series = create_series(organisation=organisation, actor=manager, name="Winter")
    event = event_in(series, manager)
    terms = CopyTerms(name="Next", day=DAY, venue="")
    assert copy_event(event=event, actor=manager, terms=terms).series == series
    outside = Actor(user=member(organisation, manager, Role.ORGANISER))
    EventRoleFactory(event=event, user=outside.user, role=Role.ORGANISER)
    organisation.members.filter(user=outside.user).delete()
    copy = copy_event(event=event, actor=outside, terms=terms)
    assert (copy.organisation, copy.series) == (None, None)
    new = create_event(actor=manager, plan=plan_of(event), organisation=organisation, series=series)
    assert Event.objects.get(pk=new.pk).series == series
    remove_series(series=series, actor=manager)
    assert copy_event(event=event, actor=manager, terms=terms).series is None
