"""Prepares a text for drawing: removes invisible characters, and puts right-to-left text into visual order.

``shaping`` chooses the forms of letters.
"""

import re
import unicodedata
from typing import Any

from bidi import algorithm

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Hebrew to Myanmar, Khmer and Mongolian, more Indic, Arabic presentation forms: letters depend on their neighbours.
_SHAPED = re.compile("[\u0590-\u109f\u1780-\u18af\ua8e0-\ua8ff\uaa60-\uaa7f\ufb1d-\ufdff\ufe70-\ufefc]")
_SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
_FLAG_LETTERS = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_KEYCAP = "\u20e3"
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
JOINERS = ("\u200c", "\u200d")
"""The non-joiner and the joiner: they have no shape and change that of the letters beside them."""


def visible(text: str) -> str:
    """The text composed (NFC), with plain spaces and without characters that cannot be drawn.

    Control and format characters and skin tones are removed; a flag becomes its two letters in brackets. Joiners and
    non-joiners are kept next to letters that they change.
    """
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    text = _FLAG_LETTERS.sub(_flag, _SKIN_TONES.sub("", text))
    kept: list[str] = []
    for character in text:
        category = unicodedata.category(character)
        if category in ("Zs", "Zl", "Zp") or character in "\t\n\r":
            kept.append(" ")
        elif character in JOINERS:
            if kept and needs_shaping(kept[-1]):
                kept.append(character)
        elif not (category in ("Cc", "Cf", "Cs") or _is_invisible(character)):
            kept.append(character)
    return "".join(kept)


def _is_invisible(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0000" <= character <= "\U000e0fff" or character == _KEYCAP


def _flag(match: re.Match[str]) -> str:
    """The two code letters of a flag: "[NL]"."""
    return "[" + "".join(chr(ord(letter) - 0x1F1E6 + ord("A")) for letter in match.group()) + "]"


def needs_shaping(cluster: str) -> bool:
    """Whether a letter with its marks needs HarfBuzz, and cannot be drawn character by character."""
    return len(cluster) > 1 or is_mark(cluster) or _SHAPED.match(cluster) is not None


def is_mark(character: str) -> bool:
    """Whether the character belongs to the letter before it."""
    return character in JOINERS or unicodedata.category(character).startswith("M")


def clusters(text: str) -> list[str]:
    """The text split into letters, each with its marks."""
    found: list[str] = []
    for character in text:
        if found and is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def levels(letters: list[str]) -> list[int]:
    """The bidirectional level of each letter; odd levels run from right to left."""
    text = "".join(letter[0] for letter in letters)
    if not _RIGHT_TO_LEFT.search(text):
        return [0] * len(letters)
    storage = algorithm.get_empty_storage()
    base = algorithm.get_base_level(text)
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    algorithm.get_embedding_levels(text, storage)
    for character in storage["chars"]:
        # Unassigned code points have no type; ``bidi`` would leave out characters without one.
        character["type"] = {"": "L", "BN": "ON"}.get(character["type"], character["type"])
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _resolve_brackets(text, storage["chars"], storage["base_dir"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    return [character["level"] for character in storage["chars"]]


def _resolve_brackets(text: str, characters: list[dict[str, Any]], base: str) -> None:
    """Give both brackets of a pair the same direction (rule N0, which ``bidi`` does not implement).

    This is the direction of the whole text if something inside has it, or else that of the text inside and before.
    """
    for opening, closing in _bracket_pairs(text):
        inside = {_STRONG[each["type"]] for each in characters[opening + 1 : closing] if each["type"] in _STRONG}
        if not inside:
            continue
        before = next((_STRONG[each["type"]] for each in characters[opening::-1] if each["type"] in _STRONG), base)
        direction = base if base in inside or before == base else before
        characters[opening]["type"] = characters[closing]["type"] = direction


def _bracket_pairs(text: str) -> list[tuple[int, int]]:
    """The positions of matching brackets, in the order of the opening ones."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for place, character in enumerate(text):
        if character in _BRACKETS:
            opened.append(place)
        elif character in _BRACKETS.values():
            match = next((each for each in reversed(opened) if _BRACKETS[text[each]] == character), None)
            if match is not None:
                pairs.append((match, place))
                del opened[opened.index(match) :]
    return sorted(pairs)


def visual_order(levels_of_pieces: list[int]) -> list[int]:
    """The indices of pieces from left to right (rule L2): from the highest level down, each stretch is reversed."""
    order = list(range(len(levels_of_pieces)))
    for level in range(max(levels_of_pieces, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels_of_pieces[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start + 1)
    return order
