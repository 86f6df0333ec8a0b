"""Test data, made with factory-boy: an event with what belongs to it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import factory
from factory.django import DjangoModelFactory

from matches import models
from matches.audit.services import Actor, audited_change
from matches.enums import EntryStatus, Role, RoundStatus, StageKind

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class UserFactory(DjangoModelFactory[models.User]):
    class Meta:
        model = models.User

    username = factory.Sequence(lambda n: f"user{n}")
    name = factory.Sequence(lambda n: f"Staff {n}")


class EventFactory(DjangoModelFactory[models.Event]):
    class Meta:
        model = models.Event

    name = factory.Sequence(lambda n: f"Autumn Open {n}")
    slug = factory.Sequence(lambda n: f"autumn-open-{n}")
    date = date(2026, 11, 21)
    game = "bankout"
    preset = "spectacle"
    rules = factory.LazyFunction(lambda: {"edition": "guide", "format": "bankout", "jokers": True})
    cap_minutes = 25
    seed = 20261121
    published = True


class EventRoleFactory(DjangoModelFactory[models.EventRole]):
    class Meta:
        model = models.EventRole

    event = factory.SubFactory(EventFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.ORGANISER


class PlayerFactory(DjangoModelFactory[models.Player]):
    class Meta:
        model = models.Player

    name = factory.Sequence(lambda n: f"Player {n:04d}")


class EntryFactory(DjangoModelFactory[models.Entry]):
    class Meta:
        model = models.Entry

    event = factory.SubFactory(EventFactory)
    player = factory.SubFactory(PlayerFactory)
    number = factory.Sequence(lambda n: n + 1)
    status = EntryStatus.CHECKED_IN
    checked_in_at = NOON


class StageFactory(DjangoModelFactory[models.Stage]):
    class Meta:
        model = models.Stage

    event = factory.SubFactory(EventFactory)
    order = 1
    kind = StageKind.SWISS
    rounds_planned = 5


class RoundFactory(DjangoModelFactory[models.Round]):
    class Meta:
        model = models.Round

    stage = factory.SubFactory(StageFactory)
    number = 1
    status = RoundStatus.RUNNING
    seed = 7
    published_at = NOON


class MatchFactory(DjangoModelFactory[models.Match]):
    """A match at a table between two entries: ``MatchFactory(round=…, table=4, entries=[a, b])``."""

    class Meta:
        model = models.Match
        skip_postgeneration_save = True

    round = factory.SubFactory(RoundFactory)
    table = factory.Sequence(lambda n: n + 1)

    @factory.post_generation
    def entries(self, create: bool, extracted: list[models.Entry] | None, **_: object) -> None:
        event = self.round.stage.event  # type: ignore[attr-defined]
        for index, entry in enumerate(extracted or [EntryFactory(event=event), EntryFactory(event=event)]):
            models.Seat.objects.create(match=self, round=self.round, index=index, entry=entry)  # type: ignore[attr-defined,misc]


def staff(event: models.Event, role: Role) -> models.User:
    """A member of an event's staff with one role."""
    return EventRoleFactory(event=event, role=role).user


def any_organiser() -> Actor:
    """An organiser of every event, for tests in which it does not matter who acts."""
    return Actor(user=UserFactory(is_superuser=True))


def worked_at(user: models.User, role: Role = Role.SCOREKEEPER, event: models.Event | None = None) -> models.Event:
    """An event where somebody has a role and has made a change."""
    event = event or EventFactory()
    models.EventRole.objects.get_or_create(event=event, user=user, role=role)
    with audited_change("drop_entry", event_id=event.pk, actor=Actor(user=user)):
        pass
    return event


def entry_elsewhere(desk: Actor, **player: object) -> models.Entry:
    """A player of another event, at whose desk the actor works as well."""
    assert desk.user is not None
    event = worked_at(desk.user)
    return EntryFactory(event=event, **{f"player__{field}": value for field, value in player.items()})
