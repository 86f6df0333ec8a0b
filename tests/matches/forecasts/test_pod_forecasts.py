"""Who makes the cut of an event whose tables seat more than two: pages, the API, and a player's own line."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import ForecastFor, JobState, Role, Source, StageKind
from matches.events.queries.pods import pod_setup
from matches.forecasts.queries import forecast_stage, pod_stage_now, public_rounds
from matches.forecasts.services import current_forecast
from matches.jobs.running_services import run
from matches.models import Event, Forecast, Job
from matches.people.services.links import make_player_link
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from tests.factories import StageFactory, any_organiser, staff
from tests.matches.playing import entry, running, stage_of
from tests.matches.pods import pod_event
from tests.matches.snapshots.test_pods import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    """Twelve players at tables of four, two of three rounds played, a cut to four."""
    event = pod_event(12)
    event.published = True
    event.options = {**event.options, "forecast_for": ForecastFor.EVERYONE.value}
    event.save()
    StageFactory(event=event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    for seed in (1, 2):
        play(event, desk, seed=seed)
    return event


def made(event: Event) -> Forecast:
    stage = forecast_stage(event)
    assert stage is not None
    current_forecast(event, stage)
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)
    kept = current_forecast(event, stage)
    assert kept is not None
    return kept


def test_everyone_at_a_table_has_a_chance(event: Event) -> None:
    kept = made(event)
    assert set(kept.rows) == {str(number) for number in range(1, 13)}
    assert sum(chance for chance, _certain in kept.rows.values()) == pytest.approx(4, abs=0.1)
    for address in ("matches:forecast", "matches:desk_forecast"):
        client = Client()
        client.force_login(staff(event, Role.ORGANISER))
        page = client.get(reverse(address, args=[event.slug])).content.decode()
        assert "After round 2 of 3." in page
        assert "Every table order is equally likely" in page
    told = Client().get(reverse("api-forecast", args=[event.slug])).json()
    assert len(told["rows"]) == 12
    assert told["cut"] == 4


def test_open_tables_are_counted_and_results_that_arrive_make_another(event: Event, desk: Actor) -> None:
    round_ = running(event, desk)
    first = made(event)
    assert (first.round_number, first.missing) == (3, 3)
    match = round_.matches.filter(kind="played").select_related("round__stage__event").order_by("table").first()
    assert match is not None
    report_result(match=match, score=read_score(match, "A B C D"), actor=desk, source=Source.DESK)
    second = made(event)
    assert (second.round_number, second.missing) == (3, 2)
    stage = stage_of(event)
    setup = pod_setup(stage)
    assert setup is not None
    now = pod_stage_now(stage, setup, public_rounds(stage))
    assert sorted(len(pod) for pod in now.open_pods) == [4, 4]
    assert (now.rounds_left, now.cut, len(now.playing)) == (0, 4, 12)


def test_a_player_asks_what_each_place_at_the_next_table_is_worth(event: Event, desk: Actor) -> None:
    kept = made(event)
    number = next(int(number) for number, (chance, _certain) in kept.rows.items() if 0.2 < chance < 0.8)
    token = make_player_link(entry=entry(event, number), actor=desk).token
    url = reverse("matches:my_what_if", args=[token])
    page = Client().get(reverse("matches:me", args=[token])).content.decode()
    assert url in page

    def ask() -> tuple[int, dict[str, Any]]:
        answer = Client().get("/api/v1/player/what-if/", headers={"Authorization": f"Link {token}"})
        return answer.status_code, answer.json()

    assert "being worked out" in Client().get(url).content.decode()
    assert (ask()[0], ask()[1]["places"]) == (202, None)
    [job] = Job.objects.filter(state=JobState.WAITING)
    run(job.pk)
    page = Client().get(url).content.decode()
    for words in ("come first", "come fourth", "each place you could take at your next table"):
        assert words in page
    assert "If you win" not in page
    assert "come fifth" not in page
    status, told = ask()
    assert (status, told["won"], told["drawn"], told["lost"]) == (200, None, None, None)
    assert len(told["places"]) == 4
    assert sorted(told["places"], reverse=True) == told["places"]
    assert told["places"][0] > kept.rows[str(number)][0] > told["places"][-1]


def test_without_another_table_nothing_is_left_to_ask(event: Event, desk: Actor) -> None:
    round_ = running(event, desk)
    matches = round_.matches.filter(kind="played").select_related("round__stage__event").order_by("table")
    match = matches[0]
    report_result(match=match, score=read_score(match, "B A C D"), actor=desk, source=Source.DESK)
    kept = made(event)
    numbers = [seat.entry.number for seat in match.seats.select_related("entry")]
    number = next((one for one in numbers if kept.rows[str(one)][1] is None), numbers[0])
    token = make_player_link(entry=entry(event, number), actor=desk).token
    url = reverse("matches:my_what_if", args=[token])
    Client().get(url)
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)
    assert "left to decide" in Client().get(url).content.decode()
    told = Client().get("/api/v1/player/what-if/", headers={"Authorization": f"Link {token}"}).json()
    assert told["places"] == []


def test_a_score_attack_has_no_forecast(desk: Actor) -> None:
    assert forecast_stage(pod_event(8, game="bank", size=1)) is None
