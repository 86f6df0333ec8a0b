"""The page of an analysis: asked for from a report, followed, and read."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from matches.analysis.throttles import AnalysisVisitors
from matches.enums import JobState
from matches.jobs.running_services import run
from matches.models import Job
from rules_engine.bankout.analysis import rollouts
from rules_engine.views.links import check_url

pytestmark = pytest.mark.django_db
RECORD = '[game "bankout"] [A "Ada"] [B "Bo"]\n\nRound 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B\n'


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to see that it is done; what it finds is tested with the engine."""
    monkeypatch.setattr(rollouts, "RUNS", 4)


def test_a_report_leads_to_the_analysis_of_its_record(client: Client) -> None:
    report = client.get(check_url(RECORD) or "").content.decode()
    assert 'action="/analysis/"' in report
    text = unescape(report.split('<textarea name="record" hidden>')[1].split("</textarea>")[0])
    started = client.post("/analysis/", {"record": text})
    assert started.status_code == 302
    waiting = client.get(started["Location"]).content.decode()
    assert "Playing out each decision" in waiting
    job = Job.objects.get()
    run(job.pk)
    assert client.get(f"{started['Location']}progress/").json()["state"] == JobState.DONE
    page = unescape(client.get(started["Location"]).content.decode())
    for words in (
        "Ada",
        "Bo",
        "chance of winning",
        "The costliest decisions",
        "The chart as a table",
        "polyline",
        "/rules/drill/r/",
    ):
        assert words in page
    assert client.post("/analysis/", {"record": text})["Location"] == started["Location"]
    assert Job.objects.count() == 1


@pytest.mark.parametrize(
    "record", ["", "A: nonsense", RECORD + "[", '[game "stage"]\n', '[game "bankout"] [format "x"]\n']
)
def test_a_record_that_cannot_be_analysed_is_refused_in_words(client: Client, record: str) -> None:
    answer = client.post("/analysis/", {"record": record})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert Job.objects.count() == 0


def test_a_record_with_a_nul_is_kept_without_it(client: Client) -> None:
    """PostgreSQL keeps no NUL in JSON."""
    assert client.post("/analysis/", {"record": RECORD.replace("Ada", "A\0da")}).status_code == 302
    assert Job.objects.get().params == {"text": RECORD}


def test_a_visitor_may_ask_for_so_many(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnalysisVisitors, "rate", "1/hour")
    assert client.post("/analysis/", {"record": RECORD}).status_code == 302
    answer = client.post("/analysis/", {"record": RECORD})
    assert answer.status_code == 429
    assert "Try again in" in answer.content.decode()


def test_only_an_analysis_is_shown_as_one(client: Client) -> None:
    other = Job.objects.create(kind="match_sample")
    assert client.get(f"/analysis/{other.key}/").status_code == 404
    assert client.get(f"/analysis/{other.key}/progress/").status_code == 404
    assert client.get("/analysis/").status_code == 405


def test_an_analysis_is_gone_after_thirty_days(client: Client) -> None:
    job = Job.objects.create(kind="analysis", params={"text": RECORD})
    assert client.get(f"/analysis/{job.key}/").status_code == 200
    Job.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert client.get(f"/analysis/{job.key}/").status_code == 404


def test_a_record_is_analysed_again_once_its_analysis_is_forgotten(client: Client) -> None:
    address = client.post("/analysis/", {"record": RECORD})["Location"]
    run(Job.objects.get().pk)
    Job.objects.update(created_at=timezone.now() - timedelta(days=31))
    again = client.post("/analysis/", {"record": RECORD})["Location"]
    assert again != address
    assert client.get(again).status_code == 200
    assert Job.objects.count() == 1


def test_an_analysis_of_an_older_version_says_so_and_is_made_again(client: Client) -> None:
    address = client.post("/analysis/", {"record": RECORD})["Location"]
    run(Job.objects.get().pk)
    Job.objects.update(result={"decisions": []})
    page = unescape(client.get(address).content.decode())
    assert "was made by an older version" in page
    again = client.post("/analysis/", {"record": page.split('name="record" hidden>')[1].split("</textarea>")[0]})
    assert again["Location"] != address
    run(Job.objects.filter(state=JobState.WAITING).get().pk)
    assert "The costliest decisions" in client.get(again["Location"]).content.decode()
    assert client.post("/analysis/", {"record": RECORD})["Location"] == again["Location"]
