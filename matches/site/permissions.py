"""Who may do what on the pages of the site's owner, as ``docs/rights.md`` tells it."""

from __future__ import annotations

from matches.models import User

SITE_ACTS = frozenset(
    {
        "create_account",
        "close_account",
        "reopen_account",
        "make_sign_in_link",
        "make_owner",
        "remove_owner",
        "start_job_again",
        "stop_job",
        "back_up_now",
        "send_letter_again",
    }
)
"""The acts on the site, by their names in its log. Each is for its owners alone: superusers."""


def owns_site(user: object) -> bool:
    """Whether somebody is an owner of the site."""
    return isinstance(user, User) and user.is_active and user.is_superuser
