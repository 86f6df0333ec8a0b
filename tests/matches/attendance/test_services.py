"""Check-in, dropping out, coming back, disqualification."""

import pytest

from matches.attendance.services import check_in, disqualify_entry, drop_entry, return_entry, undo_check_in
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role, RoundStatus
from matches.errors import Refused
from matches.models import Entry, Event
from tests.factories import EntryFactory, MatchFactory, RoundFactory, StageFactory, any_organiser, staff
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.SCOREKEEPER))


def registered(event: Event, count: int = 1) -> list[Entry]:
    return EntryFactory.create_batch(count, event=event, status=EntryStatus.REGISTERED, checked_in_at=None)


def rounds(event: Event, *statuses: str) -> None:
    for number, status in enumerate(statuses, start=1):
        RoundFactory(stage=event.stages.get(), number=number, status=status)


def refusal(code: str, field: str | None = None):
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def test_one_some_or_all_are_checked_in(event: Event, desk: Actor) -> None:
    entries = registered(event, 5)
    assert check_in(event=event, actor=desk, entries=entries[:1]) == 1
    assert check_in(event=event, actor=desk, entries=entries[:3]) == 2
    assert check_in(event=event, actor=desk) == 2
    assert check_in(event=event, actor=desk) == 0
    assert event.entries.filter(status=EntryStatus.CHECKED_IN, checked_in_at__isnull=False).count() == 5


def test_checking_in_does_not_reach_into_another_event(event: Event, desk: Actor) -> None:
    [other] = registered(StageFactory().event)
    with refusal("not_in_event"):
        check_in(event=event, actor=desk, entries=[other])
    registered(event, 2)
    check_in(event=event, actor=desk, entries=[other, *event.entries.all()])
    other.refresh_from_db()
    assert other.status == EntryStatus.REGISTERED


def test_who_comes_after_a_round_enters_with_the_next(event: Event, desk: Actor) -> None:
    [entry] = registered(event)
    rounds(event, RoundStatus.CLOSED, RoundStatus.PUBLISHED)
    check_in(event=event, actor=desk, entries=[entry])
    entry.refresh_from_db()
    assert entry.entered_round == 3


def test_who_is_out_is_not_checked_in_by_mistake(event: Event, desk: Actor) -> None:
    out = EntryFactory(event=event, status=EntryStatus.DROPPED, dropped_after=1)
    with refusal("already_out"):
        check_in(event=event, actor=desk, entries=[out])
    check_in(event=event, actor=desk)
    out.refresh_from_db()
    assert out.status == EntryStatus.DROPPED


def test_a_check_in_is_taken_back_until_the_player_is_paired(event: Event, desk: Actor) -> None:
    entry = EntryFactory(event=event)
    assert undo_check_in(event=event, actor=desk, entries=[entry]) == 1
    entry.refresh_from_db()
    assert (entry.status, entry.checked_in_at) == (EntryStatus.REGISTERED, None)
    paired = MatchFactory(round__stage=event.stages.get()).seats.first().entry
    with refusal("already_paired"):
        undo_check_in(event=event, actor=desk, entries=[paired])


def test_a_drop_takes_effect_after_the_last_published_round(
    subtests: pytest.Subtests, event: Event, desk: Actor
) -> None:
    for statuses, after in [
        ((), 0),
        ((RoundStatus.DRAFT,), 0),
        ((RoundStatus.RUNNING,), 1),
        ((RoundStatus.CLOSED, RoundStatus.DRAFT), 1),
        ((RoundStatus.CLOSED, RoundStatus.PUBLISHED), 2),
    ]:
        with subtests.test(statuses=statuses, after=after), undone():
            rounds(event, *statuses)
            entry = EntryFactory(event=event)
            dropped = drop_entry(actor=desk, entry=entry)
            assert (dropped.status, dropped.dropped_after) == (EntryStatus.DROPPED, after)
            with refusal("already_out"):
                drop_entry(actor=desk, entry=entry)


def test_published_pairings_stay_when_a_player_drops(event: Event, desk: Actor) -> None:
    match = MatchFactory(round__stage=event.stages.get())
    entry = match.seats.first().entry
    drop_entry(actor=desk, entry=entry)
    assert match.seats.filter(entry=entry).exists()


def test_who_is_not_checked_in_needs_no_drop(event: Event, desk: Actor) -> None:
    [entry] = registered(event)
    with refusal("not_checked_in"):
        drop_entry(actor=desk, entry=entry)


def test_a_player_drops_only_himself_or_herself(event: Event) -> None:
    one, two = EntryFactory.create_batch(2, event=event)
    with refusal("not_yours"):
        drop_entry(actor=Actor(entry=one), entry=two)
    assert drop_entry(actor=Actor(entry=one), entry=one).status == EntryStatus.DROPPED


def test_a_player_comes_back(event: Event, desk: Actor) -> None:
    rounds(event, RoundStatus.CLOSED, RoundStatus.RUNNING)
    paired = MatchFactory(round=event.stages.get().rounds.get(number=1)).seats.first().entry
    drop_entry(actor=desk, entry=paired)
    back = return_entry(actor=desk, entry=paired)
    assert (back.status, back.dropped_after, back.entered_round) == (EntryStatus.CHECKED_IN, None, 1)
    with refusal("not_out"):
        return_entry(actor=desk, entry=paired)


def test_who_was_never_paired_comes_back_as_a_late_entry(event: Event, desk: Actor) -> None:
    entry = EntryFactory(event=event)
    drop_entry(actor=desk, entry=entry)
    rounds(event, RoundStatus.CLOSED)
    assert return_entry(actor=desk, entry=entry).entered_round == 2


def test_a_disqualification_needs_a_reason_and_so_does_taking_it_back(event: Event) -> None:
    desk = any_organiser()
    entry = EntryFactory(event=event)
    with refusal("reason_missing", "reason"):
        disqualify_entry(actor=desk, entry=entry, reason="")
    out = disqualify_entry(actor=desk, entry=entry, reason="bribery", keeps_place=False)
    assert (out.status, out.keeps_place) == (EntryStatus.DISQUALIFIED, False)
    with refusal("reason_missing", "reason"):
        return_entry(actor=desk, entry=entry)
    assert return_entry(actor=desk, entry=entry, reason="appeal").is_in


def test_a_dropped_player_who_is_disqualified_keeps_the_round_of_the_drop(event: Event) -> None:
    desk = any_organiser()
    rounds(event, RoundStatus.CLOSED, RoundStatus.RUNNING)
    entry = EntryFactory(event=event, status=EntryStatus.DROPPED, dropped_after=1)
    assert disqualify_entry(actor=desk, entry=entry, reason="theft").dropped_after == 1
