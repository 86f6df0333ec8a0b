"""Makes a game's rulebook data from its text in docs/rules.

    python -m rules_engine.rulebook_source docs/rules/bankout.md bankout

writes ``rules_engine/bankout/rules.json``. A rule is a table row whose first cell begins with a rule id.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec

from rules_engine.rulebook import Rule, Rulebook, Section

_HEADING = re.compile(r"## (\d+) (.+)")
_ID = re.compile(r"([A-Z]{2}-\d+(?:\.(?:\d+|[A-H]))?)\b")
_NAMED = re.compile(r"`([a-z_]+)`")


def parse(text: str, game: str) -> Rulebook:
    """The rulebook that a rule text holds."""
    head, *rest = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, intro = head.partition("\n")
    sections = tuple(_section(part) for part in rest)
    return Rulebook(game, title.removeprefix("# ").strip(), _paragraphs(intro), sections)


def _section(part: str) -> Section:
    first, _, body = part.partition("\n")
    heading = _HEADING.fullmatch(first.strip())
    if heading is None:
        raise ValueError(f"A section without a number: {first!r}")
    number = int(heading[1])
    rules: list[Rule] = []
    columns: list[str] = []
    for line in body.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells or set(cells[0]) <= {"-"}:
            continue
        if _ID.match(cells[0]):
            rules.append(_rule(number, columns, cells))
        else:
            columns = cells
    return Section(number, heading[2], _paragraphs(body), tuple(rules))


def _rule(section: int, columns: list[str], cells: list[str]) -> Rule:
    """The first column that is no name is the rule; the columns after it are more."""
    found = _ID.match(cells[0])
    assert found is not None  # noqa: S101 - the caller has looked
    names = tuple(_NAMED.findall(cells[0][found.end() :]))
    named = dict(zip(columns[1:], cells[1:], strict=False))
    if "name" in named:
        names += tuple(_NAMED.findall(named.pop("name")))
    main = next(iter(named))
    more = {column: cell for column, cell in named.items() if column != main and cell}
    return Rule(found[1], section, named[main], names, more)


def _paragraphs(text: str) -> str:
    """What is no table and no heading, each paragraph and each item of a list on one line."""
    lines: list[str] = []
    open_ = False
    for line in text.splitlines():
        if not line.strip() or line.startswith(("|", "#")):
            open_ = False
        elif open_ and not line.startswith("- "):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
            open_ = True
    return "\n".join(lines)


def to_json(book: Rulebook) -> bytes:
    """The data file: stable, one value a line, so that a change of a rule is a change of its lines."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def main(arguments: list[str]) -> None:
    """Write the data file of a game from its text."""
    source, game = arguments
    target = Path(__file__).parent / game / "rules.json"
    target.write_bytes(to_json(parse(Path(source).read_text(), game)))


if __name__ == "__main__":
    main(sys.argv[1:])
