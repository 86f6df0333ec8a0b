"""Players' personal links as a list for a mail program."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.export_plugins import CSV, Export, ExportFormat, ExportRequest
from matches.models import Event
from matches.people.services.links import links_of
from matches.permissions import can_organise
from matches.spreadsheet import csv_bytes


def links_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """Return the links of the tokens that the sheet sends back. The tokens themselves are not stored."""
    header = [_("Number"), _("Name"), _("Email"), _("Link")]
    rows = [
        [
            link.entry.number,
            link.entry.player.name,
            link.entry.player.email,
            request.base_url + reverse("matches:me", args=[link.token]),
        ]
        for link in links_of(event, request.fields.get("tokens", "").split())
    ]
    return csv_bytes(header, rows)


LINKS = Export(
    key="links",
    label=gettext_lazy("Players’ links"),
    formats=(CSV,),
    may_export=can_organise,
    build=links_file,
    sent_by_page=True,
)
