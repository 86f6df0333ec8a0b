"""The log as a file, from plain values."""

import csv
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from judging.log.exports import HEADER, as_csv, as_json_lines
from judging.log.queries import NamedPlayer

HEAD = {
    "sequence": 1,
    "server_time": "2026-11-21T12:00:00+00:00",
    "device_time": None,
    "round": 4,
    "table": 12,
    "judge": 7,
    "reason": "",
    "source": "tablet",
    "id": "a",
}


@dataclass
class StoredLine:
    body: dict[str, Any]
    sequence: int = 1
    previous_hash: str = ""
    hash: str = field(default="h")


def cells(**body):
    text = as_csv([{**HEAD, **body}], {"key-1": NamedPlayer("Ada", 7)}, {7: "Jo"}).decode("utf-8-sig")
    header, row = text.splitlines()
    assert header == ",".join(HEADER)
    return dict(zip(HEADER, row.split(","), strict=True))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (
            {"kind": "infraction", "player": "key-1", "code": "GP-HAND", "suggested": "W"},
            {"player": "Ada", "number": "7", "code": "GP-HAND", "what": "GP-HAND", "suggested": "W", "judge": "Jo"},
        ),
        ({"kind": "penalty", "act": "issued", "penalty": "RL", "provisional": True}, {"state": "provisional"}),
        (
            {"kind": "ruling", "outcome": "valid_counter", "comment": "fine"},
            {"what": "valid_counter", "comment": "fine"},
        ),
        (
            {"kind": "call", "player": None, "by_player": "key-1", "about": "clock"},
            {"player": "Ada", "comment": "clock"},
        ),
        ({"kind": "appeal", "statement": "no"}, {"comment": "no"}),
        ({"kind": "call_step", "step": "claimed"}, {"what": "claimed"}),
        ({"kind": "infraction", "player": "gone", "judge": None}, {"player": "gone", "judge": ""}),
        ({"kind": "ruling", "device_time": "2026-11-21T11:59:00+00:00"}, {"time": "2026-11-21T11:59:00+00:00"}),
    ],
)
def test_a_line_of_each_kind(body, shown):
    row = cells(**body)
    assert {key: row[key] for key in shown} == shown


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "@SUM(A1)", "-2", "\tx"])
def test_no_cell_runs_as_a_formula(text):
    assert cells(kind="ruling", comment=text)["comment"].startswith("'")


def test_json_lines_are_the_hashed_parts():
    lines = as_json_lines([StoredLine({**HEAD, "kind": "ruling", "comment": "größer"})]).decode("ascii").splitlines()
    assert json.loads(lines[0]) == {**HEAD, "kind": "ruling", "comment": "größer", "previous_hash": "", "hash": "h"}


def test_an_empty_log():
    assert as_json_lines([]) == b""
    assert as_csv([], {}, {}).decode("utf-8-sig").strip() == ",".join(HEADER)


def test_the_steps_of_a_penalty_have_its_player_and_code():
    fault = {**HEAD, "id": "f", "kind": "infraction", "player": "key-1", "code": "GP-HAND", "suggested": "W"}
    step = {**HEAD, "id": "p", "kind": "penalty", "act": "issued", "penalty": "W", "infraction": "f"}
    lines = as_csv([fault, step], {"key-1": NamedPlayer("Ada", 7)}, {}).decode("utf-8-sig")
    cells = dict(zip(HEADER, lines.splitlines()[2].split(","), strict=True))
    assert (cells["player"], cells["number"], cells["code"], cells["penalty"]) == ("Ada", "7", "GP-HAND", "W")


def test_what_was_stated_with_a_disqualification():
    stated = {"statement_player": "It was an accident.", "prize_decision": "without_prize"}
    step = {**HEAD, "kind": "penalty", "act": "issued", "penalty": "DQ", "statements": stated}
    lines = as_csv([step], {}, {}).decode("utf-8-sig")
    (cells,) = csv.DictReader(lines.splitlines())
    shown = {name: cells[name] for name in ("statement_player", "statement_judge", "prize_decision")}
    assert shown == {"statement_judge": "", **stated}
