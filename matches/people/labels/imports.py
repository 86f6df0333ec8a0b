"""Sentences for problems of a name, an id, an e-mail address, a line of a list, or a whole list."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, ngettext_lazy

from matches.imports import ENCODINGS, REPAIRED, Decision, LineFinding, ListReading, UnreadableList, Weight
from matches.imports.lines import PERSON_QUESTIONS
from matches.imports.reading import MAX_NOTE

MOST_NUMBERS = 12


def name_problem_text(code: str) -> str:
    """Return what is wrong with a name, from the code of ``matches.names.name_problem``."""
    return {
        "name_missing": _("The name is missing."),
        "name_long": _("The name is longer than 120 characters. Shorten it."),
        "control": _("The name contains a control character or a line break. Type it again."),
        "broken": _("The name was read in the wrong encoding. Save the list as UTF-8, or type the name again."),
        "name_empty": _("This is not a name: it has no letter and no digit."),
        "formula": _("A spreadsheet would run a name that begins with = + - or @ as a formula. Remove that character."),
    }[code]


def id_problem_text(code: str) -> str:
    """Return what is wrong with a player's id."""
    return {
        "id_long": _("The ID is longer than 60 characters."),
        "control": _("The ID contains an unreadable character. Type it again."),
        "formula": _("A spreadsheet would run an ID that begins with = + - or @ as a formula. Remove that character."),
    }[code]


def email_problem_text(code: str) -> str:
    """Return what is wrong with an e-mail address."""
    if code == "formula":
        return _("A spreadsheet would run an address that begins with = + - or @ as a formula. Remove that character.")
    return _("This is not an email address. Correct it or leave it empty.")


def note_problem_text(code: str) -> str:
    """Return what is wrong with a note about a player."""
    return {
        "note_long": _("The note is longer than %(most)d characters. Shorten it.") % {"most": MAX_NOTE},
        "note_control": _("The note contains an unreadable character. Type it again."),
    }[code]


def finding_text(finding: LineFinding) -> str:
    """Return a finding about one line of a list as a sentence that says what to do."""
    values = {"text": finding.text, **finding.params}
    if finding.code in _BY_COLUMN and "column" in finding.params:
        return _BY_COLUMN[finding.code](finding)
    if finding.code in ("note_long", "note_control"):
        return note_problem_text(finding.code)
    sentences = {
        "quotes": _("A quotation mark is not closed, or text follows the closing one. Correct the quotation marks."),
        "too_many_cells": _(
            "This line has more cells than the list has columns (%(columns)d). Put quotation marks around a "
            "name that contains a comma."
        ),
        "name_missing": _("The name is missing."),
        "seed": _("The seed must be a whole number of 1 or more."),
        "byes": _("Byes must be 0, 1, 2 or 3."),
        "id_long": _("The ID is longer than 60 characters."),
        "id_twice": _("Line %(first)s has the same ID. Leave one of them out, or correct the ID."),
        "name_twice": _("Line %(first)s has the same name. Is this a different person?"),
        "seed_twice": _("Line %(first)s has the same seed."),
        "person_twice": _("Line %(first)s has the same name and email, so it is the same person. Nothing to do."),
        "person_known": _("Already in the event with this email, as number %(number)d. Nothing to do."),
        "id_known": _("Already in the event as number %(number)d. Nothing to do."),
        "name_known": _("Number %(number)d in the event has the same name. Is this a different person?"),
        "name_invited": _("Someone with this name is invited and has not answered. Is this a different person?"),
        "seed_taken": _("%(name)s, number %(number)d, already has this seed."),
        "id_elsewhere": _("The ID belongs to %(name)s, known from another event. Is this the same person?"),
        "id_known_name": _("The ID belongs to %(name)s, number %(number)d in the event. Is this the same person?"),
        "id_shortened": _("A spreadsheet has shortened this ID. Enter the whole number in the line."),
        "encoding": _("This looks like a wrong encoding. Is it %(repaired)s?"),
        "misread": _("This looks like a wrong encoding. Is it %(repaired)s?"),
        "payer_missing": _("Enter the number or the ID of the player."),
        "payer_number": _("The number of a player must be a whole number."),
        "payer_unknown": _("Nobody in the event has this number or ID: %(who)s."),
        "payer_two": _("More than one person has the ID %(who)s. Use the number, or mark them by hand."),
        "payer_differs": _("The number and the ID belong to different players: %(who)s."),
        "payer_twice": _("Line %(first)s names the same person."),
        "paid_amount_long": _("The amount is longer than 30 characters. Shorten it."),
        "paid_note_long": _("The note is longer than 120 characters. Shorten it."),
        "paid_control": _("The line contains an unreadable character. Type it again."),
        "answer_too_long": _("%(label)s: the answer is longer than 300 characters. Shorten it."),
        "answer_control": _("%(label)s: the answer contains an unreadable character. Type it again."),
        "answer_not_a_number": _("%(label)s: the answer must be a whole number."),
        "category_unknown": _("There is no prize for the category “%(text)s”. Correct it, or add it to the prizes."),
        "answer_no_choice": _("%(label)s: this is not one of the answers to choose from."),
    }
    return sentences[finding.code] % values


def choice_labels(codes: set[str]) -> list[tuple[str, str]]:
    """Return what can be decided about a line with these questions, with labels."""
    out = (Decision.OUT.value, _("Leave out"))
    if "id_known_name" in codes:
        return [
            (Decision.SAME.value, _("The same person: nothing to do")),
            (Decision.ADD.value, _("Different person: add without the ID")),
            out,
        ]
    if "id_elsewhere" in codes:
        return [
            (Decision.SAME.value, _("Same person: add with this ID")),
            (Decision.ADD.value, _("Different person: add without the ID")),
            out,
        ]
    if "name_invited" in codes and "name_twice" not in codes:
        return [
            (Decision.SAME.value, _("The person who is invited: add")),
            (Decision.ADD.value, _("Different person: add")),
            out,
        ]
    if PERSON_QUESTIONS & codes:
        return [(Decision.SAME.value, _("Same person")), (Decision.ADD.value, _("Different person: add")), out]
    if "misread" in codes:
        return [(Decision.ADD.value, _("Add with the repaired name")), out]
    if "encoding" in codes:
        return [
            (Decision.REPAIRED.value, _("Add with the repaired name")),
            (Decision.ADD.value, _("Add as it is written")),
            out,
        ]
    return [(Decision.ADD.value, _("Add without this value")), out]


def who_is_it_text(lines: list[int]) -> str:
    """Return what is to be decided before these lines can be imported."""
    text = ngettext("Choose who is meant in line %(lines)s.", "Choose who is meant in lines %(lines)s.", len(lines))
    return text % {"lines": _numbers(set(lines))}


def left_out_text(reading: ListReading, decisions: Mapping[int, Decision]) -> str:
    """Return how many lines were not imported, and why; empty if all were."""
    added, same = reading.decided(decisions)
    known = {f.line for f in reading.of(Weight.KNOWN)} | {line.number for line in same}
    refused = {f.line for f in reading.of(Weight.PROBLEM)} - known
    chosen = set(reading.sources) - known - refused - {line.number for line in added}
    reasons = [
        (
            known,
            ngettext_lazy(
                "%(count)d player was already known (line %(lines)s).",
                "%(count)d players were already known (lines %(lines)s).",
                "count",
            ),
        ),
        (
            refused,
            ngettext_lazy(
                "%(count)d line with a problem was left out (line %(lines)s).",
                "%(count)d lines with a problem were left out (lines %(lines)s).",
                "count",
            ),
        ),
        (
            chosen,
            ngettext_lazy(
                "%(count)d line was left out as you chose (line %(lines)s).",
                "%(count)d lines were left out as you chose (lines %(lines)s).",
                "count",
            ),
        ),
    ]
    return " ".join(text % {"count": len(lines), "lines": _numbers(lines)} for lines, text in reasons if lines)


def _numbers(lines: set[int]) -> str:
    shown = [str(number) for number in sorted(lines)[:MOST_NUMBERS]]
    return ", ".join([*shown, "…"] if len(lines) > MOST_NUMBERS else shown)


def _about_column(finding: LineFinding) -> str:
    column = finding.params["column"]
    if column == "email":
        return email_problem_text(finding.code)
    return id_problem_text(finding.code) if column == "id" else name_problem_text(finding.code)


_BY_COLUMN = dict.fromkeys(
    ("name_missing", "name_long", "control", "broken", "name_empty", "formula", "id_long", "email"), _about_column
)


def unreadable_text(error: UnreadableList) -> str:
    """Return why a list as a whole cannot be read, and what to send instead."""
    params = dict(error.params)
    if isinstance(found := params.get("found"), list):
        params["found"] = ", ".join(found)
    sentences = {
        "empty": _("The list is empty."),
        "only_header": _("The list has column names, but no players."),
        "too_big": _("The file is too big for a list of players. A list may have at most 20,000 lines."),
        "too_many": _("The list has more than 20,000 players. Send it in parts."),
        "not_text": _not_text(str(params.get("kind"))),
        "encoding": _("The file cannot be read in this encoding. Choose another one, or save the file as UTF-8."),
        "tournament_file": _(
            "This is a FIDE tournament file (TRF). Export the players from your pairing program as CSV, or paste their"
            " names."
        ),
        "no_header": _(
            "The first line does not name the columns (found: %(found)s). Add a first line: name, id, seed, email."
        ),
        "no_name_column": _(
            "No column holds the names (found: %(found)s). Name one column “name”, or two columns “first name” "
            "and “last name”."
        ),
        "no_payer_column": _("No column says who has paid (found: %(found)s). Name one column “number” or “id”."),
        "column_twice": _("Two columns are called %(column)s. Rename or delete one."),
    }
    return sentences[error.code] % params


def _not_text(kind: str) -> str:
    return {
        "spreadsheet": _(
            "This is a spreadsheet file, not a list. In your spreadsheet, choose Save as, CSV UTF-8, and send that "
            "file."
        ),
        "pdf": _("This is a PDF, not a list. In your spreadsheet, choose Save as, CSV UTF-8, and send that file."),
        "image": _("This is an image, not a list. In your spreadsheet, choose Save as, CSV UTF-8, and send that file."),
    }.get(
        kind,
        _("This is a binary file, not a list. In your spreadsheet, choose Save as, CSV UTF-8, and send that file."),
    )


ENCODING_LABELS = {
    "windows-1252": _lazy("Windows-1252 (Western Europe)"),
    "windows-1250": _lazy("Windows-1250 (Central Europe)"),
    "windows-1251": _lazy("Windows-1251 (Cyrillic)"),
    "windows-1253": _lazy("Windows-1253 (Greek)"),
    "windows-1254": _lazy("Windows-1254 (Turkish)"),
    "mac-roman": _lazy("Mac Roman (old Macs)"),
}


def encoding_text(encoding: str) -> str:
    """Return what was assumed about a file's encoding; empty for UTF-8 and pasted text."""
    if encoding in ENCODING_LABELS:
        text = _("The file is not UTF-8, so it was read as %(encoding)s. Check names with accents.")
        return text % {"encoding": ENCODING_LABELS[encoding]}
    if encoding == "utf-16":
        return _("The file was read as UTF-16.")
    return ""


def encoding_choices(encoding: str, *, repairable: bool) -> list[tuple[str, str]]:
    """Return as what a list can be read again that was read in this encoding, with labels; nothing for other lists."""
    choices = [(known, str(ENCODING_LABELS[known])) for known in ENCODINGS] if encoding in ENCODINGS else []
    return [*choices, (REPAIRED, _("UTF-8 that was read wrongly: José for JosÃ©"))] if repairable else choices
