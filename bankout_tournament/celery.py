"""The Celery application. Without ``REDIS_URL`` its broker is a folder next to the database (see settings).

Each worker also looks into the table of jobs, for those whose message was lost or could not be queued, and for those
whose worker was killed.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import Celery
from celery.signals import worker_init

from bankout_tournament import file_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
# Django's checks load every page, which a worker does not need: half of its start. script/test runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

file_queue.use()
app = Celery("bankout_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

logger = logging.getLogger(__name__)

LOOK_EVERY = 5.0
"""Seconds between two looks for overdue or lost jobs."""


@worker_init.connect
def take_up_work(**kwargs: Any) -> None:
    """Hold the data. On the embedded default this is the only worker: take up what the one before it left behind."""
    # Models can only be imported after Django's set-up, which the worker has done by now.
    from django.conf import settings

    from bankout_tournament.data_in_use import hold_data
    from bankout_tournament.watching.metrics import serve_metrics
    from matches.jobs.running_services import take_up_again

    hold_data()
    serve_metrics()
    if settings.EMBEDDED:
        take_up_again()


def _run_overdue_jobs() -> None:
    from matches.jobs.running_services import run_overdue

    _look_again_and_again(run_overdue)


def _begin_lost_jobs_again() -> None:
    from matches.jobs.running_services import begin_lost_again

    _look_again_and_again(begin_lost_again)


def _say_that_it_lives() -> None:
    from matches.jobs.worker_services import EVERY_SECONDS, note_alive, worker_name

    name = worker_name()
    _look_again_and_again(lambda: note_alive(name), every=EVERY_SECONDS)


def _send_letters() -> None:
    from matches.jobs.worker_services import EVERY_SECONDS, send_letters_due

    _look_again_and_again(send_letters_due, every=EVERY_SECONDS)


def _look_again_and_again(look: Callable[[], object], *, every: float = LOOK_EVERY) -> None:
    from django.db import close_old_connections

    while True:
        time.sleep(every)
        try:
            look()
        except Exception as error:  # the database is away for a moment: look again later
            logger.warning("could not look for jobs or emails that are due: %s", error)
        finally:
            close_old_connections()


@worker_init.connect
def watch_jobs(**kwargs: Any) -> None:
    """Start the threads that look after jobs and emails; they end with the worker. What one runs may take long."""
    for name, look in (
        ("overdue-jobs", _run_overdue_jobs),
        ("lost-jobs", _begin_lost_jobs_again),
        ("alive", _say_that_it_lives),
        ("letters", _send_letters),
    ):
        threading.Thread(target=look, name=name, daemon=True).start()
