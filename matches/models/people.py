"""Players, their entries in events, and their personal links."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, cast

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from matches.enums import EntryStatus, NameDisplay, TableProperty
from matches.names.display import plain, sort_name, told_apart

if TYPE_CHECKING:
    _TextField = models.TextField[str, str]
else:
    _TextField = models.TextField


class PlainNameField(_TextField):
    """The row's name in lower case without accents, written with the row: databases disagree on how to sort É."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = plain(getattr(model_instance, "name"))  # noqa: B009 - any model with a name
        setattr(model_instance, self.attname, value)
        return value


class SortNameField(_TextField):
    """The key of the row's name in lists, written with the row."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        player = cast("Player", model_instance)
        value = sort_name(player.name, player.last_name)
        setattr(model_instance, self.attname, value)
        return value


class Player(models.Model):
    """A person who plays, across events. ``key`` identifies the player where names must not appear.

    Several persons may have one id, because nobody is joined to a person of events that are not their own.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120)
    plain_name = PlainNameField(editable=False, default="")
    last_name = models.CharField(
        _("last name"), max_length=120, blank=True, help_text=_("The part of the name that lists are sorted by.")
    )
    sort_name = SortNameField(editable=False, default="")
    external_id = models.CharField(_("ID"), max_length=60, blank=True)
    email = models.EmailField(_("email"), blank=True)
    forgotten_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(Lower("external_id"), name="player_external_id")]

    def __str__(self) -> str:
        return self.name


class PaidMark(models.Model):
    """The organiser's mark that the fee was paid. The tool handles no money."""

    paid_at = models.DateTimeField(null=True, blank=True)
    paid_amount = models.CharField(_("amount"), max_length=30, blank=True)
    paid_note = models.CharField(_("note"), max_length=120, blank=True)

    class Meta:
        abstract = True

    def take_mark(self, other: PaidMark) -> None:
        """Take over the mark of another row, without saving this one."""
        self.paid_at, self.paid_amount, self.paid_note = other.paid_at, other.paid_amount, other.paid_note


class Entry(PaidMark):
    """A player in one event."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"), help_text=_("Given at sign-up, never reused."))
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    status = models.CharField(max_length=12, choices=EntryStatus.choices, default=EntryStatus.REGISTERED)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    entered_round = models.PositiveSmallIntegerField(
        default=1, help_text=_("The first round this player is in; later than 1 is a late entry.")
    )
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True)
    awarded_byes = models.PositiveSmallIntegerField(_("awarded byes"), default=0)
    fixed_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    wanted_table = models.CharField(
        max_length=12, blank=True, choices=TableProperty.wanted(), help_text=_("In a hall day: what the table must be.")
    )
    fixed_table_reason = models.CharField(max_length=120, blank=True)
    keeps_place = models.BooleanField(
        default=True, help_text=_("Disqualified: stays in the standings at the place reached.")
    )
    name_display = models.PositiveSmallIntegerField(choices=NameDisplay.choices, null=True, blank=True)
    holds_cut_place = models.BooleanField(
        default=False, help_text=_("Dropped before the cut: keeps the place in the bracket, and loses it by walkover.")
    )
    shares_name = models.BooleanField(
        default=False, help_text=_("Another player of the event is shown by the same name.")
    )
    came_from = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="went_on_as",
        help_text=_("The entry at the event that this player qualified from."),
    )
    answers = models.JSONField(default=dict, help_text=_("The answers to the event’s own questions, by their keys."))
    note = models.TextField(_("note"), blank=True, help_text=_("For the desk alone."))
    categories = models.JSONField(
        default=list, blank=True, help_text=_("The categories of prizes that the player is in.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["event", "fixed_table"],
                condition=Q(fixed_table__isnull=False),
                name="entry_fixed_table_once",
            ),
            models.CheckConstraint(condition=Q(status__in=EntryStatus.values), name="entry_status_known"),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"

    @property
    def unique_name(self) -> str:
        """The player's name, with the number behind it if another player of the event is shown by the same name."""
        return told_apart(self.player.name, self.number, shared=self.shares_name)

    @property
    def is_in(self) -> bool:
        return self.status == EntryStatus.CHECKED_IN


class PlayerLink(models.Model):
    """An unguessable address for one player at one event: only its SHA-256 is stored."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(revoked_at__isnull=True), name="player_link_one_valid"
            ),
        ]

    def __str__(self) -> str:
        return f"link of {self.entry_id}"
