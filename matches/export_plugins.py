"""What an app adds to the files that staff can download: a part of ``plugins``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field

from matches.enums import Role
from matches.models import Event
from matches.page_plugins import Text


@dataclass(frozen=True)
class ExportFormat:
    """A file format. ``key`` is the file's ending and names the format in addresses."""

    key: str
    label: str
    content_type: str


CSV = ExportFormat("csv", "CSV", "text/csv; charset=utf-8")
JSON_LINES = ExportFormat("jsonl", "JSON", "application/x-ndjson")


@dataclass(frozen=True)
class ExportRequest:
    """The request for an export: the address of the site, the fields that were sent, and the roles of who asks."""

    base_url: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    roles: Set[Role] = frozenset()


@dataclass(frozen=True)
class Export:
    """A list that staff can download as a file.

    ``key`` ends the file's name, ``SLUG-KEY.csv``, and its address. ``build`` takes the event, the request and one of
    ``formats`` and returns the bytes of the file. ``for_some`` says of a format who may have it, where not all who
    ``may_export`` have every one. ``sent_by_page``: it is made of fields that its page sends, so that no link leads to
    it.
    """

    key: str
    label: Text
    formats: tuple[ExportFormat, ...]
    may_export: Callable[[Set[Role]], bool]
    build: Callable[[Event, ExportRequest, ExportFormat], bytes]
    for_some: Mapping[ExportFormat, Callable[[Set[Role]], bool]] = field(default_factory=dict)
    sent_by_page: bool = False

    def may_have(self, roles: Set[Role], format_: ExportFormat) -> bool:
        """Whether somebody with these roles may have the file in one of the formats."""
        return self.may_export(roles) and (format_ not in self.for_some or self.for_some[format_](roles))
