"""What is logged, and where to: as ``LOGGING`` of Django's settings."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import structlog

from bankout_tournament.private_log import without_links

FORMATS = ("plain", "json")


def _without_links(logger: object, name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tracebacks are written here, so the secrets of links are taken out here once more."""
    return {key: without_links(value) if isinstance(value, str) else value for key, value in line.items()}


COMMON = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def plain_lines() -> dict[str, Any]:
    """A line for people: time, level, logger, what happened, and the number of the request."""
    return {"format": "{asctime} {levelname} {name}: {message}{request}", "style": "{"}


def json_lines() -> dict[str, Any]:
    """A line for programs: one JSON object."""
    processors = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _without_links,
        structlog.processors.JSONRenderer(),
    ]
    return {"()": structlog.stdlib.ProcessorFormatter, "processors": processors, "foreign_pre_chain": COMMON}


def to_console(level: str, lines: str) -> dict[str, Any]:
    """What is of that level or above goes to standard error, in lines that are ``plain`` or ``json``; outages and
    refusals take a line each.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": json_lines() if lines == "json" else plain_lines()},
        "filters": {
            "number": {"()": "bankout_tournament.watching.request_numbers.WithNumber"},
            "brief_outages": {"()": "bankout_tournament.outages.log.BriefOutages"},
            "brief_refusals": {"()": "bankout_tournament.outages.log.BriefRefusals"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["number", "brief_outages", "brief_refusals"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
    }
