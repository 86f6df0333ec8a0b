"""The logs beside those of events: of clubs, of hall days, and of the site."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class LoggedAct(models.Model):
    """Insert-only: one row for each act. ``details`` holds keys and numbers, never names, so that people can be
    forgotten.
    """

    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    details = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        abstract = True
