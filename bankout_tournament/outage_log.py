"""Logs an outage in one line for each request: its cause is outside the program, so a traceback says nothing."""

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
