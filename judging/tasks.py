"""Register this app's kinds of jobs with the worker."""

from judging.papers import services as papers

__all__ = ["papers"]
