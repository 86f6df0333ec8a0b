"""Messages that are compressed once and stand in many streams: each arrives at once, and every stream is right."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.live.packing import Message, Packed
from matches.models import Event
from tests.matches.live.test_deliveries import Watching, changed, event, part_in, streams_and_fetches, toy
from tests.matches.live.test_views import Listener, in_a_loop_of_its_own, quick

__all__ = ["event", "quick", "toy"]

GZIP = 16 + zlib.MAX_WBITS
TEXTS = st.binary(max_size=300) | st.sampled_from([b"event: beat\n\n", b"event: part\ndata: " + b"card " * 2_000])


@given(texts=st.lists(TEXTS, max_size=8))
def test_a_message_is_all_there_when_it_comes_and_the_end_is_right(texts: list[bytes]) -> None:
    shared = [Message(text) for text in texts]
    for messages in (shared, shared[1:] + shared[:1]):
        packed, reader, whole = Packed(), zlib.decompressobj(GZIP), b""
        for message in messages:
            sent = packed.add(message)
            assert reader.decompress(sent) == message.text
            whole += sent
        whole += packed.end()
        assert gzip.decompress(whole) == b"".join(message.text for message in messages)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("quick", "toy")
def test_a_stream_with_parts_is_compressed_for_who_can_read_it(event: Event) -> None:
    accepts, not_at_all = (b"accept-encoding", b"gzip, br"), (b"accept-encoding", b"gzip;q=0")

    async def run() -> None:
        streams, _fetches = streams_and_fetches()
        packed = [Watching(streams, event, accepts) for _ in range(2)]
        plain = [Watching(streams, event), Watching(streams, event, not_at_all)]
        other = Listener(streams, event, accepts)
        for stream in (*packed, *plain, other):
            head = await stream.sent.get()
            assert ((b"content-encoding", b"gzip") in head["headers"]) is (stream in packed)
        readers = [zlib.decompressobj(GZIP) for _ in packed]
        for stream, reader in zip(packed, readers, strict=True):
            assert reader.decompress(await stream.message()).endswith(b"\n\n")
        for stream in (*plain, other):
            await stream.news()
        await changed(event)
        messages = [await stream.message() for stream in packed]
        parts = [reader.decompress(message) for reader, message in zip(readers, messages, strict=True)]
        assert messages[0] is messages[1]  # compressed once
        others = [await stream.message() for stream in plain]
        assert {part_in(part)["html"] for part in (*parts, *others)} == {part_in(others[0])["html"]}
        assert len(messages[0]) < len(parts[0]) / 2
        streams.hub.drain()
        for stream, reader in zip(packed, readers, strict=True):
            reader.decompress(await stream.message())
            assert reader.eof  # ends whole, with the right sum
        for stream in (*packed, *plain, other):
            await stream.leave()

    in_a_loop_of_its_own(run)
