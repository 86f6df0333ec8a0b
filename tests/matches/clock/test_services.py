"""The acts on a round's clock: what each does, and when it is refused. The readings are tested in test_clock above."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection

from matches.audit.services import Actor
from matches.clock.queries import round_clock
from matches.clock.services import (
    MOST_ADDED,
    add_time,
    call_time,
    extend_match,
    pause_clock,
    resume_clock,
    start_clock,
)
from matches.clock.timing import ClockAct, ClockState
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import AuditRow, ClockEvent, LiveVersion, Match, Round
from tests.factories import NOON, EventFactory, MatchFactory, RoundFactory, StageFactory, any_organiser
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db

CAP = 25
Act = Callable[..., Round]


def minute(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_() -> Round:
    stage = StageFactory(event=EventFactory(cap_minutes=CAP))
    return RoundFactory(stage=stage, status=RoundStatus.PUBLISHED)


def now(round_: Round) -> Round:
    return Round.objects.select_related("stage__event").get(pk=round_.pk)


def left(round_: Round, at: datetime, match: Match | None = None) -> float:
    """Minutes left."""
    return round_clock(now(round_)).read(at, match.pk if match else None).left / 60


def refusal(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refused:
        act()
    assert str(refused.value.message)
    return refused.value


def test_a_round_from_its_start_to_time(round_: Round, desk: Actor) -> None:
    assert start_clock(round=round_, actor=desk, at=minute(0)).status == RoundStatus.RUNNING
    assert left(round_, minute(5)) == 20
    pause_clock(round=round_, actor=desk, at=minute(5))
    assert left(round_, minute(9)) == 20
    resume_clock(round=round_, actor=desk, at=minute(9))
    add_time(round=round_, seconds=120, actor=desk, at=minute(10))
    assert left(round_, minute(10)) == 21
    add_time(round=round_, seconds=-60, actor=desk, at=minute(11))
    assert left(round_, minute(11)) == 19
    assert now(round_).status == RoundStatus.RUNNING
    assert call_time(round=round_, actor=desk, at=minute(12)).status == RoundStatus.TIME_CALLED
    assert left(round_, minute(12)) == 0
    assert list(ClockEvent.objects.values_list("act", "seconds", "by")) == [
        ("start", 0, desk.user.pk),
        ("pause", 0, desk.user.pk),
        ("resume", 0, desk.user.pk),
        ("add", 120, desk.user.pk),
        ("add", -60, desk.user.pk),
        ("call", 0, desk.user.pk),
    ]


def test_every_act_is_logged_and_shown_at_once(round_: Round, desk: Actor) -> None:
    match = MatchFactory(round=round_, table=7)
    start_clock(round=round_, actor=desk, at=minute(0))
    add_time(round=round_, seconds=60, actor=desk, at=minute(1))
    extend_match(match=match, seconds=90, actor=desk, at=minute(2))
    call_time(round=round_, actor=desk, at=minute(3))
    rows = AuditRow.objects.filter(event=round_.stage.event)
    assert [row.act for row in rows] == ["start_clock", "add_time", "extend_match", "call_time"]
    assert rows[1].details == {"round": round_.pk, "number": 1, "seconds": 60}
    assert rows[2].details == {"match": match.pk, "table": 7, "seconds": 90}
    versions = dict(LiveVersion.objects.values_list("part", "version"))
    assert versions == {"clock": 4, "pairings": 3, "table 7": 1}


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (RoundStatus.DRAFT, "round_not_published"),
        (RoundStatus.CLOSED, "round_closed"),
        (RoundStatus.WITHDRAWN, "round_withdrawn"),
    ],
)
def test_only_a_round_in_play_has_a_clock(round_: Round, desk: Actor, status: str, code: str) -> None:
    match = MatchFactory(round=round_)
    Round.objects.update(status=status)
    for act in (start_clock, pause_clock, resume_clock):
        assert refusal(lambda act=act: act(round=round_, actor=desk)).code == code
    assert refusal(lambda: add_time(round=round_, seconds=60, actor=desk)).code == code
    assert refusal(lambda: extend_match(match=match, seconds=60, actor=desk)).code == code
    assert refusal(lambda: call_time(round=round_, actor=desk)).code == "round_not_running"
    assert not ClockEvent.objects.exists()
    assert not AuditRow.objects.exists()


@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        ([], pause_clock, "clock_not_started"),
        ([], resume_clock, "clock_not_started"),
        ([], call_time, "round_not_running"),
        ([start_clock], start_clock, "clock_already_started"),
        ([start_clock], resume_clock, "clock_not_paused"),
        ([start_clock, pause_clock], pause_clock, "clock_already_paused"),
        ([start_clock, pause_clock], start_clock, "clock_already_started"),
        ([start_clock, call_time], call_time, "clock_nothing_left"),
        ([start_clock, call_time], start_clock, "clock_already_started"),
    ],
)
def test_what_does_not_follow_is_refused(round_: Round, desk: Actor, before: list[Act], act: Act, code: str) -> None:
    for number, earlier in enumerate(before):
        earlier(round=round_, actor=desk, at=minute(number))
    refused = refusal(lambda: act(round=round_, actor=desk, at=minute(5)))
    assert refused.code == code
    assert refused.conflict
    assert ClockEvent.objects.count() == AuditRow.objects.count() == len(before)


def test_an_act_cannot_be_before_the_last_one(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(2))
    assert refusal(lambda: pause_clock(round=round_, actor=desk, at=minute(1))).code == "clock_before_last_event"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(0, "clock_nothing_added"), (MOST_ADDED + 1, "clock_too_much"), (-MOST_ADDED - 1, "clock_too_much")],
)
def test_time_that_cannot_be_added_is_said_at_the_field(round_: Round, desk: Actor, seconds: int, code: str) -> None:
    refused = refusal(lambda: add_time(round=round_, seconds=seconds, actor=desk))
    assert (refused.code, refused.parameter, refused.conflict) == (code, "seconds", False)


def test_time_may_be_added_before_the_start(round_: Round, desk: Actor) -> None:
    assert add_time(round=round_, seconds=MOST_ADDED, actor=desk, at=minute(0)).status == RoundStatus.PUBLISHED
    start_clock(round=round_, actor=desk, at=minute(1))
    assert left(round_, minute(1)) == CAP + 60


def test_time_is_called_though_the_clock_stood_at_zero_for_long(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    assert call_time(round=round_, actor=desk, at=minute(40)).status == RoundStatus.TIME_CALLED
    assert not ClockEvent.objects.filter(act=ClockAct.CALL).exists()  # nothing was left to be taken
    assert left(round_, minute(40)) == -15


def test_time_is_called_on_a_clock_that_stands(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    pause_clock(round=round_, actor=desk, at=minute(3))
    call_time(round=round_, actor=desk, at=minute(5))
    assert round_clock(now(round_)).read(minute(6)).state == ClockState.TIME_CALLED


def test_time_added_after_the_call_lets_the_round_run(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    call_time(round=round_, actor=desk, at=minute(10))
    assert add_time(round=round_, seconds=300, actor=desk, at=minute(11)).status == RoundStatus.RUNNING
    assert left(round_, minute(11)) == 4
    assert call_time(round=round_, actor=desk, at=minute(12)).status == RoundStatus.TIME_CALLED


def test_time_added_after_the_call_that_is_used_up_leaves_it_called(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    call_time(round=round_, actor=desk, at=minute(40))
    assert add_time(round=round_, seconds=60, actor=desk, at=minute(41)).status == RoundStatus.TIME_CALLED
    assert left(round_, minute(41)) == -15


def test_time_taken_away_after_the_call_leaves_it_called(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    call_time(round=round_, actor=desk, at=minute(10))
    assert add_time(round=round_, seconds=-60, actor=desk, at=minute(10)).status == RoundStatus.TIME_CALLED


def test_extensions_of_a_match_add_up_and_are_its_own(round_: Round, desk: Actor) -> None:
    one, other = MatchFactory(round=round_, table=1), MatchFactory(round=round_, table=2)
    start_clock(round=round_, actor=desk, at=minute(0))
    for seconds in (60, 120):
        extend_match(match=one, seconds=seconds, actor=desk, at=minute(1))
    assert left(round_, minute(1), one) == CAP + 2
    assert left(round_, minute(1), other) == left(round_, minute(1)) == CAP - 1
    call_time(round=round_, actor=desk, at=minute(10))
    assert left(round_, minute(10), one) == 3
    extend_match(match=one, seconds=60, actor=desk, at=minute(11))
    assert left(round_, minute(11), one) == 3
    assert now(round_).status == RoundStatus.TIME_CALLED


@pytest.mark.parametrize("seconds", [0, -1, MOST_ADDED + 1])
def test_an_extension_is_between_a_second_and_an_hour(round_: Round, desk: Actor, seconds: int) -> None:
    match = MatchFactory(round=round_)
    refused = refusal(lambda: extend_match(match=match, seconds=seconds, actor=desk))
    assert (refused.code, refused.parameter) == ("extension_out_of_range", "seconds")


def test_a_bye_gets_no_time(round_: Round, desk: Actor) -> None:
    bye = MatchFactory(round=round_, table=None, kind=MatchKind.BYE)
    assert refusal(lambda: extend_match(match=bye, seconds=60, actor=desk)).code == "no_opponent"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("before", "act", "code"),
    [
        ([], start_clock, "clock_already_started"),
        ([start_clock], pause_clock, "clock_already_paused"),
        ([start_clock], call_time, "clock_nothing_left"),
    ],
)
@pytest.mark.database
@pytest.mark.database
@pytest.mark.database
def test_two_people_at_once_do_it_once(round_: Round, desk: Actor, before: list[Act], act: Act, code: str) -> None:
    for earlier in before:
        earlier(round=round_, actor=desk)
    barrier = Barrier(2)

    def one(_: int) -> str:
        try:
            barrier.wait(timeout=PATIENCE)
            return str(act(round=round_, actor=desk).status)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(one, range(2)))
    assert answers.count(code) == 1
    assert ClockEvent.objects.count() == len(before) + 1


# When a page looks again


def test_the_next_end_is_the_rooms_or_that_of_an_extension(round_: Round, desk: Actor) -> None:
    match = MatchFactory(round=round_)
    assert round_clock(now(round_)).next_end(minute(0)) is None
    start_clock(round=round_, actor=desk, at=minute(0))
    extend_match(match=match, seconds=180, actor=desk, at=minute(1))
    clock = round_clock(now(round_))
    assert clock.next_end(minute(5)) == 20 * 60
    assert clock.next_end(minute(5), match.pk) == 23 * 60
    assert clock.next_end(minute(26)) == 2 * 60
    assert clock.next_end(minute(29)) is None


def test_a_paused_clock_ends_at_no_moment(round_: Round, desk: Actor) -> None:
    start_clock(round=round_, actor=desk, at=minute(0))
    pause_clock(round=round_, actor=desk, at=minute(1))
    assert round_clock(now(round_)).next_end(minute(2)) is None
