"""The second factor of an account: an authenticator app, passkeys, and recovery codes for who has lost both.

The codes and the ceremonies are allauth's and fido2's; here is what an account may do with them. An account that has a
second factor has recovery codes; the last factor takes them with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, validate_totp_code
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from matches.audit.limit_services import Limit, begin, forgive
from matches.errors import Refused
from matches.models import User
from matches.second_factor_queries import SECOND_FACTORS, Kind, must_have_second_factor

CODES = (Limit(8, 360), Limit(60, 24 * 3600))
"""Codes of one account. Who enters one knows the password or a passkey already."""


def begin_code(user: User) -> int:
    """Count a code before it is checked. Return the seconds that it has to wait, or 0."""
    return begin(f"code:{user.pk}", CODES)


def check_code(*, user: User, code: str) -> Authenticator | None:
    """The authenticator app or the recovery codes that a code belongs to; it works once. None for a wrong one."""
    plain = "".join(code.replace("-", " ").split())
    for row in Authenticator.objects.filter(user=user, type__in=(Kind.TOTP, Kind.RECOVERY_CODES)).order_by("-type"):
        if row.wrap().validate_code(plain):
            forgive(f"code:{user.pk}", CODES)
            return row
    return None


def add_authenticator(*, user: User, secret: str, code: str) -> None:
    """Connect an authenticator app that shows the right code. Raises ``Refused`` at ``code``."""
    plain = "".join(code.split())
    if not validate_totp_code(secret, plain):
        message = _("This code is wrong. Enter the one that the app shows now, and check your phone’s clock.")
        raise Refused("code_wrong", message, parameter="code")
    with transaction.atomic():
        _lock(user)
        if _of(user, [Kind.TOTP]).exists():
            raise Refused("has_authenticator", _("An authenticator app is already connected."), conflict=True)
        TOTP.activate(user, secret).validate_code(plain)
        RecoveryCodes.activate(user)


def remove_authenticator(*, user: User) -> None:
    """Disconnect the authenticator app. Raises ``Refused`` for the last factor of an account that must have one."""
    _remove(user, _of(user, [Kind.TOTP]))


def remove_passkey(*, user: User, pk: int) -> None:
    """Remove a passkey. Raises ``Refused`` for the last factor of an account that must have one."""
    _remove(user, _of(user, [Kind.WEBAUTHN]).filter(pk=pk))


def remove_second_factor(*, user: User) -> None:
    """Remove all factors of someone who has lost them: only ``manage.py`` does this."""
    Authenticator.objects.filter(user=user).delete()


def codes_of(user: User) -> list[str]:
    """The recovery codes that were not used."""
    row = _of(user, [Kind.RECOVERY_CODES]).first()
    return row.wrap().get_unused_codes() if row else []


def renew_codes(*, user: User) -> None:
    """Make new recovery codes; the old ones stop working. Raises ``Refused`` without a second factor."""
    with transaction.atomic():
        _lock(user)
        if not _of(user, SECOND_FACTORS).exists():
            message = _("Connect an authenticator app or add a passkey first.")
            raise Refused("no_second_factor", message, conflict=True)
        _of(user, [Kind.RECOVERY_CODES]).delete()
        RecoveryCodes.activate(user)


def end_other_sessions(*, user: User) -> None:
    """End all sessions of an account. The caller keeps the one that sent the request."""
    with transaction.atomic():
        user.sessions_ended = _lock(user).sessions_ended + 1
        user.save(update_fields=["sessions_ended"])


def _remove(user: User, rows: QuerySet[Authenticator]) -> None:
    with transaction.atomic():
        _lock(user)
        others = _of(user, SECOND_FACTORS).exclude(pk__in=list(rows.values_list("pk", flat=True)))
        if not others.exists() and must_have_second_factor(user):
            message = _("Your account must have a second factor. Add another one before you remove this one.")
            raise Refused("second_factor_required", message)
        rows.delete()
        if not _of(user, SECOND_FACTORS).exists():
            _of(user, [Kind.RECOVERY_CODES]).delete()


def _of(user: User, kinds: Sequence[str]) -> QuerySet[Authenticator]:
    rows: QuerySet[Authenticator] = Authenticator.objects.filter(user=user, type__in=kinds)
    return rows


def _lock(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)
