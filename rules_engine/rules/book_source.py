"""Make a game's rulebook data from its text in docs/rules.

    python -m rules_engine.rules.book_source docs/rules/bankout.md bankout

writes ``rules_engine/bankout/rules.json``. A rule is a table row or a paragraph that begins with a rule id. Within a
table the id may stand without its letters: ``17.1`` in a text whose rules are called ``BS-…`` is ``BS-17.1``.

A section is what stands under a heading of the second level. The heading of a section may begin with its number; a
section without one takes the number after that of the section before it. Rules above the first heading make a section
of their own.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rules_engine.rules.book import Rule, Rulebook, Section

FIRST_TITLE = "Rules"
"""The title of the section that rules above the first heading make."""

_HEADING = re.compile(r"## (?:(\d+) )?(.+)")
_ID = re.compile(r"(?:([A-Z]{2})-)?(\d+(?:\.(?:\d+|[A-H]))?)\b")
_FULL_ID = re.compile(r"([A-Z]{2})-\d+(?:\.(?:\d+|[A-H]))?\b")
_NAMED = re.compile(r"`([a-z_]+)`")
_BEGINS = re.compile(r"#|- |\d+\. ")
_EXAMPLE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def parse(text: str, game: str) -> Rulebook:
    """Read the rulebook that a rule text holds.

    Args:
        text: The rule text, in Markdown.
        game: The key of the game.

    Raises:
        ValueError: if a rule id occurs twice.
    """
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, intro = head.partition("\n")
    found = _FULL_ID.search(text)
    prefix = found[1] if found else ""
    sections: list[Section] = []
    first = _section(1, FIRST_TITLE, intro, prefix)
    if first.rules:
        sections.append(msgspec.structs.replace(first, text=""))
    for part in parts:
        line, _, body = part.partition("\n")
        heading = _HEADING.fullmatch(line.strip())
        if heading is None:
            raise ValueError(f"A section without a title: {line!r}")
        number = int(heading[1]) if heading[1] else sections[-1].number + 1 if sections else 1
        sections.append(_section(number, heading[2], body, prefix))
    book = Rulebook(game, title.removeprefix("# ").strip(), first.text, tuple(sections))
    _refuse_repeated(book)
    return book


def _refuse_repeated(book: Rulebook) -> None:
    counts = Counter(rule.id for section in book.sections for rule in section.rules)
    repeated = [identifier for identifier, count in counts.items() if count > 1]
    if repeated:
        raise ValueError(f"Rules that occur twice: {', '.join(repeated)}")


def _section(number: int, title: str, body: str, prefix: str) -> Section:
    rules: list[Rule] = []
    columns: list[str] = []
    texts: list[str] = []
    for line in _lines(body):
        if not line.startswith("|"):
            rule = _FULL_ID.match(line)
            if rule:
                rules.append(Rule(rule[0], number, line[rule.end() :].strip()))
            else:
                texts.append(line)
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if set(cells[0]) <= {"-"}:
            continue
        found = _ID.match(cells[0])
        if found is None or not (found[1] or "." in found[2]):
            columns = cells
        else:
            rules.append(
                _rule(f"{found[1] or prefix}-{found[2]}", number, columns, [cells[0][found.end() :], *cells[1:]])
            )
    return Section(number, title, "\n".join(texts), tuple(rules))


def _rule(identifier: str, section: int, columns: list[str], cells: list[str]) -> Rule:
    """Make a rule of a table row; ``cells`` begin with what follows the id.

    The first column that is more than a name is the rule's text; the columns after it are ``more``.
    """
    names = tuple(_NAMED.findall(cells[0]))
    named = dict(zip(columns[1:], cells[1:], strict=False))
    if "name" in named:
        names += tuple(_NAMED.findall(named.pop("name")))
    main, *others = named
    if others and (only := _NAMED.fullmatch(named[main])):
        names += (only[1],)
        del named[main]
        main = others[0]
    more = {column: cell for column, cell in named.items() if column != main and cell}
    return Rule(identifier, section, named[main], names, more)


def _lines(text: str) -> Iterator[str]:
    """Each row of a table, each paragraph and each item of a list as one line; headings and examples are left out."""
    open_ = ""
    for raw in [*_EXAMPLE.sub("", text).splitlines(), ""]:
        line = raw.strip()
        in_table = line.startswith("|")
        if open_ and (not line or in_table or _BEGINS.match(line)):
            yield open_
            open_ = ""
        if in_table:
            yield line
        elif line and not line.startswith("#"):
            open_ = f"{open_} {line}".strip()


def to_json(book: Rulebook) -> bytes:
    """The data file: stable, one value a line, so that a change of a rule is a change of its lines."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def main(arguments: list[str]) -> None:
    """Write the data file of a game from its text: ``arguments`` are the path of the text and the game's key."""
    source, game = arguments
    data_file(game).write_bytes(to_json(parse(Path(source).read_text(), game)))


def data_file(game: str) -> Path:
    """Where a game keeps its rulebook: in its folder."""
    return Path(__file__).parents[1] / game / "rules.json"


if __name__ == "__main__":
    main(sys.argv[1:])
