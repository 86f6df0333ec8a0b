"""Organisations (*your club* on pages): who belongs to one, whom it suspends, and the log of its acts.

Nobody has one until somebody makes it. An event belongs to one at the most.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models.acts import LoggedAct
from matches.models.people import Player


class Organisation(models.Model):
    """A club, a shop or a federation whose events have staff and suspensions in common."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    second_factor_required = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """An account in an organisation. One that has not accepted is only invited: nothing comes to it or from it.

    ``roles`` are those that the account gets at the organisation's new events.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    is_manager = models.BooleanField(default=False)
    roles = models.JSONField(default=list, blank=True)
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["organisation", "user"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.user_id} of {self.organisation_id}"


class Suspension(models.Model):
    """Somebody whom an organisation does not let play at its events, from a day until another or until it is lifted."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="suspensions", db_index=False)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="suspensions")
    name = models.CharField(_("name"), max_length=120)
    external_id = models.CharField(_("ID"), max_length=60, blank=True)
    email = models.EmailField(_("email"), blank=True)
    since = models.DateField(_("from"))
    until = models.DateField(_("until"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    lifted_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-since", "-pk"]
        indexes = [models.Index(fields=["organisation", "since"], name="suspension_since")]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="suspension_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"suspension {self.pk}"


class SuspensionOverride(models.Model):
    """An organiser's decision that a suspended person may play at one event all the same."""

    event = models.ForeignKey(
        "matches.Event", on_delete=models.CASCADE, related_name="suspension_overrides", db_index=False
    )
    suspension = models.ForeignKey(Suspension, on_delete=models.CASCADE, related_name="overrides")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "suspension"], name="suspension_override_once")]

    def __str__(self) -> str:
        return f"{self.suspension_id} @ {self.event_id}"


class Series(models.Model):
    """Events of an organisation that belong together, such as a season: an event belongs to one at the most."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(_("name"), max_length=120)
    created_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text=_("Out of sight since then; its events stay.")
    )

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "name"], condition=Q(removed_at__isnull=True), name="series_name_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class OrganisationAct(LoggedAct):
    """Insert-only: one row for each act on an organisation."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="acts")

    class Meta:
        ordering = ["organisation_id", "pk"]

    def __str__(self) -> str:
        return f"{self.pk} {self.act}"
