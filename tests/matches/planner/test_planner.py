"""The planner: matches that a worker plays once, a plan from them, and its page, command and job."""

from __future__ import annotations

import io
import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from matches.clock.services import start_clock
from matches.enums import JobState, Role
from matches.errors import Refused
from matches.jobs.services import KEPT, MOST_EACH, MOST_WAITING, asker_of, run, start_job
from matches.models import Job, MatchSample
from matches.planner import queries
from matches.planner.cut import CUT_KIND, CutAsked
from matches.planner.labels import chart, curve_context
from matches.planner.observed import Observed, PaceFit
from matches.planner.plan import MOST_BARS, Terms, plan
from matches.planner.queries import matches_for, observed_in, plan_of_event
from matches.planner.sample import Sample
from matches.planner.services import ask_for_cut, ask_for_matches
from rules_engine.bankout.planning_door import BankoutPlanning
from rules_engine.planning.matches import Pace
from rules_engine.planning.traces import Traces, TurnTrace
from tests.factories import UserFactory, any_organiser, staff
from tests.matches.playing import event_of, published, report

pytestmark = pytest.mark.django_db
SPECTACLE = {"format": "bankout", "jokers": True}
PLAN = reverse("matches:planner")
ME = "account 1"
CUT = CutAsked(players=40, rounds=5, cut=8, skill=0.5, draws=0.0, drops=0.0)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample of forty matches is as good for these tests, and played in a moment."""
    monkeypatch.setattr(BankoutPlanning, "sample_size", lambda *_given: 40)


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(UserFactory())
    return client


def work() -> None:
    """Run the jobs that wait, as a worker does."""
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)


def get(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_same_matches_are_played_once_however_their_rules_are_spelt() -> None:
    first, again = Sample("bankout", SPECTACLE, "steady"), Sample("bankout", {"format": "bankout"}, "steady")
    assert first.key == again.key
    assert (
        len({first.key, Sample("bankout", {"format": "blitz"}, "steady").key, Sample("bankout", {}, "bold").key}) == 3
    )
    assert matches_for(first) is None
    ask_for_matches(first, ME)
    assert ask_for_matches(first, ME) == Job.objects.get()
    work()
    ask_for_matches(again, ME)
    work()
    assert MatchSample.objects.count() == 1
    assert len(matches_for(again) or ()) == 40


def test_a_page_waits_for_its_matches_and_then_says_what_the_cap_does(organiser: Client) -> None:
    assert "Nothing planned yet" in get(organiser, PLAN)
    assert Job.objects.count() == 0
    address = PLAN + "?players=40&rounds=6&cap=25"
    waiting = get(organiser, address)
    assert "Playing the matches" in waiting
    assert "matches reach the cap" not in waiting
    for _format in range(4):
        work()
        shown = get(organiser, address)
        assert "of 100 matches reach the cap of 25 minutes." in shown
        assert "A round with 20 tables" in shown
    assert "Playing the matches" not in shown
    for label in ("Bankout, with Jokers", "Blitz, without Jokers", "Caps side by side", "The chart as a table"):
        assert label in shown


def test_the_progress_of_the_matches_is_told_to_the_page(organiser: Client) -> None:
    job = ask_for_matches(Sample("bankout", SPECTACLE, "steady"), ME)
    url = reverse("matches:plan_job", args=[job.key])
    assert organiser.get(url).json()["state"] == "waiting"
    work()
    told = organiser.get(url).json()
    assert (told["state"], told["total"]) == ("done", 40)
    event = event_of(4)
    other = start_job(event=event, kind="forecast", user=None)
    for key in (other.key, uuid.uuid4()):
        assert organiser.get(reverse("matches:plan_job", args=[key])).status_code == 404


def test_the_records_at_the_cut_are_simulated_and_shown(organiser: Client) -> None:
    address = PLAN + "?players=24&rounds=4&cut=4&skill=1"
    for _time in range(6):
        get(organiser, address)
        work()
    page = get(organiser, address)
    assert "Which record is in the top 4" in page
    assert "4–0" in page
    assert "The strongest has no loss" in page
    assert get(organiser, PLAN + "?players=24&rounds=4&cut=0&skill=1").count("Which record is in") == 0
    for query, why in (
        ("players=5000&rounds=12&cut=8", "Only events with up to 2,048 players are simulated."),
        ("players=8&rounds=3&cut=8", "All players are in the cut."),
        ("players=3&rounds=3&cut=0", "With fewer than 4 players there is nothing to compare."),
    ):
        shown = get(organiser, f"{PLAN}?{query}")
        assert "How many rounds" in shown
        assert why in shown


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("players=1", "greater than or equal to 2"),
        ("players=99999", "less than or equal to 10000"),
        ("cap=0", "greater than or equal to 1"),
        ("cap=soon", "Enter a whole number"),
        ("rounds=", "This field is required"),
        ("format=chess", "Select a valid choice"),
        ("player=nobody", "Select a valid choice"),
        ("spread=7", "less than or equal to 1"),
        ("skill=9", "less than or equal to 4"),
    ],
)
def test_bad_input_is_said_at_its_field_and_starts_nothing(organiser: Client, query: str, told: str) -> None:
    page = get(organiser, f"{PLAN}?between=7.5&{query}", 422)
    assert told in page
    assert 'value="7.5"' in page
    assert Job.objects.count() == 0


def test_a_plan_of_an_event_begins_as_the_event_is_set_up(client: Client) -> None:
    event = event_of(12, rounds=4, cut=4)
    assert plan_of_event(event) == {"players": 12, "rounds": 4, "cut": 4, "cap": event.cap_minutes}
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    url = reverse("matches:event_planner", args=[event.slug])
    assert "Playing the matches" in get(client, url)
    asked = Job.objects.get().params
    assert (asked["game"], asked["rules"]) == (event.game, event.rules)
    work()
    page = get(client, url)
    assert "A round with 6 tables" in page
    assert 'name="jokers"' not in page
    assert f'href="{url}"' in get(client, reverse("matches:event_settings", args=[event.slug]))
    assert "A round with 3 tables" in get(client, url + "?players=6&rounds=2")


def test_the_matches_of_an_event_correct_its_pace(client: Client) -> None:
    event = event_of(24, rounds=4)
    actor = any_organiser()
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:event_planner", args=[event.slug])
    get(client, url)
    work()
    assert "matches of this event" not in get(client, url)
    round_ = published(event, actor)
    start_clock(round=round_, actor=actor, at=timezone.now() - timedelta(minutes=11))
    report(round_, actor)
    page = get(client, url)
    assert "From 12 matches of this event, 0 of which reached the cap" in page
    assert "times as long as usual" in page
    assert "matches of this event" not in get(client, url + "?players=24&rounds=4&draw=3")


def test_a_table_that_was_forgotten_counts_as_one_that_reached_the_cap() -> None:
    """Its clock has run for a month, which says nothing of the pace, and would make a table of thousands of rows."""
    event = event_of(4)
    start_clock(round=published(event, any_organiser()), actor=any_organiser(), at=timezone.now() - timedelta(days=30))
    assert observed_in(event).at_least == (60 * event.cap_minutes,) * 2


def test_nothing_of_the_event_changes_by_planning(client: Client) -> None:
    event = event_of(8)
    published(event, any_organiser())
    client.force_login(staff(event, Role.ORGANISER))
    before = event.stages.values().get(), event.audit_rows.count()
    get(client, reverse("matches:event_planner", args=[event.slug]))
    assert (event.stages.values().get(), event.audit_rows.count()) == before


def test_a_visitor_signs_in_first(client: Client) -> None:
    assert client.get(PLAN)["Location"].startswith(reverse("matches:login"))


def test_the_api_answers_once_the_matches_are_played(organiser: Client) -> None:
    def ask(**asked: Any) -> tuple[int, Any]:
        answer = organiser.post("/api/v1/plan/", asked, content_type="application/json")
        return answer.status_code, answer.json()

    asked = {"players": 40, "rounds": 6, "cap": 25, "rules": {"format": "blitz"}, "pace": {"draw": 9}}
    status, told = ask(**asked)
    assert (status, told["state"]) == (202, "waiting")
    work()
    status, told = ask(**asked)
    assert (status, told["matches"], told["tables"], told["chosen"]["cap"]) == (200, 40, 20, 25)
    assert len(told["caps"]) == 6
    slow, quick = (ask(**{**asked, "pace": {"draw": seconds}})[1]["uncapped"]["mean"] for seconds in (9, 3))
    assert slow > quick
    for wrong, field in (
        ({"rules": {"format": "chess"}}, "rules"),
        ({"game": "go"}, "game"),
        ({"player": "nobody"}, "player"),
        ({"pace": {"draw": 0}}, "pace"),
        ({"cap": 0}, "cap"),
        ({"haste": 1}, "haste"),
        ({"between": "nan"}, "between"),
        ({"between": 10**400}, "between"),
        ({"pace": {"draw": "nan"}}, "pace"),
    ):
        status, told = ask(**{**asked, **wrong})
        assert status == 400
        assert field in str(told["errors"])


def test_matches_that_could_not_be_played_are_not_begun_again_by_each_look(organiser: Client) -> None:
    address = PLAN + "?players=40"
    get(organiser, address)
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now(), error="The disk is full.")
    assert "The disk is full." in get(organiser, address)
    assert Job.objects.count() == 1
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=3))
    get(organiser, address)
    assert Job.objects.count() == 2


def test_one_account_cannot_fill_the_queue(organiser: Client) -> None:
    asked = {"players": 40, "rounds": 6}
    for number in range(MOST_WAITING):
        Job.objects.create(kind="match_sample", params={"number": number})
    page = get(organiser, PLAN + "?players=40", 422)
    assert "Many simulations are waiting already." in page
    answer = organiser.post("/api/v1/plan/", asked, content_type="application/json")
    assert answer.status_code == 422
    assert Job.objects.count() == MOST_WAITING


def test_one_account_leaves_room_for_others() -> None:
    for players in range(10, 10 + MOST_EACH):
        ask_for_cut(replace(CUT, players=players), ME)
    with pytest.raises(Refused, match="Your other simulations are not done yet"):
        ask_for_cut(CUT, ME)
    assert ask_for_cut(replace(CUT, players=10), ME).state == JobState.WAITING
    assert ask_for_cut(CUT, "account 2").asker == "account 2"


def test_an_address_is_kept_only_as_a_mark() -> None:
    told = asker_of(AnonymousUser(), "192.0.2.7")
    assert told == asker_of(AnonymousUser(), "192.0.2.7") != asker_of(AnonymousUser(), "192.0.2.8")
    assert "192.0.2" not in told
    assert Job._meta.get_field("asker").max_length >= len(told)


def test_old_simulations_are_forgotten_with_the_next_one_of_their_kind() -> None:
    fresh, _old = (ask_for_cut(replace(CUT, players=players), ME) for players in (10, 11))
    other = Job.objects.create(kind="backup")
    Job.objects.exclude(pk=fresh.pk).update(state=JobState.DONE, created_at=timezone.now() - KEPT - timedelta(hours=1))
    latest = ask_for_cut(CUT, ME)
    assert set(Job.objects.values_list("pk", flat=True)) == {fresh.pk, other.pk, latest.pk}


def test_what_an_older_version_kept_is_simulated_again(organiser: Client) -> None:
    address = PLAN + "?players=24&rounds=4&cut=4"
    for _time in range(6):
        get(organiser, address)
        work()
    assert "Which record is in the top 4" in get(organiser, address)
    Job.objects.filter(kind=CUT_KIND).update(result={"events": 2_000, "records": "otherwise"})
    MatchSample.objects.update(traces=b"otherwise")
    queries._kept.cache_clear()
    for _time in range(6):
        get(organiser, address)
        work()
    assert "Which record is in the top 4" in get(organiser, address)


def test_pages_say_while_the_fast_simulator_is_not_there(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run without compiled code."""
    for url in (PLAN, PLAN + "?players=8", reverse("matches:lab")):
        assert "The fast simulator is not ready." in get(organiser, url)
    monkeypatch.setattr(BankoutPlanning, "at_full_speed", lambda _self: True)
    assert "The fast simulator is not ready." not in get(organiser, PLAN)


def test_a_plan_asks_for_more_matches_once_they_are_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = Sample("bankout", SPECTACLE, "steady")
    ask_for_matches(sample, ME)
    work()
    assert len(matches_for(sample) or ()) == 40
    monkeypatch.setattr(BankoutPlanning, "sample_size", lambda *_given: 60)
    assert matches_for(sample) is None
    ask_for_matches(sample, ME)
    work()
    monkeypatch.setattr(BankoutPlanning, "sample_size", lambda *_given: 40)
    assert len(matches_for(sample) or ()) == 60
    assert MatchSample.objects.count() == 1


def test_starts_by_lot_and_balanced_are_shown(organiser: Client) -> None:
    get(organiser, PLAN + "?players=40&rounds=6&cap=25")
    work()
    page = get(organiser, PLAN + "?players=40&rounds=6&cap=25")
    for words in ("By lot", "5 of 6", "Balanced", "3 of 6", "+0.00 wins ± 0.00"):
        assert words in page


def test_the_curve_of_an_event_is_drawn_from_fifty_matches_on() -> None:
    played = tuple(60.0 * minute for minute in range(10, 60))
    fit = PaceFit(1.0, 7.2, 0.4)
    assert curve_context(Observed(played[1:], (1_500.0,) * 9), fit) is None
    drawn = curve_context(Observed(played), fit)
    assert drawn
    assert (drawn["last"], len(drawn["rows"])) == (59, 11)
    assert [row["seen"] for row in drawn["rows"][:3]] == ["100 %", "98 %", "88 %"]
    assert drawn["chart"]["steps"].startswith("0.0,0.0 ")
    assert drawn["chart"]["steps"].endswith("600.0,160.0")


def test_lengths_far_apart_share_bars() -> None:
    traces = [(TurnTrace(0, draws, 0, 0, 0),) for draws in range(1, 1_000)]
    made = plan(Traces.of(traces), Terms(cap=None, players=8, rounds=3, pace=Pace(draw=60, spread=0)))
    assert len(made.bars) <= MOST_BARS + 1
    assert all(bar["width"] > 0 for bar in chart(made)["bars"])


def planned(*arguments: str) -> str:
    out = io.StringIO()
    call_command("plan", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_plans_in_words_and_as_json() -> None:
    words = planned("--cap", "25", "--matches", "30")
    assert "of 100 matches reach the cap of 25 minutes." in words
    data: dict[str, Any] = json.loads(planned("--cap", "25", "--matches", "30", "--json", "--format", "blitz"))
    assert (data["matches"], data["rules"]["format"], data["chosen"]["cap"]) == (30, "blitz", 25)
    assert [cap["cap"] for cap in data["caps"]] == [20, 21, 22, 23, 24, 25]
    assert data == json.loads(planned("--cap", "25", "--matches", "30", "--json", "--format", "blitz"))


@pytest.mark.parametrize(
    "bad", [["--cap", "0"], ["--players", "1"], ["--player", "x"], ["--format", "chess"], ["--game", "go"]]
)
def test_the_command_refuses_bad_input(bad: list[str]) -> None:
    with pytest.raises(CommandError):
        planned(*bad)
