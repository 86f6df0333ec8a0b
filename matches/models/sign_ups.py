"""Sign-ups: who wants to play at an event, before and after they are in."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.enums import Admission
from matches.models.people import Entry, PaidMark, Player


class SignUp(PaidMark):
    """Somebody's own request to play at an event, or the organiser's invitation.

    A confirmed one has an entry, no other has; person, answers and mark of payment are the entry's then, and
    empty here. Of an invitation to a ``player`` the person is that player until they accept.

    ``turn`` orders the waiting list: the order of signing up, until the organiser moves somebody. Only the SHA-256 of
    the personal link's token is stored; once confirmed, the entry's own link has the same token.
    """

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="sign_ups", db_index=False)
    entry = models.OneToOneField(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="sign_up")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=10, choices=Admission.choices)
    turn = models.PositiveIntegerField()

    player = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="invitations",
        help_text=_("Whom the organiser invited: the same person as at an earlier event."),
    )
    turned_down_at = models.DateTimeField(null=True, blank=True, help_text=_("When they declined the invitation."))
    sent_at = models.DateTimeField(null=True, blank=True, help_text=_("When the invitation was emailed."))

    name = models.CharField(_("name"), max_length=120)
    external_id = models.CharField(_("ID"), max_length=60, blank=True)
    email = models.EmailField(_("email"), blank=True)
    answers = models.JSONField(default=dict, help_text=_("The answers to the event’s own questions, by their keys."))
    is_doubtful = models.BooleanField(
        default=False, help_text=_("Another player of the event has this ID: the desk has to look.")
    )
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["event_id", "turn"]
        indexes = [models.Index(fields=["event", "state", "turn"], name="sign_up_event_state")]
        constraints = [
            models.UniqueConstraint(fields=["event", "turn"], name="sign_up_turn_once"),
            models.CheckConstraint(condition=Q(state__in=Admission.values), name="sign_up_state_known"),
            models.CheckConstraint(
                condition=Q(state=Admission.CONFIRMED, entry__isnull=False)
                | (~Q(state=Admission.CONFIRMED) & Q(entry__isnull=True)),
                name="sign_up_entry_if_confirmed",
            ),
        ]

    @property
    def person(self) -> SignUp | Player:
        """Who has the name, the id and the e-mail now: the player once confirmed, or while only invited."""
        if self.entry is not None:
            return self.entry.player
        return self.player if self.player is not None and not self.name else self

    def wait_as(self, turn: int, at: datetime, state: str = Admission.WAITING) -> None:
        """Put an invited person who accepts on the waiting list, or let them wait for approval, with what is known of
        them.
        """
        person = self.person
        self.name, self.external_id, self.email = person.name, person.external_id, person.email
        self.state, self.turn, self.changed_at, self.turned_down_at = state, turn, at, None
        self.save()

    @property
    def holder(self) -> SignUp | Entry:
        """Who has the answers and the mark of payment now: the entry once confirmed."""
        return self if self.entry is None else self.entry

    def __str__(self) -> str:
        return f"sign-up {self.pk} {self.state}"
