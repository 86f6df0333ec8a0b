"""Cards for the table as PDF: open to all, from the pages that teach a game and from *Print*."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from judging.paper.table_cards import SHEETS, table_card
from judging.papers.card_queries import card_face
from rules_engine import games


@require_safe
def card_document(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """``?paper=`` is ``A6``, ``A4`` or ``Letter``; without it, ``A4``."""
    paper = request.GET.get("paper", "A4")
    known = next((known for known in games.all_games() if known.key == game), None)
    if known is None or paper not in SHEETS:
        raise Http404(_("There is no such card."))
    with override(settings.LANGUAGE_CODE):
        face = card_face(known, key)
        if face is None:
            raise Http404(_("There is no such card."))
        pdf = table_card(face, paper, timezone.localtime())
    response = HttpResponse(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{game}-{key}-{paper}.pdf"'
    return response
