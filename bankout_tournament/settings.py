"""All settings, from the environment, with defaults that run an event on one laptop.

``DATABASE_URL`` chooses SQLite or PostgreSQL, ``REDIS_URL`` the broker and the cache; without them the data is
in ``DATA_DIR`` and tasks go through Celery's filesystem transport. The code is the same in both cases.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from bankout_tournament import celery  # noqa: F401 - tasks are sent by this application, in every process with settings
from bankout_tournament.api_settings import REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401 - Django reads them here
from bankout_tournament.cache_and_queue import broker, cache
from bankout_tournament.content_policy import CONTENT_SECURITY_POLICY  # noqa: F401 - Django reads it here
from bankout_tournament.databases import POOL, database
from bankout_tournament.log_settings import FORMATS, to_console
from bankout_tournament.private_log import keep_links_out_of_logs
from bankout_tournament.secret_key import kept_key
from bankout_tournament.sign_in_settings import *  # noqa: F403 - Django and allauth read them here
from matches.https.files import CERTIFICATES_FOLDER
from matches.site_address import read_address

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# What any process of the tool writes holds names, addresses or keys, and is for the user alone who runs it. The static
# files are the exception, see STORAGES.
os.umask(0o077)

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()

SECRET_KEY = env.str("SECRET_KEY", default="") or kept_key(DATA_DIR)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)


def _site_url() -> str:
    """The address that players use, where it is set (``matches.events.declarations.address``)."""
    configured = env.str("SITE_URL", default="")
    address = read_address(configured) if configured else ""
    if address is None:
        raise ImproperlyConfigured("SITE_URL is an address such as https://open.example.org, without a path.")
    return address


SITE_URL = _site_url()
PORT = env.int("PORT", default=0) or None
# Whether other devices reach the tool; not with script/run without --lan, which listens on this machine only.
LAN = env.bool("LAN", default=True)
# The port at which the web server itself speaks TLS (script/run --lan), with certificates that it makes.
HTTPS_PORT = env.int("HTTPS_PORT", default=0) or None
CERTIFICATES = DATA_DIR / CERTIFICATES_FOLDER

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
    "post_office",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "rules_engine",
    "matches",
    "judging",
]

MIDDLEWARE = [
    "bankout_tournament.watching.metrics.name_view",
    "bankout_tournament.server.senders.count_by_network",
    "bankout_tournament.private_links.strict_referrers",
    "django.middleware.security.SecurityMiddleware",
    "bankout_tournament.server.methods.refuse_unknown_methods",
    "bankout_tournament.server.static_files.StaticFiles",
    "bankout_tournament.server.compression.CompressTexts",
    "bankout_tournament.outages.write_watch.WatchWrites",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "bankout_tournament.server.signed_in.remember_signed_in",
    "bankout_tournament.server.post_only.explain_post_only",
    "judging.records.entry_views.answer_entries",
    "matches.pages.refusal_views.AnswerRefusals",
]

ROOT_URLCONF = "bankout_tournament.urls"
ASGI_APPLICATION = "bankout_tournament.asgi.application"
WSGI_APPLICATION = "bankout_tournament.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

FORM_RENDERER = "bankout_tournament.form_rendering.FormRenderer"

# Databases -----------------------------------------------------------------------------------------------------

DATABASES = {
    "default": database(
        env.str("DATABASE_URL", default=""),
        file=DATA_DIR / "event.sqlite3",
        pool=env.int("DATABASE_POOL", default=POOL),
    )
}
EMBEDDED = DATABASES["default"]["ENGINE"] == "bankout_tournament.sqlite"

# Cache, broker, tasks ------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")

CACHES = {"default": cache(REDIS_URL)}
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(REDIS_URL, DATA_DIR / "tasks")
# A request waits for at most two attempts. A job that could not be queued is taken from the table (matches.jobs).
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_TASK_IGNORE_RESULT = True  # progress is in the database (matches.models.Job)
# Whatever the broker delivers again runs only if its job waits in the table. So a message that Redis repeats after its
# visibility timeout (an hour) does not disturb a longer job, and there is no need to reject what a killed worker had.
CELERY_TASK_ACKS_LATE = True
# So many jobs of no event (comparisons, plans, analyses) are under way at once, so that papers find a free worker.
SHARED_JOBS_AT_ONCE = env.int("SHARED_JOBS_AT_ONCE", default=1)
# A running job whose worker has said nothing for so many seconds is begun again by another one (matches.jobs).
JOB_LOST_SECONDS = env.float("JOB_LOST_SECONDS", default=60.0)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

# People and sessions -------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "matches.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "bankout_tournament.outages.failures.form_expired"
LOGIN_URL = "matches:login"
LOGIN_REDIRECT_URL = "matches:home"
LOGOUT_REDIRECT_URL = "matches:home"
SESSION_ENGINE = "bankout_tournament.outages.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Where commands and workers keep compiled code (rules_engine.bankout.kernel).
os.environ.setdefault("NUMBA_CACHE_DIR", str(DATA_DIR / "compiled"))

# Email: without an EMAIL_URL the tool sends none, and pages say to come to the desk.
EMAIL_URL = env.str("EMAIL_URL", default="")
SENDS_EMAIL = bool(EMAIL_URL)
vars().update(env.email_url_config(EMAIL_URL) if SENDS_EMAIL else {})
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Bankout tournament <events@localhost>")
EMAIL_TIMEOUT = 20
POST_OFFICE = {
    "BACKENDS": {"default": globals().get("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")},
    "CELERY_ENABLED": True,
    "LOCK_FILE_NAME": str(DATA_DIR / "emails"),  # of this site: one sender at a time
    "DEFAULT_PRIORITY": "medium",
    "MAX_RETRIES": 5,
    "RETRY_INTERVAL": timedelta(minutes=5),
    "THREADS_PER_PROCESS": 1,
}

# Uploads: a list of 10,000 players is about 1 MB; the size of records is limited by their reader.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
MEDIA_ROOT = DATA_DIR / "files"

# Limits --------------------------------------------------------------------------------------------------------

# The desk warns when less than this is free on a disk that the tool writes to.
DISK_WARNING_MB = env.int("DISK_WARNING_MB", default=500)
# Days after the end of a player's last event until ``manage.py tidy`` removes the contact data.
RETENTION_DAYS = env.int("RETENTION_DAYS", default=180)
# A second folder for each backup, such as a USB stick or another machine's disk.
BACKUP_DIR = Path(env.str("BACKUP_DIR")) if env.str("BACKUP_DIR", default="") else None

# Pages ---------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "bankout_tournament.stylesheets.JoinedSheets",
]
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
# A server in front may run as another user, so it can read the static files where STATIC_ROOT puts them.
_STATIC_MODES = (
    {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755}
    if env.str("STATIC_ROOT", default="")
    else {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "bankout_tournament.static_storage.CompressedStaticFiles"
        ),
        "OPTIONS": _STATIC_MODES,
    },
}
WHITENOISE_USE_FINDERS = DEBUG
# Files that are already compressed, such as fonts, and source maps, which only developer tools request.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("png", "jpg", "webp", "gz", "br", "woff", "woff2", "zip", "map")
MESSAGE_STORAGE = "matches.pages.message_views.PageMessageStorage"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True
USE_I18N = True

SILENCED_SYSTEM_CHECKS: list[str] = []

keep_links_out_of_logs()
DEFAULT_EXCEPTION_REPORTER = "bankout_tournament.private_links.PrivateReport"
DEFAULT_EXCEPTION_REPORTER_FILTER = "bankout_tournament.private_links.PrivateFrames"
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in FORMATS:
    raise ImproperlyConfigured("LOG_FORMAT is plain or json.")
LOGGING = to_console(env.str("LOG_LEVEL", default="WARNING"), LOG_FORMAT)

# Metrics for Prometheus, at a port of their own; 0 is for none (bankout_tournament.watching.metrics).
METRICS_PORT = env.int("METRICS_PORT", default=0)
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")

# Live: seconds between two queries for changes in each process that serves the streams.
LIVE_LOOK_EVERY = env.float("LIVE_LOOK_EVERY", default=0.5)
LIVE_WATCH_EVERY = env.float("LIVE_WATCH_EVERY", default=0.1)
# Seconds of silence after which a stream sends a beat.
LIVE_BEAT_EVERY = env.float("LIVE_BEAT_EVERY", default=15.0)
# Seconds for which the connection that checks kept pages waits for the next check before it is closed.
STATES_CONNECTION_SECONDS = 1.0

# Connections (bankout_tournament.server.connections): all of one process, and those of one address. A whole hall may
# come from one address, so that one may hold three quarters of what fits, unless a number is set; 0 sets no limit.
CONNECTIONS = env.int("CONNECTIONS", default=20_000)
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=None)
