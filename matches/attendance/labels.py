"""What check-in says."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.check_in import OwnCheckIn, Window, own_check_in
from matches.events.declarations.sign_up_reading import check_in_terms, start_of
from matches.models import Event


def own_check_in_times(event: Event) -> OwnCheckIn:
    """From when to when players of the event check themselves in."""
    terms = check_in_terms(event)
    return own_check_in(start_of(event), terms.check_in_opens, terms.check_in_closes)


def own_check_in_text(event: Event, window: Window) -> str:
    """Why players cannot check themselves in now, or until when they can."""
    times = own_check_in_times(event)
    if times.opens is None or times.closes is None:
        return _("Check in at the desk.")
    zone = times.opens.tzinfo
    at = {"opens": f"{times.opens.astimezone(zone):%H:%M}", "closes": f"{times.closes.astimezone(zone):%H:%M}"}
    match window:
        case Window.EARLY:
            return _("You can check yourself in from %(opens)s to %(closes)s.") % at
        case Window.OPEN:
            return _("You can check yourself in until %(closes)s.") % at
        case _:
            return _("Check-in by phone ended at %(closes)s. Check in at the desk.") % at
