"""What is logged, and where to: as ``LOGGING`` of Django's settings."""

from __future__ import annotations

from typing import Any


def to_console(level: str) -> dict[str, Any]:
    """What is of that level or above goes to standard error; outages and refusals take a line each."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
        "filters": {
            "brief_outages": {"()": "bankout_tournament.outages.log.BriefOutages"},
            "brief_refusals": {"()": "bankout_tournament.outages.log.BriefRefusals"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "plain",
                "filters": ["brief_outages", "brief_refusals"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
    }
