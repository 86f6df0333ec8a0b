"""What belongs to the whole site: what its owner did, and the workers that live."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from matches.models.acts import LoggedAct


class SiteAct(LoggedAct):
    """Insert-only: what an owner of the site did on its pages. ``person`` is the account that it was done to."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk} {self.act}"


class WorkerSeen(models.Model):
    """A worker, and when it last said that it lives."""

    name = models.CharField(max_length=120, unique=True)
    began_at = models.DateTimeField()
    beat_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
