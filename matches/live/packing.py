"""Compressed streams whose messages are compressed once for all who get them.

A gzip stream is a head, blocks of deflate and a sum over what they hold. Each message is compressed by itself and ends
at a whole byte (a full flush), so the same bytes stand in any stream at any place: only the sum is a stream's own.
"""

from __future__ import annotations

import zlib
from functools import cached_property

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Deflate, without a name or a time, made on an unknown system (RFC 1952)."""
END = b"\x03\x00"
"""The last block, which is empty."""
LEVEL = 6


class Message:
    """What is sent along streams, plain and compressed."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def packed(self) -> bytes:
        one = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return one.compress(self.text) + one.flush(zlib.Z_FULL_FLUSH)


class Packed:
    """One compressed stream."""

    def __init__(self) -> None:
        self.sum = self.size = 0
        self.head = HEAD

    def add(self, message: Message) -> bytes:
        """What is sent for the message."""
        head, self.head = self.head, b""
        self.sum, self.size = zlib.crc32(message.text, self.sum), self.size + len(message.text)
        return head + message.packed

    def end(self) -> bytes:
        """What is sent last."""
        return self.head + END + self.sum.to_bytes(4, "little") + (self.size & 0xFFFFFFFF).to_bytes(4, "little")
