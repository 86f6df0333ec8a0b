"""The error that a user reads. A bug raises an ordinary exception and is logged; this one says what to do."""

from __future__ import annotations

from django.utils.functional import Promise


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A change that cannot be made now.

    ``code`` is stable for programs, ``message`` one plain sentence that says what to do. ``parameter`` is the keyword
    of the service that the sentence is about (for a plan or a mapping, the name in it), or None; forms and API views
    map it to their own names in ``parameter_fields``. ``conflict`` is whether someone else was first (HTTP 409
    instead of 422), ``details`` what a page lists below the sentence (missing tables, later matches that fall).
    """

    def __init__(
        self,
        code: str,
        message: str | Promise,
        *,
        parameter: str | None = None,
        conflict: bool = False,
        details: list[str] | None = None,
    ) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message
        self.parameter = parameter
        self.conflict = conflict
        self.details = details or []
