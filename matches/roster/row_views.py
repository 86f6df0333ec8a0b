"""A player's row in the list at the desk."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matches.models import Entry, Event
from matches.pages.address_views import numbered
from matches.pages.components import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A player for ``matches/people/_row.html``. ``has_played`` is whether the check-in can no longer be undone,
    ``is_struck`` whether the results in a round robin do not count, ``paid`` the amount beside the mark of payment.
    ``suspended`` is why the desk has to look at the player, if the event's club has suspended somebody like that.
    """

    pk: int
    number: int
    name: str
    external_id: str
    url: str
    status: str
    status_label: str
    entered_round: int
    seed: int | None
    awarded_byes: int
    fixed_table: int | None
    fixed_table_reason: str
    has_played: bool
    is_struck: bool
    is_paid: bool
    paid: str
    suspended: str = ""

    def marked(self, mark: Mark) -> PersonRow:
        """The row without what differs from player to player."""
        return replace(
            self,
            pk=mark(self.pk),
            number=mark(self.number),
            name=mark(self.name),
            external_id=mark(self.external_id),
            url=mark(self.url),
            seed=mark(self.seed),
            fixed_table=mark(self.fixed_table),
            fixed_table_reason=mark(self.fixed_table_reason),
            paid=mark(self.paid),
        )


def person_row(event: Event, entry: Entry, *, suspended: str = "") -> PersonRow:
    """The row of an entry that ``entries_for_desk`` read."""
    return PersonRow(
        pk=entry.pk,
        number=entry.number,
        name=entry.player.name,
        external_id=entry.player.external_id,
        url=numbered("matches:person", event.slug, entry.number),
        status=entry.status,
        status_label=entry.get_status_display(),
        entered_round=entry.entered_round,
        seed=entry.seed,
        awarded_byes=entry.awarded_byes,
        fixed_table=entry.fixed_table,
        fixed_table_reason=entry.fixed_table_reason,
        has_played=entry.has_played,  # type: ignore[attr-defined]
        is_struck=entry.is_struck,  # type: ignore[attr-defined]
        is_paid=entry.paid_at is not None,
        paid=entry.paid_amount,
        suspended=suspended,
    )
