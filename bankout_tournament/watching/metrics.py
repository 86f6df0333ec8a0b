"""Metrics for Prometheus, at a port of their own (``METRICS_PORT``): requests by view, queries, streams, acts, jobs.

No label names a person or an event.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from django.db.backends.signals import connection_created
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from prometheus_client import Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import REGISTRY, GaugeMetricFamily
from prometheus_client.registry import Collector

from matches.audit.services import act_stored
from matches.enums import JobState
from matches.live.asgi_types import Application, Message, Receive, Scope, Send
from matches.models import Job

logger = logging.getLogger(__name__)

REQUESTS = Counter("bankout_requests", "Requests that were answered.", ["view", "method", "status"])
SECONDS = Histogram("bankout_request_seconds", "How long an answer took.", ["view"])
QUERIES = Counter("bankout_queries", "Queries to the database.")
STREAMS = Gauge("bankout_streams", "Live streams that are open.")
ACTS = Counter("bankout_acts", "Changes that were stored.", ["act"])

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
STREAM = b"text/event-stream"
IN_FRONT = "in front of Django"
"""The view of what was answered without Django: kept pages, personal parts, refusals."""


class Measured:
    """``Measured(application)``: counts what the application answers."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        seen = {"view": IN_FRONT}
        answer = _Answer(send)
        began = time.perf_counter()
        try:
            await self.application({**scope, "seen": seen}, receive, answer.send)
        finally:
            method = (
                scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
            )
            REQUESTS.labels(seen["view"], method, answer.status).inc()
            if answer.streams:
                STREAMS.dec()
            else:
                SECONDS.labels(seen["view"]).observe(time.perf_counter() - began)


class _Answer:
    """Passes an answer on, and notes its status and whether it is a stream."""

    def __init__(self, send: Send) -> None:
        self.passed_on, self.status, self.streams = send, 0, False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            if any(name == b"content-type" and STREAM in value for name, value in message["headers"]):
                self.streams = True
                STREAMS.inc()
        await self.passed_on(message)


def name_view(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Django's part: the name of the view that answers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        seen = getattr(request, "scope", {}).get("seen")
        if seen is not None:
            seen["view"] = request.resolver_match.view_name if request.resolver_match else "no such page"
        return response

    return middleware


def _count_queries(sender: object, connection: Any, **_rest: Any) -> None:
    if _counted not in connection.execute_wrappers:
        connection.execute_wrappers.append(_counted)


def _counted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    QUERIES.inc()
    return execute(sql, params, many, context)


def _count_act(sender: object, act: str, **_rest: Any) -> None:
    ACTS.labels(act).inc()


class Jobs(Collector):
    """The jobs in the table, read when somebody looks."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        jobs = GaugeMetricFamily("bankout_jobs", "Jobs by state.", labels=["state"])
        waits = GaugeMetricFamily("bankout_jobs_oldest_seconds", "How long the oldest job has waited.")
        try:
            counts = dict(Job.objects.order_by().values_list("state").annotate(n=Count("pk")))
            oldest = Job.objects.filter(state=JobState.WAITING).aggregate(at=Min("created_at"))["at"]
        except Error:
            return []  # the database is away; the other figures are still of use
        finally:
            close_old_connections()
        for state in JobState.values:
            jobs.add_metric([state], counts.get(state, 0))
        waits.add_metric([], (timezone.now() - oldest).total_seconds() if oldest else 0)
        return [jobs, waits]

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return []  # so that nothing is read when it is registered


def serve_metrics() -> None:
    """Serve the metrics of this process, if a port is set. A port that is taken stops nothing."""
    if not settings.METRICS_PORT:
        return
    connection_created.connect(_count_queries, dispatch_uid="metrics")
    act_stored.connect(_count_act, dispatch_uid="metrics")
    REGISTRY.register(Jobs())
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST)
    except OSError as error:
        logger.warning("no metrics at port %s: %s", settings.METRICS_PORT, error)
