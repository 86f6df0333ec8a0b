"""Before a player is checked in: checking in by oneself, and the pages that one may want; when to look again."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.attendance.labels import own_check_in_text, own_check_in_times
from matches.check_in import Window
from matches.enums import EntryStatus
from matches.events.declarations.sign_up_reading import check_in_terms
from matches.models import Entry, Event, SignUp
from matches.pages.components import MenuItem

ALSO_SECONDS = 30


def again_after(event: Event, otherwise: int | None, *, check_in: bool, also: bool) -> int | None:
    """After how many seconds the part is fetched again by itself: what changes at another event has no stream here."""
    if check_in:
        return own_check_in_times(event).seconds_to_change(timezone.now())
    return min(otherwise or ALSO_SECONDS, ALSO_SECONDS) if also else otherwise


class OwnCheckInShown(NamedTuple):
    """Checking oneself in: the sentence, and the address of the form where it can be done now."""

    text: str
    url: str
    needs_code: bool


def own_check_in_shown(entry: Entry, token: str) -> OwnCheckInShown | None:
    """What a player who is not checked in reads of it; None for everyone else, and where the desk checks in."""
    terms = check_in_terms(entry.event)
    if entry.status != EntryStatus.REGISTERED or not terms.self_check_in:
        return None
    window = own_check_in_times(entry.event).at(timezone.now())
    url = reverse("matches:own_check_in", args=[token]) if window is Window.OPEN else ""
    return OwnCheckInShown(own_check_in_text(entry.event, window), url, bool(terms.door_code))


def pages_before(entry: Entry, token: str) -> list[MenuItem]:
    """What a player who is not checked in yet may want: the link to keep, and the sign-up to change or take back."""
    if entry.status != EntryStatus.REGISTERED:
        return []
    pages = [MenuItem(_("Your link and code"), reverse("matches:me_code", args=[token]), "link")]
    if SignUp.objects.filter(entry=entry).exists():
        url = reverse("matches:own_sign_up", args=[token])
        pages.append(MenuItem(_("Change your details or withdraw"), url, "edit"))
    return pages
