"""All labels that this package prints, as one value.

The defaults are English, marked here for translation; a caller that translates passes its own `Labels`. Names in braces
are filled in: `page_of` takes {page} and {pages}.
"""

import msgspec


def _(label: str) -> str:
    """Mark a label for `makemessages`, which finds the call by its name."""
    return label


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """The printed labels. A translation must keep the names in braces."""

    # every page
    page_of: str = _("Page {page} of {pages}")
    printed: str = _("Printed {when}")
    log_end: str = _("Log {end}")

    # titles
    pairings_by_table: str = _("Pairings by table")
    pairings_by_name: str = _("Pairings by name")
    standings: str = _("Standings")
    slips: str = _("Match slips")
    score_sheets: str = _("Score sheets")
    bracket: str = _("Bracket")
    log: str = _("Judges’ log")
    log_of: str = _("Judges’ log: {subject}")
    players: str = _("Players")
    prizes: str = _("Prizes")
    codes: str = _("Codes")
    door_sheet: str = _("Door sign")
    check_in_code: str = _("Code to check in")

    # tables and people
    table: str = _("Table")
    player: str = _("Player")
    points: str = _("Points")
    record: str = _("Record")
    number: str = _("No.")
    bye: str = _("Bye")
    no_table: str = _("No table")
    versus: str = _("vs")
    rank: str = _("Rank")
    place: str = _("Place")
    prize: str = _("Prize")
    penalties: str = _("Penalties")
    nothing: str = _("Nothing to list.")

    # slips and score sheets
    drop: str = _("Drop")
    signature: str = _("Signature")
    judge: str = _("Judge")
    extension: str = _("Extension")
    minutes: str = _("min")
    decided_by: str = _("Decided by")
    round: str = _("Round")
    winner: str = _("Winner")
    total: str = _("Total")
    started: str = _("Started")
    called: str = _("Time called")
    ended: str = _("Ended")
    rulings: str = _("Infractions and pauses")
    code: str = _("Code")
    penalty: str = _("Penalty")
    result: str = _("Result")
    remarks: str = _("Remarks and appeal")
    under_protest: str = _("under protest")
    score_sheet: str = _("Score sheet")
    more: str = _("and {count} more in the log")

    # bracket
    bracket_part: str = _("sheet {part} of {parts}")
    goes_to_part: str = _("winner to sheet {part}")
    from_part: str = _("from sheet {part}")

    # log
    when: str = _("Time")
    where: str = _("Where")
    matter: str = _("Subject")
    outcome: str = _("Outcome")
    source: str = _("Source")
    entries: str = _("Entries: {count}")


ENGLISH = Labels()
