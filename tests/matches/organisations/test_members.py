"""Clubs are made on demand; people belong to one once they accept, and get its default roles at its new events."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from django.db import DatabaseError, connection, transaction

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.events.services.events import create_event
from matches.events.services.plans import EventPlan, plan_of
from matches.life.copy_services import CopyTerms, copy_event
from matches.models import Event, EventRole, Organisation, OrganisationAct
from matches.organisations.permissions import ORGANISATION_RIGHTS, standing_of
from matches.organisations.queries.clubs import clubs_of, first_club, has_club
from matches.organisations.services.acts import organisation_act
from matches.organisations.services.events import set_organisation
from matches.organisations.services.members import (
    MOST_CLUBS,
    accept_membership,
    change_member,
    create_organisation,
    invite_member,
    leave_organisation,
    remove_member,
    require_second_factor,
    update_organisation,
)
from matches.permissions import roles_of
from tests.factories import EventRoleFactory, StageFactory, UserFactory
from tests.matches.organisations.clubs import DAY, club, event_of, member, membership
from tests.rights import club_rights_in_document
from tests.undone import undone

pytestmark = pytest.mark.django_db


def acts(organisation: Organisation) -> list[str]:
    return list(organisation.acts.order_by("pk").values_list("act", flat=True))


def plan() -> EventPlan:
    return plan_of(StageFactory().event)


def test_whoever_makes_a_club_manages_it_and_it_has_a_log() -> None:
    organisation, manager = club("Café Königs")
    assert organisation.slug == "cafe-konigs"
    assert standing_of(manager.user, organisation) == {"manager", "organiser", "member"}
    assert acts(organisation) == ["create_organisation"]
    assert create_organisation(actor=manager, name="Café Königs").slug == "cafe-konigs-2"


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, "=SUM(A1)"])
def test_a_club_has_a_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        create_organisation(actor=Actor(user=UserFactory()), name=name)
    assert refused.value.parameter == "name"


def test_the_document_and_the_code_agree_on_who_may_do_what_in_a_club() -> None:
    document = club_rights_in_document()
    assert document.pop("create_organisation") == set()  # everyone with an account
    assert document == ORGANISATION_RIGHTS


def test_every_act_asks_for_its_right_and_leaves_one_row(subtests: pytest.Subtests) -> None:
    organisation, manager = club()
    invited = UserFactory()
    invite_member(organisation=organisation, actor=manager, username=invited.username)
    people = {
        "manager": manager.user,
        "organiser": member(organisation, manager, Role.ORGANISER),
        "member": member(organisation, manager, Role.HEAD_JUDGE),
        "invited": invited,
        "nobody": UserFactory(),
    }
    assert standing_of(people["manager"], organisation) >= {"manager"}
    for act, right in ORGANISATION_RIGHTS.items():
        for who, user in people.items():
            with subtests.test(act=act, who=who), undone():
                before = organisation.acts.count()
                may = who in right or (who == "manager" and "member" in right)
                with (
                    nullcontext() if may else pytest.raises(NotAllowed),
                    organisation_act(act, organisation=organisation, actor=Actor(user=user)),
                ):
                    pass
                assert organisation.acts.count() == before + may


def test_a_visitor_makes_no_club_and_nobody_makes_hundreds() -> None:
    with pytest.raises(NotAllowed):
        create_organisation(actor=Actor(), name="Ours")
    maker = Actor(user=UserFactory())
    for _ in range(MOST_CLUBS):
        create_organisation(actor=maker, name="Ours")
    with pytest.raises(Refused):
        create_organisation(actor=maker, name="Ours")


def test_an_invitation_gives_and_takes_nothing_until_it_is_accepted() -> None:
    organisation, manager = club()
    guest = UserFactory()
    invite_member(organisation=organisation, actor=manager, username=guest.username.upper(), roles=[Role.HEAD_JUDGE])
    assert standing_of(guest, organisation) == {"invited"}
    assert list(clubs_of(guest)) == []
    before = create_event(actor=manager, plan=plan(), organisation=organisation)
    assert roles_of(guest, before) == set()
    accept_membership(organisation=organisation, actor=Actor(user=guest))
    assert standing_of(guest, organisation) == {"member"}
    assert roles_of(guest, before) == set()  # what was there before stays as it is
    after = create_event(actor=manager, plan=plan(), organisation=organisation)
    assert roles_of(guest, after) == {Role.HEAD_JUDGE}
    assert roles_of(manager.user, after) == {Role.ORGANISER}


def test_nobody_accepts_for_somebody_else_or_twice() -> None:
    organisation, manager = club()
    guest = member(organisation, manager)
    for actor in (Actor(user=UserFactory()), Actor(user=guest), Actor()):
        with pytest.raises(NotAllowed):
            accept_membership(organisation=organisation, actor=actor)


def test_only_managers_change_members_and_the_name() -> None:
    organisation, manager = club()
    guest = member(organisation, manager, Role.ORGANISER)
    other = Actor(user=guest)
    held = membership(organisation, manager.user)
    attempts = [
        lambda: invite_member(organisation=organisation, actor=other, username=UserFactory().username),
        lambda: change_member(member=held, actor=other, roles=[], is_manager=False),
        lambda: remove_member(member=held, actor=other),
        lambda: update_organisation(organisation=organisation, actor=other, name="Theirs"),
        lambda: require_second_factor(organisation=organisation, actor=other, on=True),
    ]
    before = acts(organisation)
    for attempt in attempts:
        with pytest.raises(NotAllowed):
            attempt()
    assert acts(organisation) == before
    change_member(member=membership(organisation, guest), actor=manager, roles=[], is_manager=True)
    assert update_organisation(organisation=organisation, actor=other, name="Theirs").name == "Theirs"


def test_a_club_keeps_its_last_manager() -> None:
    organisation, manager = club()
    held = membership(organisation, manager.user)
    invited = UserFactory()
    invite_member(organisation=organisation, actor=manager, username=invited.username, is_manager=True)
    for attempt in (
        lambda: leave_organisation(organisation=organisation, actor=manager),
        lambda: remove_member(member=held, actor=manager),
        lambda: change_member(member=held, actor=manager, roles=[], is_manager=False),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "last_manager"  # whoever is only invited manages nothing
    accept_membership(organisation=organisation, actor=Actor(user=invited))
    leave_organisation(organisation=organisation, actor=manager)
    assert standing_of(manager.user, organisation) == set()


def test_an_event_made_again_stays_in_the_club_of_whoever_belongs_to_it() -> None:
    organisation, manager = club()
    judge = member(organisation, manager, Role.FLOOR_JUDGE)
    event = event_of(organisation, manager)
    StageFactory(event=event)
    outsider = EventRoleFactory(event=event, role=Role.ORGANISER).user
    terms = CopyTerms(name="Next", day=DAY, venue="")
    mine = copy_event(event=event, actor=manager, terms=terms)
    theirs = copy_event(event=event, actor=Actor(user=outsider), terms=terms)
    assert (mine.organisation, theirs.organisation) == (organisation, None)
    assert roles_of(judge, mine) == {Role.FLOOR_JUDGE}
    assert roles_of(judge, theirs) == set()
    row = mine.audit_rows.get()
    assert row.details["default_roles"] == [[judge.pk, "floor_judge"]]


def test_only_an_organiser_who_belongs_to_both_clubs_moves_an_event() -> None:
    first, manager = club("First")
    second, other = club("Second")
    event = event_of(first, manager)
    with pytest.raises(NotAllowed):
        set_organisation(event=event, actor=manager, organisation=second)
    with pytest.raises(NotAllowed):
        set_organisation(event=event, actor=other, organisation=second)
    invite_member(organisation=second, actor=other, username=str(manager.user.username if manager.user else ""))
    with pytest.raises(NotAllowed):  # an invitation is not enough
        set_organisation(event=event, actor=manager, organisation=second)
    accept_membership(organisation=second, actor=manager)
    set_organisation(event=event, actor=manager, organisation=second)
    assert Event.objects.get(pk=event.pk).organisation == second
    assert acts(first)[-1] == "remove_event"
    assert acts(second)[-1] == "add_event"
    roles = EventRole.objects.filter(event=event).count()
    set_organisation(event=event, actor=manager, organisation=None)
    assert EventRole.objects.filter(event=event).count() == roles
    assert event.audit_rows.filter(act="set_organisation").count() == 3


def test_the_club_of_a_new_event_is_the_one_that_is_managed_or_the_only_one() -> None:
    organisation, manager = club()
    other, second = club()
    assert first_club(manager.user) == organisation
    guest = member(organisation, manager)
    assert first_club(guest) == organisation
    invite_member(organisation=other, actor=second, username=guest.username)
    assert first_club(guest) == organisation
    accept_membership(organisation=other, actor=Actor(user=guest))
    assert first_club(guest) is None
    assert first_club(UserFactory()) is None
    assert not has_club(UserFactory())


def test_the_log_of_a_club_can_only_grow() -> None:
    club()
    for statement in ("UPDATE matches_organisationact SET act = 'x'", "DELETE FROM matches_organisationact"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert OrganisationAct.objects.count() == 1


def test_a_closed_account_belongs_to_no_club() -> None:
    organisation, manager = club()
    judge = member(organisation, manager, Role.FLOOR_JUDGE)
    judge.is_active = False
    judge.save()
    event = create_event(actor=manager, plan=plan(), organisation=organisation)
    assert not EventRole.objects.filter(event=event, user=judge).exists()
    assert standing_of(judge, organisation) == set()
