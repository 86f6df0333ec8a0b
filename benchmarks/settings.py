"""The project's settings with one more address: a page that says hello, for comparison."""

from bankout_tournament.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
