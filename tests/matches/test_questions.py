"""What counts as an answer to an event's own question."""

from __future__ import annotations

import pytest

from matches.questions import AnswerError, Question, checked_answer


@pytest.mark.parametrize("text", ["", "   ", "\u200b", " \u2060\ufeff "])
def test_nothing_that_is_seen_is_no_answer(text: str) -> None:
    assert checked_answer(Question("diet", "Diet"), text) == ""
    with pytest.raises(AnswerError, match="missing"):
        checked_answer(Question("diet", "Diet", required=True), text)
