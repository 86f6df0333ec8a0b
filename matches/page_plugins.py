"""What an app adds to pages: a part of ``plugins``. Addresses are names of URL patterns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise

from matches.models import Event

Text = str | Promise


@dataclass(frozen=True)
class EventSection:
    """A section in the rail of an event's staff pages, or among the pages of a hall day, whose slug it takes.

    ``key`` also names the section's icon, and pages use it to mark the current section. ``position`` orders the rail.
    """

    position: int
    key: str
    label: Text
    url_name: str


@dataclass(frozen=True)
class PublicPage:
    """A page for everybody in the menu of an event. ``url_name`` takes the event's slug; ``is_open`` says whether the
    event has it."""

    icon: str
    label: Text
    url_name: str
    is_open: Callable[[Event], bool]


@dataclass(frozen=True)
class PlayerPage:
    """A page that a player's personal page links to. ``url_name`` takes the event's slug and the link's token.

    ``after``: only once the event is over.
    """

    icon: str
    label: Text
    url_name: str
    after: bool = False


@dataclass(frozen=True)
class PlayerNote:
    """A line of a player's history at the desk: ``label`` says when, ``text`` what; ``struck`` if it was taken back."""

    label: str
    text: str
    url: str = ""
    struck: bool = False


@dataclass(frozen=True)
class PlayerState:
    """What an app says on a player's own page about the current match: an icon and a sentence."""

    icon: str
    text: str


@dataclass(frozen=True)
class StreamedPart:
    """A part of a cached page that streams bring along to visitors, so that thousands of screens need not fetch it.

    ``part`` is the version that it follows. ``parameter`` is the field of the stream's address that names by its key
    what the page shows; ``url_name`` takes the event's slug and that key.
    """

    part: str
    parameter: str
    url_name: str
