"""A lost password: a link that works once and for an hour, by letter or printed by ``manage.py sign_in_link``."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from matches.accounts.staff_services import choose_password
from matches.audit.limit_services import Limit, begin
from matches.errors import Refused
from matches.identity.letter_services import on_site, send_account_letter
from matches.models import User

REQUESTS = (Limit(10, 600), Limit(40, 24 * 3600))
"""So often one network asks for a link."""
TO_ONE_ADDRESS = (Limit(3, 3600),)
"""So often an hour one mailbox is written to: nobody's is filled by a stranger."""
LINKS_OPENED = (Limit(40, 600),)


def send_reset_letter(*, email: str) -> None:
    """Write to an address that somebody typed: the link for the account that has confirmed it, else that there is none.

    Either way one letter is queued, so that neither the page nor the time it takes tells who has an account.
    """
    if not settings.SENDS_EMAIL or begin(f"reset-to:{email.casefold()}", TO_ONE_ADDRESS):
        return
    found = EmailAddress.objects.filter(email=email.lower(), verified=True, user__is_active=True)
    confirmed = found.select_related("user").first()
    asked_for = _("Someone asked for a new password for an account with this email address.")
    ignore = _("If it was not you, ignore this email. Nothing has changed.")
    if confirmed is None:
        none = _(
            "No account here has confirmed this address, so there is no link. Try another address, or ask an organiser "
            "of your event for a one-time password."
        )
        lines = [asked_for, "", none, "", ignore]
    else:
        choose = _("Choose a new password for the username %(username)s. The link works once, within an hour:") % {
            "username": confirmed.user.get_username()
        }
        lines = [asked_for, "", choose, on_site(reset_path(confirmed.user)), "", ignore]
    send_account_letter(email.lower(), _("Your new password"), lines)


def reset_path(user: User) -> str:
    """The path of the page on which an account gets a new password: once, within an hour, until it signs in again."""
    uid = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("matches:reset_link", args=[uid, default_token_generator.make_token(user)])


def user_of_link(uid: str, token: str) -> User | None:
    """Whose password a link replaces; None if it is forged, too old, or was used."""
    try:
        pk = int(urlsafe_base64_decode(uid))
    except ValueError:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


def reset_password(*, uid: str, token: str, password: str) -> User:
    """Store the password that a link's holder chose. Every session of the account ends; a second factor stays.

    Raises ``Refused`` if the link was used meanwhile, or if the password is too easy to guess.
    """
    with transaction.atomic():
        user = user_of_link(uid, token)
        if user is not None:
            User.objects.select_for_update().get(pk=user.pk)
            user = user_of_link(uid, token)
        if user is None:
            raise Refused("link_used", _("This link has been used, or is too old. Ask for a new one."), conflict=True)
        choose_password(user=user, password=password)
    return user
