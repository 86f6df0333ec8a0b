"""Two hall days with staff of their own: whatever one's staff asks, with whatever keys, the other's stays its own.

As ``test_events_apart``: the staff's addresses of a hall day and all changes of one. No answer holds a name of the
hidden hall day, its events or people, and no row of it changes.
"""

from __future__ import annotations

from datetime import date, time
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from judging.duty import Duty
from judging.models import JudgePost, Shift, Zone
from judging.zones.services import set_shift, set_zone
from matches.audit.services import Actor
from matches.enums import Role, TableProperty
from matches.halls.services.days import HallTerms, create_hall_day
from matches.halls.services.events import add_to_hall_day
from matches.halls.services.staff import grant_hall_role
from matches.halls.services.tables import set_hall_table
from matches.models import Event, HallAct, HallDay, HallRole, HallTable
from tests.factories import UserFactory
from tests.scenes import with_incident
from tests.test_events_apart import addresses, get_resolver, hide, rows_of, signed_in, tells

pytestmark = pytest.mark.django_db


def hall_of(actor: Actor, name: str, slug: str) -> HallDay:
    hall_day = create_hall_day(actor=actor, terms=HallTerms(name=name, date=date(2026, 11, 21), tables="1-99"))
    HallDay.objects.filter(pk=hall_day.pk).update(slug=slug)
    hall_day.refresh_from_db()
    return hall_day


def hall_rows(hall_day: HallDay) -> dict[str, list[Any]]:
    """All rows of a hall day."""
    found = {
        model.__name__: list(model.objects.filter(hall_day=hall_day).order_by("pk").values())  # type: ignore[attr-defined]
        for model in (HallRole, HallTable, HallAct, Zone, Shift, JudgePost)
    }
    return {**found, "day": list(HallDay.objects.filter(pk=hall_day.pk).values())}


def test_what_others_ask_and_try() -> None:
    scene = with_incident()
    hide(scene.event)
    organiser = scene.hall.actor()
    hidden = hall_of(organiser, "Xqzwvkjh Con", "behind-a-door")
    scene.event.refresh_from_db()
    add_to_hall_day(event=scene.event, hall_day=hidden, actor=organiser, tables="1-20")
    set_hall_table(hall_day=hidden, actor=organiser, number=3, label="xqzwvkjh", properties=[TableProperty.QUIET])
    judge = UserFactory(username="xqzwvkjh-judge", name="Xqzwvkjh")
    grant_hall_role(hall_day=hidden, actor=organiser, username="xqzwvkjh-judge", role=Role.HEAD_JUDGE)
    set_zone(place=hidden, actor=organiser, name="Xqzwvkjh zone", tables="1-20", lead=judge)
    set_shift(place=hidden, actor=organiser, user=judge, duty=Duty.BREAK, starts=time(14), ends=time(15))
    mine = Actor(user=UserFactory())
    other = hall_of(mine, "Other Con", "other-con")
    before = (hall_rows(hidden), rows_of(scene.event))
    clients = {"other organiser": signed_in(mine.user), "stranger": signed_in(UserFactory()), "nobody": Client()}
    keys = sorted({str(row["id"]) for rows in hall_rows(hidden).values() for row in rows} | {scene.event.slug})
    asked = hall_addresses(hidden.slug, other.slug, keys)
    assert len(asked) > 20
    values = {
        **{"event": scene.event.pk, "tables": "1", "username": "nobody-here", "role": "organiser", "number": "3"},
        **{"name": "Mine", "date": "2026-11-21", "time_zone": "UTC", "label": "x", "q": "hidden"},
    }
    for client, address in product(clients.values(), asked):
        for answer in (client.get(address), client.get(address, {"q": "hidden"}), client.post(address, values)):
            assert not tells(answer), (address, answer.status_code)
    assert (hall_rows(hidden), rows_of(scene.event)) == before
    assert Event.objects.get(pk=scene.event.pk).hall_day == hidden


def hall_addresses(hidden: str, other: str, keys: list[str]) -> list[str]:
    """The addresses of hall days, below both, with the hidden one's keys."""
    found = set()
    for name, parameters in addresses(get_resolver().url_patterns):
        if "hall_" not in name and "hall-" not in name:
            continue
        others = [parameter for parameter in parameters if parameter != "slug"]
        for slug, key in product((hidden, other), keys if others else ["1"]):
            try:
                found.add(reverse(name, kwargs={one: slug if one == "slug" else key for one in parameters}))
            except NoReverseMatch:
                continue
    return sorted(found)
