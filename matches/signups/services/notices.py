"""Tells people by e-mail what became of their sign-up, where the site sends e-mail and the address is known."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.urls import reverse
from django.utils.translation import gettext as _
from post_office import mail

from matches.enums import Admission
from matches.events.declarations.address import players_address
from matches.models import Event, SignUp
from matches.signups.labels import LETTERS, Notice
from matches.signups.queries import place_on_list

AS_WRITTEN = "{%% autoescape off %%}{{ %s }}{%% endautoescape %%}"
"""post_office takes subject and message for templates: what people wrote comes in as a value."""


def notify(row: SignUp, notice: Notice, token: str = "") -> None:
    """Queue the e-mail of a notice in the change that it is about: it goes out once the change is stored.

    An address that no email can be sent to, such as one of a list, is left out.
    With ``token`` it carries the personal link; later notices cannot, because no token is stored.
    """
    email = row.person.email
    if not settings.SENDS_EMAIL or not takes_email(email):
        return
    place = str(place_on_list(row)) if row.state == Admission.WAITING else ""
    send_letter(event=row.event, email=email, notice=notice, token=token, place=place)


def takes_email(email: str) -> bool:
    """Whether an email can be sent to the address: lists hold others as well, such as one with ``..`` or ``é``."""
    try:
        validate_email(email)
    except ValidationError:
        return False
    return True


def send_letter(*, event: Event, email: str, notice: Notice, token: str = "", page: str = "", place: str = "") -> None:
    """Queue one e-mail. The only secret in it is the personal link, or the ``page`` that gives a new one. No name in it
    is read as a template.
    """
    letter, names = LETTERS[notice], {"event": event.name, "place": place}
    address = players_address(event)
    lines = [str(letter.text) % names, ""]
    if token:
        lines += [_("Your personal page. The link is for you alone:"), address + reverse("matches:me", args=[token])]
    elif page:
        lines += [_("Your new link, valid for one day:"), address + page]
    else:
        lines += [_("The link to your personal page is in the first email that we sent you.")]
    lines += ["", _("The event:"), address + reverse("matches:public", args=[event.slug])]
    subject = (str(letter.subject) % names).replace("\n", " ").replace("\r", " ")
    mail.send(
        email,
        settings.DEFAULT_FROM_EMAIL,
        subject=AS_WRITTEN % "subject",
        message=AS_WRITTEN % "text",
        context={"subject": subject, "text": "\n".join(lines)},
    )
