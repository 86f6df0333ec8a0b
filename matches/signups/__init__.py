"""Signing up: before somebody is a player of the event, and until they are."""
