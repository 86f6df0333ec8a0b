"""The deck: every card of every game has a face and a name, and the file of the faces is the drawing’s."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rules_engine import games
from rules_engine.deck.faces import DOWN, JOKER, RANKS, RED, SUITS, TOKENS, face, parts
from rules_engine.deck.pips import SHAPES
from rules_engine.deck.sprite import sprite
from rules_engine.game import Game
from rules_engine.practice.match import begin, choices, practice_of
from rules_engine.table import View
from rules_engine.views.drawing import card, card_name, places

FILE = Path(__file__).resolve().parents[3] / "static" / "img" / "cards.svg"
SVG = "{http://www.w3.org/2000/svg}"
SYMBOLS = {symbol.get("id"): symbol for symbol in ElementTree.fromstring(sprite()).iter(f"{SVG}symbol")}  # noqa: S314
TURNED = "rotate(180 100 140)"


def cards_of(view: View) -> set[str]:
    """The keys of all cards that a view shows."""
    return {key for row in places(view).cards.values() for key in row}


def practised(game: Game) -> set[str]:
    """The cards that a practice match against the computer shows, over some matches."""
    practice = practice_of(game)
    preset, strength = (practice.presets or game.presets)[0], practice.strengths[0].key
    shown: set[str] = set()
    for seed in range(12):
        match = begin(
            game, rules=dict(preset.rules), seats={"A": "Ada", "B": "Bo"}, seed=seed, machines="B", strength=strength
        )
        shown |= cards_of(practice.view(choices(game, match).play, None))
    return shown


def upright_and_turned(token: str) -> tuple[str, str]:
    """What a whole card draws upright and what on its head, as text."""
    upright, turned = "", ""
    for element in SYMBOLS[f"c-{face(token)}"]:
        text = ElementTree.tostring(element, "unicode")
        if element.get("transform") == TURNED:
            turned += text
        else:
            upright += text
    return upright, turned


def test_the_file_is_the_drawings() -> None:
    assert FILE.read_text(encoding="utf-8") == sprite(), "python -m rules_engine.deck.sprite static/img/cards.svg"


def test_the_whole_deck_costs_a_phone_less_than_six_kilobytes() -> None:
    assert len(gzip.compress(FILE.read_bytes())) < 6_000


def test_the_deck_is_whole() -> None:
    assert len([token for token in TOKENS if parts(token)[1]]) == 52
    assert {*RANKS, JOKER, DOWN} < {*TOKENS}
    assert {f"{size}-{face(token)}" for token in TOKENS for size in "cp"} == {*SYMBOLS}


def test_no_two_cards_look_the_same() -> None:
    drawn = [ElementTree.tostring(symbol, "unicode").partition(">")[2] for symbol in SYMBOLS.values()]

    assert len({*drawn}) == len(drawn)


def test_no_two_cards_have_one_name() -> None:
    names = {token: card_name(token) for token in TOKENS}

    assert len({*names.values()}) == len(TOKENS)
    assert all(names.values())
    assert (names["Qh"], names["10"], names[JOKER], names[DOWN]) == ("Queen of hearts", "10", "Joker", "Face down")


@pytest.mark.parametrize("key", games.MODULES)
def test_every_card_that_a_game_shows_has_a_face(key: str) -> None:
    game = games.get(key)
    shown = {*game.language.card_tokens, *practised(game)}
    for path in sorted((game.folder / "examples").iterdir()):
        game.replay(
            game.read(path),
            lambda _moment, state: shown.update(cards_of(game.view(state))),
        )

    assert len(shown) > 8, "the examples show cards"
    assert [token for token in shown if not card(token).face] == []


def test_a_joker_has_no_suit_and_what_is_no_card_has_no_face() -> None:
    assert face("Xh") == face("X")
    assert face("11") == face("Z") == face("") == face("hh") == ""


@pytest.mark.parametrize("token", [token for token in TOKENS if token != DOWN])
def test_rank_and_suit_are_in_both_corners(token: str) -> None:
    rank, suit = parts(token)
    upright, turned = upright_and_turned(token)

    for half in (upright, turned):
        if token == JOKER:
            assert "".join(re.findall(r">([A-Z])<", half)) == "JOKER"
        else:
            assert half.count(f">{rank}<") == 1
            assert f'href="#s{suit}"' in half


@pytest.mark.parametrize("suit", ["", *SUITS])
@pytest.mark.parametrize("rank", RANKS[:9])
def test_a_number_card_has_as_many_pips_as_its_number(rank: str, suit: str) -> None:
    pips = sum(half.count(f'href="#s{suit}"') for half in upright_and_turned(rank + suit))

    assert pips - 2 == int(rank), "two stand in the corners"


def test_red_suits_are_open_and_black_ones_full() -> None:
    def outlines(suit: str) -> int:
        return ElementTree.fromstring(SHAPES[suit]).get("d", "").count("z")  # noqa: S314 - our own drawing

    assert {suit: outlines(suit) for suit in SUITS} == {suit: 2 if suit in RED else 1 for suit in SUITS}


def test_what_a_card_refers_to_is_in_the_file() -> None:
    drawn = sprite()

    assert {*re.findall(r'href="#([^"]+)"', drawn)} <= {*re.findall(r'id="([^"]+)"', drawn)}
