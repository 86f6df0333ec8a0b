"""The project's settings with what tests need: a scratch directory, a database file of their own, a fast hasher."""

import os
import tempfile

os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="bankout-test-"))

from bankout_tournament.settings import *  # noqa: F403
from bankout_tournament.settings import (
    CACHES,
    DATA_DIR,
    DATABASES,
    EMBEDDED,
    POST_OFFICE,
    REDIS_URL,
    STORAGES,
    TEMPLATES,
)
from tests.undefined import Undefined

# argon2 costs 220 ms a password on purpose; tests hash thousands.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SITE_URL = "http://testserver"  # the address of Django's test client, whatever network the machine is in
TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = Undefined("%s")
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
if EMBEDDED:
    # A file, not memory: WAL, locks and threads behave as at an event. Nothing needs to survive a power cut.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
if REDIS_URL:
    # Tests empty the cache, which empties its Redis database: not the one that holds the queue, nor another worker's.
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rpartition('/')[0]}/{worker + 1}"
# A connection that is still open after a test would keep its database from being removed.
STATES_CONNECTION_SECONDS = 0.0
# Each worker sends its own emails.
POST_OFFICE = {**POST_OFFICE, "LOCK_FILE_NAME": str(DATA_DIR / f"emails-{os.environ.get('PYTEST_XDIST_WORKER', '')}")}
