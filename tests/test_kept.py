"""What a maker stored comes back whole, and only where that is the same as making it again."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from django.utils import timezone

from judging.records.verify_services import verify_log
from matches.models import AuditHead, AuditRow, Event, Round, Stage
from tests import kept as module
from tests.factories import EventFactory, StageFactory
from tests.kept import SECONDS, counts, kept, kept_for
from tests.matches.conftest import running

pytestmark = pytest.mark.django_db


class Maker:
    """Makes an event with a stage and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *_about: object, published: bool = True) -> Event:
        self.calls += 1
        event: Event = StageFactory(event=EventFactory(published=published)).event
        return event


def remove_all() -> None:
    Stage.objects.all().delete()
    Event.objects.all().delete()


def test_a_second_call_is_given_the_rows_of_the_first() -> None:
    maker = Maker()
    make = kept(maker)
    first, before = make(), counts()
    remove_all()
    again = make()
    assert maker.calls == 1
    assert (again, again.name, again is first) == (first, first.name, False)
    assert counts() == before
    assert Event.objects.get().stages.get().event == again


def test_other_arguments_are_made_anew() -> None:
    maker = Maker()
    make = kept(maker)
    make()
    remove_all()
    assert not make(published=False).published
    assert maker.calls == 2


def test_where_its_rows_have_no_room_it_is_made_anew() -> None:
    maker = Maker()
    make = kept(maker)
    assert make() != make()
    assert maker.calls == 2


def test_what_is_old_or_made_at_another_time_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker()
    make = kept(maker)
    make()
    remove_all()
    long_kept = Maker()
    make_rarely = kept_for(60)(long_kept)
    make_rarely()
    remove_all()
    with monkeypatch.context() as patch:
        later = time.monotonic() + SECONDS
        patch.setattr(module, "time", SimpleNamespace(monotonic=lambda: later))
        make_rarely()
        remove_all()
        make()
        remove_all()
    assert (maker.calls, long_kept.calls) == (2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: module.NOW())
        make()
        remove_all()
    assert maker.calls == 3


def test_what_is_about_something_stored_is_made_each_time() -> None:
    maker = Maker()
    make, about = kept(maker), EventFactory()
    make(about)
    Event.objects.get(stages__isnull=False).stages.all().delete()
    make(about)
    assert maker.calls == 2


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_made_each_time() -> None:
    maker = Maker()
    make = kept(maker)
    make()
    remove_all()
    make()
    assert maker.calls == 2


@pytest.mark.parametrize("_time", range(2))
def test_a_round_that_comes_back_has_its_log_and_goes_on(_time: int) -> None:
    hall = running()
    rows = AuditRow.objects.filter(event=hall.event).order_by("sequence")
    assert verify_log(hall.event) == []
    assert list(AuditHead.objects.values_list("sequence", "hash")) == [(rows.count(), rows[rows.count() - 1].hash)]
    for match in hall.matches:
        hall.post("results", match.key, score="2-1")
    assert hall.post("round-close", 1, 2).status_code == 200
    assert verify_log(hall.event) == []
    assert Round.objects.filter(stage__event=hall.event, status="closed").count() == 2
    assert EventFactory() != hall.event
