"""The drill: a position of a match is shown, an act chosen, and what it costs is told, with the odds.

An address holds the position: the seed and the number of a simulated one, or the whole record. Only the score of the
visit is kept, in the browser's session.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rules_engine import games
from rules_engine.drill.door import Drill, DrillGrade, DrillPosition
from rules_engine.drill.forms import MOST_NUMBER, DrillForm
from rules_engine.game import Game
from rules_engine.packing import PackingError, unpack
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import parse
from rules_engine.rules.bounds import check_parts, check_text
from rules_engine.rules.configuration import ConfigurationError, written
from rules_engine.rules.options import VARIANTS
from rules_engine.rules.readings import under
from rules_engine.views.drawing import felt
from rules_engine.views.drawn import Felt
from rules_engine.views.drill_score import count, forget, score_shown
from rules_engine.views.fair_play import not_while_playing
from rules_engine.views.frame import sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.links import drill_url, odds_url, terms_query
from rules_engine.views.odds import SectionShown, section_shown
from rules_engine.views.translation import translated

SEEDS = 1_000_000
SLIP, MISTAKE = 1.0, 5.0
"""Costs from which an answer is called a mistake, and a costly one."""


class OpenPosition(msgspec.Struct, frozen=True):
    """A position on its page: its address without an answer, its place, and the addresses around it.

    ``next_url`` is empty at the last one.
    """

    position: DrillPosition
    url: str
    number: int
    count: int | None
    next_url: str
    leave_url: str
    seats: tuple[tuple[str, str, bool], ...] = ()
    """With a record: whose decisions are asked, the address for it, and whether that is so now."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@not_while_playing("drill")
def drill_page(request: HttpRequest) -> HttpResponse:
    """``/rules/drill/``: what to ask; with a seed, the position of a number, and the answer in ``chose``.

    An empty seed asks for a new one.
    """
    game, drill = game_with_drill(request.GET.get("game", ""))
    query = _terms(request)
    form = DrillForm(query if query or request.GET else None, game=game, drill=drill)
    if not form.is_bound:
        return _start(request, form)
    if not form.is_valid():
        return _start(request, form, 422)
    data = form.cleaned_data
    if "seed" not in request.GET:
        return _start(request, form)
    if data["seed"] is None:
        return redirect(form.address(seed=1 + secrets.randbelow(SEEDS), number=1))
    number = data["number"] or 1
    try:
        with checking(request):
            position = drill.simulated(form.terms(), number)
            if position is None:
                form.add_error(
                    "kind", _("Such a decision hardly ever comes up under these rules. Choose other decisions.")
                )
                return _start(request, form, 422)
            shown = OpenPosition(
                position,
                form.address(number=number),
                number,
                None,
                form.address(number=number + 1) if number < MOST_NUMBER else "",
                form.address(number=None, seed=None),
            )
            return _position_page(request, game, drill, shown)
    except NotNow as refusal:
        return _later(request, form, refusal)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@not_while_playing("drill")
def drill_record(request: HttpRequest, packed: str) -> HttpResponse:
    """``/rules/drill/r/…/``: the decisions of the record that the address carries."""
    try:
        question = unpack(packed)
    except PackingError as error:
        raise Http404(_("This address contains no record, or only part of one.")) from error
    try:
        with checking(request):
            check_text(question.text)
            record = parse(question.text, games.language_of)
            check_parts(record)
            return _record_page(request, under(record, question.changes), packed)
    except NotNow as refusal:
        game, drill = game_with_drill()
        return _later(request, DrillForm(game=game, drill=drill), refusal)
    except (RecordError, ConfigurationError) as error:
        raise Http404(_("This address contains no record, or only part of one.")) from error


def _record_page(request: HttpRequest, record: GameRecord, packed: str) -> HttpResponse:
    game, drill = game_with_drill(record.game)
    form = DrillForm(_terms(request), game=game, drill=drill, of_record=True)
    if not form.is_valid():
        raise Http404(_("There is no such position."))
    positions = drill.of_record(record, form.terms())
    number = form.cleaned_data["number"] or 1
    if number > len(positions):
        if number > 1:
            raise Http404(_("There is no such position."))
        seat = form.cleaned_data["seat"]
        every = form.address(packed, number=None, seat=None) if seat else ""
        context = {"empty": True, "seat": seat, "all_url": every, "sections": sections("drill", game)}
        return render(request, "rules_engine/drill.html", context)
    after = form.address(packed, number=number + 1) if number < len(positions) else ""
    here = form.address(packed, number=number)
    chosen = form.cleaned_data["seat"]
    seats = tuple((seat, form.address(packed, number=1, seat=seat), seat == chosen) for seat in form.seats)
    shown = OpenPosition(positions[number - 1], here, number, len(positions), after, drill_url(game.key), seats)
    return _position_page(request, game, drill, shown)


@require_POST
def drill_reset(request: HttpRequest) -> HttpResponse:
    """Forget the score."""
    forget(request)
    return redirect("rules_engine:drill")


def game_with_drill(key: str = "") -> tuple[Game, Drill]:
    """The game of a key, or the first that has a drill. Raises Http404."""
    for game in games.all_games():
        if game.drill is not None and key in ("", game.key):
            return game, game.drill
    raise Http404(_("There is no such game, or it has no drill."))


def _terms(request: HttpRequest) -> QueryDict:
    """What the address asks for, without the game and the answer."""
    query = request.GET.copy()
    for name in ("game", "chose"):
        query.pop(name, None)
    return query


# The pages


def _start(request: HttpRequest, form: DrillForm, status: int = 200, problem: str = "") -> HttpResponse:
    context = {
        "form": form,
        "first": None if form.is_bound else _first(request, form.game, form.drill),
        "problem": problem,
        "game_key": form.game.key if terms_query(None, game=form.game.key) else "",
        "sections": sections("drill", form.game),
        "score": score_shown(request),
    }
    return render(request, "rules_engine/drill.html", context, status=status)


@dataclass(frozen=True, slots=True)
class DrillKey:
    """An act that can be chosen, with what it leads to."""

    key: str
    label: str
    consequence: str


def _drill_keys(position: DrillPosition) -> list[DrillKey]:
    return [DrillKey(act.key, translated(act.label), translated(act.consequence)) for act in position.acts]


class FirstPosition(NamedTuple):
    """A position to begin with, on the page that asks what else to drill: the table, the choices, where they go."""

    url: str
    now: Felt
    keys: list[DrillKey]


def _first(request: HttpRequest, game: Game, drill: Drill) -> FirstPosition | None:
    """A position of the usual kind, another one at each visit; None while the machine is busy, and if none is found."""
    form = DrillForm({"seed": 1 + secrets.randbelow(SEEDS)}, game=game, drill=drill)
    if not form.is_valid():
        return None
    try:
        with checking(request):
            position = drill.simulated(form.terms(), 1)
    except NotNow:
        return None
    if position is None:
        return None
    return FirstPosition(form.address(number=1), _table(game, position), _drill_keys(position))


def _later(request: HttpRequest, form: DrillForm, refusal: NotNow) -> HttpResponse:
    answer = _start(request, form, refusal.status, refusal.message)
    answer.headers["Retry-After"] = str(refusal.after)
    return answer


def _position_page(request: HttpRequest, game: Game, drill: Drill, shown: OpenPosition) -> HttpResponse:
    """The position, or the answer to it. An answer that is sent counts, once, and leads to its page."""
    position = shown.position
    open_now = [act.key for act in position.acts]
    if request.method == "POST":
        chose = request.POST.get("chose", "")
        if chose not in open_now:
            return redirect(shown.url)
        count(request, game.key, position, drill.grade(position, chose))
        return redirect(f"{shown.url}&{urlencode({'chose': chose})}")
    chose = request.GET.get("chose", "")
    context = {
        "sections": sections("drill", game),
        "links": shown,
        "round_title": translated(game.wording.round_title(position.round)),
        "facts": [(translated(label), value) for label, value in position.facts],
        "keys": _drill_keys(position),
        "score": score_shown(request),
        "now": _table(game, position),
        "answer": _answer(game, position, drill.grade(position, chose)) if chose in open_now else None,
    }
    return render(request, "rules_engine/drill_position.html", context)


def _table(game: Game, position: DrillPosition) -> Felt:
    """The table as the player who decides sees it."""
    view = game.view(position.state, position.seat)
    names = {seat: _("You") if seat == position.seat else _("Opponent") for seat in view.seats}
    return felt(view, names)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillAnswer:
    """The grade of an act in words, the best one and the odds behind it; ``played`` is what was done in the match."""

    verdict: str
    is_best: bool
    chosen: str
    reason: str
    best: str
    played: str
    sections: list[SectionShown]
    odds_url: str


def _answer(game: Game, position: DrillPosition, grade: DrillGrade) -> DrillAnswer:
    labels = {act.key: translated(act.label) for act in position.acts}
    return DrillAnswer(
        verdict=_verdict(grade, labels),
        is_best=not grade.cost,
        chosen=labels[grade.chosen],
        reason=translated(grade.reason),
        best=labels[grade.best],
        played=labels.get(position.played, ""),
        sections=[section_shown(section) for section in grade.sections],
        odds_url=_odds_address(game, position.situation),
    )


def _odds_address(game: Game, situation: Mapping[str, Any]) -> str:
    """The page of the odds with this turn in its form; empty for rules that its form does not have."""
    rules = game.rule_set(situation["rules"])
    chosen = rules.to_mapping()
    if game.odds is None or rules.changed_options() or chosen.get(VARIANTS):
        return ""
    terms = {field.key: written(chosen[field.key]) for field in game.schema.fields}
    url = odds_url(game.key)
    values = {**terms, **{name: value for name, value in situation.items() if name != "rules"}}
    return f"{url}{'&' if '?' in url else '?'}{urlencode(values)}"


def _verdict(grade: DrillGrade, labels: dict[str, str]) -> str:
    """The grade in a sentence; every one that is not the best says what it costs."""
    if not grade.cost:
        return _("{chosen}: the best action.").format(chosen=labels[grade.chosen])
    words = {"best": labels[grade.best], "cost": f"${grade.cost:,.2f}"}
    if grade.cost < SLIP:
        return _("Nearly as good. Better by {cost}: {best}.").format(**words)
    if grade.cost < MISTAKE:
        return _("A mistake. Better by {cost}: {best}.").format(**words)
    return _("A costly mistake. Better by {cost}: {best}.").format(**words)
