"""A game taught: its introduction, the lesson, positions to open, and advice with the odds and matches behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from rules_engine import games
from rules_engine.deck.faces import DOWN
from rules_engine.game import Game
from rules_engine.play.teaching import DRAW, Advice, LessonStep, Teaching
from rules_engine.record import recording
from rules_engine.table import Allowed
from rules_engine.text import Text, text
from rules_engine.views.drawing import card, felt
from rules_engine.views.drawn import Felt
from rules_engine.views.frame import game_tabs, sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.links import check_url, drill_url, learn_url, odds_url, practice_url, rule_url, terms_query
from rules_engine.views.odds import SectionShown, section_shown
from rules_engine.views.taught import AdviceShown, CardShown, PositionShown, point_shown, worth_shown
from rules_engine.views.translation import translated

PUPIL = "A"
"""The seat of the reader."""
CARD_SIZES = ("A6", "A4", "Letter")


def taught(request: HttpRequest) -> tuple[Game, Teaching]:
    """The game that the address names, or else the first that is taught. Raises Http404."""
    key = request.GET.get("game", "")
    for game in games.all_games():
        if key in ("", game.key) and game.teaching is not None:
            return game, game.teaching
    raise Http404(_("There is no such game, or there are no lessons for it."))


@require_safe
def learn_page(request: HttpRequest) -> HttpResponse:
    """``/rules/learn/``: the introduction, and the ways to the lesson, the cards, the positions and the advice."""
    game, teaching = taught(request)
    query = terms_query(None, game=game.key)
    introduction = [point_shown(point) for point in teaching.introduction]
    context = {
        "game": game,
        "goal": translated(teaching.goal),
        "introduction": introduction,
        "turned": [point for point in introduction if point.cards],
        "back": card(DOWN),
        "lesson_url": reverse("rules_engine:lesson", args=[1]) + query if teaching.lesson else "",
        "practice_url": practice_url(game.key),
        "drill_url": drill_url(game.key),
        "cards": [CardShown(card.key, translated(card.title), translated(card.audience)) for card in teaching.cards],
        "card_sizes": CARD_SIZES,
        "positions": [
            PositionShown(
                rule=position.rule,
                title=translated(position.title),
                url=check_url(position.record) or "",
                rule_url=rule_url(position.rule),
            )
            for position in teaching.positions
        ],
        "advice": [
            AdviceShown(
                title=translated(advice.title),
                url=reverse("rules_engine:advice", args=[advice.key]) + query,
                worth=None if advice.worth is None else worth_shown(advice.worth),
            )
            for advice in teaching.advice
        ],
        "sections": sections("learn", game),
        "games": game_tabs("learn", game),
    }
    return render(request, "rules_engine/learn.html", context)


# The lesson


@require_safe
def lesson_page(request: HttpRequest, number: int) -> HttpResponse:
    """One decision of the lesson; ``?chose=`` is the choice made. The address holds everything, nothing is stored."""
    game, teaching = taught(request)
    if not 1 <= number <= len(teaching.lesson):
        steps = len(teaching.lesson)
        raise Http404(
            ngettext("The lesson has {steps} step.", "The lesson has {steps} steps.", steps).format(steps=steps)
        )
    step = teaching.lesson[number - 1]
    chose = request.GET.get("chose", "")
    is_right = chose == step.choice
    query = terms_query(None, game=game.key)
    context = {
        "number": number,
        "steps": len(teaching.lesson),
        "title": translated(step.title),
        "story": translated(step.story),
        "reply": translated(step.reply) if is_right else "",
        "sections": sections("learn", game),
        "learn_url": learn_url(game.key),
        "back_url": reverse("rules_engine:lesson", args=[number - 1]) + query if number > 1 else "",
        "next_url": reverse("rules_engine:lesson", args=[number + 1]) + query if number < len(teaching.lesson) else "",
        "game_key": game.key if query else "",
        "now": _table(game, step, is_right),
        **_keys(game, step, "" if is_right else chose, is_right=is_right),
    }
    return render(request, "rules_engine/lesson.html", context)


def _table(game: Game, step: LessonStep, after: bool) -> Felt:
    """The table before the choice, or after it."""
    record = game.read(step.record_after if after else step.record)
    view = game.view(game.standing(record), PUPIL)
    names = {seat: _("You") if seat == PUPIL else _("Opponent") for seat in view.seats}
    return felt(view, names)


@dataclass(frozen=True, slots=True)
class LessonKey:
    """What may be chosen in a step of the lesson."""

    token: str
    label: str


class LessonKeys(TypedDict):
    """The choices of a step, and what is to be said of one that was not the best; none once it is."""

    keys: list[LessonKey]
    wrong: str


def _keys(game: Game, step: LessonStep, chose: str, *, is_right: bool) -> LessonKeys:
    if is_right:
        return {"keys": [], "wrong": ""}
    keys = [LessonKey(choice.token, translated(choice.label)) for choice in open_choices(game, step)]
    wrong = translated(step.others.get(chose, step.other)) if chose in [key.token for key in keys] else ""
    return {"keys": keys, "wrong": wrong}


def open_choices(game: Game, step: LessonStep) -> list[Allowed]:
    """What may be chosen before a step: a draw once, whatever comes of it; or what a card just drawn is to do."""
    allowed = recording.standing(game, game.read(step.record)).acts.allowed
    if step.drawn:
        return [act for act in allowed if act.chance and act.token.partition("=")[0] == step.drawn]
    draw = [Allowed(DRAW, text("Draw"))] if any(act.chance for act in allowed) else []
    return [*draw, *(act for act in allowed if not act.chance)]


# Advice


@require_safe
def advice_page(request: HttpRequest, key: str) -> HttpResponse:
    """One advice, with the odds of a turn that show it and what it brought in simulated matches."""
    game, teaching = taught(request)
    advice = teaching.advice_of(key)
    if advice is None:
        raise Http404(_("There is no such advice."))
    order = [known.key for known in teaching.advice]
    following = order[(order.index(key) + 1) % len(order)]
    context = {
        "title": translated(advice.title),
        "paragraphs": [translated(paragraph) for paragraph in advice.paragraphs],
        "rule": advice.rule,
        "rule_url": rule_url(advice.rule),
        "shows": translated(advice.shows),
        "odds_url": _odds_address(game, advice),
        "worth": None if advice.worth is None else worth_shown(advice.worth),
        "note": translated(teaching.advice_note),
        "played_by": ", ".join(translated(term) for term in _terms(game, advice)),
        "sections": sections("learn", game),
        "learn_url": learn_url(game.key),
        "next_url": reverse("rules_engine:advice", args=[following]) + terms_query(None, game=game.key),
        "next_title": translated(teaching.advice[order.index(following)].title),
    }
    odds: list[SectionShown] = []
    problem, status = "", 200
    try:
        with checking(request):
            odds = _odds(game, advice)
    except NotNow as refusal:
        problem, status = refusal.message, refusal.status
    page = {**context, "odds": odds, "problem": problem}
    return render(request, "rules_engine/advice.html", page, status=status)


def _terms(game: Game, advice: Advice) -> list[Text]:
    """The terms of the matches behind an advice."""
    return game.wording.terms(game.schema, game.rule_set(advice.rules))


def _odds(game: Game, advice: Advice) -> list[SectionShown]:
    if game.odds is None:
        return []
    return [section_shown(section) for section in game.odds.answer(advice.situation).sections]


def _odds_address(game: Game, advice: Advice) -> str:
    """The page of the odds, with this situation in its form."""
    if game.odds is None:
        return ""
    url = odds_url(game.key)
    return f"{url}{'&' if '?' in url else '?'}{urlencode(advice.situation)}"
