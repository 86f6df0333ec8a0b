"""The planner: matches that a worker plays once, a plan from them, and its page, command and job."""

from __future__ import annotations

import io
import json
import re
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.clock.services import start_clock
from matches.enums import Role
from matches.jobs.services import start_job
from matches.models import Job, MatchSample
from matches.planner.cut import CutQuestion, simulated
from matches.planner.labels import chart
from matches.planner.observed import Observed, PaceFit
from matches.planner.observed_labels import curve_shown
from matches.planner.plan import MOST_BARS, Terms, plan
from matches.planner.queries import matches_for, observed_in, plan_of_event
from matches.planner.sample import Sample
from matches.planner.services import ask_for_matches
from rules_engine.planning.matches import Pace
from rules_engine.planning.traces import Traces, TurnTrace
from tests.factories import any_organiser, staff
from tests.matches.planner.asking import ME, PLAN, SPECTACLE, get, work
from tests.matches.playing import event_of, published, report
from tests.undone import undone

pytestmark = pytest.mark.django_db


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
    empty = get(organiser, PLAN)
    assert "Nothing planned yet" in empty
    assert "“Best”" in empty
    assert Job.objects.count() == 0
    address = PLAN + "?players=40&rounds=6&cap=25"
    waiting = get(organiser, address)
    assert "Playing the matches" in waiting
    assert "matches reach the cap" not in waiting
    for _format in range(4):
        work()
        shown = get(organiser, address)
        assert re.search(r"\d in 100 matches .*\b25 minutes", shown)
        assert "with 20 tables" in shown
    assert "Playing the matches" not in shown
    assert "<span>Players: <b>40</b></span>" in shown
    for label in ("Bankout, with Jokers", "Blitz, without Jokers", 'id="plan-caps"', "<details"):
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
    assert "make the top 4" in page
    assert "4–0" in page
    assert "undefeated" in page
    assert get(organiser, PLAN + "?players=24&rounds=4&cut=0&skill=1").count("Which records make") == 0
    for query, why in (
        ("players=5000&rounds=12&cut=8", "up to 2,048 players"),
        ("players=8&rounds=3&cut=8", "All players are in the cut."),
        ("players=3&rounds=3&cut=0", "fewer than 4 players"),
    ):
        shown = get(organiser, f"{PLAN}?{query}")
        assert "How many rounds" in shown
        assert why in shown


def test_bad_input_is_said_at_its_field_and_starts_nothing(subtests: pytest.Subtests, organiser: Client) -> None:
    for query, told in [
        ("players=1", "2 or more"),
        ("players=99999", "10000 or less"),
        ("cap=0", "1 or more"),
        ("cap=soon", "Enter a whole number"),
        ("rounds=", "Fill this in"),
        ("format=chess", "“chess”"),
        ("player=nobody", "“nobody”"),
        ("spread=7", "1 or less"),
        ("skill=9", "4.0 or less"),
        ("players=12&cut=13", "only 12 players"),
    ]:
        with subtests.test(query=query, told=told), undone():
            page = get(organiser, f"{PLAN}?between=7.5&{query}", 422)
            assert told in page
            assert 'value="7.5"' in page
            assert Job.objects.count() == 0


def test_a_cut_that_is_not_named_is_no_larger_than_the_event(client: Client, organiser: Client) -> None:
    assert 'name="cut" value="6"' in get(organiser, PLAN + "?players=6")
    event = event_of(4, cut=8)
    assert plan_of_event(event)["cut"] == 4
    client.force_login(staff(event, Role.ORGANISER))
    get(client, reverse("matches:event_planner", args=[event.slug]))


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
    assert "with 6 tables" in page
    assert 'name="jokers"' not in page
    assert f'href="{url}"' in get(client, reverse("matches:event_settings", args=[event.slug]))
    assert "with 3 tables" in get(client, url + "?players=6&rounds=2")


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
    assert "Based on 12 matches of this event, 0 of which reached the cap" in page
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
        ({"rules": {"formt": "blitz"}}, '"formt"'),
        ({"player": "best"}, "player"),
        ({"game": "go"}, "game"),
        ({"player": "nobody"}, "player"),
        ({"pace": {"draw": 0}}, "pace"),
        ({"cap": 0}, "cap"),
        ({"cut": 41}, "cut cannot be larger"),
        ({"haste": 1}, "haste"),
        ({"between": "nan"}, "between"),
        ({"between": 10**400}, "between"),
        ({"pace": {"draw": "nan"}}, "pace"),
    ):
        status, told = ask(**{**asked, **wrong})
        assert status == 400
        assert field in str(told["errors"])


def test_the_api_answers_which_record_makes_the_cut(organiser: Client) -> None:
    def ask(**asked: Any) -> tuple[int, Any]:
        answer = organiser.post("/api/v1/plan/cut/", asked, content_type="application/json")
        return answer.status_code, answer.json()

    asked = {"players": 24, "rounds": 4, "cut": 4, "skill": 1}
    assert ask(**asked)[0] == 202
    work()
    status, told = ask(**asked)
    assert (status, told["events"]) == (200, 2_000)
    assert [row["rounds"] for row in told["rounds"]] == [3, 4, 5]
    best = told["records"][0]
    assert (best["wins"], best["losses"], best["draws"]) == (4, 0, 0)
    assert best["reached"] > 0.99
    for wrong, field in (
        ({"players": 3}, "players"),
        ({"players": 4_096}, "players"),
        ({"cut": 24}, "cut"),
        ({"rounds": 0}, "rounds"),
        ({"draws": 0.6}, "draws"),
        ({"skill": "nan"}, "skill"),
        ({"haste": 1}, "haste"),
    ):
        status, told = ask(**{**asked, **wrong})
        assert status == 400
        assert field in str(told["errors"])
    assert Job.objects.count() == 1


def test_a_plan_by_the_api_says_how_many_rounds_when_asked(organiser: Client) -> None:
    def ask(address: str, **asked: Any) -> tuple[int, Any]:
        answer = organiser.post(f"/api/v1/plan/{address}", asked, content_type="application/json")
        return answer.status_code, answer.json()

    event = {"players": 24, "rounds": 4, "cut": 4}
    for _part in range(2):  # the matches, then the Swiss rounds
        assert ask("", **event, swiss={"skill": 1})[0] == 202
        work()
    status, told = ask("", **event, swiss={"skill": 1})
    assert status == 200
    assert told["swiss"] == ask("cut/", **event, skill=1)[1]
    assert ask("", **event)[1]["swiss"] is None
    assert ask("", **event, swiss={})[0] == 202
    for wrong in ({"swiss": {"skill": 5}}, {"swiss": {"haste": 1}}, {"swiss": {}, "cut": 24}, {"swiss": None}):
        status, told = ask("", **{**event, **wrong})
        assert status == 400
        assert "swiss" in str(told["errors"])


def test_starts_by_lot_and_balanced_are_shown(organiser: Client) -> None:
    get(organiser, PLAN + "?players=40&rounds=6&cap=25")
    work()
    page = get(organiser, PLAN + "?players=40&rounds=6&cap=25")
    assert "2 seconds, any other action 3, a shuffle 30 and the report 60" in page
    for words in ("By lot", "5 of 6", "Balanced", "3 of 6", "+0.00 wins ± 0.00"):
        assert words in page


def test_the_curve_of_an_event_is_drawn_from_fifty_matches_on() -> None:
    played = tuple(60.0 * minute for minute in range(10, 60))
    fit = PaceFit(1.0, 7.2, 0.4)
    assert curve_shown(Observed(played[1:], (1_500.0,) * 9), fit) is None
    drawn = curve_shown(Observed(played), fit)
    assert drawn
    assert (drawn.last, len(drawn.rows)) == (59, 11)
    assert [row.seen for row in drawn.rows[:3]] == ["100%", "98%", "88%"]
    assert drawn.chart.steps.startswith("0.0,0.0 ")
    assert drawn.chart.steps.endswith("600.0,160.0")


def test_lengths_far_apart_share_bars() -> None:
    traces = [(TurnTrace(0, draws, 0, 0, 0),) for draws in range(1, 1_000)]
    made = plan(Traces.of(traces), Terms(cap=None, players=8, rounds=3, pace=Pace(draw=60, spread=0)))
    assert len(made.bars) <= MOST_BARS + 1
    assert all(bar.width > 0 for bar in chart(made).bars)


def test_sudden_death_in_the_cut_gets_time() -> None:
    """Every match is level when time is called: a minute to the cap, and two of Sudden Death where there is a cut."""
    sudden_death = Traces.of([(TurnTrace(0, 60, 0, 0, 0),)])
    level = Traces.of([(TurnTrace(0, 30, 0, 0, -1), TurnTrace(1, 30, 0, 0, 1))] * 20)
    pace = Pace(draw=2, spread=0, report=0)
    swiss, cut, unbroken = (
        plan(replace(level, deciders=deciders), Terms(cap=1, players=8, rounds=3, cut=cut, between=0, pace=pace))
        for deciders, cut in ((sudden_death, 0), (sudden_death, 4), (None, 4))
    )
    assert [made.length.event[0] for made in (swiss, cut, unbroken)] == pytest.approx([3, 3 + 2 * 3, 3 + 2])
    assert cut.length.round == swiss.length.round


def planned(*arguments: str) -> str:
    out = io.StringIO()
    call_command("plan", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_plans_in_words_and_as_json() -> None:
    words = planned("--cap", "25", "--matches", "30", "--draw", "2.5")
    for told in ("cap of 25 minutes", "Starts by lot:", "A draw takes 2.5 seconds"):
        assert told in words
    data: dict[str, Any] = json.loads(planned("--cap", "25", "--matches", "30", "--json", "--format", "blitz"))
    assert (data["matches"], data["rules"]["format"], data["chosen"]["cap"]) == (30, "blitz", 25)
    assert [cap["cap"] for cap in data["caps"]] == [20, 21, 22, 23, 24, 25]
    assert data == json.loads(planned("--cap", "25", "--matches", "30", "--json", "--format", "blitz"))


def test_the_command_says_how_many_rounds_as_the_other_doors_do() -> None:
    event = ("--players", "24", "--rounds", "4", "--cut", "4", "--skill", "1", "--matches", "10")
    asked = CutQuestion(players=24, rounds=4, cut=4, skill=1.0, draws=0.025, drops=0.03)
    told = json.loads(planned(*event, "--json"))["swiss"]
    assert told == msgspec.json.decode(msgspec.json.encode(simulated(asked)))
    words = planned(*event)
    for record in ("4–0", "3–0–1", "3–1"):
        assert f"\n  {record} " in words
    assert "From 2,000 simulated events" in words
    assert json.loads(planned(*event, "--json", "--events", "0"))["swiss"] is None
    assert "simulated events" not in planned(*event, "--events", "0")
    assert "nothing to compare" in planned("--players", "3", "--matches", "10")
    assert "All players are in the cut." in planned("--players", "8", "--matches", "10")


def test_the_command_refuses_bad_input(subtests: pytest.Subtests) -> None:
    for bad in [
        ["--cap", "0"],
        ["--players", "1"],
        ["--players", "12", "--cut", "13"],
        ["--player", "x"],
        ["--format", "chess"],
        ["--game", "go"],
        ["--draws", "0.6"],
    ]:
        with subtests.test(bad=bad), undone(), pytest.raises(CommandError):
            planned(*bad)
