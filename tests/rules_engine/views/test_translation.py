"""Texts of the pure modules are translated where a page shows them, with the texts inside them."""

from __future__ import annotations

import pytest

from rules_engine.text import EMPTY, PlayerAt, Text, with_players
from rules_engine.text import text as _
from rules_engine.views import translation

GERMAN = {"{status} The round is over.": "{status} Die Runde ist vorbei.", "The turn is in progress.": "Der Zug läuft."}


def test_a_text_and_the_texts_in_it_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "gettext", lambda message: GERMAN.get(message, message))
    status = _("{status} The round is over.", status=_("The turn is in progress."))

    assert translation.translated(status) == "Der Zug läuft. Die Runde ist vorbei."
    assert str(status) == "The turn is in progress. The round is over."


def test_a_text_without_values_keeps_its_braces_and_an_empty_one_stays_empty() -> None:
    assert translation.translated(Text("a {b}")) == str(Text("a {b}")) == "a {b}"
    assert translation.translated(EMPTY) == ""


def test_a_player_is_told_by_seat_until_a_page_knows_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        translation, "gettext", lambda message: {"Player {seat}": "Spieler {seat}"}.get(message, message)
    )
    said = _("{one} and {thief}", one=PlayerAt("A"), thief=_("the thief of {other}", other=PlayerAt("B")))

    assert str(said) == "Player A and the thief of Player B"
    assert translation.translated(said) == "Spieler A and the thief of Spieler B"
    assert translation.translated(with_players(said, {"B": "Nia {x}"})) == "Spieler A and the thief of Nia {x}"
