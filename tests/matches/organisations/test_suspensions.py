"""What a suspension does at the events of its club, and what an override undoes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.attendance.services import check_in, check_in_self, drop_entry, return_entry
from matches.audit.services import Actor
from matches.enums import Admission, EntryStatus, Role
from matches.errors import NotAllowed, Refused
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Entry, Event, SignUp, Suspension, SuspensionOverride
from matches.organisations.services.checks import SuspendedPerson
from matches.organisations.services.events import set_organisation
from matches.organisations.services.suspensions import lift_suspension, override_suspension
from matches.people.services.entries import add_entry
from matches.people.services.imports import import_entries
from matches.signups.services.admission import accept_sign_ups, restore_sign_up
from matches.signups.services.declining import decline_sign_ups
from matches.signups.services.inviting import accept_invitation
from matches.signups.services.signing import change_sign_up, sign_up, withdraw_sign_up
from tests.factories import EntryFactory, StageFactory, staff
from tests.matches.organisations.clubs import DAY, club, event_of, member, suspended

pytestmark = pytest.mark.django_db

REASON = "first offence, the club's board agreed"


def open_club(capacity: int | None = None, **options: Any) -> tuple[Event, Actor, Suspension]:
    """An event of a club with open sign-up, its organiser, and Ada Okafor's suspension, who has the id BK-17."""
    organisation, manager = club()
    event = event_of(
        organisation, manager, options={"sign_up": {"is_open": True, "capacity": capacity, "id": "optional", **options}}
    )
    StageFactory(event=event)
    return event, manager, suspended(organisation, manager, external_id="BK-17", email="ada@example.org")


def refused_as_suspended(act: Callable[[], object]) -> SuspendedPerson:
    with pytest.raises(Refused) as refused:
        act()
    assert isinstance(refused.value, SuspendedPerson)
    assert refused.value.code == "suspended"
    return refused.value


def allowed(event: Event, actor: Actor, suspension: Suspension) -> None:
    override_suspension(event=event, suspension=suspension, actor=actor, reason=REASON)


def test_the_desk_cannot_add_a_suspended_person_until_the_organiser_lets_them_play() -> None:
    event, organiser, suspension = open_club()
    add = {"event": event, "actor": organiser, "name": "A. Okafor", "external_id": "bk-17"}
    refused = refused_as_suspended(lambda: add_entry(**add))
    assert refused.keys == (suspension.key,)
    assert "Ada Okafor" in str(refused.message)
    assert "Card Club" in str(refused.message)
    assert not event.entries.exists()
    allowed(event, organiser, suspension)
    assert add_entry(**add, checked_in=True).status == EntryStatus.CHECKED_IN


def test_a_namesake_is_added() -> None:
    event, organiser, _suspension = open_club()
    assert add_entry(event=event, actor=organiser, name="Ada Okafor", external_id="BK-18").number == 1


def test_a_list_with_a_suspended_person_is_not_imported_and_every_line_is_named() -> None:
    event, organiser, suspension = open_club()
    data = "name;id;email\nGrace Hopper;G1;\nAda Okafor;BK-17;\nA. O.;;ADA@example.org\n"
    refused = refused_as_suspended(lambda: import_entries(event=event, actor=organiser, data=data, only_good=True))
    assert [detail.split(":")[0] for detail in refused.details] == ["Line 3", "Line 4"]
    assert not event.entries.exists()
    allowed(event, organiser, suspension)
    assert len(import_entries(event=event, actor=organiser, data=data)) == 3


def test_a_suspended_visitor_waits_for_approval_like_any_other() -> None:
    event, organiser, suspension = open_club()
    row = sign_up(event=event, name="Ada Okafor", external_id="BK-17").sign_up
    assert row.state == Admission.PENDING
    refused_as_suspended(lambda: accept_sign_ups(event=event, actor=organiser, sign_ups=[row]))
    assert SignUp.objects.get(pk=row.pk).state == Admission.PENDING
    allowed(event, organiser, suspension)
    assert accept_sign_ups(event=event, actor=organiser, sign_ups=[row]) == [row]


def test_whoever_takes_a_suspended_persons_id_on_the_list_waits_for_approval() -> None:
    event, _organiser, _suspension = open_club(capacity=1)
    sign_up(event=event, name="Grace Hopper")
    row = sign_up(event=event, name="Nobody").sign_up
    assert row.state == Admission.WAITING
    actor = Actor(sign_up=row)
    assert change_sign_up(sign_up=row, actor=actor, name="Ada", external_id="BK-17").state == Admission.PENDING


def test_the_waiting_list_passes_a_suspended_person_over_and_they_hold_nobody_up() -> None:
    event, organiser, suspension = open_club(capacity=1)
    allowed(event, organiser, suspension)
    first = sign_up(event=event, name="Grace Hopper").sign_up
    ada = sign_up(event=event, name="Ada Okafor", external_id="BK-17").sign_up
    third = sign_up(event=event, name="Alan Turing").sign_up
    assert (ada.state, third.state) == (Admission.WAITING, Admission.WAITING)
    SuspensionOverride.objects.all().delete()
    withdraw_sign_up(sign_up=first, actor=Actor(sign_up=first))
    assert states(ada, third) == [Admission.WAITING, Admission.CONFIRMED]
    third.refresh_from_db()
    decline_sign_ups(event=event, actor=organiser, sign_ups=[third], reason="broken promise")
    fourth = sign_up(event=event, name="Edsger Dijkstra").sign_up
    assert states(ada, fourth) == [Admission.WAITING, Admission.CONFIRMED]
    refused_as_suspended(lambda: accept_sign_ups(event=event, actor=organiser, sign_ups=[ada], over_capacity=True))


def test_a_person_who_was_put_back_waits_until_the_organiser_lets_them_play() -> None:
    event, organiser, suspension = open_club()
    row = sign_up(event=event, name="Ada Okafor", external_id="BK-17").sign_up
    decline_sign_ups(event=event, actor=organiser, sign_ups=[row], reason="suspended")
    assert restore_sign_up(sign_up=row, actor=organiser).state == Admission.WAITING
    allowed(event, organiser, suspension)
    assert accept_sign_ups(event=event, actor=organiser, sign_ups=[row]) == [row]


def states(*rows: SignUp) -> list[str]:
    return [SignUp.objects.get(pk=row.pk).state for row in rows]


def invited_ada() -> tuple[Event, Actor, Suspension, SignUp]:
    event, organiser, suspension = open_club()
    EntryFactory(event=event, number=1, player__name="Ada Okafor", player__external_id="BK-17")
    again = copy_event(event=event, actor=organiser, terms=CopyTerms(name="Next", day=DAY, venue="", with_players=True))
    return again, organiser, suspension, again.sign_ups.get()


def test_a_suspended_person_who_accepts_an_invitation_waits_for_approval() -> None:
    event, organiser, suspension, row = invited_ada()
    refused_as_suspended(lambda: accept_invitation(sign_up=row, actor=organiser))
    assert accept_invitation(sign_up=row, actor=Actor(sign_up=row)).state == Admission.PENDING
    allowed(event, organiser, suspension)
    assert accept_sign_ups(event=event, actor=organiser, sign_ups=[row]) == [row]


def test_a_person_who_is_suspended_after_signing_up_is_not_checked_in() -> None:
    event, organiser, suspension = open_club()
    ada = EntryFactory(
        event=event, number=1, status=EntryStatus.REGISTERED, player__name="A", player__email="Ada@Example.org"
    )
    EntryFactory(event=event, number=2, status=EntryStatus.REGISTERED)
    refused_as_suspended(lambda: check_in(event=event, actor=organiser, entries=[ada]))
    assert check_in(event=event, actor=organiser) == 1  # all others
    assert Entry.objects.get(pk=ada.pk).status == EntryStatus.REGISTERED
    allowed(event, organiser, suspension)
    assert check_in(event=event, actor=organiser, entries=[ada]) == 1


def test_a_suspended_person_who_checks_in_alone_is_sent_to_the_desk_and_learns_no_more() -> None:
    organisation, manager = club()
    start = timezone.now() + timedelta(minutes=30)
    options = {"page": {"start_time": f"{start:%H:%M}"}, "check_in": {"self": True, "opens": 60, "closes": 10}}
    event = event_of(organisation, manager, date=start.date(), options=options)
    StageFactory(event=event)
    entry = EntryFactory(event=event, number=1, status=EntryStatus.REGISTERED, player__external_id="BK-17")
    suspension = suspended(organisation, manager, external_id="BK-17", since=start.date())
    with pytest.raises(Refused) as refused:
        check_in_self(entry=Entry.objects.get(pk=entry.pk))
    assert (refused.value.code, "suspen" in str(refused.value.message).lower()) == ("at_desk", False)
    allowed(event, manager, suspension)
    assert check_in_self(entry=Entry.objects.get(pk=entry.pk))


def test_a_suspended_person_who_dropped_is_not_reinstated() -> None:
    event, organiser, suspension = open_club()
    entry = EntryFactory(event=event, number=1, player__external_id="BK-17")
    drop_entry(entry=entry, actor=organiser)
    refused_as_suspended(lambda: return_entry(entry=entry, actor=organiser))
    allowed(event, organiser, suspension)
    assert return_entry(entry=entry, actor=organiser).status == EntryStatus.CHECKED_IN


def test_a_suspension_counts_on_its_days_and_at_its_clubs_events_alone() -> None:
    event, organiser, suspension = open_club()
    ada = {"actor": organiser, "name": "Ada Okafor", "external_id": "BK-17", "sure": True}
    Event.objects.filter(pk=event.pk).update(date=DAY - timedelta(days=1))
    assert add_entry(event=event, **ada)
    Entry.objects.all().delete()
    Event.objects.filter(pk=event.pk).update(date=DAY)
    refused_as_suspended(lambda: add_entry(event=event, **ada))
    lift_suspension(suspension=suspension, actor=organiser, reason="served")
    assert add_entry(event=event, **ada)
    elsewhere = StageFactory().event
    assert add_entry(event=elsewhere, **{**ada, "actor": Actor(user=staff(elsewhere, Role.ORGANISER))})


def test_an_event_that_leaves_the_club_leaves_its_suspensions() -> None:
    event, organiser, _suspension = open_club()
    set_organisation(event=event, actor=organiser, organisation=None)
    assert add_entry(event=event, actor=organiser, name="Ada Okafor", external_id="BK-17")


def test_an_override_is_the_organisers_for_one_event_and_needs_a_reason() -> None:
    event, organiser, suspension = open_club()
    desk = Actor(user=staff(event, Role.SCOREKEEPER))
    with pytest.raises(NotAllowed):
        allowed(event, desk, suspension)
    with pytest.raises(Refused) as refused:
        override_suspension(event=event, suspension=suspension, actor=organiser, reason=" ")
    assert refused.value.parameter == "reason"
    other = event_of(suspension.organisation, organiser)
    allowed(event, organiser, suspension)
    with pytest.raises(Refused):
        allowed(event, organiser, suspension)
    refused_as_suspended(
        lambda: add_entry(event=other, actor=organiser, name="Ada Okafor", external_id="BK-17", sure=True)
    )
    row = event.audit_rows.get(act="override_suspension")
    assert (row.reason, row.details) == (REASON, {"suspension": str(suspension.key)})


def test_a_suspension_of_another_club_cannot_be_overridden_or_probed() -> None:
    event, organiser, _suspension = open_club()
    other, manager = club("Other")
    foreign = suspended(other, manager)
    plain = StageFactory().event
    for where, actor in ((event, organiser), (plain, Actor(user=staff(plain, Role.ORGANISER)))):
        with pytest.raises(Refused) as refused:
            allowed(where, actor, foreign)
        assert refused.value.code == "not_suspended"


def test_managers_and_organising_members_suspend_and_lift() -> None:
    organisation, manager = club()
    organising = Actor(user=member(organisation, manager, Role.ORGANISER))
    judging = Actor(user=member(organisation, manager, Role.HEAD_JUDGE))
    suspension = suspended(organisation, organising)
    with pytest.raises(NotAllowed):
        suspended(organisation, judging)
    with pytest.raises(NotAllowed):
        lift_suspension(suspension=suspension, actor=judging, reason="no")
    with pytest.raises(Refused):
        lift_suspension(suspension=suspension, actor=manager, reason="")
    lift_suspension(suspension=suspension, actor=manager, reason="served")
    with pytest.raises(Refused):
        lift_suspension(suspension=suspension, actor=manager, reason="served")
    details = [act.details for act in organisation.acts.all()]
    assert not any("Ada" in str(one) or "fought" in str(one) for one in details)


@pytest.mark.parametrize(
    ("values", "parameter"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"external_id": "x" * 61}, "external_id"),
        ({"email": "nobody"}, "email"),
        ({"until": DAY - timedelta(days=1)}, "until"),
        ({"since": DAY.replace(year=1)}, "since"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 301}, "reason"),
    ],
)
def test_what_is_wrong_with_a_suspension_is_named_at_its_field(values: dict[str, Any], parameter: str) -> None:
    organisation, manager = club()
    with pytest.raises(Refused) as refused:
        suspended(organisation, manager, **values)
    assert refused.value.parameter == parameter
    assert not Suspension.objects.exists()


def test_an_event_of_no_club_asks_nothing_and_a_list_asks_once() -> None:
    event, organiser, _suspension = open_club()
    plain = StageFactory().event
    EntryFactory.create_batch(3, event=plain, status=EntryStatus.REGISTERED)
    EntryFactory.create_batch(3, event=event, status=EntryStatus.REGISTERED)
    with CaptureQueriesContext(connection) as queries:
        check_in(event=plain, actor=Actor(user=staff(plain, Role.ORGANISER)))
    assert not [query for query in queries if "suspension" in query["sql"]]
    with CaptureQueriesContext(connection) as queries:
        check_in(event=event, actor=organiser)
    assert len([query for query in queries if "suspension" in query["sql"]]) == 1
