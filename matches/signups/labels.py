"""What sign-up says: why nobody can sign up now, what is wrong with an answer, and the e-mails that are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import Admission
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.models import Event
from matches.signups.queries import WhyClosed, moment_of


class Notice(StrEnum):
    """What an e-mail to somebody who signed up says."""

    CONFIRMED = "confirmed"
    WAITING = "waiting"
    PENDING = "pending"
    MOVED_UP = "moved_up"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LINK = "link"
    INVITED = "invited"
    INVITED_TOO = "invited_too"

    @classmethod
    def of_state(cls, state: str) -> Notice:
        """The notice of a new sign-up in this state."""
        return {
            Admission.CONFIRMED.value: cls.CONFIRMED,
            Admission.WAITING.value: cls.WAITING,
            Admission.PENDING.value: cls.PENDING,
        }[str(state)]


@dataclass(frozen=True, slots=True)
class Letter:
    """The subject and the first sentence of an e-mail, with the event's name open."""

    subject: str | Promise
    text: str | Promise


LETTERS: Mapping[Notice, Letter] = {
    Notice.CONFIRMED: Letter(
        gettext_lazy("You are in: %(event)s"), gettext_lazy("You have signed up for %(event)s, and you are in.")
    ),
    Notice.WAITING: Letter(
        gettext_lazy("You are on the waiting list: %(event)s"),
        gettext_lazy(
            "%(event)s is full. You are number %(place)s on the waiting list. We will email you when a place is free."
        ),
    ),
    Notice.PENDING: Letter(
        gettext_lazy("Your sign-up has arrived: %(event)s"),
        gettext_lazy("You have signed up for %(event)s. We will email you when the organiser has accepted you."),
    ),
    Notice.MOVED_UP: Letter(
        gettext_lazy("You are in: %(event)s"),
        gettext_lazy("A place is free, and you are in: %(event)s. If you cannot come, withdraw on your personal page."),
    ),
    Notice.ACCEPTED: Letter(
        gettext_lazy("You are in: %(event)s"), gettext_lazy("The organiser has accepted you: you are in %(event)s.")
    ),
    Notice.DECLINED: Letter(
        gettext_lazy("You are not in: %(event)s"),
        gettext_lazy("The organiser of %(event)s has declined your sign-up. Ask the organiser why."),
    ),
    Notice.LINK: Letter(
        gettext_lazy("Your link: %(event)s"),
        gettext_lazy(
            "Someone asked for a new link to your personal page of %(event)s. If it was not you, do nothing: your link "
            "still works."
        ),
    ),
    Notice.INVITED: Letter(
        gettext_lazy("You are invited: %(event)s"),
        gettext_lazy("You played last time, and are invited to %(event)s. Accept or decline on your personal page."),
    ),
    Notice.INVITED_TOO: Letter(
        gettext_lazy("You are invited: %(event)s"),
        gettext_lazy(
            "Someone has signed up for %(event)s with your name, and your email address or ID. You are also invited. "
            "If it was you, accept the invitation on your personal page: the two are merged, and that is the link to "
            "keep. If it was not you, tell the organiser."
        ),
    ),
}
"""What each notice says."""


def why_closed_text(reason: WhyClosed, event: Event) -> str:
    """Why nobody can sign up now, and what to do."""
    match reason:
        case WhyClosed.EARLY:
            opens = moment_of(event, sign_up_terms(event).sign_up_opens)
            at = date_format(opens, "j F Y, H:i") if opens else ""
            return _("Sign-up opens on %(time)s.") % {"time": at}
        case WhyClosed.LATE:
            return _("Sign-up is closed. Ask the desk whether there is a place.")
        case WhyClosed.STARTED:
            return _("The event has started. Ask the desk whether you can still enter.")
        case WhyClosed.FINISHED:
            return _("The event is over.")
        case WhyClosed.CROWDED:
            return _("Too many people are waiting. Ask the desk whether there is a place.")
        case WhyClosed.OFF:
            return _("Players sign up at the desk.")


def answer_problem_text(code: str) -> str:
    """What is wrong with an answer to one of the event's own questions."""
    return {
        "missing": _("Answer this question."),
        "too_long": _("Use at most 300 characters."),
        "control": _("The answer contains an unreadable character. Type it again."),
        "not_a_number": _("Enter a whole number."),
        "no_choice": _("Choose one of the answers."),
    }[code]
