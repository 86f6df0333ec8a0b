"""Pack a record and the terms to judge it under into a piece of an address, so that a report can be sent as a link."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

import msgspec

from rules_engine.record import MAX_BYTES
from rules_engine.rules.readings import NONE, Changes

LONGEST = 6_000
"""The most characters of an address that every server and browser accepts. A whole match needs about 3,000."""


class RecordCheck(msgspec.Struct, frozen=True):
    """What is to be judged: the record's text, the changed terms, and the time box of a decision in seconds."""

    text: str
    changes: Changes = NONE
    time_box: int | None = None


class PackingError(ValueError):
    """A piece of an address that does not hold a whole record check."""


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """A record check as it is written in an address."""

    text: str
    changes: dict[str, Any] = {}
    time_box: int | None = None


_decoder = msgspec.json.Decoder(_Packed)


def pack(question: RecordCheck) -> str | None:
    """Pack a check into letters, digits, ``-`` and ``_``; None if that would be too long for an address."""
    written = msgspec.json.encode(_Packed(question.text, question.changes.to_mapping(), question.time_box))
    packed = base64.urlsafe_b64encode(zlib.compress(written, 9)).rstrip(b"=").decode()
    return packed if len(packed) <= LONGEST else None


def unpack(packed: str) -> RecordCheck:
    """Read the check that ``pack`` packed.

    Raises:
        PackingError: if it was cut, changed or made up; nothing larger than a record is unpacked.
    """
    try:
        raw = base64.b64decode(packed.encode("ascii") + b"=" * (-len(packed) % 4), b"-_", validate=True)
        packer = zlib.decompressobj()
        text = packer.decompress(raw, 2 * MAX_BYTES)
        if not packer.eof:
            raise PackingError("The address was cut.")
        found = _decoder.decode(text)
        return RecordCheck(found.text, Changes.from_mapping(found.changes), found.time_box)
    except (binascii.Error, zlib.error, UnicodeError, msgspec.MsgspecError) as error:
        raise PackingError("The address does not hold a record.") from error
