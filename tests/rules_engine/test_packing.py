"""A record in an address: what is packed comes back, and whatever else stands there is refused."""

from __future__ import annotations

import base64
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.packing import LONGEST, PackingError, RecordCheck, pack, unpack
from rules_engine.record import MAX_BYTES
from rules_engine.rules.readings import Changes

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXTS, st.none() | st.integers(1, 99_999), st.dictionaries(st.text(max_size=9), st.booleans(), max_size=3))
def test_what_is_packed_comes_back(text: str, time_box: int | None, variants: dict[str, bool]) -> None:
    question = RecordCheck(text, Changes({"edition": "complete"}, variants), time_box)

    packed = pack(question)

    assert packed is not None
    assert re.fullmatch(r"[\w-]+", packed, re.ASCII)
    assert unpack(packed) == question


@given(st.text(max_size=200) | st.from_regex(r"[A-Za-z0-9_-]{0,200}", fullmatch=True))
def test_anything_else_is_refused(packed: str) -> None:
    with pytest.raises(PackingError):
        unpack(packed)


def test_a_cut_address_is_refused() -> None:
    packed = pack(RecordCheck("Round 1, A first\nA: 7 4 B"))

    assert packed
    for length in range(len(packed)):
        with pytest.raises(PackingError):
            unpack(packed[:length])


def test_what_is_too_long_for_an_address_is_not_packed() -> None:
    noise = "".join(f"; {number * 7919 % 10007:x}\n" for number in range(4000))

    assert pack(RecordCheck(noise)) is None
    assert len(pack(RecordCheck("A: 7 B\n" * 1000)) or "") < LONGEST


def test_a_small_address_does_not_unpack_to_more_than_a_record() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b'["' + b"A" * (3 * MAX_BYTES) + b'"]', 9)).rstrip(b"=").decode()

    with pytest.raises(PackingError, match="cut"):
        unpack(bomb)


@pytest.mark.parametrize(
    ("packed", "question"),
    [
        (
            "eNoljkEOgjAQRa_SzLoLiSYk7PAIbtU0lRYZaTukHVxIuLsDbP-fN-_f4UZzcqrSqlU95sKP1DaqVhd1Bb2Ad8hICRroKE7BswcNPeVoWb"
            "JXQP5J8KHR5wJNb0PxGr42o00swQJlQB-cYbmQL5xn6ctAmc0BH8yqgaZNtDPOd6OheTNgjDLB7tqA74HN7jJ5Wy19Beuqz6fnHzFWRGU",
            RecordCheck(
                "Round 1, A first\nA: 7 4 B",
                Changes(
                    {"edition": "complete", "format": "blitz", "jokers": False},
                    {"shield_token": True, "short_blitz": False},
                    {"deck_out": "immediate", "light_joker_round": "1"},
                ),
                30,
            ),
        ),
        ("eNqLVnK0UjBX0qmu1ckrzcmJBQAjuQTa", RecordCheck("A: 7")),
        ("eNqLVnK0UjBX0qlWysrPTi0qVrIqKSpNrdXJK83JiQUAgNwJpg", RecordCheck("A: 7", Changes({"jokers": True}))),
    ],
)
def test_addresses_of_earlier_versions_are_read_and_written_byte_for_byte(packed: str, question: RecordCheck) -> None:
    assert unpack(packed) == question
    assert pack(question) == packed
