"""Forecasts of an event: made by a job for the state of the event, and shown to those whom the event lets see them."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.attendance.services import drop_entry
from matches.audit.services import Actor, raise_versions
from matches.enums import EntryStatus, ForecastFor, JobState, Role, RoundStatus
from matches.forecasts.labels import chance_text, kept_chance_text
from matches.forecasts.queries import chances_by_round, forecast_stage, open_pairs, public_rounds, stage_now, state_key
from matches.forecasts.services import current_forecast, run_forecast
from matches.jobs.running_services import run
from matches.jobs.services import REST
from matches.models import ChanceByRound, Entry, Event, Forecast, Job, LiveVersion
from matches.people.services.links import make_player_link
from matches.rounds.services.rounds import pair_round
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, played, published, report, running
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    """Twelve players, two of four rounds played, a cut to four."""
    event = event_of(12, rounds=4, cut=4)
    event.published = True
    event.save()
    played(event, desk)
    played(event, desk)
    return event


def show_to(event: Event, who: ForecastFor) -> None:
    event.options = {**event.options, "forecast_for": who.value}
    event.save()


def made(event: Event) -> Forecast:
    """Run the jobs that wait, as a worker does; return the newest forecast."""
    stage = forecast_stage(event)
    assert stage is not None
    current_forecast(event, stage)
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)
    kept = current_forecast(event, stage)
    assert kept is not None
    return kept


def page(client: Client, name: str, event: Event) -> str:
    answer = client.get(reverse(f"matches:{name}", args=[event.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def signed_in(event: Event, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.force_login(staff(event, role))
    return client


def test_a_forecast_has_a_row_for_everyone_who_is_playing(event, desk):
    drop_entry(entry=entry(event, 12), actor=desk)
    kept = made(event)
    assert set(kept.rows) == {str(number) for number in range(1, 12)}
    assert sum(chance for chance, _ in kept.rows.values()) == pytest.approx(4, abs=0.1)
    assert (kept.round_number, kept.missing, kept.runs) == (2, 0, 2000)


def test_it_is_made_once_for_a_state_and_again_when_a_result_arrives(event, desk):
    first = made(event)
    assert made(event).pk == first.pk
    assert Job.objects.count() == 1
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    second = made(event)
    assert second.pk != first.pk
    assert (second.round_number, second.missing) == (3, 5)


def test_what_arrives_while_it_runs_is_taken_together(event, desk):
    stage = forecast_stage(event)
    current_forecast(event, stage)
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    current_forecast(event, stage)
    report(round_, desk, tables=[2])
    assert Job.objects.count() == 1
    assert made(event).missing == 4
    assert Forecast.objects.count() == 1


def test_pages_are_told_that_there_is_a_new_one(event):
    before = LiveVersion.objects.filter(event=event, part="forecast").first()
    made(event)
    assert before is None
    assert LiveVersion.objects.get(event=event, part="forecast").version == 1


def test_only_the_last_few_are_kept(event, desk):
    round_ = running(event, desk)
    for table in range(1, 6):
        report(round_, desk, tables=[table])
        made(event)
    assert Forecast.objects.count() == 3


def test_the_last_chances_of_each_published_round_are_kept(event: Event, desk: Actor) -> None:
    made(event)
    round_ = running(event, desk)
    for table in range(1, 6):
        report(round_, desk, tables=[table])
        kept = made(event)
    rows = {row.round_number: row.chances for row in ChanceByRound.objects.all()}
    assert set(rows) == {2, 3}
    for number, (chance, certain) in kept.rows.items():
        expected = {"in": 1.0, "out": 0.0}.get(certain, min(max(round(chance, 3), 0.001), 0.999))
        assert rows[3][number] == expected


def test_a_player_sees_the_own_chance_over_the_rounds_where_the_event_shows_it(
    subtests: pytest.Subtests, event: Event, desk: Actor
) -> None:
    own = reverse("matches:me", args=[make_player_link(entry=entry(event, 3), actor=desk).token])
    made(event)
    show_to(event, ForecastFor.EVERYONE)
    assert "Chance round by round" not in Client().get(own).content.decode()  # one round is no line
    running(event, desk)
    made(event)
    for who in ForecastFor:
        with subtests.test(who=who), undone():
            show_to(event, who)
            shown = Client().get(own).content.decode()
            assert ("Chance round by round" in shown) == (who is not ForecastFor.STAFF)
            found = re.findall(
                r'<th class="number" scope="row">(\d)</th>\s*<td class="number">([^<]+)</td>\s*</tr>', shown
            )
            rows = ChanceByRound.objects.order_by("round_number")
            expected = [(str(row.round_number), kept_chance_text(row.chances["3"])) for row in rows]
            assert found == (expected if who is not ForecastFor.STAFF else [])


def test_a_round_that_was_withdrawn_has_no_chance(event: Event, desk: Actor) -> None:
    show_to(event, ForecastFor.EVERYONE)
    made(event)
    round_ = running(event, desk)
    made(event)
    stages = list(event.stages.order_by("order"))
    assert [number for number, _chances in chances_by_round(event, stages)] == [2, 3]
    round_.status = RoundStatus.WITHDRAWN
    round_.save()
    assert [number for number, _chances in chances_by_round(event, stages)] == [2]


def test_open_matches_are_in_the_field_and_reported_ones_are_history(event, desk):
    round_ = running(event, desk)
    report(round_, desk, tables=[1, 2])
    stage = forecast_stage(event)
    rounds = public_rounds(stage)
    now = stage_now(stage, rounds)
    assert [len(played_.matches) for played_ in now.rounds] == [6, 6, 2]
    assert len(now.open_pairs) == len(open_pairs(rounds)) == 4
    assert (now.rounds_left, now.cut, len(now.playing)) == (1, 4, 12)


def test_a_draft_tells_nothing(event, desk):
    stage = forecast_stage(event)
    before = state_key(stage)
    pair_round(stage=stage, actor=desk)
    assert state_key(stage) == before


@pytest.mark.parametrize("given", [{"cut": None}, {"cut": 4, "rounds_played": 0}])
def test_none_without_a_cut_or_before_the_first_round_is_closed(desk, given):
    event = event_of(8, rounds=3, cut=given["cut"])
    if given.get("rounds_played", 1):
        played(event, desk)
    else:
        published(event, desk)
    assert forecast_stage(event) is None
    assert "No forecast available" in page(signed_in(event), "desk_forecast", event)
    assert Job.objects.count() == 0


def test_the_staff_see_everyone(event):
    client = signed_in(event, Role.FLOOR_JUDGE)
    assert "being worked out" in page(client, "desk_forecast", event)
    made(event)
    shown = page(client, "desk_forecast", event)
    assert "After round 2 of 4." in shown
    assert "Player 012" in shown
    assert "Visible to: Staff." in shown
    assert reverse("matches:desk_forecast", args=[event.slug]) in page(client, "desk_standings", event)


def test_others_see_what_the_event_shows(subtests: pytest.Subtests, event):
    for who in ForecastFor:
        with subtests.test(who=who), undone():
            show_to(event, who)
            made(event)
            everyone = who is ForecastFor.EVERYONE
            answer = Client().get(reverse("matches:forecast", args=[event.slug]))
            assert answer.status_code == (200 if everyone else 404)
            standings = page(Client(), "standings", event)
            assert (reverse("matches:forecast", args=[event.slug]) in standings) == everyone
            answer = Client().get(reverse("api-forecast", args=[event.slug]))
            assert answer.status_code == (200 if everyone else 401)


def test_a_player_sees_the_own_chance_where_the_event_shows_it(subtests: pytest.Subtests, event, desk):
    for who in ForecastFor:
        with subtests.test(who=who), undone():
            show_to(event, who)
            kept = made(event)
            own = entry(event, 3)
            link = make_player_link(entry=own, actor=desk)
            shown = Client().get(reverse("matches:me", args=[link.token])).content.decode()
            text = chance_text(*kept.rows["3"])
            assert (f"the cut: <b>{text}</b>" in shown) == (who is not ForecastFor.STAFF)


def test_who_has_dropped_sees_no_chance_though_the_forecast_is_older(event: Event, desk: Actor) -> None:
    show_to(event, ForecastFor.EVERYONE)
    made(event)
    own = entry(event, 3)
    page = reverse("matches:me", args=[make_player_link(entry=own, actor=desk).token])
    assert "chance of making" in Client().get(page).content.decode()
    Entry.objects.filter(pk=own.pk).update(status=EntryStatus.DROPPED)
    assert "chance of making" not in Client().get(page).content.decode()


def test_a_player_asks_what_the_next_match_is_worth(event: Event, desk: Actor, client: Client) -> None:
    show_to(event, ForecastFor.PLAYERS)
    kept = made(event)
    number = next(int(number) for number, (chance, _certain) in kept.rows.items() if 0.2 < chance < 0.8)
    token = make_player_link(actor=desk, entry=entry(event, number)).token
    url = reverse("matches:my_what_if", args=[token])
    assert url in client.get(reverse("matches:me", args=[token])).content.decode()

    asked = client.get(url).content.decode()
    assert "being worked out" in asked
    assert "data-live-again" in asked
    client.get(url)
    [job] = Job.objects.filter(state=JobState.WAITING)
    run(job.pk)
    answered = client.get(url).content.decode()
    assert [label for label in ("If you win", "If you draw", "If you lose") if label in answered] != []
    won, drawn, lost = Forecast.objects.latest("pk").what_if[str(number)]
    assert won > drawn >= lost
    assert not Job.objects.filter(state=JobState.WAITING).exists()

    played(event, desk)  # another state: asked anew
    made(event)
    assert "being worked out" in client.get(url).content.decode()


def test_an_event_says_how_much_results_tell_of_strength(event: Event, client: Client) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:desk_forecast", args=[event.slug])
    alike = made(event)
    assert "with players of equal strength" in client.get(url).content.decode()
    event.options = {**event.options, "forecast_strength": "much"}
    event.save()
    raise_versions({(event.pk, "event")})
    apart = made(event)
    assert apart.rows != alike.rows
    stage = forecast_stage(event)
    assert stage
    assert stage_now(stage, public_rounds(stage)).spread == 1.0
    assert "as strong as their results so far suggest (spread 1.0)" in client.get(url).content.decode()


def test_a_what_if_that_failed_is_not_begun_again_by_each_look(event: Event, desk: Actor, client: Client) -> None:
    show_to(event, ForecastFor.PLAYERS)
    made(event)
    url = reverse("matches:my_what_if", args=[make_player_link(actor=desk, entry=entry(event, 1)).token])
    assert "being worked out" in client.get(url).content.decode()
    Job.objects.filter(kind="what_if").update(state=JobState.FAILED, finished_at=timezone.now())
    for _look in range(2):
        page = client.get(url).content.decode()
        assert "could not be worked out" in page
        assert "data-live-again" not in page
    assert Job.objects.filter(kind="what_if").count() == 1
    Job.objects.filter(kind="what_if").update(finished_at=timezone.now() - 2 * REST)
    assert "being worked out" in client.get(url).content.decode()
    assert Job.objects.filter(kind="what_if").count() == 2


def test_without_a_chance_to_see_there_is_no_what_if(event: Event, desk: Actor, client: Client) -> None:
    token = make_player_link(actor=desk, entry=entry(event, 1)).token
    url = reverse("matches:my_what_if", args=[token])
    own = reverse("matches:me", args=[token])
    assert client.get(url)["Location"] == own
    show_to(event, ForecastFor.PLAYERS)
    assert "being worked out" in client.get(url).content.decode()
    made(event)
    drop_entry(actor=desk, entry=entry(event, 1), reason="unwell")
    made(event)
    assert client.get(url)["Location"] == own
    part = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "left to decide" in part
    assert client.post(url).status_code == 405


def test_a_what_if_is_read_over_the_api_with_the_players_link(event: Event, desk: Actor) -> None:
    kept = made(event)
    number = next(int(number) for number, (chance, _certain) in kept.rows.items() if 0.2 < chance < 0.8)
    token = make_player_link(actor=desk, entry=entry(event, number)).token

    def ask(**headers: str) -> tuple[int, dict[str, Any]]:
        answer = Client().get("/api/v1/player/what-if/", headers=headers or {"Authorization": f"Link {token}"})
        return answer.status_code, answer.json()

    assert ask()[0] == 404
    show_to(event, ForecastFor.PLAYERS)
    made(event)
    status, told = ask()
    assert (status, told["won"], told["after"]) == (202, None, 2)
    for job in Job.objects.filter(state=JobState.WAITING):
        run(job.pk)
    status, told = ask()
    assert (status, told["missing"]) == (200, 0)
    assert [told["won"], told["drawn"], told["lost"]] == Forecast.objects.latest("pk").what_if[str(number)]
    assert ask(Authorization="Link nobody")[0] == 401
    assert ask(Accept="application/json")[0] == 401


def test_a_what_if_whose_stage_is_over_or_whose_player_left_makes_nothing(event: Event, desk: Actor) -> None:
    drop_entry(actor=desk, entry=entry(event, 1), reason="unwell")
    job = Job.objects.create(event=event, kind="what_if", params={"player": 1})
    run(job.pk)
    job.refresh_from_db()
    assert job.result == {"made": 0}
    over = event_of(4, rounds=2, cut=None)
    job = Job.objects.create(event=over, kind="what_if", params={"player": 1})
    run(job.pk)
    job.refresh_from_db()
    assert job.result == {"made": 0}


def test_the_api_lists_the_rows_the_best_first(event, client):
    made(event)
    client.force_login(staff(event, Role.ORGANISER))
    data = client.get(reverse("api-forecast", args=[event.slug])).json()
    assert {key: data[key] for key in ("after", "missing", "cut", "runs")} == {
        "after": 2,
        "missing": 0,
        "cut": 4,
        "runs": 2000,
    }
    chances = [row["chance"] for row in data["rows"]]
    assert chances == sorted(chances, reverse=True)
    assert set(data["rows"][0]) == {"number", "name", "chance", "certain"}


def file_of(client, event, kind):
    answer = client.get(reverse("matches:export", args=[event.slug, "chances", kind]))
    assert answer.status_code == 200
    return answer.content.decode("utf-8-sig")


def test_the_chances_are_a_file_too(event, client):
    client = signed_in(event, Role.FLOOR_JUDGE)
    assert file_of(client, event, "csv") == "Number,Name,Chance,Makes the cut\r\n", "not made yet: its columns"
    kept = made(event)
    header, *rows = csv.reader(io.StringIO(file_of(client, event, "csv")))
    assert header == ["Number", "Name", "Chance", "Makes the cut"]
    assert {number: float(chance) for number, _name, chance, _text in rows} == {
        number: chance for number, (chance, _certain) in kept.rows.items()
    }
    lines = [json.loads(line) for line in file_of(client, event, "jsonl").splitlines()]
    assert [line["number"] for line in lines] == [int(row[0]) for row in rows]
    assert {line["certain"] for line in lines} == {certain or None for _chance, certain in kept.rows.values()}
    shown = page(client, "desk_forecast", event)
    assert reverse("matches:export", args=[event.slug, "chances", "csv"]) in shown


def test_everyone_who_sees_the_chances_can_take_them_along(event):
    show_to(event, ForecastFor.EVERYONE)
    made(event)
    address = reverse("api-forecast", args=[event.slug])
    assert f"{address}?format=csv" in page(Client(), "forecast", event)
    text = Client().get(f"{address}?format=csv").content.decode("utf-8-sig")
    header, *rows = csv.reader(io.StringIO(text))
    assert header == ["number", "name", "chance", "certain"]
    assert len(rows) == 12


def test_a_job_whose_stage_is_over_makes_nothing(desk):
    event = event_of(4, rounds=1, cut=2)
    played(event, desk)
    job = Job.objects.create(event=event, kind="forecast")
    assert run_forecast(job, lambda done, total: None) == {"made": 0}
    assert Entry.objects.filter(event=event).count() == 4


def test_chances_in_words(subtests: pytest.Subtests):
    for chance, certain, text in [
        (1.0, "in", "In"),
        (0.0, "out", "Out"),
        (0.9, "in_with_draw", "90%"),
        (0.62, "in_with_win", "62%"),
        (0.0002, None, "under 1%"),
        (0.9998, None, "over 99%"),
        (0.376, None, "38%"),
    ]:
        with subtests.test(chance=chance, certain=certain, text=text), undone():
            said = chance_text(chance, certain)
            assert said.startswith("In ") == (certain in ("in_with_draw", "in_with_win"))
            assert text in said if certain in ("in_with_draw", "in_with_win") else said == text
            assert ("draw" in said, "win" in said) == (certain == "in_with_draw", certain == "in_with_win")
