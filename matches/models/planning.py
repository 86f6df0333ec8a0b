"""What the planner keeps: simulated matches, which take a worker some seconds to play."""

from __future__ import annotations

from django.db import models


class MatchSample(models.Model):
    """Matches of simulated players under one rule set; ``key`` says which. The same key always means the same bytes."""

    key = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=30)
    rules = models.JSONField(default=dict)
    player = models.CharField(max_length=60)
    matches = models.PositiveIntegerField()
    traces = models.BinaryField(help_text="As rules_engine.planning.traces packs them.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.matches} matches of {self.game}"
