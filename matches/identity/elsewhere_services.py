"""Connects an account with one at the provider, and takes the connection away.

Only who is signed in connects: no email address of a provider ever leads to an account.
"""

from __future__ import annotations

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from matches.audit.limit_services import Limit
from matches.errors import Refused
from matches.models import User

BEGUN = (Limit(60, 60), Limit(300, 600))
"""Ways to the provider that were begun, by network: each keeps something in a session."""
RETURNS = (Limit(30, 60), Limit(120, 600))
"""Ways back that did not end in a sign-in, by network."""


def connect_elsewhere(*, user: User, provider: str, uid: str) -> None:
    """Note that the person with this key at the provider is the owner of the account. Nothing else of what the provider
    knows is kept. Raises ``Refused`` if either is connected to another one.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        known = SocialAccount.objects.filter(provider=provider, uid=uid).first()
        if known is not None and known.user_id == user.pk:
            return
        if known is not None:
            raise _taken()
        if SocialAccount.objects.filter(provider=provider, user=user).exists():
            message = _("Your account is already connected to someone else there. Disconnect it first.")
            raise Refused("connected", message, conflict=True)
        try:
            with transaction.atomic():
                SocialAccount.objects.create(user=user, provider=provider, uid=uid, extra_data={})
        except IntegrityError:
            raise _taken() from None


def disconnect_elsewhere(*, user: User, provider: str) -> None:
    """Take the connection away; the account keeps its password."""
    SocialAccount.objects.filter(user=user, provider=provider).delete()


def _taken() -> Refused:
    message = _("This person is already connected to another account here. Sign in to that account, or disconnect it.")
    return Refused("connected_other", message, conflict=True)
