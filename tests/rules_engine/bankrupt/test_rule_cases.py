"""One legal and one illegal record for every rule of Bankrupt, and every finding under each of its rules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules_engine import RecordError, games, read_record, referee

FILE = Path(__file__).with_name("rule_cases.toml")
BANKRUPT = games.get("bankrupt")
FOUR = '[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]'


class Case(NamedTuple):
    """One record, and everything that the referee must say of it."""

    rule: str
    legal: bool
    text: str
    finds: tuple[str, ...]
    unreadable: str
    result: str
    time_box: int | None
    line: int

    @property
    def name(self) -> str:
        """The test's name."""
        return f"{self.rule} {'legal' if self.legal else 'illegal'} (line {self.line})"


def load() -> list[Case]:
    """Every case of the file."""
    source = FILE.read_text()
    content = tomllib.loads(source)
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line == "[[case]]"]
    return [
        _case(raw, side, content["pieces"], line)
        for raw, line in zip(content["case"], lines, strict=True)
        for side in ("legal", "illegal")
    ]


def _case(raw: dict[str, Any], side: str, pieces: dict[str, str], line: int) -> Case:
    legal = side == "legal"
    turns = raw[side].strip()
    for name, piece in pieces.items():
        turns = turns.replace(f"<<{name}>>", piece)
    head = " ".join(['[game "bankrupt"]', raw.get("tags", ""), raw.get(f"{side}_tags", ""), FOUR])
    return Case(
        rule=raw["rule"],
        legal=legal,
        text=f"{head}\n\n{turns}\n",
        finds=tuple(raw.get("notes" if legal else "finds", "").strip().splitlines()),
        unreadable="" if legal else raw.get("unreadable", ""),
        result=raw.get("result" if legal else "illegal_result", ""),
        time_box=raw.get("time_box"),
        line=line,
    )


CASES = load()
READABLE = [case for case in CASES if not case.unreadable]


def shown(finding: dict[str, Any]) -> str:
    """A finding as the cases write it."""
    turn, action = (finding[key] or "-" for key in ("turn", "action"))
    place = f"{finding['round']}/{turn}.{action}"
    return " ".join([finding["code"], place, finding["seat"] or "-", finding["rule"], finding["kind"]])


def result_of(report: dict[str, Any]) -> str:
    """A result as the cases write it."""
    result = report["result"]
    places = "-" if result["places"] is None else ">".join("".join(group) for group in result["places"])
    return f"{result['status']} {result['decided_by']} {places} {' '.join(map(str, result['scores'].values()))}"


@pytest.mark.parametrize("case", READABLE, ids=lambda case: case.name)
def test_a_record_that_keeps_the_rule_and_one_that_does_not(case: Case) -> None:
    report = referee(read_record(case.text), case.time_box).to_dict()

    assert [shown(finding) for finding in report["findings"]] == list(case.finds)
    assert case.result in ("", result_of(report))


@pytest.mark.parametrize("case", [case for case in CASES if case.unreadable], ids=lambda case: case.name)
def test_what_cannot_be_played_cannot_be_read(case: Case) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(case.text)
    assert case.unreadable in str(caught.value)


@pytest.mark.parametrize("rule", [rule for rule in BANKRUPT.rulebook.rules if rule != "BR-19"])
def test_every_rule_has_a_case_on_either_side(rule: str) -> None:
    assert {case.legal for case in CASES if case.rule == rule} == {True, False}


def test_every_finding_is_reached_under_each_of_its_rules() -> None:
    reached = {(line.split()[0], line.split()[3]) for case in READABLE for line in case.finds}
    said = {(code, rule) for code, text in BANKRUPT.notes.findings.items() for rule in text.rules}
    assert said - reached == set()
    assert reached - said == set()


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('[A "Ada"] [B "Bo"] [C "Cy"]', "4 players at least, not 3"),
        ('[A "Ada"] [B "Bo"] [C "Cy"] [E "Ed"]', "Seat D is missing"),
        ('[start "8"] [A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]', "9 to 10000"),
    ],
)
def test_who_cannot_play_is_said_at_the_head(head: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(f'[game "bankrupt"] {head}\n\nRound 1, A deals\nA: H\n')
    assert said in str(caught.value)
