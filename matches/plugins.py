"""What other apps add to the pages and services of ``matches``: a typed registry, filled when Django starts.

``matches`` stands below the apps that build on it and does not import them. Such an app registers a ``Plugin`` in
``AppConfig.ready``; the pages and services here read what is registered. Addresses are names of URL patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.utils.functional import Promise

from matches.enums import Role
from matches.models import Event
from matches.next_step import OpenAppeal, OpenCall

Text = str | Promise
LogVerifier = Callable[[Event], Sequence[object]]
"""Checks a log of an event: returns what is wrong with it, nothing if the log is whole."""


@dataclass(frozen=True)
class EventSection:
    """A section in the rail of an event's staff pages. ``url_name`` takes the event's slug.

    ``key`` is the section's icon, too, and what a page names as the current one. ``position`` orders the rail.
    """

    position: int
    key: str
    label: Text
    url_name: str


@dataclass(frozen=True)
class PlayerPage:
    """A page that a player's personal page links to. ``url_name`` takes the event's slug and the link's token."""

    icon: str
    label: Text
    url_name: str


@dataclass(frozen=True)
class NextStepSource:
    """Calls for a judge and appeals, for the list of next steps, and the pages where they are answered.

    ``calls_url_name`` and ``appeals_url_name`` take the event's slug.
    """

    calls: Callable[[Event], Sequence[OpenCall]]
    calls_url_name: str
    appeals: Callable[[Event], Sequence[OpenAppeal]]
    appeals_url_name: str


@dataclass(frozen=True)
class ExportFormat:
    """A kind of file. ``key`` is its ending and names it in addresses."""

    key: str
    label: str
    content_type: str


CSV = ExportFormat("csv", "CSV", "text/csv; charset=utf-8")
JSON_LINES = ExportFormat("jsonl", "JSON", "application/x-ndjson")


@dataclass(frozen=True)
class ExportRequest:
    """What an export is made for: the address that the site was reached at, and the fields that were sent."""

    base_url: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Export:
    """A list that staff take along as a file.

    ``key`` ends the file's name: ``SLUG-KEY.csv``. ``build`` takes the event, the request and one of ``formats`` and
    returns the bytes of the file.
    """

    key: str
    label: Text
    formats: tuple[ExportFormat, ...]
    may_export: Callable[[Set[Role]], bool]
    build: Callable[[Event, ExportRequest, ExportFormat], bytes]


@dataclass(frozen=True)
class Plugin:
    """Everything that one app adds."""

    event_sections: tuple[EventSection, ...] = ()
    player_pages: tuple[PlayerPage, ...] = ()
    log_verifiers: tuple[LogVerifier, ...] = ()
    next_steps: NextStepSource | None = None
    exports: tuple[Export, ...] = ()


@dataclass
class Registry:
    """The plugins by the name of their app."""

    by_app: dict[str, Plugin] = field(default_factory=dict)

    def register(self, app: str, plugin: Plugin) -> None:
        """Set what ``app`` adds; registering again replaces it."""
        self.by_app[app] = plugin

    @contextmanager
    def only(self, **by_app: Plugin) -> Iterator[None]:
        """Inside the block, only these plugins are registered: for tests."""
        before, self.by_app = self.by_app, by_app
        try:
            yield
        finally:
            self.by_app = before

    @property
    def event_sections(self) -> list[EventSection]:
        return [section for plugin in self.by_app.values() for section in plugin.event_sections]

    @property
    def player_pages(self) -> list[PlayerPage]:
        return [page for plugin in self.by_app.values() for page in plugin.player_pages]

    @property
    def log_verifiers(self) -> list[LogVerifier]:
        return [verify for plugin in self.by_app.values() for verify in plugin.log_verifiers]

    @property
    def exports(self) -> dict[str, Export]:
        """By key."""
        return {export.key: export for plugin in self.by_app.values() for export in plugin.exports}

    @property
    def next_step_sources(self) -> list[NextStepSource]:
        return [plugin.next_steps for plugin in self.by_app.values() if plugin.next_steps is not None]


registry = Registry()
