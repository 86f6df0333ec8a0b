"""A floor: an event with a running round of two tables, its clock, and a judge of every role."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta

import pytest

from judging.models import Infraction
from judging.rulings.services.infractions import Fault, log_infraction
from matches.audit.services import Actor
from matches.clock.timing import ClockAct
from matches.enums import Role
from matches.models import ClockEvent, Entry, Event, Match, Round, User
from tests.factories import NOON, EntryFactory, EventFactory, MatchFactory, RoundFactory, StageFactory, staff


@dataclass
class Floor:
    """``at(minutes)`` is a time after the start of the round's clock."""

    event: Event
    round: Round
    matches: list[Match]
    users: dict[Role, User] = field(default_factory=dict)

    def user(self, role: Role) -> User:
        if role not in self.users:
            self.users[role] = staff(self.event, role)
        return self.users[role]

    def actor(self, role: Role) -> Actor:
        return Actor(user=self.user(role))

    @property
    def judge(self) -> Actor:
        return self.actor(Role.FLOOR_JUDGE)

    @property
    def deputy(self) -> Actor:
        return self.actor(Role.DEPUTY_HEAD)

    @property
    def head(self) -> Actor:
        return self.actor(Role.HEAD_JUDGE)

    @property
    def match(self) -> Match:
        return self.matches[0]

    @property
    def player(self) -> Entry:
        return self.match.seats.get(index=0).entry

    @property
    def opponent(self) -> Entry:
        return self.match.seats.get(index=1).entry

    def at(self, minutes: float) -> datetime:
        return NOON + timedelta(minutes=minutes)

    def infraction(self, code: str = "GP-HAND", penalty: str | None = "W", **more) -> Infraction:
        given = {"actor": self.judge, "entry": self.player, "match": self.match, "at": self.at(1), **more}
        fault = {field.name: given.pop(field.name) for field in fields(Fault) if field.name in given}
        return log_infraction(event=self.event, fault=Fault(code=code, **fault), penalty=penalty, **given)


def make_floor(tables: int = 2) -> Floor:
    event = EventFactory()
    round_ = RoundFactory(stage=StageFactory(event=event))
    ClockEvent.objects.create(round=round_, act=ClockAct.START, at=NOON)
    matches = []
    for table in range(1, tables + 1):
        entries = EntryFactory.create_batch(2, event=event)
        matches.append(MatchFactory(round=round_, table=table, entries=entries))
    return Floor(event=event, round=round_, matches=matches)


@pytest.fixture
def floor(db: None) -> Floor:
    return make_floor()


@pytest.fixture
def other_floor(db: None) -> Floor:
    """Another event, whose staff has no business here."""
    return make_floor()
