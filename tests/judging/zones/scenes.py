"""A floor of two zones with a judge in each."""

from __future__ import annotations

from dataclasses import dataclass

from django.test import Client

from judging.models import Zone
from judging.zones.services import post_judge, set_zone
from matches.audit.services import Actor, audited_change
from matches.enums import Role
from matches.models import User
from tests.factories import staff
from tests.judging.conftest import Floor, make_floor


@dataclass
class ZonedFloor:
    """Tables 1 and 2 are *North*, where Ada is, 3 and 4 are *South*, where Bo is."""

    floor: Floor
    north: Zone
    south: Zone
    ada: User
    bo: User

    def client(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


def named(floor: Floor, name: str, role: Role = Role.FLOOR_JUDGE) -> User:
    user = staff(floor.event, role)
    User.objects.filter(pk=user.pk).update(name=name)
    user.refresh_from_db()
    with audited_change("call_judge", event_id=floor.event.pk, actor=Actor(user=user)):
        pass  # who has made a change is shown by name
    return user


def zoned_floor(tables: int = 4) -> ZonedFloor:
    floor = make_floor(tables)
    ada, bo = named(floor, "Ada"), named(floor, "Bo")
    event, head = floor.event, floor.head
    north = set_zone(place=event, actor=head, name="North", tables="1-2", lead=ada)
    south = set_zone(place=event, actor=head, name="South", tables="3-4")
    post_judge(place=event, actor=head, user=bo, zone=south)
    event.refresh_from_db()
    return ZonedFloor(floor, north, south, ada, bo)
