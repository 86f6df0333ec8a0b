"""Events and their stages."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.enums import LatePolicy, NameDisplay, StageKind


def default_options() -> dict[str, Any]:
    """The default of an event's options; see ``matches.standings`` for floors and tie-breaks."""
    return {}


ROUNDS_FOLLOW = "rounds_follow"
"""The option of a Swiss stage whose number of rounds follows the attendance."""
POD_ROUNDS = "pod_rounds"
"""The option of a single elimination that is played in pods: its rounds before the final, as waiting, pods, seconds."""


class Event(models.Model):
    """One event: a game with its rule set, a time cap, and an ordered list of stages."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    public_address = models.CharField(_("address for players"), max_length=200, blank=True)

    game = models.CharField(_("game"), max_length=30)
    preset = models.CharField(max_length=30, default="custom")
    rules = models.JSONField(default=dict, help_text=_("The rule set as rules_engine reads it."))
    cap_minutes = models.PositiveSmallIntegerField(_("time cap in minutes"))
    cap_reason = models.CharField(max_length=200, blank=True)

    late_policy = models.CharField(max_length=10, choices=LatePolicy.choices, default=LatePolicy.LOSSES)
    intentional_draws = models.BooleanField(_("intentional draws allowed"), default=False)
    players_report = models.BooleanField(_("players report results"), default=True)
    name_display = models.PositiveSmallIntegerField(choices=NameDisplay.choices, default=NameDisplay.FULL)
    options = models.JSONField(default=default_options, blank=True)
    schedule = models.JSONField(default=list, blank=True, help_text=_("What begins when (matches.schedule.items)."))
    prizes = models.JSONField(default=dict, blank=True, help_text=_("The table of prizes (matches.prizes.table)."))
    seed = models.BigIntegerField(help_text=_("Every lot of this event is drawn from it."))

    picture = models.CharField(max_length=80, blank=True, help_text=_("The file of the picture on the event’s page."))
    picture_alt = models.CharField(_("what the picture shows"), max_length=200, blank=True)
    picture_width = models.PositiveSmallIntegerField(default=0)
    picture_height = models.PositiveSmallIntegerField(default=0)

    published = models.BooleanField(_("public page"), default=False)
    organisation = models.ForeignKey(
        "matches.Organisation", null=True, blank=True, on_delete=models.SET_NULL, related_name="events"
    )
    series = models.ForeignKey(
        "matches.Series",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="events",
        help_text=_("One of its organisation’s."),
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True, help_text=_("Hidden from lists since then."))
    is_template = models.BooleanField(
        default=False, help_text=_("Settings to make events from: nobody plays here, and nothing is public.")
    )
    is_shared = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("A template of its organisation: its members use it, and nobody has a role here."),
    )
    hall_day = models.ForeignKey(
        "matches.HallDay", null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    tables = models.JSONField(default=list, blank=True, help_text=_("Ranges of tables in the hall day; none: all."))
    shows_live = models.BooleanField(
        default=False, help_text=_("Some of its matches can be watched while they are recorded.")
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="events_made"
    )

    class Meta:
        ordering = ["-date", "-id"]
        indexes = [
            models.Index(fields=["-date", "-id"], name="event_newest"),
            models.Index(fields=["name", "id"], name="event_name"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(cap_minutes__gte=1, cap_minutes__lte=600), name="event_cap_sane"),
            models.CheckConstraint(
                condition=Q(is_template=False) | Q(published=False, finished_at__isnull=True, archived_at__isnull=True),
                name="event_template_is_hidden",
            ),
            models.CheckConstraint(
                condition=Q(is_shared=False) | Q(is_template=True), name="event_shared_is_a_template"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A part of an event with one way of pairing."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages", db_index=False)
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=StageKind.choices)
    rounds_planned = models.PositiveSmallIntegerField(default=0, help_text=_("0: as many as the bracket needs."))
    cut_to = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Brackets: how many players enter from the previous stage.")
    )
    power_pair_last = models.BooleanField(default=False)
    third_place = models.BooleanField(default=False)
    balance_starts = models.BooleanField(default=False)
    options = models.JSONField(default=default_options, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="stage_order_once"),
            models.CheckConstraint(condition=Q(kind__in=StageKind.values), name="stage_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.order})"

    @property
    def is_bracket(self) -> bool:
        return self.kind in StageKind.brackets()

    @property
    def has_open_field(self) -> bool:
        """Whether each of its rounds is drawn from the players who are in by then."""
        return self.kind in StageKind.with_open_field()

    @property
    def is_pod_cut(self) -> bool:
        """Whether this is a cut that is played in pods."""
        return POD_ROUNDS in self.options

    @property
    def follows_attendance(self) -> bool:
        """Whether the number of Swiss rounds is the suggested one until the first of them is paired."""
        return bool(self.options.get(ROUNDS_FOLLOW, False))


class StageEntry(models.Model):
    """Who entered a bracket or round robin, and at which seed."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="field", db_index=False)
    entry = models.ForeignKey("matches.Entry", on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    struck = models.BooleanField(
        default=False, help_text="Round robin: left early, and the results do not count in the standings."
    )

    class Meta:
        ordering = ["stage_id", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.entry_id}"
