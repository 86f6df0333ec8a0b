"""Every printed word goes through the translation."""

from __future__ import annotations

import ast
import inspect

import msgspec
from django.utils import translation

from judging.paper import ENGLISH, Labels
from judging.papers.labels import printed_labels


def test_every_word_is_marked_for_translation() -> None:
    marked = {
        node.target.id
        for node in ast.walk(ast.parse(inspect.getsource(Labels)))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "_"
    }
    assert marked == {field.name for field in msgspec.structs.fields(Labels)}


def test_in_english_the_words_are_those_of_the_paper() -> None:
    with translation.override("en"):
        assert printed_labels() == ENGLISH
