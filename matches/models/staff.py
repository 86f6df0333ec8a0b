"""Staff accounts, their roles at events, and the API tokens of programs that act for them."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from matches.enums import Role


class User(AbstractUser):
    """A member of staff. Players do not sign in: they have a personal link."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=120, blank=True)
    sessions_ended = models.PositiveIntegerField(
        default=0, help_text="How often all sessions were ended without a new password."
    )

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must know: it changes with the password, and when all sessions are ended."""
        known = f"{self.password}:{self.sessions_ended}" if self.sessions_ended else self.password
        key_salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        return salted_hmac(key_salt, known, secret=secret, algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name or self.username


class EventRole(models.Model):
    """One role of a person at one event. One that holds for a whole hall day names it there."""

    event = models.ForeignKey("matches.Event", on_delete=models.CASCADE, related_name="roles", db_index=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=20, choices=Role.choices)
    hall_role = models.ForeignKey(
        "matches.HallRole", null=True, blank=True, on_delete=models.PROTECT, related_name="event_roles"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="event_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="event_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} @ {self.event_id}"


class ApiToken(models.Model):
    """A program's API token: only its SHA-256 is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    label = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.label
