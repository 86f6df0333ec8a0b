"""Choose the matches that everybody can watch."""

from __future__ import annotations

from django.utils.translation import gettext as _

from judging.models import FeaturedMatch, Frame
from judging.recorder.queries.recorded import records_of
from judging.recorder.services.frames import add_frame
from matches.audit.services import Actor, Change, audited_change
from matches.course.queries import visible_rounds
from matches.enums import MatchKind
from matches.errors import Refused
from matches.live.queries import WATCH_PART
from matches.models import Match

MOST_FEATURED = 12
"""So many matches of an event can be watched."""


def feature_match(*, match: Match, actor: Actor) -> FeaturedMatch:
    """Let everybody watch a match, as it is recorded and with the event's delay. Again: no change.

    Raises Refused for a match without a table or of a round that is not public, and beyond ``MOST_FEATURED``.
    """
    with audited_change("feature_match", event_id=match.round.stage.event_id, actor=actor) as change:
        stored = FeaturedMatch.objects.filter(match=match).first()
        if stored is not None:
            return stored
        if match.kind != MatchKind.PLAYED or match.table is None or not match.round.is_public:
            raise Refused("no_table", _("Only a match at a table of a published round can be shown live."))
        featured = FeaturedMatch.objects.filter(match__round__stage__event=change.event)
        if featured.filter(match__round__in=visible_rounds(change.event, staff=False)).count() >= MOST_FEATURED:
            message = _("%(most)d matches are shown live. Stop showing one first.") % {"most": MOST_FEATURED}
            raise Refused("too_many", message, conflict=True)
        last = featured.order_by("-order").values_list("order", flat=True).first() or 0
        row = FeaturedMatch.objects.create(match=match, order=last + 1)
        for record in records_of(match)[:1]:
            add_frame(change, record)
        _featured(change, match)
    return row


def unfeature_match(*, match: Match, actor: Actor) -> None:
    """Stop showing a match; what was recorded of it stays. Again: no change."""
    with audited_change("unfeature_match", event_id=match.round.stage.event_id, actor=actor) as change:
        FeaturedMatch.objects.filter(match=match).delete()
        Frame.objects.filter(match=match).delete()
        _featured(change, match)


def put_match_first(*, match: Match, actor: Actor) -> None:
    """Put a match first among those that are shown live: in their list, and on layers without a choice of their own.
    Again: no change. Raises Refused for one that is not shown live.
    """
    with audited_change("put_match_first", event_id=match.round.stage.event_id, actor=actor) as change:
        rows = list(FeaturedMatch.objects.filter(match__round__stage__event=change.event))
        if match.pk not in {row.match_id for row in rows}:
            raise Refused("not_live", _("Show the match live first."))
        if rows[0].match_id == match.pk:
            return
        rows.sort(key=lambda row: row.match_id != match.pk)
        for order, row in enumerate(rows, start=1):
            row.order = order
        FeaturedMatch.objects.bulk_update(rows, ["order"])
        change.note(match=match.pk, table=match.table)
        change.touch(WATCH_PART)


def _featured(change: Change, match: Match) -> None:
    """Note which match it was, and whether the event still has one to watch."""
    change.event.shows_live = FeaturedMatch.objects.filter(match__round__stage__event=change.event).exists()
    change.event.save(update_fields=["shows_live"])
    change.note(match=match.pk, table=match.table)
    change.touch(WATCH_PART, "rounds", "event")
