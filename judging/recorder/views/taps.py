"""What each tap of the recorder does: one function an act, with the values of its form."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext as _

from judging.recorder.queries.recorded import RecordedMatch
from judging.recorder.services.taps import Tap, begin_game_round, correct_token, count_banks, undo_token, write_token
from judging.recorder.views.device import device_of
from judging.recorder.views.keys import kinds_of
from matches.errors import Refused
from matches.pages.access_views import actor_of
from matches.pages.forms import CleanedData
from rules_engine.game import Moment
from rules_engine.table import Kind
from rules_engine.whole_numbers import whole_number


def _tap(request: HttpRequest, data: CleanedData) -> Tap:
    return Tap(device=device_of(request), revision=data["revision"], step=data["step"], ago=data["ago"] or 0)


def _write(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    token = token_of(found, data)
    write_token(recorded=found, actor=actor_of(request), tap=_tap(request, data), token=token, insist=data["insist"])


def token_of(found: RecordedMatch, data: CleanedData) -> str:
    """The token of a tap: what was chosen for it before, a kind of act and a suit, with what is tapped; or as typed."""
    token = str(data.get("token", "")).strip()
    if data.get("typed"):
        if not token:
            raise Refused("token_missing", _("Enter what happened here."), parameter="token")
        return token
    language, mark, suit = found.game.language, data["mark"], data["suit"]
    kind = None
    if mark:
        kinds = (kind for kind in kinds_of(found, found.standing.acts) if kind.mark == mark)
        kind = next((kind for kind in kinds if token in kind.steps[0]), None)
    suited = bool(kind.suits) if kind else language.always_suited and token in language.draw_keys
    if suited and not suit:
        raise Refused("suit_missing", _("Choose the suit first, then the card."), parameter="token")
    if kind is not None and kind.enough > 1:
        message = _("Enter all of it below, such as %(token)s.") % {"token": _example(kind)}
        raise Refused("cards_missing", message, parameter="token")
    if kind is None:
        return token + suit if token in language.draw_keys else token
    return f"{mark}{token}{suit if suited else ''}"


def _example(kind: Kind) -> str:
    """How a token of a kind looks."""
    suits = kind.suits or ("",)
    parts = (step[-1] + suits[at % len(suits)] for at, step in enumerate(kind.steps[: kind.enough]))
    return kind.mark + kind.joiner.join(parts)


def _undo(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    undo_token(recorded=found, actor=actor_of(request), tap=_tap(request, data))


def _round(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    begin_game_round(recorded=found, actor=actor_of(request), tap=_tap(request, data), first=data["first"])


def _count(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    typed = {letter: request.POST.get(f"bank_{letter}", "").strip() for letter in found.uncounted}
    read = {letter: whole_number(text) for letter, text in typed.items()}
    banks = {letter: -1 if worth is None else worth for letter, worth in read.items()}
    count_banks(recorded=found, actor=actor_of(request), tap=_tap(request, data), banks=banks)


def _correct(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    how = data["how"] or "change"
    if how != "remove" and not data["token"].strip():
        raise Refused("token_missing", _("Enter what happened here."), parameter="token")
    place = Moment((data["place"] or 0) - 1, data["turn"], data["action"])
    token = None if how == "remove" else data["token"].strip()
    correct_token(
        recorded=found, actor=actor_of(request), tap=_tap(request, data), at=place, token=token, insert=how == "insert"
    )


TAPS: dict[str, Callable[[HttpRequest, RecordedMatch, CleanedData], None]] = {
    "write": _write,
    "undo": _undo,
    "count": _count,
    "round": _round,
    "correct": _correct,
    "take-over": _undo,  # answered before: it has no revision
}
