"""Practice: a match against machines, or of people at one device. It is kept in the browser's session only."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
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
from rules_engine.play.fair_play import remedy, why_no_odds
from rules_engine.practice.door import PracticeError
from rules_engine.practice.forms import MOST_DEAL, TWO, PracticeForm
from rules_engine.practice.match import (
    Choices,
    PracticeMatch,
    begin,
    choices,
    choose,
    next_round,
    place,
    practice_of,
)
from rules_engine.record import RecordError
from rules_engine.record.writing import to_mapping, to_text
from rules_engine.views.drawn import Felt
from rules_engine.views.frame import game_tabs, sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.practice_table import (
    NO_HINT,
    HintContext,
    hint_context,
    keys_context,
    last_meaning,
    names_of,
    table_context,
    tokens_in_round,
)

SESSION = "practice"
EXPLAINED = "practice_explained"
"""In the session once a first match has been explained, or nothing more is to be."""
PERSON = "A"


class Kept(msgspec.Struct):
    """A match as the session holds it. ``shown`` is the seat whose cards the screen shows, where people take turns.

    ``before`` counts, for each seat that a person plays, the round's tokens before that person's last choice.
    """

    game: str
    record: dict[str, Any]
    seed: int
    machines: tuple[str, ...] = ()
    strength: str = ""
    hidden: dict[str, Any] = {}
    made: int = 0
    pending: str = ""
    shown: str = ""
    before: dict[str, int] = {}

    @classmethod
    def of(cls, game: Game, match: PracticeMatch, shown: str, before: dict[str, int]) -> Kept:
        """Keep a match."""
        kept = {name: getattr(match, name) for name in ("seed", "machines", "strength", "hidden", "made", "pending")}
        return cls(game.key, to_mapping(match.record), shown=shown, before=before, **kept)

    def match(self, game: Game) -> PracticeMatch:
        """The match itself."""
        record = game.read(self.record)
        return PracticeMatch(record, self.seed, self.machines, self.strength, self.hidden, self.made, self.pending)


def bounded(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view that judges a record, within the limits of every page that does."""

    @wraps(view)
    def within(request: HttpRequest) -> HttpResponse:
        try:
            with checking(request):
                return view(request)
        except NotNow as refusal:
            kept = _kept(request)
            context = {"problem": refusal.message, "sections": sections("practice", _game(kept.game if kept else ""))}
            answer = render(request, "rules_engine/practice_later.html", context, status=refusal.status)
            answer.headers["Retry-After"] = str(refusal.after)
            return answer

    return within


@never_cache
@require_safe
@bounded
def practice_page(request: HttpRequest) -> HttpResponse:
    """``/practice/``: the form that begins a match, or the match under way; ``game`` asks for another game's form."""
    kept = _kept(request)
    key = request.GET.get("game", "")
    if kept is None or key not in ("", kept.game):
        game = _game(key)
        deal = {"deal": secrets.randbelow(MOST_DEAL)}
        return _form_page(request, PracticeForm(game=game, practice=practice_of(game), initial=deal), game, kept)
    game = games.get(kept.game)
    match = kept.match(game)
    known = choices(game, match)
    frame = {"sections": sections("practice", game), "is_one": bool(match.machines) or len(match.record.seats) == 1}
    viewer = _viewer(match, kept, known)
    if not match.machines and known.seat not in (None, kept.shown):
        page = {**frame, "next_name": names_of(match)[known.seat or PERSON]}
        return render(request, "rules_engine/practice_hand_over.html", page)
    if "enough" in request.GET:
        request.session[EXPLAINED] = True
    keys = keys_context(match, known, viewer)
    context = {
        **frame,
        **table_context(game, match, known, viewer, kept.before.get(viewer, 0)),
        **keys,
        **(_hint(request, game, match) if "hint" in request.GET and keys["may_hint"] else NO_HINT),
        "meaning": None if request.session.get(EXPLAINED) else last_meaning(game, match, known, viewer),
    }
    return render(request, "rules_engine/practice_table.html", context)


def _hint(request: HttpRequest, game: Game, match: PracticeMatch) -> HintContext:
    """The odds of the turn, or why this person gets none now."""
    refused = why_no_odds(request)
    if refused:
        return {**NO_HINT, "hint_problem": refused, "remedy": remedy(request)}
    return hint_context(game, match)


@require_POST
@bounded
def start(request: HttpRequest) -> HttpResponse:
    """Begin a match."""
    game = _game(request.POST.get("game", ""))
    form = PracticeForm(request.POST, game=game, practice=practice_of(game))
    if not form.is_valid():
        return _form_page(request, form, game, _kept(request), status=422)
    chosen = form.cleaned_data
    seats, people = game.language.seats[: chosen["players"]], chosen["opponent"] == TWO
    match = _begun(
        game,
        form.presets[chosen["preset"]].rules,
        seats,
        strength=chosen["opponent"],
        seed=secrets.randbelow(MOST_DEAL) if chosen["deal"] is None else chosen["deal"],
        people=people,
    )
    return _keep(request, game, match, "" if people and len(seats) > 1 else PERSON, {})


def _seated(seats: Sequence[str], *, people: bool) -> dict[str, str]:
    """The names by seat."""
    if len(seats) > 2:
        other = _("Player {seat}") if people else _("Computer {seat}")
        first = other.format(seat=PERSON) if people else _("You")
        return {PERSON: first, **{seat: other.format(seat=seat) for seat in seats[1:]}}
    names = (_("First player"), _("Second player")) if people and len(seats) > 1 else (_("You"), _("Computer"))
    return dict(zip(seats, names, strict=False))


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
    before = {**kept.before, kept.shown or PERSON: tokens_in_round(match)}
    try:
        if "first" in request.POST:
            match, before = next_round(game, match, request.POST["first"]), {}
        else:
            match = choose(game, match, request.POST.get("token", ""))
    except PracticeError:
        return redirect("practice:practice")
    return _keep(request, game, match, kept.shown, before)


@require_POST
@bounded
def hand_over(request: HttpRequest) -> HttpResponse:
    """The device is with the player who acts next: show that player's cards."""
    kept = _kept(request)
    if kept is not None:
        game = games.get(kept.game)
        match = kept.match(game)
        return _keep(request, game, match, choices(game, match).seat or kept.shown, kept.before)
    return redirect("practice:practice")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Forget the match. The next one is not explained any more."""
    request.session.pop(SESSION, None)
    request.session[EXPLAINED] = True
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


def _game(key: str = "") -> Game:
    """The game of a key, or the first that has practice. Raises Http404."""
    for game in games.all_games():
        if game.practice is not None and key in ("", game.key):
            return game
    raise Http404(_("There is no such game, or it has no practice."))


def _form_page(
    request: HttpRequest, form: PracticeForm, game: Game, kept: Kept | None, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "now": None if form.is_bound else _dealt(game, form, form.initial["deal"]),
        "game": game,
        "sections": sections("practice", game),
        "games": game_tabs("practice", game),
        "under_way": kept is not None,
    }
    return render(request, "rules_engine/practice.html", context, status=status)


def _dealt(game: Game, form: PracticeForm, deal: int) -> Felt:
    """The table of a deal as the form begins it while nothing in it is changed."""
    preset, people = next(iter(form.presets.values())), form.fields["players"].initial
    strength = practice_of(game).strengths[0].key
    match = _begun(game, preset.rules, game.language.seats[:people], strength=strength, seed=deal)
    return table_context(game, match, choices(game, match), PERSON, 0)["now"]


def _begun(
    game: Game, rules: Mapping[str, Any], seats: Sequence[str], *, strength: str, seed: int, people: bool = False
) -> PracticeMatch:
    """A match with its names, against the computer or of people only."""
    return begin(
        game,
        rules=dict(rules),
        seats=_seated(seats, people=people),
        seed=seed,
        machines=() if people else seats[1:],
        strength="" if people else strength,
    )


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


def _keep(request: HttpRequest, game: Game, match: PracticeMatch, shown: str, before: dict[str, int]) -> HttpResponse:
    request.session[SESSION] = msgspec.to_builtins(Kept.of(game, match, shown, before))
    return redirect("practice:practice")


def _viewer(match: PracticeMatch, kept: Kept, known: Choices) -> str:
    """Whose cards the screen shows: the person's, or those of who has the device."""
    return PERSON if match.machines else kept.shown or known.seat or PERSON
