"""Texts of the pure modules are translated where a page shows them, with the texts inside them."""

from __future__ import annotations

import pytest

from rules_engine.text import EMPTY, Text
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
