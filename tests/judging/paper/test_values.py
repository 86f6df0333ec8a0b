"""The package is pure: no Django, no project module beneath it but its own."""

import ast
from pathlib import Path

import pytest

import judging.paper

FOLDER = Path(judging.paper.__file__).parent
ALLOWED = {"judging", "reportlab", "segno", "msgspec", "uharfbuzz", "bidi"}


def test_only_drawing_is_imported(subtests: pytest.Subtests):
    for path in sorted(FOLDER.rglob("*.py")):
        with subtests.test(str(path.relative_to(FOLDER))):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                modules = []
                if isinstance(node, ast.Import):
                    modules = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    modules = [node.module or ""]
                for module in modules:
                    if module == "matches.names.display":
                        continue  # pure: how names are sorted
                    top = module.split(".")[0]
                    assert top in ALLOWED or top in __import__("sys").stdlib_module_names, module
                    assert top != "judging" or module.startswith("judging.paper"), module
