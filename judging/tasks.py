"""Register this app's kinds of jobs with the worker."""

from judging.papers import services as papers
from judging.recorder.services import chances

__all__ = ["chances", "papers"]
