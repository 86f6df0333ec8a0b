"""Lengths of time as pages and papers write them. Pure."""

from __future__ import annotations


def duration(seconds: int) -> str:
    """Minutes and seconds: ``3:05``."""
    return f"{seconds // 60}:{seconds % 60:02d}"
