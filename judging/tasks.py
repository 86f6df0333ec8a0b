"""Makes the kinds of jobs of this app known to the worker."""

from judging.papers import services as papers

__all__ = ["papers"]
