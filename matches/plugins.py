"""A typed registry of what other apps add to the pages and services of ``matches``, filled when Django starts.

``matches`` does not import the apps that build on it. Such an app registers a ``Plugin`` in ``AppConfig.ready``; pages
and services here read the registry. What pages show of it is declared in ``page_plugins``, the files to download in
``export_plugins``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from matches.export_plugins import Export
from matches.models import Entry, Event, Match
from matches.page_plugins import EventSection, PlayerNote, PlayerPage, PlayerState, PublicPage, StreamedPart, Text
from matches.permissions import Right
from matches.situation import OpenAppeal, OpenCall
from rules_engine.table import View

LogVerifier = Callable[[Event], Sequence[object]]
"""Checks a log of an event and returns its problems; an empty answer means that the log is whole."""


PlayerStateSource = Callable[[Sequence[Match]], Mapping[int, PlayerState]]
"""Returns what an app has to say to the players of these matches, by the match's id: as many queries as for one."""
PlayerNoteSource = Callable[[Event, Entry], Sequence[PlayerNote]]
"""Returns what an app has on record for a player."""
PlayerDataSource = Callable[[Sequence[Entry]], Mapping[int, Mapping[str, Any]]]
"""Returns by entry all that an app stores about the player of an event, as JSON, by what it is: as many queries as for
one."""


RoundLossSource = Callable[[Sequence[Match]], Mapping[int, Sequence[int]]]
"""Returns by match the seat of the player for each game round that was lost by penalty: as many queries as for one."""


RecordedMatchSource = Callable[[Sequence[Match]], Iterable[int]]
"""Returns the ids of those of the matches whose turns are on record: as many queries as for one match."""


WatchedSource = Callable[[Event, Sequence[Match]], Mapping[int, View]]
"""Returns the tables of those of the matches that everybody can watch, as everybody may see them now, by the match's
id: as many queries as for one match."""


MatchLossSource = Callable[[Event], Iterable[tuple[str, int]]]
"""Returns the match losses by penalty that wait for the result of a table: its key, and the player's entry."""


PlacesChanged = Callable[..., object]
"""Called with the change in which a place may have become free, or the number of places was changed."""
ChangeDone = Callable[..., object]
"""Called with a change that is done, before pages hear of it: names what changes at other events because of it."""
Leaving = Callable[..., object]
"""Called with the change that removes an entry, and the entry, before it is deleted."""


@dataclass(frozen=True)
class Holding:
    """How much of something an event holds, which would go with it: ``text`` says it with the number."""

    key: str
    count: int
    text: str


HoldingSource = Callable[[Event], Sequence[Holding]]
"""Returns what an app keeps of an event."""
Copied = Callable[..., object]
"""Called with the change that makes a copy of an event, and the event that it is made from."""


@dataclass(frozen=True)
class NextStepSource:
    """Calls for a judge and appeals for the list of next steps, and the addresses of their pages.

    ``calls_url_name`` and ``appeals_url_name`` take the event's slug. ``close_calls(change, round)`` resolves the
    open calls of a round, inside the change that closes it.
    """

    calls: Callable[[Event], Sequence[OpenCall]]
    calls_url_name: str
    appeals: Callable[[Event], Sequence[OpenAppeal]]
    appeals_url_name: str
    close_calls: Callable[..., None]


@dataclass(frozen=True)
class LogSubject:
    """What a change is about: a table, a player's entry, and the comment that was given with it."""

    table: int | None = None
    entry: int | None = None
    comment: str = ""


@dataclass(frozen=True)
class LogSource:
    """What an app has logged itself, by the numbers in its own log that audit rows hold as ``log``: what some numbers
    are about, and the numbers of what happened at a table, concerns a player, or has a text as its reason.
    """

    subjects: Callable[[Event, Sequence[int]], Mapping[int, LogSubject]]
    at_table: Callable[[Event, int], Iterable[int]]
    about: Callable[[Event, Entry], Iterable[int]]
    having: Callable[[Event, str], Iterable[int]]


@dataclass(frozen=True)
class Plugin:
    """Everything that one app adds. ``rights`` are those of its changes, by their names in the audit log.

    ``hall_sections`` are pages for all who have a role at a hall day. ``kept_folders`` are folders below MEDIA_ROOT
    with files that cannot be made again: a backup takes them along. The files of an event lie in a folder of their own
    there, named by the event's key.
    """

    event_sections: tuple[EventSection, ...] = ()
    hall_sections: tuple[EventSection, ...] = ()
    public_pages: tuple[PublicPage, ...] = ()
    player_pages: tuple[PlayerPage, ...] = ()
    log_verifiers: tuple[LogVerifier, ...] = ()
    next_steps: NextStepSource | None = None
    exports: tuple[Export, ...] = ()
    player_notes: tuple[PlayerNoteSource, ...] = ()
    player_data: tuple[PlayerDataSource, ...] = ()
    player_states: tuple[PlayerStateSource, ...] = ()
    round_losses: tuple[RoundLossSource, ...] = ()
    match_losses: tuple[MatchLossSource, ...] = ()
    recorded_matches: tuple[RecordedMatchSource, ...] = ()
    watched_views: tuple[WatchedSource, ...] = ()
    leaving: tuple[Leaving, ...] = ()
    places_changed: tuple[PlacesChanged, ...] = ()
    changes_done: tuple[ChangeDone, ...] = ()
    copied: tuple[Copied, ...] = ()
    holdings: tuple[HoldingSource, ...] = ()
    live_looks: tuple[Callable[[], None], ...] = ()
    streamed_parts: tuple[StreamedPart, ...] = ()
    act_labels: Mapping[str, Text] = field(default_factory=dict)
    log_sources: tuple[LogSource, ...] = ()
    rights: Mapping[str, Right] = field(default_factory=dict)
    kept_folders: tuple[str, ...] = ()


@dataclass
class Registry:
    """The plugins by the name of their app."""

    by_app: dict[str, Plugin] = field(default_factory=dict)

    def register(self, app: str, plugin: Plugin) -> None:
        """Register the plugin of ``app``, replacing an earlier one."""
        self.by_app[app] = plugin

    @contextmanager
    def only(self, **by_app: Plugin) -> Iterator[None]:
        """Register only these plugins inside the ``with`` block: for tests."""
        before, self.by_app = self.by_app, by_app
        try:
            yield
        finally:
            self.by_app = before

    @property
    def event_sections(self) -> list[EventSection]:
        return [section for plugin in self.by_app.values() for section in plugin.event_sections]

    @property
    def hall_sections(self) -> list[EventSection]:
        return [section for plugin in self.by_app.values() for section in plugin.hall_sections]

    @property
    def public_pages(self) -> list[PublicPage]:
        return [page for plugin in self.by_app.values() for page in plugin.public_pages]

    @property
    def player_pages(self) -> list[PlayerPage]:
        return [page for plugin in self.by_app.values() for page in plugin.player_pages]

    @property
    def player_notes(self) -> list[PlayerNoteSource]:
        return [source for plugin in self.by_app.values() for source in plugin.player_notes]

    @property
    def player_data(self) -> list[PlayerDataSource]:
        return [source for plugin in self.by_app.values() for source in plugin.player_data]

    @property
    def player_states(self) -> list[PlayerStateSource]:
        return [source for plugin in self.by_app.values() for source in plugin.player_states]

    @property
    def round_losses(self) -> list[RoundLossSource]:
        return [source for plugin in self.by_app.values() for source in plugin.round_losses]

    @property
    def match_losses(self) -> list[MatchLossSource]:
        return [source for plugin in self.by_app.values() for source in plugin.match_losses]

    @property
    def recorded_matches(self) -> list[RecordedMatchSource]:
        return [source for plugin in self.by_app.values() for source in plugin.recorded_matches]

    @property
    def watched_views(self) -> list[WatchedSource]:
        return [source for plugin in self.by_app.values() for source in plugin.watched_views]

    @property
    def leaving(self) -> list[Leaving]:
        return [notice for plugin in self.by_app.values() for notice in plugin.leaving]

    @property
    def places_changed(self) -> list[PlacesChanged]:
        return [notice for plugin in self.by_app.values() for notice in plugin.places_changed]

    @property
    def changes_done(self) -> list[ChangeDone]:
        return [notice for plugin in self.by_app.values() for notice in plugin.changes_done]

    @property
    def copied(self) -> list[Copied]:
        return [copy for plugin in self.by_app.values() for copy in plugin.copied]

    @property
    def live_looks(self) -> list[Callable[[], None]]:
        """What the apps do before somebody looks for changes, such as showing what is due."""
        return [look for plugin in self.by_app.values() for look in plugin.live_looks]

    @property
    def streamed_parts(self) -> list[StreamedPart]:
        return [part for plugin in self.by_app.values() for part in plugin.streamed_parts]

    @property
    def act_labels(self) -> dict[str, Text]:
        """What the apps call their changes in the log of changes."""
        return {act: label for plugin in self.by_app.values() for act, label in plugin.act_labels.items()}

    @property
    def log_sources(self) -> list[LogSource]:
        return [source for plugin in self.by_app.values() for source in plugin.log_sources]

    @property
    def holdings(self) -> list[HoldingSource]:
        return [source for plugin in self.by_app.values() for source in plugin.holdings]

    @property
    def log_verifiers(self) -> list[LogVerifier]:
        return [verify for plugin in self.by_app.values() for verify in plugin.log_verifiers]

    @property
    def kept_folders(self) -> list[str]:
        return [folder for plugin in self.by_app.values() for folder in plugin.kept_folders]

    @property
    def exports(self) -> dict[str, Export]:
        """The exports of all plugins by key."""
        return {export.key: export for plugin in self.by_app.values() for export in plugin.exports}

    @property
    def rights(self) -> dict[str, Right]:
        """The right that each change needs, by the change's name."""
        return {act: right for plugin in self.by_app.values() for act, right in plugin.rights.items()}

    @property
    def next_step_sources(self) -> list[NextStepSource]:
        return [plugin.next_steps for plugin in self.by_app.values() if plugin.next_steps is not None]


registry = Registry()
