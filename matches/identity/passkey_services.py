"""Passkeys: made on a device for this host's name, they sign in without a password and are a second factor.

Every passkey is asked to check its owner (fingerprint, face or PIN). A challenge waits in the session and is used once.
What talks to passkeys (fido2) is loaded when the first one is used: on most laptops none ever is.
"""

from __future__ import annotations

import json
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from matches.audit.limit_services import Limit
from matches.errors import Refused
from matches.models import User
from matches.names.display import has_control, tidy
from matches.second_factor_queries import Kind

SIGN_INS = (Limit(30, 60), Limit(120, 600))
"""Passkeys that were refused, by network."""
BEGUN = (Limit(60, 60), Limit(300, 600))
"""Sign-ins with a passkey that were begun, by network: each keeps a challenge in a session."""
MOST_PASSKEYS = 12
MAX_NAME = 60


def registration_options(user: User) -> dict[str, Any]:
    """What a browser needs to make a passkey; the challenge is in the session."""
    from allauth.mfa.webauthn.internal import auth

    options: dict[str, Any] = auth.begin_registration(user, passwordless=True)
    return options


def sign_in_options(user: User | None = None) -> dict[str, Any]:
    """What a browser needs to use a passkey: one of ``user``, or any that it holds for this host."""
    from allauth.mfa.webauthn.internal import auth

    options: dict[str, Any] = auth.begin_authentication(user)
    return options


def add_passkey(*, user: User, name: str, credential: str) -> None:
    """Store a passkey that a browser has just made. Raises ``Refused`` at ``name`` or about the passkey."""
    from allauth.mfa.webauthn.internal import auth

    name = tidy(name)
    if not name or len(name) > MAX_NAME or has_control(name):
        raise Refused("name_unfit", _("Enter a name of at most 60 characters, such as My phone."), parameter="name")
    try:
        data = _read(credential)
        auth.complete_registration(auth.parse_registration_response(data))
    except (ValidationError, ValueError, TypeError, KeyError):
        raise _wrong() from None
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if Authenticator.objects.filter(user=user, type=Kind.WEBAUTHN).count() >= MOST_PASSKEYS:
            message = _("You already have 12 passkeys. Remove one that you no longer use.")
            raise Refused("too_many_passkeys", message)
        auth.WebAuthn.add(user, name, data)
        RecoveryCodes.activate(user)


def check_passkey(*, credential: str, user: User | None = None) -> Authenticator:
    """The passkey that a browser has used, of ``user`` or of the account that it names. Raises ``Refused``."""
    from allauth.mfa.webauthn.internal import auth

    try:
        data = _read(credential)
        answer = auth.parse_authentication_response(data)
        owner = user or auth.extract_user_from_response(data)
        found = auth.complete_authentication(owner, answer)
        verified = answer.response.authenticator_data.is_user_verified()
    except (ValidationError, ValueError, TypeError, KeyError, AttributeError):
        raise _wrong() from None
    if not owner.is_active or not (verified or user):
        raise _wrong()
    return found


def _read(credential: str) -> dict[str, Any]:
    data = json.loads(credential)
    if not isinstance(data, dict):
        raise ValueError
    return data


def _wrong() -> Refused:
    return Refused("passkey_wrong", _("This passkey does not work here. Try again, or use your password."))
