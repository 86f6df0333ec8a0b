"""The result of a pod as the desk types it, and its text. Pure (docs/pods.md).

Places, best first, by the letters of the seats; spaces may be left out between three letters and more:

=========== ==========================================================
``C A D B`` C first, A second, D third, B last
``C=A D B`` C and A share the first place
``-B``      B was absent at the start
``cB``      B left after the start: behind all who stayed
``lB``      B is given a loss, at the place where it stands
``=``       all share the first place
``id``      all share the first place by agreement
=========== ==========================================================

Or an amount for each seat, in the order of the seats: ``31 64 x1 55``; ``x1`` is who went out first, ``-`` who was
absent, and an ``l`` before an amount gives a loss. ``t`` at the end: time decided.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matches.tables.amounts import plain_text
from matches.tables.outcome import Part
from matches.tables.score import MOST_AMOUNT, Pod, ScoreError, ScoreProblem, fail
from matches.tables.table import LETTERS, PlacesOf
from rules_engine.amounts import AmountsError, SeatAmount

EXAMPLE = "C A D B"
TIME, AGREED = "t", "id"

_AMOUNT = re.compile(r"(l?)(?:\$?(\d{1,3}(?:[,.'’]\d{3})+|\d{1,9})\$?|x(\d{1,2}))", re.IGNORECASE)
_SEAT = re.compile(r"([-cl]?)([a-z])", re.IGNORECASE)


def read_places(text: str, seats: int, places_of: PlacesOf | None) -> Pod:
    """Read the result of a pod of so many seats, without its table. Raises ScoreError.

    ``places_of`` is None for a game without amounts.
    """
    tokens = plain_text(text).replace("=", " = ").replace(">", " ").split()
    mark = _mark(tokens, seats)
    if not tokens and mark == AGREED:
        return _score([1] * seats, [Part.PLAYED] * seats, decided="intentional_draw")
    if not tokens:
        raise fail("places_missing", example=example(seats))
    decided = "time" if mark == TIME else "intentional_draw" if mark == AGREED else ""
    if tokens == ["="]:
        return _score([1] * seats, [Part.PLAYED] * seats, decided=decided or "time")
    if mark == AGREED:
        raise fail("score_not_needed", mark=AGREED)
    if tokens[0] == "-" or _AMOUNT.fullmatch(tokens[0]):
        return _amounts(tokens, seats, places_of, decided)
    return _order(tokens, seats, decided)


def example(seats: int) -> str:
    """An order of so many seats."""
    letters = LETTERS[:seats]
    return " ".join((*letters[2:3], *letters[:1], *letters[3:], *letters[1:2]))


def _mark(tokens: list[str], seats: int) -> str:
    """The mark at the end, which is taken off; a seat of that letter comes first."""
    last = tokens[-1].lower() if tokens else ""
    if last == AGREED or (last == TIME and seats <= LETTERS.index("T")):
        return tokens.pop().lower()
    return ""


# The order of the seats


def _order(tokens: list[str], seats: int, decided: str) -> Pod:
    groups: list[list[int]] = []
    parts: dict[int, Part] = {}
    shared = False
    for token in tokens:
        if token == "=":  # noqa: S105 - no password
            if not groups or shared:
                raise fail("order_unreadable", text=token, example=example(seats))
            shared = True
            continue
        for sign, letter in _seats_in(token, seats):
            seat = _seat(letter, seats)
            if seat in parts:
                raise fail("seat_twice", seat=letter.upper())
            parts[seat] = _PARTS[sign]
            if parts[seat] is Part.ABSENT:
                continue
            if shared:
                groups[-1].append(seat)
            else:
                groups.append([seat])
            shared = False
    return _ranked(groups, parts, seats, decided)


_PARTS = {"": Part.PLAYED, "-": Part.ABSENT, "c": Part.LEFT, "l": Part.LOST}


def _seats_in(token: str, seats: int) -> list[tuple[str, str]]:
    """The seats of a token: one with its sign, or the letters of three and more together."""
    if found := _SEAT.fullmatch(token):
        return [(found[1].lower(), found[2])]
    if len(token) > 2 and token.isascii() and token.isalpha():
        return [("", letter) for letter in token]
    raise fail("order_unreadable", text=token[:40], example=example(seats))


def _seat(letter: str, seats: int) -> int:
    seat = LETTERS.index(letter.upper())
    if seat >= seats:
        raise fail("seat_unknown", seat=letter.upper(), last=LETTERS[seats - 1])
    return seat


def _ranked(groups: list[list[int]], parts: dict[int, Part], seats: int, decided: str) -> Pod:
    missing = [LETTERS[seat] for seat in range(seats) if seat not in parts]
    if missing:
        raise fail("seats_missing", seats=", ".join(missing), example=missing[-1])
    left = [any(parts[seat] is Part.LEFT for seat in group) for group in groups]
    if any(not all(parts[seat] is Part.LEFT for seat in group) for group, out in zip(groups, left, strict=True) if out):
        raise fail("left_shares")
    if left != sorted(left):
        raise fail("left_in_front")
    places, taken = [0] * seats, 0
    for group in groups:
        for seat in group:
            places[seat] = taken + 1
        taken += len(group)
    return _score(places, [parts[seat] for seat in range(seats)], decided=decided)


# Amounts


def _amounts(tokens: list[str], seats: int, places_of: PlacesOf | None, decided: str) -> Pod:
    if places_of is None:
        raise fail("no_amounts", example=example(seats))
    if len(tokens) != seats:
        raise fail("amounts_count", n=len(tokens), seats=seats)
    parts = [Part.PLAYED] * seats
    amounts: dict[int, SeatAmount] = {}
    for seat, token in enumerate(tokens):
        if token == "-":  # noqa: S105 - no password
            parts[seat] = Part.ABSENT
            continue
        found = _AMOUNT.fullmatch(token)
        if not found:
            raise fail("amount_unreadable", text=token[:40], seat=LETTERS[seat])
        if found[1]:
            parts[seat] = Part.LOST
        amount = int(re.sub(r"\D", "", found[2] or "0"))
        if amount > MOST_AMOUNT:
            raise fail("too_many_points", most=MOST_AMOUNT)
        amounts[seat] = SeatAmount(amount, int(found[3]) if found[3] else None)
    return of_amounts(amounts, parts, places_of, decided)


def of_amounts(amounts: dict[int, SeatAmount], parts: Sequence[Part], places_of: PlacesOf, decided: str = "") -> Pod:
    """The result of amounts by seat; seats not ``amounts`` were absent. Raises ScoreError in the game’s words."""
    if not any(line.amount for line in amounts.values()):
        raise fail("amounts_nothing")
    try:
        ranks = places_of(list(amounts.values()))
    except AmountsError as error:
        raise ScoreError(ScoreProblem("amounts_wrong", text=error.text.text, params=dict(error.text.values))) from error
    places = [0] * len(parts)
    for seat, place in zip(amounts, ranks, strict=True):
        places[seat] = place
    totals = tuple([amounts[seat].amount if seat in amounts else 0 for seat in range(len(parts))])
    return _score(places, parts, totals=totals, decided=decided)


def of_places(places: Sequence[int | None], seats: int) -> Pod:
    """The result of places by seat; None for who was absent. Raises ScoreError for places that cannot be."""
    if len(places) != seats:
        raise fail("places_count", seats=seats)
    known = [place for place in places if place is not None]
    if any(place != 1 + sum(other < place for other in known) for place in known):
        raise fail("places_not_in_row")
    parts = [Part.ABSENT if place is None else Part.PLAYED for place in places]
    return _score([place or 0 for place in places], parts)


def of_record(places: Sequence[Sequence[str]] | None, scores: Mapping[str, int | None], seats: int) -> Pod | None:
    """The result that a record ends with: seats by letter in groups, the best first, and their amounts.

    None where the record does not say the place of every seat.
    """
    found = [0] * seats
    for at, group in enumerate(places or ()):
        for letter in group:
            seat = LETTERS.index(letter)
            if seat < seats:
                found[seat] = 1 + sum(len(before) for before in (places or ())[:at])
    if not all(found):
        return None
    totals = tuple([scores.get(letter) or 0 for letter in LETTERS[:seats]])
    return _score(found, [Part.PLAYED] * seats, totals=totals)


# The score, and its text


def _score(places: Sequence[int], parts: Sequence[Part], *, totals: tuple[int, ...] = (), decided: str = "") -> Pod:
    there = sum(part is not Part.ABSENT for part in parts)
    return Pod(
        places=tuple(places),
        parts=tuple(parts),
        totals=totals if any(totals) else (),
        decided_by=decided or ("no_show" if there < 2 else "played"),
    )


def places_text(score: Pod) -> str:
    """The result as the desk types it, so that ``read_places`` reads it: ``C=A D -B``, ``31 64 x1 55 t``."""
    if score.decided_by == "intentional_draw":
        return AGREED
    text = _amounts_text(score) if score.totals else _order_text(score)
    return f"{text} {TIME}" if score.decided_by == "time" and text != "=" else text


def _order_text(score: Pod) -> str:
    sign = {Part.PLAYED: "", Part.ABSENT: "-", Part.LEFT: "c", Part.LOST: "l"}
    shown = [f"{sign[part]}{LETTERS[seat]}" for seat, part in enumerate(score.parts)]
    if set(score.places) == {1} and set(score.parts) == {Part.PLAYED} and score.decided_by == "time":
        return "="
    groups = [
        "=".join(shown[seat] for seat, other in enumerate(score.places) if other == place)
        for place in sorted({place for place in score.places if place})
    ]
    absent = [shown[seat] for seat, place in enumerate(score.places) if not place]
    return " ".join([*groups, *absent])


def _amounts_text(score: Pod) -> str:
    out = sorted({score.places[seat] for seat, total in enumerate(score.totals) if not total and score.places[seat]})
    order = {place: f"x{number}" for number, place in enumerate(reversed(out), 1)}
    return " ".join(
        "-" if part is Part.ABSENT else ("l" if part is Part.LOST else "") + (str(total) if total else order[place])
        for part, total, place in zip(score.parts, score.totals, score.places, strict=True)
    )
