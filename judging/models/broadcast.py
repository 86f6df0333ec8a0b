"""Matches that everybody can watch while they are recorded, and what of them may be seen when."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q


class FeaturedMatch(models.Model):
    """A match that everybody can watch; the list shows them by ``order``."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="featured")
    order = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["order", "match_id"]

    def __str__(self) -> str:
        return f"featured match {self.match_id}"


class Frame(models.Model):
    """A featured match's record as it was after a tap. Nobody but the staff gets it before ``due_at``, and it is
    ``shown`` from the first look after that. Of those that were shown only the last one is kept.

    ``chances`` are as ``rules_engine.play.chances.LiveChances`` has them: None until a worker has worked them out, and
    empty where there are none.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="frames")
    data = models.JSONField(encoder=DjangoJSONEncoder)
    due_at = models.DateTimeField()
    shown = models.BooleanField(default=False)
    chances = models.JSONField(null=True)

    class Meta:
        ordering = ["match_id", "id"]
        indexes = [models.Index(fields=["due_at"], condition=Q(shown=False), name="frame_not_shown")]

    def __str__(self) -> str:
        return f"frame {self.pk} of match {self.match_id}"


class StreamKey(models.Model):
    """The secret part of the addresses of an event's stream layers: only its SHA-256 is stored. ``match`` is the one
    that the desk has chosen for the stream.
    """

    event = models.OneToOneField("matches.Event", on_delete=models.CASCADE, related_name="stream_key")
    token_hash = models.CharField(max_length=64, unique=True)
    match = models.ForeignKey("matches.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"stream key of {self.event_id}"
