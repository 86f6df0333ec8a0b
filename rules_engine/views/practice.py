"""Practice: a match against the machine, or of two people at one device. It is kept in the browser's session only."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules_engine import games
from rules_engine.game import Game
from rules_engine.odds import OddsError
from rules_engine.practice import DRAW, PracticeError
from rules_engine.practice_forms import TWO, PracticeForm
from rules_engine.practice_match import (
    Choices,
    PracticeMatch,
    begin,
    choices,
    choose,
    next_round,
    place,
    practice_of,
    seen_tokens,
)
from rules_engine.record import RecordError
from rules_engine.record.writing import to_mapping, to_text
from rules_engine.views.drawing import drawing, places
from rules_engine.views.frame import sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.links import rule_url
from rules_engine.views.odds import section_context
from rules_engine.views.sheet import token_text
from rules_engine.views.translation import translated

SESSION = "practice"
TURNS_SHOWN = 8
PERSON, OTHER = "A", "B"


class Kept(msgspec.Struct):
    """A match as the session holds it. ``shown`` is the seat whose cards the screen shows, where two people play."""

    game: str
    record: dict[str, Any]
    seed: int
    machine: str = ""
    strength: str = ""
    drawn: str = ""
    shown: str = ""

    @classmethod
    def of(cls, game: Game, match: PracticeMatch, shown: str) -> Kept:
        """Keep a match."""
        return cls(game.key, to_mapping(match.record), match.seed, match.machine, match.strength, match.drawn, shown)

    def match(self, game: Game) -> PracticeMatch:
        """The match itself."""
        return PracticeMatch(game.read(self.record), self.seed, self.machine, self.strength, self.drawn)


def bounded(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view that judges a record, within the limits of every page that does."""

    @wraps(view)
    def within(request: HttpRequest) -> HttpResponse:
        try:
            with checking(request):
                return view(request)
        except NotNow as refusal:
            context = {"problem": refusal.message, "sections": sections("practice", _game())}
            answer = render(request, "rules_engine/practice_later.html", context, status=refusal.status)
            answer.headers["Retry-After"] = str(refusal.after)
            return answer

    return within


@never_cache
@require_safe
@bounded
def practice_page(request: HttpRequest) -> HttpResponse:
    """``/practice/``: the form that begins a match, or the match under way."""
    kept = _kept(request)
    if kept is None:
        return _form_page(request, PracticeForm(game=_game(), practice=practice_of(_game())))
    game = games.get(kept.game)
    match = kept.match(game)
    known = choices(game, match)
    context = {"sections": sections("practice", game), "machine": match.machine}
    viewer = _viewer(kept, known)
    if not match.machine and known.seat not in (None, kept.shown):
        context["next_name"] = _names(match)[known.seat or PERSON]
        return render(request, "rules_engine/practice_hand_over.html", context)
    context |= _table(game, match, known, viewer) | _keys(match, known, viewer)
    if "hint" in request.GET and known.seat == viewer and not match.drawn:
        context |= _hint(game, match)
    return render(request, "rules_engine/practice_table.html", context)


@require_POST
@bounded
def start(request: HttpRequest) -> HttpResponse:
    """Begin a match."""
    game = _game()
    form = PracticeForm(request.POST, game=game, practice=practice_of(game))
    if not form.is_valid():
        return _form_page(request, form, status=422)
    two = form.cleaned_data["opponent"] == TWO
    names = {PERSON: _("First player"), OTHER: _("Second player")} if two else {PERSON: _("You"), OTHER: _("Machine")}
    match = begin(
        game,
        rules=dict(form.presets[form.cleaned_data["preset"]].rules),
        seats=names,
        seed=secrets.randbelow(2**53),
        machine="" if two else OTHER,
        strength="" if two else form.cleaned_data["opponent"],
    )
    return _keep(request, game, match, "" if two else PERSON)


@require_POST
@bounded
def play(request: HttpRequest) -> HttpResponse:
    """Make a choice, or begin the next round. One that was sent twice, or is not open any more, changes nothing."""
    kept = _kept(request)
    if kept is None:
        return redirect("practice:practice")
    game = games.get(kept.game)
    match = kept.match(game)
    if request.POST.get("place") != str(place(match)):
        return redirect("practice:practice")
    try:
        if "first" in request.POST:
            match = next_round(game, match, request.POST["first"])
        else:
            match = choose(game, match, request.POST.get("token", ""))
    except PracticeError:
        return redirect("practice:practice")
    return _keep(request, game, match, kept.shown)


@require_POST
@bounded
def hand_over(request: HttpRequest) -> HttpResponse:
    """The device is with the player who acts next: show that player's cards."""
    kept = _kept(request)
    if kept is not None:
        game = games.get(kept.game)
        match = kept.match(game)
        return _keep(request, game, match, choices(game, match).seat or kept.shown)
    return redirect("practice:practice")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Forget the match."""
    request.session.pop(SESSION, None)
    return redirect("practice:practice")


@never_cache
@require_safe
@bounded
def record(request: HttpRequest) -> HttpResponse:
    """The record of a match that is over, as a file. Before that it would tell what the other player holds."""
    kept = _kept(request)
    if kept is None:
        raise Http404
    game = games.get(kept.game)
    match = kept.match(game)
    if not choices(game, match).standing.is_over:
        raise Http404(_("The match is not over."))
    response = HttpResponse(to_text(match.record, game.language), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="practice-{match.seed}.txt"'
    return response


def _game() -> Game:
    """The first game that has practice."""
    return next(game for game in games.all_games() if game.practice is not None)


def _form_page(request: HttpRequest, form: PracticeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "game": _game(), "sections": sections("practice", _game())}
    return render(request, "rules_engine/practice.html", context, status=status)


def _kept(request: HttpRequest) -> Kept | None:
    """The session's match; one that this version of the program cannot read is forgotten."""
    data = request.session.get(SESSION)
    try:
        kept = msgspec.convert(data, Kept) if data else None
        if kept is not None:
            kept.match(games.get(kept.game))
    except (msgspec.ValidationError, RecordError, LookupError):
        return None
    return kept


def _keep(request: HttpRequest, game: Game, match: PracticeMatch, shown: str) -> HttpResponse:
    request.session[SESSION] = msgspec.to_builtins(Kept.of(game, match, shown))
    return redirect("practice:practice")


def _viewer(kept: Kept, known: Choices) -> str:
    if kept.machine:
        return OTHER if kept.machine == PERSON else PERSON
    return known.seat or kept.shown or PERSON


def _names(match: PracticeMatch) -> dict[str, str]:
    return dict(match.record.seats)


def _table(game: Game, match: PracticeMatch, known: Choices, viewer: str) -> dict[str, Any]:
    """The table as the viewer sees it, and the last turns."""
    names = _names(match)
    view = game.view(game.standing(match.record), viewer)
    if view.turn_over:  # the keys are for the next turn
        view = msgspec.structs.replace(view, to_move=known.seat)
    drawn = places(view)
    return {
        "now": {"table": drawing(view, drawn, names), "over": drawn.marks["over"]},
        "status": translated(known.standing.view.status),
        "acting": names.get(known.seat or "", ""),
        "own_turn": known.seat == viewer,
        "turns": list(_turns(game, match, viewer)),
    }


def _turns(game: Game, match: PracticeMatch, viewer: str) -> Iterator[dict[str, Any]]:
    turns = match.record.rounds[-1].turns
    for turn in turns[-TURNS_SHOWN:]:
        yield {
            "name": _names(match).get(turn.seat, turn.seat),
            "tokens": [
                {"text": token, "meaning": token_text(game, token)}
                for token in seen_tokens(game, match, turn.seat, turn.actions, viewer)
            ],
        }


def _keys(match: PracticeMatch, known: Choices, viewer: str) -> dict[str, Any]:
    """What the viewer may choose, and why the rest may not be done; the next round; the result."""
    standing = known.standing
    game = games.get(match.record.game)
    own = known.seat == viewer
    following = standing.next_round
    return {
        "place": place(match),
        "draw": DRAW if own and known.draws else "",
        "drawn": match.drawn,
        "acts": [
            {"token": act.token, "label": translated(act.label), "consequence": translated(act.consequence)}
            for act in known.acts
            if own
        ],
        "barred": [
            {
                "label": translated(act.label),
                "reason": translated(act.reason),
                "rule": act.rule,
                "url": rule_url(act.rule) if act.rule else "",
            }
            for act in standing.acts.barred
            if own and not match.drawn
        ],
        "next_round": "" if following is None else translated(game.wording.round_title(following.round)),
        "starters": [] if following is None else [(seat, _names(match)[seat]) for seat in following.starters],
        "is_over": standing.is_over,
        "result": translated(game.wording.result(standing.report, _names(match))) if standing.is_over else "",
        "record": to_text(match.record, game.language) if standing.is_over else "",
        "may_hint": own and game.odds is not None and not match.drawn and not standing.is_over,
    }


def _hint(game: Game, match: PracticeMatch) -> dict[str, Any]:
    """The odds of the turn; the other player's hand counts as unseen in them."""
    if game.odds is None:
        return {}
    try:
        answer = game.odds.at_end(match.record, {"goal": None})
    except OddsError as error:
        return {"hint_problem": str(error)}
    return {"hint": [section_context(section) for section in answer.sections]}
