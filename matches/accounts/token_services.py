"""API tokens, with which a program acts for a member of staff. Only the SHA-256 is stored, so each is shown once.

Until it is revoked, a token has the permissions of its owner at every event where the owner has a role. Tokens do not
belong to an event, so the logs do not name them: they record what a program does under the token's owner.
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
from matches.kept_queries import KeptQuery
from matches.models import ApiToken, User
from matches.names.display import has_control, tidy

TOKEN_BYTES = 32
MAX_LABEL = 80
MOST_TOKENS = 20
"""The largest number of valid tokens of one person: enough for every program, few enough to keep track of."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A new token with its secret, which is not stored and so cannot be shown again."""

    row: ApiToken
    secret: str


def secret_hash(secret: bytes) -> str:
    """Return what is stored of a token: its SHA-256 in hexadecimal. A secret is 256 random bits and needs no salt."""
    return hashlib.sha256(secret).hexdigest()


def make_token(*, user: User, label: str) -> NewToken:
    """Create a token for ``user``. The label says which program uses it.

    Raises ``Refused``: at ``label`` if it is missing, too long or taken; otherwise if the user has too many tokens.
    """
    label = tidy(label)
    if not label:
        raise Refused("label_missing", _("Enter what the token is for."), parameter="label")
    if len(label) > MAX_LABEL or has_control(label):
        raise Refused("label_unfit", _("A label must be a single line of at most 80 characters."), parameter="label")
    secret = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        held = tokens_of(user)
        if len(held) >= MOST_TOKENS:
            message = _("You already have %(count)d tokens, the maximum. Revoke one you no longer use.") % {
                "count": len(held)
            }
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
    """Revoke a token. Raises ``Refused`` if it was revoked already."""
    with transaction.atomic():
        locked = _found(ApiToken.objects.select_for_update().filter(revoked_at__isnull=True), token.pk)
        locked.revoked_at = timezone.now()
        locked.save(update_fields=["revoked_at"])
    return locked


def _found(tokens: QuerySet[ApiToken], pk: int) -> ApiToken:
    token = tokens.filter(pk=pk).first()
    if token is None:
        raise Refused("no_such_token", _("This token has already been revoked."), conflict=True)
    return token


def tokens_of(user: User) -> list[ApiToken]:
    """Return the user's valid tokens, newest first, in one query."""
    return list(_valid(user))


def _valid(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user, revoked_at__isnull=True).order_by("-pk")


def resolve_token(secret: bytes) -> ApiToken | None:
    """Return the valid token with this secret, with its user; None if it is unknown, revoked or of a closed account."""
    return _BY_HASH.first(secret_hash(secret))


_BY_HASH = KeptQuery(
    lambda hash_: ApiToken.objects.select_related("user").filter(
        token_hash=hash_, revoked_at__isnull=True, user__is_active=True
    )
)
