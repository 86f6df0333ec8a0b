"""How people sign in: the limits on passwords that django-axes keeps, what django-allauth is told of the ways beyond a
password, and the provider that a site may name.

Further limits on attempts are ours (``matches.accounts.attempt_services``), so allauth's own are off.
"""

from __future__ import annotations

import hashlib
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

AXES_HANDLER = "bankout_tournament.outages.sign_in_limits.SignInLimits"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.1  # hours: a judge who mistyped is back in six minutes, a guesser gets nowhere
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# A device that has signed in with a name before is not paused with others at its address; it has a limit of its own.
AXES_WHITELIST_CALLABLE = "matches.accounts.known_device_queries.is_on_known_device"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

ACCOUNT_ADAPTER = "matches.identity.stage_views.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_RATE_LIMITS = False

MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1
"""A laptop and a phone in a hall without internet may differ by half a minute."""

PASSWORD_RESET_TIMEOUT = 3600
"""Seconds for which the link to choose a new password works."""


def provider_settings(server_url: str, client_id: str, secret: str, name: str) -> dict[str, Any]:
    """What allauth needs to know of an OpenID Connect provider. Its key is made of its address, so that people of one
    provider are never taken for those of another that the site changes to.
    """
    app = {
        "provider_id": f"oidc-{hashlib.sha256(server_url.encode()).hexdigest()[:12]}",
        "name": name,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": server_url},
    }
    return {"openid_connect": {"APPS": [app], "OAUTH_PKCE_ENABLED": True}}


_SERVER_URL, _CLIENT_ID = env.str("OIDC_SERVER_URL", default=""), env.str("OIDC_CLIENT_ID", default="")
if bool(_SERVER_URL) != bool(_CLIENT_ID):
    raise ImproperlyConfigured("Set OIDC_SERVER_URL and OIDC_CLIENT_ID together, or neither.")
_NAME = env.str("OIDC_NAME", default="OpenID Connect")
OIDC_NAME = _NAME if _SERVER_URL else ""
"""What the button on the sign-in page names; empty without a provider, and then there is no button."""
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = (
    provider_settings(_SERVER_URL, _CLIENT_ID, env.str("OIDC_CLIENT_SECRET", default=""), _NAME) if _SERVER_URL else {}
)
SOCIALACCOUNT_ADAPTER = "matches.identity.elsewhere_views.ElsewhereAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
SOCIALACCOUNT_STORE_TOKENS = False
