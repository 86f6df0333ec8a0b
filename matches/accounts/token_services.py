"""API tokens: keys by which a member of staff lets a program act. Only the SHA-256 is stored, so each is shown once.

A token may do what its person may do, at every event where the person has a role, until it is revoked. Tokens belong
to no event, so no event's log names them; every act that a program does stands in the log under its person.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.models import ApiToken, User
from matches.names import has_control, tidy

TOKEN_BYTES = 32
MAX_LABEL = 80
MOST_TOKENS = 20
"""How many valid tokens one person may have: enough for every program, few enough to look through."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made: the only time that its secret is at hand."""

    row: ApiToken
    secret: str


def secret_hash(secret: bytes) -> str:
    """What is stored of a token: SHA-256 in hexadecimal. A secret is 256 random bits, so no salt is needed."""
    return hashlib.sha256(secret).hexdigest()


def make_token(*, user: User, label: str) -> NewToken:
    """A new token of ``user`` under a label that says which program holds it. Raises ``Refused`` (field ``label``)."""
    label = tidy(label)
    if not label:
        raise Refused("label_missing", _("Say which program the token is for."), parameter="label")
    if len(label) > MAX_LABEL or has_control(label):
        raise Refused("label_unfit", _("A label is one line of 80 characters at the most."), parameter="label")
    secret = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        held = tokens_of(user)
        if len(held) >= MOST_TOKENS:
            message = _("You have %(count)d tokens. Revoke one that is not used any more.") % {"count": len(held)}
            raise Refused("too_many_tokens", message)
        if any(token.label == label for token in held):
            message = _("You have a token with this label. Revoke it, or choose another label.")
            raise Refused("label_taken", message, parameter="label")
        row = ApiToken.objects.create(user=user, label=label, token_hash=secret_hash(secret.encode()))
    return NewToken(row, secret)


def find_token(user: User, pk: int) -> ApiToken:
    """Return a valid token of ``user``. Raises ``Refused`` if it was revoked or belongs to another person."""
    return _found(_valid(user), pk)


def revoke_token(*, token: ApiToken) -> ApiToken:
    """Make a token stop working. Raises ``Refused`` if it was revoked already."""
    with transaction.atomic():
        locked = _found(ApiToken.objects.select_for_update().filter(revoked_at__isnull=True), token.pk)
        locked.revoked_at = timezone.now()
        locked.save(update_fields=["revoked_at"])
    return locked


def _found(tokens: QuerySet[ApiToken], pk: int) -> ApiToken:
    token = tokens.filter(pk=pk).first()
    if token is None:
        raise Refused("no_such_token", _("This token was revoked already."), conflict=True)
    return token


def tokens_of(user: User) -> list[ApiToken]:
    """The person's valid tokens, newest first: one query."""
    return list(_valid(user))


def _valid(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user, revoked_at__isnull=True).order_by("-pk")


def resolve_token(secret: bytes) -> ApiToken | None:
    """The valid token with this secret, with its person; None for one unknown or revoked, or of a closed account."""
    token = ApiToken.objects.select_related("user").filter(token_hash=secret_hash(secret), revoked_at__isnull=True)
    return token.filter(user__is_active=True).first()
