"""The provider at which people may sign in, if the site names one, and who has connected an account there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.conf import settings

from matches.models import User


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The provider's name, and whether an account is connected there."""

    name: str
    connected: bool


def provider_key() -> str:
    """The provider's key, or an empty string where the site names none."""
    known: dict[str, Any] = settings.SOCIALACCOUNT_PROVIDERS
    apps = known.get("openid_connect", {}).get("APPS", [])
    return str(apps[0]["provider_id"]) if apps else ""


def elsewhere_of(user: User) -> Elsewhere | None:
    """The provider as the page of an account shows it; None where the site names none."""
    key = provider_key()
    if not key:
        return None
    return Elsewhere(settings.OIDC_NAME, SocialAccount.objects.filter(user=user, provider=key).exists())
