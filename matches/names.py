"""Players' names: one way to tidy them, to tell whether two are equal, and to see what cannot be a name. Pure."""

from __future__ import annotations

import unicodedata

from matches.spreadsheet import runs_as_formula

MAX_NAME = 120
# Characters that turn the reading direction of what follows: a name with one would disturb every list it stands in.
BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNSHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})
INVISIBLE_EDGES = "\ufeff\u200b\u200e\u200f\u2060"


def tidy(text: str) -> str:
    """NFC, without space or invisible marks at the ends, inner runs of spaces as one space. Tabs and line ends in
    the middle stay, so that ``name_problem`` sees them."""
    text = unicodedata.normalize("NFC", text).strip().strip(INVISIBLE_EDGES).strip()
    return " ".join(part for part in _spaced(text).split(" ") if part)


def _spaced(text: str) -> str:
    return "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)


def name_key(text: str) -> str:
    """What equal names share, whatever their case, spacing or composition (NFC after NFKC and case folding)."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", tidy(text)).casefold())


def has_control(text: str) -> bool:
    """A control character, a lone surrogate or a direction override stands in the text."""
    return any(unicodedata.category(c) in UNSHOWN or c in BIDI_OVERRIDES for c in text)


def name_problem(name: str) -> str | None:
    """The code of what is wrong with a tidied name, or None.

    ``name_missing``, ``name_long`` (over 120 characters), ``control`` (control characters), ``broken`` (U+FFFD: the
    text was read in the wrong encoding once), ``formula`` (a spreadsheet would run it), ``name_empty`` (no letter,
    digit or symbol: "-" and "???" are how sign-up forms write "nobody").
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


def shown_name(name: str, number: int, how: int) -> str:
    """A name as the public sees it: in full, as ``Ada L.``, or as ``#12``. One word stays as it is under INITIAL."""
    if how == NUMBER:
        return f"#{number}"
    words = name.split()
    if how == INITIAL and len(words) > 1:
        return f"{' '.join(words[:-1])} {words[-1][0]}."
    return name
