"""Reads with names. Nothing here writes."""
