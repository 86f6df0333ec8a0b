"""The email address of an account: where the site sends email it counts once the letter's link has been opened.

Only a confirmed address gets links for a new password. An address is confirmed by one account at the most.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.audit.limit_services import Limit, begin, wait_text
from matches.errors import Refused
from matches.identity.letter_services import on_site, send_account_letter
from matches.models import User

LETTERS = (Limit(5, 3600),)
"""Letters an hour of one account, and to one address."""


def address_of(user: User) -> EmailAddress | None:
    """The account's address: the confirmed one, else the one that waits for its letter."""
    return EmailAddress.objects.filter(user=user).order_by("-verified", "-pk").first()


def waiting_address(user: User) -> EmailAddress | None:
    """An address that was entered and not yet confirmed."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("-pk").first()


def store_email(*, user: User, email: str) -> bool:
    """Store an account's new address, or remove it with an empty text. Returns whether a letter is on its way.

    A confirmed address stays until the new one is confirmed. Raises ``Refused`` at ``email`` after too many letters.
    """
    email = email.strip().lower()
    sends = bool(email) and settings.SENDS_EMAIL
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        kept = EmailAddress.objects.filter(user=user, verified=True)
        if email and kept.filter(email=email).exists():
            EmailAddress.objects.filter(user=user, verified=False).delete()
            return False
        if sends:
            _count_letter(user, email)
        EmailAddress.objects.filter(user=user).exclude(pk__in=kept.values("pk") if sends else []).delete()
        if email:
            row = EmailAddress.objects.create(user=user, email=email, primary=not (sends and kept.exists()))
        _mirror(user)
        if sends:
            _send(row)
    return sends


def confirmed_by(key: str) -> EmailAddress | None:
    """The address that a letter's link confirms; None if the link is forged, older than three days, or was used."""
    found = EmailConfirmationHMAC.from_key(key)
    return None if found is None or not found.email_address.user.is_active else found.email_address


def confirm_email(*, key: str) -> EmailAddress:
    """Confirm an address, which becomes the account's only one. Raises ``Refused`` for a link that no longer works, and
    if another account has confirmed the address.
    """
    with transaction.atomic():
        row = confirmed_by(key)
        if row is None:
            raise Refused("link_used", _("This link has been used, or is too old. Send a new one."), conflict=True)
        User.objects.select_for_update().get(pk=row.user_id)
        if not row.can_set_verified():
            raise _belongs_elsewhere()
        EmailAddress.objects.filter(user=row.user_id).exclude(pk=row.pk).delete()
        row.verified = row.primary = True
        try:
            with transaction.atomic():
                row.save(update_fields=["verified", "primary"])
        except IntegrityError:
            raise _belongs_elsewhere() from None
        _mirror(row.user)
    return row


def _belongs_elsewhere() -> Refused:
    message = _("Another account has confirmed this address. Use a different one.")
    return Refused("email_taken", message, conflict=True)


def _mirror(user: User) -> None:
    """Keep ``User.email`` the same as the primary address."""
    primary = EmailAddress.objects.filter(user=user, primary=True).first()
    user.email = primary.email if primary else ""
    user.save(update_fields=["email"])


def _count_letter(user: User, email: str) -> None:
    if wait := begin(f"confirm-from:{user.pk}", LETTERS) or begin(f"confirm-to:{email}", LETTERS):
        message = _("Too many emails have been sent. Try again in %(wait)s.") % {"wait": wait_text(wait)}
        raise Refused("too_many_letters", message, parameter="email")


def _send(row: EmailAddress) -> None:
    page = reverse("matches:confirm_email", args=[EmailConfirmationHMAC(row).key])
    lines = [
        _("Confirm that this is the email address of the account %(username)s:") % {"username": row.user.username},
        on_site(page),
        "",
        _("If it is not your account, ignore this email."),
    ]
    send_account_letter(row.email, _("Confirm your email address"), lines)
