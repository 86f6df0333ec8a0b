"""The project's settings without collected static files: the faults ask the API, and no page."""

from bankout_tournament.settings import *  # noqa: F403
from bankout_tournament.settings import STORAGES

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
