"""What each tap of the recorder does: one function an act, with the values of its form."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.translation import gettext as _

from judging.recorder.device_views import device_of
from judging.recorder.queries import RecordedMatch
from judging.recorder.services import (
    Tap,
    begin_game_round,
    correct_token,
    count_banks,
    undo_token,
    write_token,
)
from matches.errors import Refused
from matches.pages.access_views import actor_of
from matches.pages.forms import CleanedData
from rules_engine.game import Moment
from rules_engine.whole_numbers import whole_number


def _tap(request: HttpRequest, data: CleanedData) -> Tap:
    return Tap(device=device_of(request), revision=data["revision"], step=data["step"], ago=data["ago"] or 0)


def _write(request: HttpRequest, found: RecordedMatch, data: CleanedData) -> None:
    token = token_of(found, data)
    write_token(recorded=found, actor=actor_of(request), tap=_tap(request, data), token=token, insist=data["insist"])


def token_of(found: RecordedMatch, data: CleanedData) -> str:
    """The token of a tap: a card with the suit, and what happens with it, that were chosen for it; or as typed."""
    token = str(data.get("token", "")).strip()
    if data.get("typed") and not token:
        raise Refused("token_missing", _("Write what happened here."), parameter="token")
    is_card = token in found.game.language.draw_keys and not data.get("typed")
    if is_card and found.game.language.always_suited and not data["suit"]:
        raise Refused("suit_missing", _("Choose the suit first, then the card."), parameter="token")
    return f"{data['mark']}{token}{data['suit']}" if is_card else token


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
        raise Refused("token_missing", _("Write what happened here."), parameter="token")
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
