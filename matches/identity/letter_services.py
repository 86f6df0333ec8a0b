"""Letters about an account: the link for a new password, and the one that confirms an address."""

from __future__ import annotations

from django.conf import settings
from post_office import mail

from matches.live.site_queries import site_address
from matches.signups.services.notices import AS_WRITTEN


def send_account_letter(email: str, subject: str, lines: list[str]) -> None:
    """Queue a letter. It begins no word of what somebody typed, and nothing in it is read as a template."""
    mail.send(
        email,
        settings.DEFAULT_FROM_EMAIL,
        subject=AS_WRITTEN % "subject",
        message=AS_WRITTEN % "text",
        context={"subject": subject, "text": "\n".join(lines)},
    )


def on_site(path: str) -> str:
    """The address of one of the site's pages in a letter: never from the request, whose host anybody may write."""
    return site_address() + path
