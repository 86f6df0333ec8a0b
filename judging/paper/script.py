"""From a text as it is stored to the characters as they are drawn, left to right.

reportlab draws one glyph after the other and shapes nothing. This module does beforehand what names need:
invisible characters go, Arabic letters take their joined forms, right-to-left text is put in visual order,
and Indic vowel signs that are written before their consonant are moved there. It does not form Indic
conjuncts: those show their virama, which is legible and accepted spelling.
"""

import re
import unicodedata
from functools import cache

from arabic_reshaper import ArabicReshaper
from bidi import get_display

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC = re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]")
_HEBREW_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
_SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
_FLAG_LETTERS = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_KEYCAP = "\u20e3"
_NON_JOINER = "\u200c"
_OPENING, _CLOSING = "([{«‹", ")]}»›"
_MIRROR = dict(zip(_OPENING + _CLOSING, _CLOSING + _OPENING, strict=True))

# Vowel signs written before the consonants they follow in storage, and the viramas that tie consonants.
_BEFORE = frozenset(
    "\u093f\u09bf\u09c7\u09c8\u0a3f\u0abf\u0bc6\u0bc7\u0bc8\u0d46\u0d47\u0d48\u0dd9\u0dda\u0ddb\u1031\u17c1\u17c2\u17c3"
)
_VIRAMA = frozenset("\u094d\u09cd\u0a4d\u0acd\u0bcd\u0d4d\u0dca\u1039\u17d2")
# Vowels stored as one character and written on both sides.
_AROUND = {
    "\u09cb": "\u09c7\u09be", "\u09cc": "\u09c7\u09d7", "\u0bca": "\u0bc6\u0bbe", "\u0bcb": "\u0bc7\u0bbe",
    "\u0bcc": "\u0bc6\u0bd7", "\u0d4a": "\u0d46\u0d3e", "\u0d4b": "\u0d47\u0d3e", "\u0d4c": "\u0d46\u0d57",
    "\u0ddc": "\u0dd9\u0dcf", "\u0dde": "\u0dd9\u0ddf",
}  # fmt: skip


@cache
def _reshaper() -> ArabicReshaper:
    return ArabicReshaper({"delete_harakat": True, "support_ligatures": True})


def visual(text: str) -> str:
    """The text in the order and with the letter forms in which it is drawn from left to right.

    Combining marks that have no composed letter stay behind their base letter.
    """
    clean = _visible(text)
    if clean.isascii():
        return clean
    if _RIGHT_TO_LEFT.search(clean):
        clean = _right_to_left(clean)
    clean = clean.replace(_NON_JOINER, "")
    return _vowels_first(clean)


def _visible(text: str) -> str:
    """Composed, spaces made plain, without control and format characters, skin tones and flags' code letters."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    text = _FLAG_LETTERS.sub(_flag, _SKIN_TONES.sub("", text))
    kept = []
    for character in text:
        category = unicodedata.category(character)
        if category in ("Zs", "Zl", "Zp") or character in "\t\n\r":
            kept.append(" ")
        elif character == _NON_JOINER or not (category in ("Cc", "Cf", "Cs") or _is_invisible(character)):
            kept.append(character)
    return "".join(kept)


def _is_invisible(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0000" <= character <= "\U000e0fff" or character == _KEYCAP


def _flag(match: re.Match[str]) -> str:
    """A flag is two code letters: "[NL]"."""
    return "[" + "".join(chr(ord(letter) - 0x1F1E6 + ord("A")) for letter in match.group()) + "]"


def _right_to_left(text: str) -> str:
    text = _HEBREW_POINTS.sub("", text)
    if _ARABIC.search(text):
        text = _reshaper().reshape(text)
    return _mirrored(str(get_display(text)))


def _mirrored(text: str) -> str:
    """Brackets turned where reordering left them facing outwards."""
    if not any(character in _MIRROR for character in text):
        return text
    turned = list(text)
    upright: list[str] = []
    outward: list[str] = []
    for place, character in enumerate(text):
        if character in _OPENING:
            if outward and outward[-1] == character:
                outward.pop()
                turned[place] = _MIRROR[character]
            else:
                upright.append(character)
        elif character in _CLOSING:
            if upright and upright[-1] == _MIRROR[character]:
                upright.pop()
            else:
                outward.append(_MIRROR[character])
                turned[place] = _MIRROR[character]
    return "".join(turned)


def _vowels_first(text: str) -> str:
    """Indic vowel signs moved before the consonant cluster that they belong to."""
    if not any(character in _BEFORE or character in _AROUND for character in text):
        return text
    drawn: list[str] = []
    for character in "".join(_AROUND.get(character, character) for character in text):
        if character not in _BEFORE or not drawn:
            drawn.append(character)
            continue
        place = len(drawn) - 1
        while place > 0 and (drawn[place] in _VIRAMA or drawn[place - 1] in _VIRAMA or _is_mark(drawn[place])):
            place -= 1
        drawn.insert(place, character)
    return "".join(drawn)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc") and character not in _BEFORE
