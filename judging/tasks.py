"""Makes the kinds of jobs of this app known to the worker."""

from judging.services import papers

__all__ = ["papers"]
