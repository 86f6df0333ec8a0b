"""Which second factors an account has: an authenticator app, passkeys, and the recovery codes beside them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator

from matches.models import User
from matches.second_factor_queries import Kind


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account, as its owner's page shows it."""

    pk: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Factors:
    """What an account has beside its password; ``codes_left`` are unused recovery codes."""

    authenticator: bool
    passkeys: tuple[Passkey, ...]
    codes_left: int

    @property
    def any(self) -> bool:
        """Whether a second factor is asked for at sign-in."""
        return self.authenticator or bool(self.passkeys)


def factors_of(user: User) -> Factors:
    """All of them, in one query."""
    rows = list(Authenticator.objects.filter(user=user).order_by("pk"))
    passkeys = tuple(
        Passkey(row.pk, row.wrap().name, row.created_at, row.last_used_at) for row in rows if row.type == Kind.WEBAUTHN
    )
    codes = [len(row.wrap().get_unused_codes()) for row in rows if row.type == Kind.RECOVERY_CODES]
    return Factors(any(row.type == Kind.TOTP for row in rows), passkeys, sum(codes))
