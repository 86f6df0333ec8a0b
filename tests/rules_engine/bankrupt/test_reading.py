"""Records that cannot be of a game of Bankrupt."""

from __future__ import annotations

import pytest

from rules_engine import RecordError, read_record


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('[A "Ada"] [B "Bo"] [C "Cy"]', "4 players at least, not 3"),
        ('[A "Ada"] [B "Bo"] [C "Cy"] [E "Ed"]', "Seat D is missing"),
        ('[start "8"] [A "Ada"] [B "Bo"] [C "Cy"] [D "Di"]', "9 to 10000"),
    ],
)
def test_who_cannot_play_is_said_at_the_head(head: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(f'[game "bankrupt"] {head}\n\nRound 1, A deals\nA: H\n')
    assert said in str(caught.value)
