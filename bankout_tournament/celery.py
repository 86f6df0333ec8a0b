"""The Celery application. Without ``REDIS_URL`` its broker is a folder next to the database (see settings).

Each worker also looks into the table of jobs, for those whose message was lost or could not be queued.
"""

import logging
import os
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
# Django's checks load every page, which a worker does not need: half of its start. script/test runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("bankout_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

logger = logging.getLogger(__name__)

LOOK_EVERY = 5.0
"""Seconds between two looks for overdue jobs."""


@worker_init.connect
def take_up_work(**kwargs: Any) -> None:
    """Hold the data. On the embedded default this is the only worker: take up what the one before it left behind."""
    # Models can only be imported after Django's set-up, which the worker has done by now.
    from django.conf import settings

    from bankout_tournament.data_in_use import hold_data
    from matches.jobs.services import take_up_again

    hold_data()
    if settings.EMBEDDED:
        take_up_again()


def _run_overdue_jobs() -> None:
    from django.db import close_old_connections

    from matches.jobs.services import run_overdue

    while True:
        time.sleep(LOOK_EVERY)
        try:
            run_overdue()
        except Exception as error:  # the database is away for a moment: look again later
            logger.warning("could not look for overdue jobs: %s", error)
        finally:
            close_old_connections()


@worker_init.connect
def watch_overdue_jobs(**kwargs: Any) -> None:
    """Start the thread that runs overdue jobs; it ends with the worker."""
    threading.Thread(target=_run_overdue_jobs, name="overdue-jobs", daemon=True).start()
