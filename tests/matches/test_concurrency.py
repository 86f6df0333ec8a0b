"""Two people at the same moment: one result, one explanation. Real threads, real locks, on either database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from matches.audit.services import SYSTEM, Actor, verify_audit
from matches.enums import ResultStatus, Role, Source
from matches.errors import Refused
from matches.jobs import running_services as running
from matches.jobs import services as jobs
from matches.jobs.services import MOST_EACH, start_shared_job
from matches.models import AuditRow, Entry, Event, Job, LiveVersion, Match, Player, Result, Round, Stage
from matches.people.services.contact_data import drop_contact_data
from matches.people.services.entries import add_entry, update_entry
from matches.people.services.imports import import_entries
from matches.people.services.privacy import forget_player
from matches.people.services.removal import remove_entry
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.tables.score import Duel
from tests.factories import EntryFactory, EventFactory, PlayerFactory, StageFactory, any_organiser, staff, worked_at
from tests.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

TWO_ONE = Duel(rounds=(2, 1), winner=0)
ONE_TWO = Duel(rounds=(1, 2), winner=1)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts at the same moment, each on a connection of its own; what they return, or the Refused."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=PATIENCE)
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def refusals(answers: list[Any]) -> list[Refused]:
    return [answer for answer in answers if isinstance(answer, Refused)]


def asked_meanwhile(players: int, meanwhile: int) -> tuple[Job, Any]:
    """Start a shared job, and while that is not stored yet, on another connection one more; it waits until it is."""
    start = lambda number: start_shared_job("equal", {"players": number}, asker="account 1")  # noqa: E731
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first = start(players)
            second = pool.submit(lambda: at_once(lambda: start(meanwhile))[0])
            with pytest.raises(TimeoutError):
                second.result(timeout=0.5)
        return first, second.result(timeout=PATIENCE)


def test_two_equal_requests_at_the_same_moment_start_one_shared_job() -> None:
    first, second = asked_meanwhile(8, 8)
    assert first == second == Job.objects.get()


def test_one_who_asks_twice_at_the_same_moment_gets_no_more_than_one_may_have() -> None:
    for players in range(MOST_EACH - 1):
        start_shared_job("equal", {"players": players}, asker="account 1")
    _first, second = asked_meanwhile(98, 99)
    assert isinstance(second, Refused)
    assert second.code == "own_simulations_waiting"
    assert Job.objects.count() == MOST_EACH


def test_a_lost_job_that_two_workers_find_at_the_same_moment_runs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    both, ran = Barrier(2), []

    def work(job: Job, report: jobs.Report) -> dict[str, Any]:
        ran.append(job.pk)
        return {}

    def find() -> None:
        now = timezone.now()
        both.wait(timeout=PATIENCE)
        running.begin_lost_again(now)
        running.run(lost.pk)

    monkeypatch.setitem(jobs.KINDS, "try_out", work)
    for turn in range(1, 6):
        lost = Job.objects.create(kind="try_out", state="running", attempts=1)
        Job.objects.filter(pk=lost.pk).update(created_at=timezone.now() - timedelta(hours=1))
        at_once(find, find)
        lost.refresh_from_db()
        assert (lost.state, lost.attempts, len(ran)) == ("done", 2, turn)


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def stage() -> Stage:
    event = EventFactory()
    EntryFactory.create_batch(8, event=event)
    return StageFactory(event=event)


def test_two_people_pair_the_same_round(stage: Stage, desk: Actor) -> None:
    pair = lambda: pair_round(stage=stage, actor=desk, number=1)  # noqa: E731 - it is the act itself
    answers = at_once(pair, pair, pair)
    assert Round.objects.count() == 1
    told = refusals(answers)
    assert [refused.code for refused in told] == ["round_open", "round_open"]
    assert all(refused.conflict for refused in told)
    assert AuditRow.objects.filter(act="pair_round").count() == 1


def test_two_desks_report_different_results(stage: Stage, desk: Actor) -> None:
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    match = Match.objects.select_related("round__stage__event").get(round=round_, table=1)
    answers = at_once(
        lambda: report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK),
        lambda: report_result(match=match, score=ONE_TWO, actor=desk, source=Source.JUDGE),
    )
    assert [refused.code for refused in refusals(answers)] == ["result_differs"]
    assert Result.objects.get(match=match).status == ResultStatus.CONFIRMED


def test_both_players_report_the_same_at_once(stage: Stage, desk: Actor) -> None:
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    match = Match.objects.select_related("round__stage__event").get(round=round_, table=1)
    players = [Actor(entry=seat.entry) for seat in match.seats.select_related("entry").order_by("index")]
    answers = at_once(
        *(lambda p=p: report_result(match=match, score=TWO_ONE, actor=p, source=Source.PLAYER) for p in players)
    )
    assert refusals(answers) == []
    assert Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).count() == 1
    assert Result.objects.filter(match=match, status=ResultStatus.REPORTED).count() == 0


def test_a_round_closes_once(stage: Stage, desk: Actor) -> None:
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    for match in Match.objects.filter(round=round_).select_related("round__stage__event"):
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    close = lambda: close_round(round=round_, actor=desk)  # noqa: E731
    answers = at_once(close, close)
    assert [refused.code for refused in refusals(answers)] == ["round_closed"]
    assert round_.snapshots.count() == 1


def test_many_reports_at_once_leave_a_true_log_and_every_version_counted(stage: Stage, desk: Actor) -> None:
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    matches = list(Match.objects.filter(round=round_).select_related("round__stage__event").order_by("table"))
    before = LiveVersion.objects.get(event=stage.event, part="pairings").version
    answers = at_once(
        *(lambda m=m: report_result(match=m, score=TWO_ONE, actor=desk, source=Source.DESK) for m in matches)
    )
    assert refusals(answers) == []
    assert verify_audit(stage.event) is None
    assert LiveVersion.objects.get(event=stage.event, part="pairings").version == before + len(matches)


def test_one_id_imported_twice_at_the_same_moment_is_one_entry(desk: Actor) -> None:
    event = StageFactory().event
    both = at_once(*[lambda: import_entries(event=event, actor=desk, data="name,id\nAda,A1\n")] * 2)
    assert len(refusals(both)) == 1
    assert event.entries.count() == 1


def test_changes_of_one_person_at_two_events_at_the_same_moment_follow_one_another(desk: Actor) -> None:
    """Each locks both events, in the same order."""
    here = EntryFactory(event=worked_at(desk.user))
    there = EntryFactory(event=worked_at(desk.user), player=here.player)
    names = {here: "Ada Lovelace", there: "Ada King"}
    acts = [
        lambda entry=entry, name=name: update_entry(actor=desk, entry=entry, name=name) for entry, name in names.items()
    ]
    assert refusals(at_once(*acts)) == []
    rows = AuditRow.objects.filter(act="update_entry")
    assert [rows.filter(event=entry.event).count() for entry in names] == [2, 2]
    assert Player.objects.get().name in names.values()


def meanwhile(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """What the second act returns, which begins when the first is done but not stored yet, and has to wait for it."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            answer = pool.submit(lambda: at_once(second)[0])
            with pytest.raises(TimeoutError):
                answer.result(timeout=0.5)
        return answer.result(timeout=PATIENCE)


@pytest.fixture
def ada(desk: Actor) -> Entry:
    """A player of an event where the desk works."""
    return EntryFactory(event=worked_at(desk.user), player__external_id="A1", player__name="Ada")


def joining(event: Event, desk: Actor, way: str) -> Callable[[], Entry]:
    """Enter the person with the id A1, by hand or with a list."""
    if way == "list":
        return lambda: import_entries(event=event, actor=desk, data="name,id\nAda,A1\n")[0]
    return lambda: add_entry(event=event, actor=desk, name="Ada", external_id="A1", sure=True)


WAYS = pytest.mark.parametrize("way", ["hand", "list"])


def test_one_who_joins_a_person_waits_for_a_change_of_it(desk: Actor, ada: Entry) -> None:
    """The change saw every event of the person: the entry that comes meanwhile comes after it, with the new name."""
    own = Actor(user=staff(ada.event, Role.SCOREKEEPER))
    rename = lambda: update_entry(actor=own, entry=ada, name="Ada King", external_id="A1")  # noqa: E731
    joined = meanwhile(rename, joining(StageFactory().event, desk, "hand"))
    assert (joined.player_id, Player.objects.get().name) == (ada.player_id, "Ada King")


@WAYS
def test_one_whose_id_changes_meanwhile_is_not_joined(desk: Actor, ada: Entry, way: str) -> None:
    """Else an event would have two entries with the new id."""
    other, own = StageFactory().event, Actor(user=staff(ada.event, Role.SCOREKEEPER))
    EntryFactory(event=other, player__external_id="B1")
    change = lambda: update_entry(actor=own, entry=ada, name="Ada", external_id="B1")  # noqa: E731
    joined = meanwhile(change, joining(other, desk, way))
    assert joined.player_id != ada.player_id
    assert ids_of(other) == ["A1", "B1"]


@WAYS
def test_a_change_of_one_who_is_joined_meanwhile_stays_at_its_own_event(desk: Actor, ada: Entry, way: str) -> None:
    """The other event was not locked for the change, and may have an entry with the new id."""
    other, own = StageFactory().event, Actor(user=staff(ada.event, Role.SCOREKEEPER))
    EntryFactory(event=other, player__external_id="B1")
    meanwhile(joining(other, desk, way), lambda: update_entry(actor=own, entry=ada, name="Ada", external_id="B1"))
    assert (ids_of(other), ids_of(ada.event)) == (["A1", "B1"], ["B1"])


@WAYS
def test_one_who_is_removed_meanwhile_enters_as_a_new_person(desk: Actor, ada: Entry, way: str) -> None:
    other = StageFactory().event
    joined = meanwhile(lambda: remove_entry(actor=desk, entry=ada), joining(other, desk, way))
    assert (ids_of(other), ids_of(ada.event)) == (["A1"], [])
    assert Player.objects.get() == joined.player


@WAYS
def test_one_who_is_joined_meanwhile_is_removed_from_the_one_event_alone(desk: Actor, ada: Entry, way: str) -> None:
    other = StageFactory().event
    meanwhile(joining(other, desk, way), lambda: remove_entry(actor=desk, entry=ada))
    assert (ids_of(other), ids_of(ada.event)) == (["A1"], [])


def at_two_events() -> list[Entry]:
    """Somebody's entries at two events that are over, long enough for the contact data to go."""
    over = timezone.now() - timedelta(days=30)
    player = PlayerFactory(email="ada@example.org")
    return [EntryFactory(event__finished_at=over, player=player) for _ in range(2)]


@pytest.mark.parametrize("forget", [lambda player: forget_player(player=player), lambda _: drop_contact_data(days=7)])
def test_one_who_is_forgotten_while_removed_from_an_event_stops_nobody(forget: Callable[[Player], object]) -> None:
    """The removal has locked its event and then wants the person; forgetting takes them in the same order."""
    for last in (0, 1):
        entries = at_two_events()
        leaving = entries[last]
        with ThreadPoolExecutor(1) as pool:
            with transaction.atomic():
                Event.objects.select_for_update().get(pk=leaving.event_id)
                forgetting = pool.submit(lambda player=leaving.player: at_once(lambda: forget(player)))
                with pytest.raises(TimeoutError):
                    forgetting.result(timeout=0.5)
                remove_entry(actor=SYSTEM, entry=leaving)  # the event is over for all others
            forgetting.result(timeout=PATIENCE)
        player = Player.objects.get(pk=leaving.player_id)
        assert player.email == ""
        assert list(player.entries.all()) == [entries[1 - last]]


def ids_of(event: Event) -> list[str]:
    return sorted(event.entries.values_list("player__external_id", flat=True))
