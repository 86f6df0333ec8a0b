"""Logs an outage and a refusal in one line for each request: the cause is outside the program, or the request did what
it should not, so a traceback says nothing.
"""

from __future__ import annotations

import logging

from matches.outages import outage_of


class BriefOutages(logging.Filter):
    """Replaces the traceback of an outage by the driver's message."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        outage = outage_of(error)
        if outage is not None:
            reason = str(error).strip().partition("\n")[0]
            record.msg, record.args = f"{record.getMessage()} ({outage.value}: {reason})", ()
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class BriefRefusals(logging.Filter):
    """Drops the traceback of an answer that is no failure of the program: 403, 404 and the like."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
        return True
