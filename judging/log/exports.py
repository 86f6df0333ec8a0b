"""The judging log as a file: CSV for a spreadsheet, JSON lines for a program. Pure: takes records, returns bytes.

JSON lines hold the hashed part of each record with its hashes, so that the chain can be checked without this tool.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from matches.spreadsheet import csv_bytes

STATED = ("statement_player", "statement_judge", "prize_decision")
"""What a disqualification is given with."""
HEADER = (
    "sequence",
    "time",
    "kind",
    "round",
    "table",
    "judge",
    "player",
    "number",
    "code",
    "what",
    "penalty",
    "suggested",
    "state",
    "comment",
    *STATED,
    "reason",
    "source",
    "id",
)


class LogLine(Protocol):
    """What an export needs of a record."""

    sequence: int
    body: dict[str, Any]
    previous_hash: str
    hash: str


def as_json_lines(records: Iterable[LogLine]) -> bytes:
    """One line for each record, in the order of the log."""
    lines = [
        json.dumps(
            {**row.body, "previous_hash": row.previous_hash, "hash": row.hash}, ensure_ascii=True, sort_keys=True
        )
        for row in records
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


class ExportedPlayer(Protocol):
    """What an export needs of a player."""

    @property
    def name(self) -> str: ...
    @property
    def number(self) -> int | str: ...


def as_csv(
    bodies: Sequence[Mapping[str, Any]], players: Mapping[str, ExportedPlayer], judges: Mapping[int, str]
) -> bytes:
    """One line for each record, with names for players' keys and judges' ids. No cell can run as a formula.

    ``bodies`` are the hashed parts. The steps of a penalty have the player and the code of their infraction.
    """
    infractions = {body["id"]: body for body in bodies if body["kind"] == "infraction"}
    return csv_bytes(HEADER, (_cells(body, infractions, players, judges) for body in bodies))


def _cells(
    body: Mapping[str, Any],
    infractions: Mapping[str, Mapping[str, Any]],
    players: Mapping[str, ExportedPlayer],
    judges: Mapping[int, str],
) -> list[object]:
    fault = body if body["kind"] == "infraction" else infractions.get(body.get("infraction") or "", {})
    player = body.get("player") or fault.get("player") or body.get("by_player") or ""
    known = players.get(player)
    stated = body.get("statements", {})
    what = body.get("code") or body.get("outcome") or body.get("act") or body.get("step") or body.get("state") or ""
    return [
        body["sequence"],
        body.get("device_time") or body["server_time"],
        body["kind"],
        body["round"],
        body["table"],
        judges.get(body["judge"], "") if body["judge"] is not None else "",
        known.name if known else player,
        known.number if known else "",
        fault.get("code", ""),
        what,
        body.get("penalty"),
        body.get("suggested"),
        "provisional" if body.get("provisional") else "",
        body.get("comment") or body.get("statement") or body.get("summary") or body.get("about") or "",
        *(stated.get(name) for name in STATED),
        body["reason"],
        body["source"],
        body["id"],
    ]
