"""Two referees on one record: the engine's judgement and that of a second referee, written from the text alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Protocol

from rules_engine import read_record, referee

RULES = Path(__file__).parents[2] / "docs" / "rules"
KEYS = ("code", "kind", "rule", "round", "turn", "action", "seat")

Judgement = tuple[list[tuple[Any, ...]], dict[str, Any]]
"""The findings, each with its KEYS, and the result."""


class SecondReferee(Protocol):
    """A game's second referee."""

    def __init__(self, document: dict[str, Any], /) -> None:
        """The record as JSON holds it."""

    def judge(self) -> Judgement:
        """Its judgement."""


def examples_of(game: str) -> list[str]:
    """The records in a game's text."""
    text = (RULES / f"{game}.md").read_text()
    return re.findall(rf'```\n(\[game "{game}"\].*?)```', text, re.DOTALL)


def first(record: str) -> Judgement:
    """The engine's judgement."""
    report = referee(read_record(record)).to_dict()
    return [tuple(finding[key] for key in KEYS) for finding in report["findings"]], report["result"]


def agree(document: dict[str, Any], second_referee: type[SecondReferee]) -> set[str]:
    """Both referees on one record; the codes they found."""
    second = second_referee(document).judge()
    assert first(json.dumps(document)) == second
    return {finding[0] for finding in second[0]}
