"""The project's settings with one address more: a page that says hello, to be compared with."""

from bankout_tournament.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
