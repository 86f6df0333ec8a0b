"""The Celery application. Without ``REDIS_URL`` its broker is a folder next to the database (see settings)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")

app = Celery("bankout_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
