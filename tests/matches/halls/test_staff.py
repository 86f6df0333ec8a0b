"""Who may arrange a hall day, and the roles that hold at all of its events."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.halls.permissions import HALL_RIGHTS
from matches.halls.services.days import HallTerms, create_hall_day, update_hall_day
from matches.halls.services.events import add_to_hall_day, remove_from_hall_day, set_event_tables
from matches.halls.services.staff import grant_hall_role, revoke_hall_role
from matches.halls.services.tables import set_hall_table
from matches.models import AuditRow, Event, EventRole, HallDay, HallRole
from tests.factories import EventFactory, EventRoleFactory, UserFactory, any_organiser, staff
from tests.matches.halls.scenes import convention, hall_day
from tests.matches.playing import event_of, played, published
from tests.rights import hall_rights_in_document

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def roles(event: Event) -> set[tuple[str, str]]:
    return set(EventRole.objects.filter(event=event).values_list("user__username", "role"))


@pytest.fixture
def owner() -> Actor:
    """Somebody with an account and two events."""
    user = UserFactory(username="owner")
    return Actor(user=user)


@pytest.fixture
def day(owner: Actor) -> HallDay:
    return hall_day(owner)


@pytest.fixture
def events(owner: Actor) -> list[Event]:
    return [EventRoleFactory(user=owner.user, role=Role.ORGANISER, event=event_of(2)).event for _ in range(2)]


def test_a_role_holds_at_every_event_that_is_there_and_at_one_that_comes(
    owner: Actor, day: HallDay, events: list[Event]
) -> None:
    add_to_hall_day(event=events[0], hall_day=day, actor=owner)
    judge = UserFactory(username="judge")
    grant_hall_role(hall_day=day, actor=owner, username="JUDGE", role=Role.FLOOR_JUDGE)
    add_to_hall_day(event=events[1], hall_day=day, actor=owner)
    assert [("judge", "floor_judge") in roles(event) for event in events] == [True, True]
    acts = AuditRow.objects.filter(event=events[0]).order_by("sequence").values_list("act", flat=True)
    assert list(acts)[-2:] == ["join_hall_day", "grant_role"]
    assert day.acts.filter(act="grant_hall_role").get().details["user"] == judge.pk


def test_it_ends_everywhere_but_not_what_an_event_gave_itself(owner: Actor, day: HallDay, events: list[Event]) -> None:
    judge = UserFactory(username="judge")
    EventRoleFactory(event=events[0], user=judge, role=Role.FLOOR_JUDGE)
    for event in events:
        add_to_hall_day(event=event, hall_day=day, actor=owner)
    held = grant_hall_role(hall_day=day, actor=owner, username="judge", role=Role.FLOOR_JUDGE)
    revoke_hall_role(hall_role=held, actor=owner)
    assert [("judge", "floor_judge") in roles(event) for event in events] == [True, False]
    with pytest.raises(Refused) as refused:
        revoke_hall_role(hall_role=held, actor=owner)
    assert (refused.value.code, refused.value.conflict) == ("no_such_role", True)


def test_a_hall_day_keeps_an_organiser(owner: Actor, day: HallDay) -> None:
    with pytest.raises(Refused) as refused:
        revoke_hall_role(hall_role=day.roles.get(), actor=owner)
    assert refused.value.code == "last_organiser"


def test_an_event_keeps_an_organiser_when_one_goes(owner: Actor, day: HallDay, events: list[Event]) -> None:
    other = UserFactory(username="other")
    grant_hall_role(hall_day=day, actor=owner, username="other", role=Role.ORGANISER)
    add_to_hall_day(event=events[0], hall_day=day, actor=owner)
    EventRole.objects.filter(event=events[0], user=owner.user).delete()  # the event's own organiser left
    with pytest.raises(Refused) as refused:
        revoke_hall_role(hall_role=HallRole.objects.get(user=other), actor=Actor(user=other))
    assert refused.value.code == "last_organiser"
    assert refused.value.details == [events[0].name]


def test_leaving_ends_the_roles_that_came_with_it(owner: Actor, day: HallDay, events: list[Event]) -> None:
    UserFactory(username="judge")
    grant_hall_role(hall_day=day, actor=owner, username="judge", role=Role.HEAD_JUDGE)
    add_to_hall_day(event=events[0], hall_day=day, actor=owner, tables="1-8")
    remove_from_hall_day(event=events[0], actor=owner)
    events[0].refresh_from_db()
    assert (events[0].hall_day, events[0].tables) == (None, [])
    assert roles(events[0]) == {("owner", "organiser")}


def test_an_event_does_not_leave_while_a_round_is_played() -> None:
    con = convention()
    round_ = published(con.main, con.desk)
    with pytest.raises(Refused) as refused:
        remove_from_hall_day(event=con.main, actor=con.desk)
    assert refused.value.code == "round_open"
    assert round_.status == "published"


def test_an_event_leaves_between_rounds() -> None:
    con = convention()
    played(con.main, con.desk)
    stays = staff(con.main, Role.ORGANISER)
    remove_from_hall_day(event=con.main, actor=con.desk)
    assert roles(con.main) == {(stays.username, "organiser")}


def test_an_event_is_in_one_hall_day(owner: Actor, day: HallDay, events: list[Event]) -> None:
    add_to_hall_day(event=events[0], hall_day=day, actor=owner)
    with pytest.raises(Refused) as refused:
        add_to_hall_day(event=events[0], hall_day=hall_day(owner), actor=owner)
    assert (refused.value.code, refused.value.conflict) == ("in_hall_day", True)
    with pytest.raises(Refused) as refused:
        remove_from_hall_day(event=events[1], actor=owner)
    assert refused.value.code == "no_hall_day"
    with pytest.raises(Refused) as refused:
        set_event_tables(event=events[1], actor=owner, tables="1-4")
    assert refused.value.code == "no_hall_day"


def test_both_must_be_one_s_own(owner: Actor, day: HallDay, events: list[Event]) -> None:
    stranger = UserFactory()
    foreign = EventRoleFactory(user=stranger, role=Role.ORGANISER).event
    with pytest.raises(NotAllowed):
        add_to_hall_day(event=foreign, hall_day=day, actor=owner)
    with pytest.raises(NotAllowed):
        add_to_hall_day(event=foreign, hall_day=day, actor=Actor(user=stranger))
    foreign.refresh_from_db()
    assert foreign.hall_day is None


def test_who_is_not_its_organiser_changes_nothing(owner: Actor, day: HallDay) -> None:
    UserFactory(username="judge")
    held = grant_hall_role(hall_day=day, actor=owner, username="judge", role=Role.HEAD_JUDGE)
    terms = HallTerms(name="Mine", date=day.date)
    for actor in (Actor(user=held.user), Actor(user=UserFactory()), Actor()):
        for act in (
            lambda actor=actor: update_hall_day(hall_day=day, actor=actor, terms=terms),
            lambda actor=actor: grant_hall_role(hall_day=day, actor=actor, username="judge", role=Role.ORGANISER),
            lambda actor=actor: revoke_hall_role(hall_role=held, actor=actor),
            lambda actor=actor: set_hall_table(hall_day=day, actor=actor, number=1, label="x"),
        ):
            with pytest.raises(NotAllowed):
                act()
    day.refresh_from_db()
    assert day.name == "Autumn Con"


def test_the_desk_marks_tables(owner: Actor, day: HallDay) -> None:
    keeper = UserFactory(username="keeper")
    grant_hall_role(hall_day=day, actor=owner, username="keeper", role=Role.SCOREKEEPER)
    assert set_hall_table(hall_day=day, actor=Actor(user=keeper), number=4, label="Door") is not None


@pytest.mark.parametrize(("values", "parameter"), [({"username": "nobody"}, "username"), ({"role": "king"}, "role")])
def test_a_role_that_cannot_be_given(owner: Actor, day: HallDay, values: dict[str, str], parameter: str) -> None:
    UserFactory(username="judge")
    with pytest.raises(Refused) as refused:
        grant_hall_role(**{"hall_day": day, "actor": owner, "username": "judge", "role": "floor_judge", **values})
    assert refused.value.parameter == parameter


@pytest.mark.parametrize(
    ("values", "parameter"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"venue": "x" * 161}, "venue"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"tables": "1-"}, "tables"),
    ],
)
def test_what_a_hall_day_cannot_state(owner: Actor, day: HallDay, values: dict[str, str], parameter: str) -> None:
    terms = HallTerms(**{"name": "Con", "date": day.date, **values})
    with pytest.raises(Refused) as refused:
        create_hall_day(actor=owner, terms=terms)
    assert refused.value.parameter == parameter
    assert HallDay.objects.count() == 1


def test_addresses_differ(owner: Actor) -> None:
    assert [hall_day(owner).slug for _ in range(3)] == ["autumn-con", "autumn-con-2", "autumn-con-3"]


def test_the_document_and_the_code_agree_on_who_may_do_what_in_a_hall() -> None:
    document = hall_rights_in_document()
    assert document.pop("create_hall_day") == frozenset()
    assert {act: frozenset(map(str, roles)) for act, roles in HALL_RIGHTS.items()} == document


def test_visitors_make_none() -> None:
    with pytest.raises(NotAllowed):
        hall_day(Actor())


def test_a_template_joins_none() -> None:
    desk = any_organiser()
    template = EventFactory(is_template=True, published=False)
    with pytest.raises(Refused) as refused:
        add_to_hall_day(event=template, hall_day=hall_day(desk), actor=desk)
    assert refused.value.code == "is_template"


@pytest.mark.parametrize("statement", ["UPDATE matches_hallact SET act = 'x'", "DELETE FROM matches_hallact"])
def test_the_log_is_insert_only(owner: Actor, day: HallDay, statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError, match="insert-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
