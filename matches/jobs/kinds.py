"""Names of kinds of jobs that more than one layer needs."""

BACKUP = "backup"
"""A backup that the owner of the site asked for."""
