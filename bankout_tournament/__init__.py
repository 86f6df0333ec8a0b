"""Wiring only: settings, addresses, servers, the task queue."""

from bankout_tournament.celery import app as celery_app

__all__ = ["celery_app"]
