"""Who may change what: the rights in the code, in the document, and in what each person can really do."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from matches.audit.services import SYSTEM, Actor, audited_change
from matches.enums import Role
from matches.errors import NotAllowed
from matches.models import AuditRow
from matches.plugins import registry
from tests.factories import EntryFactory, EventFactory, UserFactory, staff
from tests.rights import ANYBODY, COLUMNS, PLAYER, VISITORS, WHO_MAY
from tests.undone import undone

pytestmark = pytest.mark.django_db

People = tuple[int, list[tuple[str | None, Actor]]]
"""An event's id, and everyone who could try to change it, by their column in the table; None for outsiders."""


@pytest.fixture
def people() -> People:
    event, other = EventFactory(), EventFactory()
    inside: list[tuple[str | None, Actor]] = [(str(role), Actor(user=staff(event, role))) for role in Role]
    outside = [
        Actor(user=staff(other, Role.ORGANISER)),
        Actor(user=UserFactory()),
        Actor(entry=EntryFactory(event=other)),
    ]
    closed = staff(event, Role.ORGANISER)
    closed.is_active = False
    closed.save()
    nobody = [Actor(user=closed), Actor()]
    return event.pk, [*inside, (PLAYER, Actor(entry=EntryFactory(event=event))), *((None, a) for a in outside + nobody)]


def test_the_document_has_every_change() -> None:
    assert set(WHO_MAY) == set(registry.rights)
    assert set(COLUMNS) == set(Role)


def test_the_service_refuses_everyone_else(subtests: pytest.Subtests, people: People) -> None:
    for act in sorted(WHO_MAY):
        with subtests.test(act=act), undone():
            event, everyone = people
            for name, actor in everyone:
                may = (
                    name in WHO_MAY[act]
                    or act in VISITORS
                    or (act in ANYBODY and actor.user is not None and actor.user.is_active)
                )
                before = AuditRow.objects.count()
                with (
                    nullcontext() if may else pytest.raises(NotAllowed),
                    audited_change(act, event_id=event, actor=actor),
                ):
                    pass
                assert AuditRow.objects.count() == before + may, (name, act)


def test_the_program_may_make_every_change() -> None:
    event = EventFactory()
    for act in WHO_MAY:
        with audited_change(act, event_id=event.pk, actor=SYSTEM):
            pass
    assert AuditRow.objects.filter(event=event).count() == len(WHO_MAY)


def test_a_change_without_a_right_is_a_programming_error() -> None:
    with pytest.raises(KeyError), audited_change("no_such_act", event_id=EventFactory().pk, actor=Actor()):
        pass


def test_the_right_to_the_outer_change_is_enough() -> None:
    event = EventFactory()
    judge = Actor(user=staff(event, Role.FLOOR_JUDGE))
    with (
        audited_change("log_infraction", event_id=event.pk, actor=judge),
        audited_change("disqualify_entry", event_id=event.pk, actor=judge) as inner,
    ):
        assert inner.roles == {Role.FLOOR_JUDGE}
    with pytest.raises(NotAllowed), audited_change("disqualify_entry", event_id=event.pk, actor=judge):
        pass
