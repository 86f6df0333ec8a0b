"""Printing: one document as bytes, at once for a small round, as a job with progress for a large one."""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from judging import paper
from judging.queries import papers
from judging.queries.papers import PaperTerms
from matches.errors import Refused
from matches.models import Event, Job, Round
from matches.queries.rounds import rounds_of
from matches.services.jobs import Report, kind

ROUND_PAPERS = ("tables", "names", "slips", "score_sheets", "fallback")
KINDS = (*ROUND_PAPERS, "standings", "bracket")


def document(event: Event, terms: PaperTerms) -> bytes:
    """One document as PDF. Raises Refused when there is nothing to print yet."""
    if terms.kind in ROUND_PAPERS:
        return _round_document(event, _round(event, terms), terms)
    if terms.kind == "standings":
        round_ = _round(event, terms) if terms.round_id else None
        sheet = papers.standings_sheet(event, round_, terms)
        if sheet is None:
            raise Refused("no_standings", _("There are no standings before the first round is closed."))
        return paper.standings(sheet)
    bracket = papers.bracket_sheet(event, terms)
    if bracket is None:
        raise Refused("no_bracket", _("The bracket is not seeded yet."))
    return paper.bracket(bracket)


def _round(event: Event, terms: PaperTerms) -> Round:
    round_ = rounds_of(event).filter(pk=terms.round_id or 0).first()
    if round_ is None:
        raise Refused("no_round", _("Choose a round that is paired."), field="round")
    return round_


def _round_document(event: Event, round_: Round, terms: PaperTerms) -> bytes:
    if terms.kind == "tables":
        return paper.pairings_by_table(papers.pairings_sheet(event, round_, terms))
    if terms.kind == "names":
        return paper.pairings_by_name(papers.pairings_sheet(event, round_, terms))
    if terms.kind == "slips":
        return paper.slips(papers.slips_sheet(event, round_, terms))
    if terms.kind == "score_sheets":
        return paper.score_sheets(papers.score_sheets(event, round_, terms))
    return paper.fallback_pack(papers.fallback_pack(event, round_, terms))


@kind("paper")
def print_job(job: Job, report: Report) -> dict[str, Any]:
    """The job's side: makes the document and leaves it below ``MEDIA_ROOT``."""
    terms = msgspec.convert(job.params["terms"], PaperTerms)
    report(0, 1)
    data = document(job.event, terms)
    name = f"papers/{uuid.uuid4().hex}.pdf"
    path = settings.MEDIA_ROOT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    report(1, 1)
    return {"file": name, "name": f"{terms.kind}.pdf"}
