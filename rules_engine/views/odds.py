"""The odds of a turn as a page: a plain form whose address holds the situation, and the answer below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules_engine import games
from rules_engine.filled_forms import Filled, filled
from rules_engine.game import Game
from rules_engine.odds.door import Odds, OddsError, OddsSection
from rules_engine.odds.forms import OddsForm
from rules_engine.views.drawing import card
from rules_engine.views.drawn import DrawnCard
from rules_engine.views.fair_play import not_while_playing
from rules_engine.views.frame import sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.links import rule_url
from rules_engine.views.translation import translated


@require_GET
@not_while_playing("odds")
def odds_page(request: HttpRequest) -> HttpResponse:
    """``/rules/odds/``: the form alone, or with the odds of the situation that the address holds."""
    game, odds = _game_with_odds(request.GET.get("game", ""))
    query = request.GET.dict()
    query.pop("game", None)
    form = OddsForm(query or None, game=game, odds=odds)
    problems: Sequence[str] = ()
    shown: list[SectionShown] = []
    results: list[Filled] = []
    rows: list[CardRow] = []
    status = 200
    if form.is_bound and form.is_valid():
        try:
            with checking(request):
                answer = odds.answer(form.values())
        except OddsError as error:
            problems, status = error.problems, 422
        except NotNow as refusal:
            problems, status = [refusal.message], refusal.status
        else:
            shown = [section_shown(section) for section in answer.sections]
            results = filled(form)
            rows = _card_rows(odds, form.values())
    elif form.is_bound:
        status = 422
    context = {
        "form": form,
        "game": game,
        "sections": sections("odds", game),
        "problems": problems,
        "answer": shown,
        "filled": results,
        "card_rows": rows,
    }
    return render(request, "rules_engine/odds.html", context, status=status)


def _game_with_odds(key: str) -> tuple[Game, Odds]:
    """The game of a key, or the first that has odds. Raises Http404."""
    for game in games.all_games():
        if game.odds is not None and key in ("", game.key):
            return game, game.odds
    raise Http404(_("There is no such game, or it has no odds."))


class CardRow(NamedTuple):
    """Cards of the situation under the name of their field."""

    label: str
    cards: list[DrawnCard]


def _card_rows(odds: Odds, values: Mapping[str, Any]) -> list[CardRow]:
    """The cards that were filled in, field by field; a word that is no card is not drawn."""
    rows = []
    for field in odds.situation:
        if field.are_cards and values.get(field.name):
            tokens = str(values[field.name]).replace(",", " ").split()
            cards = [card(token.upper()) for token in tokens]
            rows.append(CardRow(translated(field.label), [drawn for drawn in cards if drawn.face]))
    return rows


@dataclass(frozen=True, slots=True)
class OddsRowShown:
    """One line of the odds with its rule; ``width`` is its share as the width of a bar, in percent."""

    label: str
    value: str
    rule: str
    url: str
    width: float | None
    best: bool


@dataclass(frozen=True, slots=True)
class SectionShown:
    """A part of an answer, for ``rules_engine/_odds.html``."""

    title: str
    note: str
    rows: list[OddsRowShown]


def section_shown(section: OddsSection) -> SectionShown:
    """A part of an answer in words."""
    return SectionShown(
        title=translated(section.title),
        note=translated(section.note),
        rows=[
            OddsRowShown(
                label=translated(row.label),
                value=row.value,
                rule=row.rule,
                url=rule_url(row.rule) if row.rule else "",
                width=None if row.share is None else round(100 * min(row.share, 1.0), 1),
                best=row.best,
            )
            for row in section.rows
        ],
    )
