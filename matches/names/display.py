"""Players' names: tidy them, compare them, find what is wrong with them. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from math import ceil

from matches.spreadsheet import runs_as_formula

MAX_NAME = 120
# Characters that override the reading direction: a name with one would disturb every list that shows it.
BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNSHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})
INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200e\u200f\u2060\u00ad\u180e"))
"""Characters that show nothing and join nothing: copies from pages and spreadsheets bring them."""
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
"""These change how some scripts are written, and so they stay; names are compared without them."""


def tidy(text: str) -> str:
    """Return the text in NFC, without invisible marks, without spaces at the ends, and with single spaces inside. Tabs
    and line ends in the middle stay, so that ``name_problem`` finds them.
    """
    text = unicodedata.normalize("NFC", text.translate(INVISIBLE)).strip()
    return " ".join(part for part in _spaced(text).split(" ") if part)


def _spaced(text: str) -> str:
    return "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)


def name_key(text: str) -> str:
    """Return a key that is equal for names that differ only in case, spacing, invisible characters or composition (NFC
    after NFKC and case folding).
    """
    shown = tidy(text.translate(JOINERS))
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", shown).casefold())


UNDECOMPOSED = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "’": "'"}
"""Letters that Unicode does not decompose, as they are typed on a keyboard without them."""


def plain(text: str) -> str:
    """Return a name in lower case without accents: to sort É beside E, and to find it as it is typed elsewhere."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(UNDECOMPOSED.get(letter, letter) for letter in apart if not unicodedata.combining(letter))


def sort_name(name: str, last_name: str) -> str:
    """The key of a name in lists: by the last name where it is known, else as it is written."""
    return plain(f"{last_name} {name}" if last_name else name)


def has_last_name(name: str, last_name: str) -> bool:
    """Whether the last name is one of the parts of the name."""
    return f" {name_key(last_name)} " in f" {name_key(name)} "


def has_control(text: str) -> bool:
    """Whether the text contains a control character, a lone surrogate or a direction override."""
    return any(unicodedata.category(c) in UNSHOWN or c in BIDI_OVERRIDES for c in text)


def name_problem(name: str) -> str | None:
    """Return the code of what is wrong with a tidied name, or None.

    ``name_missing``, ``name_long`` (over 120 characters), ``control`` (control characters), ``broken`` (U+FFFD: the
    text was once read in the wrong encoding), ``formula`` (a spreadsheet would run it), ``name_empty`` (no letter,
    digit or symbol: sign-up forms write "-" or "???" for an empty place).
    """
    if not name:
        return "name_missing"
    if len(name) > MAX_NAME:
        return "name_long"
    if has_control(name):
        return "control"
    if "\ufffd" in name:
        return "broken"
    if not any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in name):
        return "name_empty"
    if runs_as_formula(name):
        return "formula"
    return None


FULL, INITIAL, NUMBER = 0, 1, 2
"""The values of ``matches.enums.NameDisplay``."""


def displayed_name(name: str, number: int, how: int) -> str:
    """A name as the public sees it: in full, as ``Ada L.``, or as ``#12``. One word stays as it is under INITIAL."""
    if how == NUMBER:
        return f"#{number}"
    words = name.split()
    if how == INITIAL and len(words) > 1:
        return f"{' '.join(words[:-1])} {words[-1][0]}."
    return name


def told_apart(name: str, number: int, *, shared: bool) -> str:
    """``Ada Lovelace``, or ``Ada Lovelace #12`` if the event has several players who are shown by this name."""
    return f"{name} #{number}" if shared else name


def shared_names(shown: Collection[tuple[int, str, str]]) -> set[int]:
    """Return the numbers of the players who share a name, from number, name and displayed name of each.

    Two players share a name if the staff or the public would read the same for both.
    """
    found: set[int] = set()
    for column in (1, 2):
        by_key: dict[str, list[int]] = {}
        for row in shown:
            by_key.setdefault(name_key(str(row[column])), []).append(row[0])
        found.update(number for numbers in by_key.values() if len(numbers) > 1 for number in numbers)
    return found


NARROW = frozenset("iIjlftr.,'’ ")


def lines_needed(name: str, width: float) -> int:
    """In how many lines a browser writes a name, ``width`` letters' heights wide: an estimate that is rather too high.

    A line ends after a space or a hyphen; a word that no line holds is broken anywhere.
    """
    lines, used = 1, 0.0
    for word in re.findall(r"[^\s-]*[\s-]?", name):
        needed = sum(map(_letter_width, word))
        if used and used + needed > width:
            lines, used = lines + 1, 0.0
        used += needed
        if used > width:
            more = ceil(used / width) - 1
            lines, used = lines + more, used - more * width
    return lines


def _letter_width(letter: str) -> float:
    """The width of a letter, a bold one where fonts differ, as a part of its height."""
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in NARROW:
        return 0.36
    return 0.76 if letter.isupper() or letter in "mw" else 0.62
