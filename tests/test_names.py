"""Names in code are nouns and verbs of the field: what docs/glossary.md says of them, held over all rooms."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("bankout_tournament", "matches", "judging", "rules_engine")
BARE = {"told", "said", "asked", "given"}
"""Participles that do not say what a value is."""
ENDINGS = ("_words", "_told", "_said", "_asked", "_given")
OUTSIDE = {
    "judging/rulings/forms.py told": "a field's name, which devices send that have waited since an older version",
    "matches/people/import_serializers.py asked": "a field of the API",
    "matches/people/import_serializers.py read_asked": "the same",
    "rules_engine/record/language.py head_words": "words of the record's language",
}
"""Names that others know, with the reason why they stay."""
API_FIELD = "read_words"
"""Computes a field of the API that is called so."""


def _bound(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a module binds, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno


def test_names_say_what_a_value_is() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for name, line in _bound(ast.parse(path.read_text(encoding="utf-8")))
        if (name in BARE or name.endswith(ENDINGS))
        and name != API_FIELD
        and f"{path.relative_to(ROOT)} {name}" not in OUTSIDE
    ]
    assert wrong == []
