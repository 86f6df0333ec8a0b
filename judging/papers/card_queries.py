"""The cards that a game has for its tables, as values to print."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.paper.table_cards import SHEETS, CardFace, CardLine
from rules_engine.game import Game
from rules_engine.views.translation import translated


def card_face(game: Game, key: str) -> CardFace | None:
    """The card of a key, in the active language; None if the game has none."""
    card = game.teaching.card(key) if game.teaching else None
    if card is None:
        return None
    return CardFace(
        title=translated(card.title),
        game=game.name,
        lines=tuple(CardLine(translated(point.name), translated(point.text), point.rule) for point in card.points),
        foot=_("{audience} · The full rules cover every case.").format(audience=translated(card.audience)),
        credits=game.credits,
    )


@dataclass(frozen=True, slots=True)
class CardFile:
    """A size of a card, with its address."""

    size: str
    url: str


@dataclass(frozen=True, slots=True)
class CardLink:
    """A card of a game, whom it is for, and its sizes."""

    title: str
    audience: str
    files: list[CardFile]


def card_links(game: Game) -> list[CardLink]:
    """The cards of a game with their title, audience and the address of each size; empty if it has none."""
    return [
        CardLink(
            translated(card.title),
            translated(card.audience),
            [
                CardFile(size, f"{reverse('table_cards:card', args=[game.key, card.key])}?paper={size}")
                for size in SHEETS
            ],
        )
        for card in (game.teaching.cards if game.teaching else ())
    ]
