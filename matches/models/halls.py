"""Hall days: several events in one hall on one day, its tables, and the staff that all of its events share."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.enums import Role
from matches.models.acts import LoggedAct


class HallDay(models.Model):
    """A day in a hall. ``tables`` are ranges, such as ``[[1, 120]]``; none: as many as anybody needs."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    tables = models.JSONField(default=list, blank=True)
    plan = models.TextField(_("plan"), blank=True, help_text=_("Rows of tables (matches.hall_plan)."))
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    removed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text=_("Out of sight since then; its log stays.")
    )

    class Meta:
        ordering = ["-date", "-id"]

    def __str__(self) -> str:
        return self.name


class HallTable(models.Model):
    """What is special about one table. A table without a row is like any other."""

    hall_day = models.ForeignKey(HallDay, on_delete=models.CASCADE, related_name="special_tables", db_index=False)
    number = models.PositiveIntegerField(_("table"))
    label = models.CharField(_("label"), max_length=30, blank=True, help_text=_("Shown beside the number."))
    step_free = models.BooleanField(_("step-free"), default=False)
    quiet = models.BooleanField(_("quiet"), default=False)
    socket = models.BooleanField(_("near a socket"), default=False)
    feature = models.BooleanField(_("feature table"), default=False)
    broken = models.BooleanField(_("broken"), default=False)

    class Meta:
        ordering = ["hall_day_id", "number"]
        constraints = [models.UniqueConstraint(fields=["hall_day", "number"], name="hall_table_once")]

    def __str__(self) -> str:
        return f"table {self.number}"


class HallRole(models.Model):
    """A role that a person has at every event of the hall day, as an ``EventRole`` there that names this one."""

    hall_day = models.ForeignKey(HallDay, on_delete=models.CASCADE, related_name="roles", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hall_roles")
    role = models.CharField(max_length=20, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall_day", "user", "role"], name="hall_role_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="hall_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} @ hall day {self.hall_day_id}"


class HallAct(LoggedAct):
    """Insert-only: a change of the hall day itself. What it changes at an event stands in the event's own log."""

    hall_day = models.ForeignKey(HallDay, on_delete=models.PROTECT, related_name="acts")
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["hall_day_id", "-id"]

    def __str__(self) -> str:
        return self.act
