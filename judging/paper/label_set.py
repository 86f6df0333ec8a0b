"""All labels that this package prints, as one value.

The defaults are English; a caller that translates passes its own `Labels`. Names in braces are filled in: `page_of`
takes {page} and {pages}.
"""

import msgspec


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """The printed labels. A translation must keep the names in braces."""

    # every page
    page_of: str = "Page {page} of {pages}"
    printed: str = "Printed {when}"

    # titles
    pairings_by_table: str = "Pairings by table"
    pairings_by_name: str = "Pairings by name"
    standings: str = "Standings"
    slips: str = "Match slips"
    score_sheets: str = "Score sheets"
    bracket: str = "Bracket"
    log: str = "Judges’ log"
    log_of: str = "Judges’ log: {subject}"
    players: str = "Players"
    codes: str = "Codes"

    # tables and people
    table: str = "Table"
    player: str = "Player"
    points: str = "Points"
    record: str = "Record"
    number: str = "No."
    bye: str = "Bye"
    no_table: str = "No table"
    versus: str = "vs"
    rank: str = "Rank"
    penalties: str = "Penalties"
    nothing: str = "Nothing to list."

    # slips and score sheets
    drop: str = "Drop"
    signature: str = "Signature"
    judge: str = "Judge"
    extension: str = "Extension"
    minutes: str = "min"
    decided_by: str = "Decided by"
    round: str = "Round"
    winner: str = "Winner"
    total: str = "Total"
    started: str = "Started"
    called: str = "Time called"
    ended: str = "Ended"
    rulings: str = "Infractions and stops"
    code: str = "Code"
    penalty: str = "Penalty"
    result: str = "Result"
    remarks: str = "Remarks and appeal"
    under_protest: str = "under protest"
    score_sheet: str = "Score sheet"
    more: str = "and {count} more in the log"

    # bracket
    bracket_part: str = "sheet {part} of {parts}"
    goes_to_part: str = "winner to sheet {part}"
    from_part: str = "from sheet {part}"

    # log
    when: str = "Time"
    where: str = "Place"
    matter: str = "Matter"
    outcome: str = "Outcome"
    source: str = "Source"
    entries: str = "Entries: {count}"


ENGLISH = Labels()
