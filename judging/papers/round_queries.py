"""The papers of one round that are blank: pairings and slips."""

from __future__ import annotations

from django.utils.translation import gettext as _

from judging import paper
from judging.papers.queries import (
    PaperTerms,
    form_heading,
    form_of,
    heading,
    labels_to_tick,
    link_to,
    pairings_of,
    seats_of,
    shared_label,
    short_code,
    standing_before,
)
from matches.course.bracket_labels import line_title
from matches.enums import MatchKind
from matches.events.queries.pods import pod_setup
from matches.models import Event, Round
from matches.results.queries.results import matches_of_round

MOST_SPARES = 40


def pairings_sheet(event: Event, round_: Round, terms: PaperTerms) -> paper.PairingsSheet:
    """The pairings of a round, for the wall."""
    return paper.PairingsSheet(
        heading=heading(event, round_, terms),
        pairings=pairings_of(event, round_, posted=True),
        letters=terms.letters,
    )


def slips_sheet(event: Event, round_: Round, terms: PaperTerms) -> paper.SlipsSheet:
    """The slips of a round's tables."""
    standing = standing_before(round_)
    form = form_of(event)
    return paper.SlipsSheet(
        heading=form_heading(event, round_, terms),
        slips=tuple(
            paper.Slip(
                table=match.table,
                seats=seats_of(event, match, standing, posted=False),
                code=short_code(match),
                link=link_to(event, match, terms),
                note=line_title(match),
            )
            for match in matches_of_round(round_)
            if match.kind == MatchKind.PLAYED
        ),
        fields=tuple(_(field) for field in form.slip_fields),
        per_page=terms.per_page,
        spares=min(terms.spares, MOST_SPARES),
        spare_seats=setup.size if (setup := pod_setup(round_.stage)) else 2,
        decided=tuple(labels_to_tick(form).values()),
        shared=shared_label(form),
    )
