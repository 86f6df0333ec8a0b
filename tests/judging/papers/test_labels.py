"""Every printed word goes through the translation, and keeps what is put into it."""

from __future__ import annotations

import re

import msgspec
from django.utils import translation
from django.utils.functional import Promise

from judging.paper import ENGLISH, Labels
from judging.papers.labels import LABELS, printed_labels


def test_every_word_is_marked_for_translation() -> None:
    assert list(LABELS) == [field.name for field in msgspec.structs.fields(Labels)]
    assert all(isinstance(word, Promise) for word in LABELS.values())


def test_in_english_the_words_are_those_of_the_paper() -> None:
    with translation.override("en"):
        assert printed_labels() == ENGLISH


def test_what_is_put_in_is_named_alike() -> None:
    for name, word in LABELS.items():
        assert re.findall(r"\{\w+\}", str(word)) == re.findall(r"\{\w+\}", getattr(ENGLISH, name)), name
