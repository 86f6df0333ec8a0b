"""The jobs behind plans: shared, limited, forgotten, and made again where they have to be."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import KEPT, MOST_EACH, MOST_WAITING, asker_of
from matches.models import Job, MatchSample
from matches.planner import queries
from matches.planner.cut import CUT_KIND
from matches.planner.queries import matches_for
from matches.planner.sample import Sample
from matches.planner.services import ask_for_cut, ask_for_matches
from rules_engine.bankout.doors.planning import BankoutPlanning
from rules_engine.bankout.kernel import declared
from rules_engine.play.simulation import NOT_READY
from rules_engine.text import EMPTY
from tests.matches.planner.asking import CUT, ME, PLAN, SPECTACLE, get, work

pytestmark = pytest.mark.django_db


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
    assert "Too many simulations are already waiting." in page
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


def planned(organiser: Client, address: str) -> str:
    """The plan, once a worker has done all that its page asks for, one thing after another."""
    page = get(organiser, address)
    for _time in range(6):
        if not Job.objects.filter(state=JobState.WAITING).exists():
            break
        work()
        page = get(organiser, address)
    return page


def test_what_an_older_version_kept_is_simulated_again(organiser: Client) -> None:
    address = PLAN + "?players=24&rounds=4&cut=4"
    assert "Which records make the top 4" in planned(organiser, address)
    Job.objects.filter(kind=CUT_KIND).update(result={"events": 2_000, "records": "otherwise"})
    MatchSample.objects.update(traces=b"otherwise")
    queries._kept.cache_clear()
    assert "Which records make the top 4" not in get(organiser, address)
    assert "Which records make the top 4" in planned(organiser, address)


def test_pages_say_while_the_fast_simulator_is_not_there(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run without compiled code."""
    for url in (PLAN, PLAN + "?players=8", reverse("matches:lab")):
        assert str(NOT_READY) in get(organiser, url)
    monkeypatch.setattr(BankoutPlanning, "slow_because", lambda _self, _rules: EMPTY)
    assert "The fast simulator is not ready." not in get(organiser, PLAN)


def test_the_api_says_why_the_slower_simulator_plays(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not compiled here; where it is, it may not know a rule."""
    asked = {"players": 8, "rounds": 3, "rules": {"format": "blitz", "variants": ["exact_bank_bonus"]}}

    def slow() -> str:
        answer = organiser.post("/api/v1/plan/", asked, content_type="application/json")
        work()
        return str(answer.json().get("slow"))

    slow()  # the matches are played
    assert slow() == str(NOT_READY)
    monkeypatch.setattr(declared, "ready", lambda: True)
    assert slow() == ""
    monkeypatch.setattr(declared, "VARIANTS", declared.VARIANTS - {"exact_bank_bonus"})
    assert "exact_bank_bonus" in slow()
    lab = {"rules": asked["rules"], "a": "steady", "b": "random"}
    assert "exact_bank_bonus" in organiser.post("/api/v1/lab/", lab, content_type="application/json").json()["slow"]
    monkeypatch.setitem(declared.READINGS, "jokers", (False,))
    page = organiser.get(reverse("matches:lab") + "?a=steady&b=random&jokers=true")
    assert "jokers" in page.context["slow"]


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
