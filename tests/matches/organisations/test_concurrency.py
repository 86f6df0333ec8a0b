"""Two people at the same moment: a club keeps a manager, an override counts once, a series is made once. Real threads
on either database.
"""

from __future__ import annotations

import pytest

from matches.attendance.services import check_in
from matches.audit.services import Actor, verify_audit
from matches.enums import EntryStatus, Role
from matches.models import Entry, Member, Organisation, Series, Suspension, SuspensionOverride
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import accept_membership, create_organisation, invite_member, remove_member
from matches.organisations.services.series import create_series
from matches.organisations.services.suspensions import lift_suspension, override_suspension
from tests.factories import EntryFactory, StageFactory, UserFactory, staff
from tests.matches.organisations.clubs import club, event_of, member, membership, suspended
from tests.matches.test_concurrency import at_once, refusals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_two_managers_who_remove_each_other_leave_one() -> None:
    organisation, first = club()
    second = Actor(user=member(organisation, first, is_manager=True))
    one, other = membership(organisation, first.user), membership(organisation, second.user)
    answers = at_once(
        lambda: remove_member(member=other, actor=first),
        lambda: remove_member(member=one, actor=second),
    )
    assert len(refusals(answers)) == 1
    assert Member.objects.filter(organisation=organisation, is_manager=True).count() == 1
    assert organisation.acts.filter(act="remove_member").count() == 1


def test_two_series_of_one_name_at_once_are_one_and_an_explanation() -> None:
    organisation, first = club()
    second = Actor(user=member(organisation, first, is_manager=True))
    answers = at_once(
        *(
            lambda actor=actor, name=name: create_series(organisation=organisation, actor=actor, name=name)
            for actor, name in ((first, "Winter League"), (second, "winter  league"))
        )
    )
    assert [refused.code for refused in refusals(answers)] == ["series_known"]
    assert Series.objects.count() == organisation.acts.filter(act="create_series").count() == 1


def test_two_overrides_at_once_are_one_and_an_explanation() -> None:
    organisation, manager = club()
    event = event_of(organisation, manager)
    second = Actor(user=staff(event, Role.ORGANISER))
    suspension = suspended(organisation, manager)
    answers = at_once(
        *(
            lambda actor=actor: override_suspension(event=event, suspension=suspension, actor=actor, reason="agreed")
            for actor in (manager, second)
        )
    )
    assert [refused.code for refused in refusals(answers)] == ["already_overridden"]
    assert SuspensionOverride.objects.count() == 1
    assert verify_audit(event) is None


def test_a_check_in_and_a_suspension_at_the_same_moment_are_one_after_the_other() -> None:
    organisation, manager = club()
    event = event_of(organisation, manager)
    StageFactory(event=event)
    entry = EntryFactory(event=event, status=EntryStatus.REGISTERED, player__external_id="BK-17")
    answers = at_once(
        lambda: check_in(event=event, actor=manager, entries=[entry]),
        lambda: suspended(organisation, manager, external_id="BK-17"),
    )
    status = Entry.objects.get(pk=entry.pk).status
    assert Suspension.objects.count() == 1
    assert (status == EntryStatus.CHECKED_IN) == (answers[0] == 1)
    assert [refused.code for refused in refusals(answers)] == ([] if answers[0] == 1 else ["suspended"])


def test_a_suspension_is_lifted_once() -> None:
    organisation, manager = club()
    suspension = suspended(organisation, manager)
    lift = lambda: lift_suspension(suspension=suspension, actor=manager, reason="served")  # noqa: E731
    assert len(refusals(at_once(lift, lift))) == 1
    assert organisation.acts.filter(act="lift_suspension").count() == 1


def test_an_account_is_invited_and_accepts_once() -> None:
    organisation, manager = club()
    guest = UserFactory()
    invite = lambda: invite_member(organisation=organisation, actor=manager, username=guest.username)  # noqa: E731
    assert len(refusals(at_once(invite, invite))) == 1
    accept = lambda: accept_membership(organisation=organisation, actor=Actor(user=guest))  # noqa: E731
    assert len(refusals(at_once(accept, accept))) == 1


def test_two_events_that_change_places_between_two_clubs_do_not_wait_for_each_other() -> None:
    first, manager = club("First")
    second = create_organisation(actor=manager, name="Second")
    here, there = event_of(first, manager), event_of(second, manager)
    at_once(
        lambda: set_organisation(event=here, actor=manager, organisation=second),
        lambda: set_organisation(event=there, actor=manager, organisation=first),
    )
    here.refresh_from_db()
    there.refresh_from_db()
    assert (here.organisation, there.organisation) == (second, first)


def test_clubs_of_one_name_get_addresses_of_their_own_at_once() -> None:
    makers = [Actor(user=UserFactory()) for _ in range(3)]
    made = at_once(*(lambda actor=actor: create_organisation(actor=actor, name="Card Club") for actor in makers))
    assert len({one.slug for one in made}) == 3
    assert Organisation.objects.count() == 3
