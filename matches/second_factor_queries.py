"""Whether an account has a second factor, and whether it must have one: a club may ask that of its events' staff, and
so of those who make events from its templates.

Here, below all rooms, because the pages and the API ask it of everybody who opens an event as its staff.
"""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from matches.errors import SecondFactorNeeded
from matches.models import Event, EventRole, HallDay, Member, Organisation, User

Kind = Authenticator.Type
SECOND_FACTORS = (Kind.TOTP, Kind.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    """Whether the account has an authenticator app or a passkey."""
    return bool(Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists())


def must_have_second_factor(user: User) -> bool:
    """Whether the account may not be without a second factor: it has a role at an event whose club requires one, or
    belongs to a club that does and has templates for all its members.
    """
    if EventRole.objects.filter(user=user, event__organisation__second_factor_required=True).exists():
        return True
    templates = Event.objects.filter(organisation=OuterRef("organisation"), is_shared=True)
    member = Member.objects.filter(user=user, accepted_at__isnull=False, organisation__second_factor_required=True)
    return member.filter(Exists(templates)).exists()


def lacks_second_factor(user: object, event: Event) -> bool:
    """Whether the event's club requires a second factor that this account does not have.

    One query, and none for an event without a club. An API token is a secret of its own: nobody asks this of one.
    """
    if event.organisation_id is None or not isinstance(user, User):
        return False
    return _requiring(user).filter(pk=event.organisation_id).exists()


def check_second_factor(user: object, event: Event) -> None:
    """Raise SecondFactorNeeded for an account that lacks the second factor which the event's club requires."""
    if lacks_second_factor(user, event):
        raise needed()


def check_second_factor_at_hall(user: object, hall_day: HallDay) -> None:
    """Raise SecondFactorNeeded where the club of one of the hall day's events requires what the account lacks."""
    if isinstance(user, User) and _requiring(user).filter(events__hall_day=hall_day).exists():
        raise needed()


def needed() -> SecondFactorNeeded:
    """What somebody is answered who must set up a second factor first."""
    return SecondFactorNeeded(_("The club of this event requires a second factor. Set one up under Your account."))


def _requiring(user: User) -> QuerySet[Organisation]:
    has_one = Exists(Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS))
    return Organisation.objects.filter(~has_one, second_factor_required=True)
