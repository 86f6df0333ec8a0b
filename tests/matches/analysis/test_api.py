"""Analyses over the API: asked for, followed and read by anybody, and refused at the field."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.analysis.throttles import AnalysisVisitors
from matches.jobs.running_services import run
from matches.models import Job
from rules_engine.bankout.analysis import rollouts
from rules_engine.bankout.kernel import declared

pytestmark = pytest.mark.django_db
URL = "/api/v1/analysis/"
RECORD = '[game "bankout"]\n\nRound 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B\n'
AS_JSON = {
    "record": 1,
    "game": "bankout",
    "rounds": [{"round": 1, "first": "A", "turns": [{"seat": "A", "actions": ["7", "J", "9", "B"]}]}],
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to see that it is done; what it finds is tested with the engine."""
    monkeypatch.setattr(rollouts, "RUNS", 12)


def post(client: Client, **body: Any) -> tuple[int, Any]:
    answer = client.post(URL, body, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_record_goes_in_and_its_decisions_come_out(client: Client) -> None:
    status, told = post(client, record=RECORD)
    assert (status, told["state"], told["analysis"], told["seconds"]) == (202, "waiting", None, None)
    one = f"{URL}{told['key']}/"
    assert client.get(one).json() == told
    run(Job.objects.get().pk)
    done = client.get(one).json()
    assert (done["state"], done["analysis"]["runs"]) == ("done", 12)
    assert 0 <= done["seconds"] < 600
    decisions = done["analysis"]["decisions"]
    assert len(decisions) == 15
    costly = decisions[12]
    assert (costly["seat"], costly["turn"], costly["action"], costly["chosen"]) == ("A", 1, 13, "bank")
    assert costly["money"] > 90
    assert {act["act"] for act in costly["acts"]} == {"draw", "bank", "king"}
    assert [seat["decisions"] for seat in done["analysis"]["seats"]] == [13, 2]
    assert post(client, record=RECORD) == (200, done)
    page = client.get(f"/analysis/{told['key']}/").content.decode()
    assert f"It took {done['seconds']:.1f} seconds." in page


def test_a_record_may_be_the_object_that_its_json_is(client: Client) -> None:
    status, _told = post(client, record=AS_JSON)
    assert status == 202
    run(Job.objects.get().pk)
    assert Job.objects.get().state == "done"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "record"),
        ({"record": ""}, 400, "record"),
        ({"record": 7}, 400, "record"),
        ({"record": RECORD, "runs": 9}, 400, "runs"),
        ({"record": "A: nonsense"}, 422, "record"),
        ({"record": {**AS_JSON, "record": 10**30}}, 422, "record"),
        ({"record": '[game "stage"]\n'}, 422, "record"),
        ({"record": {"rounds": 7}}, 422, "record"),
        ({"record": {**AS_JSON, "rules": {"jokers": "maybe"}}}, 422, "record"),
        ({"record": {**AS_JSON, "rules": {"jokrs": True}}}, 422, "record"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client: Client, body: dict[str, Any], status: int, field: str) -> None:
    answered, told = post(client, **body)
    assert answered == status
    assert told["errors"][field]
    assert Job.objects.count() == 0


def test_page_and_api_share_the_limit(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnalysisVisitors, "rate", "1/hour")
    assert client.post("/analysis/", {"record": RECORD}).status_code == 302
    status, told = post(client, record=RECORD)
    assert (status, told["code"]) == (429, "throttled")


def test_an_analysis_is_gone_after_thirty_days_and_no_other_job_is_one(client: Client) -> None:
    job = Job.objects.create(kind="analysis", params={"text": RECORD})
    assert client.get(f"{URL}{job.key}/").status_code == 200
    Job.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert client.get(f"{URL}{job.key}/").status_code == 404
    other = Job.objects.create(kind="match_sample")
    assert client.get(f"{URL}{other.key}/").status_code == 404


def test_it_says_which_rules_the_slower_simulator_played(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel refuses what it has not declared: the page and the API name it, however often the record is asked."""
    record = RECORD.replace("\n\n", '\n[variants "exact_bank_bonus"]\n\n', 1)
    told = {}
    for text in (RECORD, record):
        with monkeypatch.context() as patch:
            patch.setattr(declared, "VARIANTS", declared.VARIANTS - {"exact_bank_bonus"})
            key = post(client, record=text)[1]["key"]
            run(Job.objects.get(key=key).pk)
        page = client.get(f"/analysis/{key}/").content.decode()
        told[text] = client.get(f"{URL}{key}/").json()["analysis"]["unknown_rules"], "exact_bank_bonus" in page
    assert told == {RECORD: ([], False), record: (["exact_bank_bonus"], True)}
