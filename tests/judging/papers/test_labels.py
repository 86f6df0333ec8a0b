"""Every printed word goes through the translation, and keeps what is put into it."""

from __future__ import annotations

import re

import msgspec
from django.utils import translation
from django.utils.functional import Promise

from judging.paper import ENGLISH, Words
from judging.papers.labels import WORDS, printed_words


def test_every_word_is_marked_for_translation() -> None:
    assert list(WORDS) == [field.name for field in msgspec.structs.fields(Words)]
    assert all(isinstance(word, Promise) for word in WORDS.values())


def test_in_english_the_words_are_those_of_the_paper() -> None:
    with translation.override("en"):
        assert printed_words() == ENGLISH


def test_what_is_put_in_is_named_alike() -> None:
    for name, word in WORDS.items():
        assert re.findall(r"\{\w+\}", str(word)) == re.findall(r"\{\w+\}", getattr(ENGLISH, name)), name
