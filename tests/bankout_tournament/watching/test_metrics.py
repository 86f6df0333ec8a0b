"""What Prometheus reads."""

from __future__ import annotations

import urllib.request

import pytest
from django.test import Client, RequestFactory
from django.test.utils import override_settings
from django.urls import resolve
from prometheus_client import REGISTRY, generate_latest

from bankout_tournament.watching.metrics import Jobs, Measured, _counted, act_stored, name_view, serve_metrics
from matches.audit.services import SYSTEM, audited_change
from matches.enums import JobState
from matches.models import Job
from tests.bankout_tournament.running import free_port
from tests.bankout_tournament.watching.asking import answering, asked
from tests.factories import EntryFactory, EventFactory


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_an_answer_is_counted_by_view_method_and_status() -> None:
    labels = {"view": "in front of Django", "method": "GET", "status": "304"}
    before = value("bankout_requests_total", **labels)
    asked(Measured(answering(304)), "/e/x/standings/")
    assert value("bankout_requests_total", **labels) == before + 1
    assert value("bankout_request_seconds_count", view="in front of Django") >= 1


def test_a_method_that_nobody_knows_makes_no_label_of_its_own() -> None:
    asked(Measured(answering(405)), "/", "BREW" * 20)
    assert value("bankout_requests_total", view="in front of Django", method="other", status="405") >= 1


def test_django_names_the_view_and_not_the_event() -> None:
    def django(scope: dict[str, object]) -> None:
        request = RequestFactory().get("/e/cup/standings/")
        request.scope = scope  # type: ignore[attr-defined]
        request.resolver_match = resolve("/e/cup/standings/")
        name_view(lambda _request: None)(request)  # type: ignore[arg-type,return-value]

    asked(Measured(answering(act=django)), "/e/cup/standings/")
    assert value("bankout_requests_total", view="matches:standings", method="GET", status="200") >= 1


def test_a_stream_is_counted_while_it_is_open_and_its_time_is_not() -> None:
    during: list[float] = []
    before, timed = value("bankout_streams"), value("bankout_request_seconds_count", view="in front of Django")

    async def stream(scope: object, receive: object, send: object) -> None:
        await answering(content_type=b"text/event-stream")(scope, receive, send)  # type: ignore[arg-type]
        during.append(value("bankout_streams"))

    asked(Measured(stream), "/e/x/live/")  # type: ignore[arg-type]
    assert (during, value("bankout_streams")) == ([before + 1], before)
    assert value("bankout_request_seconds_count", view="in front of Django") == timed


@pytest.mark.django_db(transaction=True)
def test_acts_queries_and_jobs(client: Client) -> None:
    event = EventFactory()
    EntryFactory(event=event, player__name="Ada Lovelace", player__email="ada@example.org")
    Job.objects.create(kind="slips", state=JobState.WAITING)
    port = free_port()
    with override_settings(METRICS_PORT=port, METRICS_HOST="127.0.0.1"):
        serve_metrics()
    try:
        with audited_change("drop_sign_ups", event_id=event.pk, actor=SYSTEM):
            pass
        text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30).read().decode()
    finally:
        for collector in [one for one in REGISTRY._collector_to_names if isinstance(one, Jobs)]:
            REGISTRY.unregister(collector)
        act_stored.disconnect(dispatch_uid="metrics")
    assert 'bankout_acts_total{act="drop_sign_ups"} 1.0' in text
    assert 'bankout_jobs{state="waiting"} 1.0' in text
    assert "bankout_jobs_oldest_seconds" in text
    before = value("bankout_queries_total")
    _counted(lambda *_rest: None, "SELECT 1", None, False, None)
    assert value("bankout_queries_total") == before + 1
    for person in ("Ada", "ada@example.org", event.slug, event.name):
        assert person not in text
    assert generate_latest()
