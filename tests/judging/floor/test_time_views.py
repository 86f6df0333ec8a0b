"""The stopwatch and time given back."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.calls.services import call_judge
from judging.enums import TableAct
from judging.extensions.queries import paused_since
from judging.extensions.services import mark_table, table_time
from judging.models import EventPolicy, TableEvent, TimeExtension
from judging.papers.log_builders import log_sheet
from judging.papers.queries import PaperTerms
from judging.policies.services import start_policy
from judging.records.verify_services import verify_log
from matches.clock.timing import ClockAct
from matches.enums import Role
from matches.models import AuditRow, ClockEvent
from tests.factories import MatchFactory, RoundFactory, StageFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


@pytest.fixture
def table(floor):
    """A table whose clock was started ten minutes ago by the real clock."""
    stage = StageFactory(event=floor.event, order=2)
    round_ = RoundFactory(stage=stage, number=1)
    ClockEvent.objects.create(round=round_, act=ClockAct.START, at=timezone.now() - timedelta(minutes=10))
    return MatchFactory(round=round_, table=9, entries=[floor.player, floor.opponent])


def url(floor, name, match=None):
    return reverse(f"judging:{name}", args=[floor.event.slug, (match or floor.match).pk])


def watch(client, floor, seconds, **more):
    data = {"record": uuid.uuid4(), "player": floor.player.number, "seconds": seconds, **more}
    return client.post(url(floor, "stopwatch"), data)


def test_over_the_time_box_leads_to_slow_play(judge, floor):
    answer = watch(judge, floor, 31)
    assert answer.url == reverse(
        "judging:fault", args=[floor.event.slug, floor.match.pk, "TM-SLOW", floor.player.number]
    )
    page = judge.get(answer.url)
    assert page.context["chosen"].penalty.code == "RM"
    assert f"{floor.player.player.name} took 31 s; the limit is 30 s." in page.content.decode()


@pytest.mark.parametrize("seconds", [0, 30])
def test_within_the_time_box_it_is_only_kept(judge, floor, seconds):
    assert watch(judge, floor, seconds).url == reverse("judging:table", args=[floor.event.slug, floor.match.pk])
    assert TableEvent.objects.get().seconds == seconds


def test_the_time_box_is_the_event_s(judge, floor):
    start_policy(event=floor.event, profile="blitz", actor=floor.head)
    assert judge.get(url(floor, "stopwatch")).context["box"] == 15
    assert "fault" in watch(judge, floor, 16).url


def test_a_decision_that_cannot_be(subtests: pytest.Subtests, judge, floor):
    for data in [{"seconds": "-1"}, {"seconds": "long"}, {"seconds": "4000"}, {"player": "77777"}]:
        with subtests.test(data=data), undone(floor):
            answer = watch(judge, floor, **{"seconds": 20, **data})
            assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(data))
            assert not TableEvent.objects.exists()


def give(client, floor, table, how="pause", minutes=2, seconds=0):
    data = {"record": uuid.uuid4(), "how": how, "minutes": minutes, "seconds": seconds}
    return client.post(url(floor, "time", table), data)


def test_time_for_a_table(subtests: pytest.Subtests, judge, floor, table):
    for how, minutes, seconds, given in [("pause", 2, 10, 130), ("deck_check", 2, 0, 120), ("by_hand", 1, 30, 90)]:
        with subtests.test(how=how, minutes=minutes, seconds=seconds, given=given), undone(floor):
            answer = give(judge, floor, table, how, minutes, seconds)
            assert answer.status_code == 302
            assert TimeExtension.objects.get().seconds == given


def test_play_that_was_stopped_is_counted_and_goes_on(judge, floor, table):
    mark_table(match=table, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(seconds=125))
    page = judge.get(url(floor, "time", table))
    initial = page.context["form"].initial
    assert (initial["minutes"], initial["seconds"]) == (3, 0)  # in the policy's steps
    assert page.context["stood"].startswith("2:")
    give(judge, floor, table)
    assert paused_since(table) is None


def test_where_the_policy_counts_from_the_call(judge, floor, table):
    start_policy(
        event=floor.event, profile="competitive", overrides={"time.extension_starts": "call_made"}, actor=floor.head
    )
    assert EventPolicy.objects.get().profile == "competitive"
    call_judge(match=table, actor=floor.judge, at=timezone.now() - timedelta(minutes=4))
    mark_table(match=table, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(minutes=1))
    assert judge.get(url(floor, "time", table)).context["form"].initial["minutes"] == 4


@pytest.mark.parametrize(
    ("how", "minutes", "seconds", "text"),
    [
        ("pause", 0, 0, "Add at least one second."),
        ("by_hand", 0, 0, "Add at least one second."),
        ("by_hand", 99, 0, "Enter 60 or less."),
        ("by_hand", -1, 0, "Enter 0 or more."),
    ],
)
def test_no_time_is_said_at_the_field(judge, floor, table, how, minutes, seconds, text):
    answer = give(judge, floor, table, how, minutes, seconds)
    assert (answer.status_code, answer.context["form"].errors["minutes"]) == (422, [text])


def test_sent_twice_extends_once(judge, floor, table):
    data = {"record": uuid.uuid4(), "how": "by_hand", "minutes": 1, "seconds": 0}
    for _ in range(2):
        assert judge.post(url(floor, "time", table), data).status_code == 302
    assert ClockEvent.objects.filter(match=table).count() == 1


def play_on(client, floor, table, name="resume"):
    return client.post(reverse("judging:table_act", args=[floor.event.slug, table.pk, name]), follow=True)


def test_play_on_gives_the_time_of_the_pause_back_in_one_tap(judge, floor, table):
    mark_table(match=table, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(seconds=125))
    assert "Resume, +3:00" in judge.get(url(floor, "table", table)).content.decode()
    rows = AuditRow.objects.count()
    assert "Play resumed with 3:00 added." in play_on(judge, floor, table).content.decode()
    assert (TimeExtension.objects.get().seconds, paused_since(table)) == (180, None)
    assert AuditRow.objects.count() == rows + 1


def test_play_on_without_extra_time(judge, floor, table):
    mark_table(match=table, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(seconds=125))
    play_on(judge, floor, table, "resume-plain")
    assert (TimeExtension.objects.exists(), paused_since(table)) == (False, None)


def test_a_short_pause_gives_nothing_back(judge, floor, table):
    mark_table(match=table, act=TableAct.PAUSED, actor=floor.judge, at=timezone.now() - timedelta(seconds=5))
    assert "Play resumed." in play_on(judge, floor, table).content.decode()
    assert not TimeExtension.objects.exists()


def test_an_extension_is_taken_back_by_a_counter_entry(judge, floor, table):
    give(judge, floor, table, "by_hand", 2, 0)
    row = TimeExtension.objects.get()
    (shown,) = judge.get(url(floor, "time", table)).context["extensions"]
    answer = judge.post(shown.url, follow=True)
    assert "+2:00 removed." in answer.content.decode()
    back = TimeExtension.objects.get(corrects=row)
    assert (back.limited_by, back.clock_event.seconds) == ("taken_back", -120)
    assert table_time(table, timezone.now()).extended == 0
    assert [line.text for line in answer.context["rows"] if line.struck] == ["Extension +2:00 (entered by hand)"]
    assert "undo" not in [line.detail for line in answer.context["rows"]]
    assert verify_log(floor.event) == []
    assert "has already been rescinded" in judge.post(shown.url, follow=True).content.decode()
    assert judge.get(url(floor, "time", table)).context["extensions"] == []
    printed = log_sheet(floor.event, PaperTerms(kind="log")).entries
    assert [(line.outcome.struck, line.status) for line in printed] == [(("+2:00",), "Rescinded")] * 2


def test_the_error_of_a_question_has_no_colon_after_the_question_mark(judge, floor, table):
    """The summary reads *Whose decision? Choose one.*"""
    page = judge.post(url(floor, "stopwatch", table), {"seconds": ""}).content.decode()
    assert ">Whose decision?</a> Choose one." in " ".join(page.split())
