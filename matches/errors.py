"""The error for users: it says what to do. A bug raises an ordinary exception and is logged."""

from __future__ import annotations

from django.utils.functional import Promise

SECOND_FACTOR_NEEDED = "second_factor_needed"
"""The code by which devices know that what they keep waits for a second factor."""


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """A change that cannot be made now.

    ``code`` is stable for programs; ``message`` is one plain sentence that says what to do. ``parameter`` is the
    service's parameter that the message is about (for a plan or a mapping, the name in it), or None; forms and API
    views map it to their own names in ``parameter_fields``. ``conflict`` means that someone else was first (HTTP 409
    instead of 422). ``details`` are listed below the message: missing tables, later results that become void.
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

    @property
    def status(self) -> int:
        """The status of the answer to a script or a program."""
        return 409 if self.conflict else 422


class NotAllowed(Refused):
    """A change that this person may not make: the API answers with 403."""

    def __init__(self, message: str | Promise, *, code: str = "not_allowed", parameter: str | None = None) -> None:
        super().__init__(code, message, parameter=parameter)

    @property
    def status(self) -> int:
        """403: nobody was first, and nothing has to change in what was sent."""
        return 403


class SecondFactorNeeded(NotAllowed):
    """An account without the second factor that the event's club requires. Pages lead to where one is set up."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message, code=SECOND_FACTOR_NEEDED)
