"""How people sign in beyond a password: what django-allauth is told, and the provider that a site may name.

Limits on attempts are ours (``matches.accounts.attempt_services``), so allauth's own are off.
"""

from __future__ import annotations

import environ

env = environ.Env()

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
