"""How Bankout is taught (bankout.md section 13): introduction, cards for the table, lesson, positions and advice."""

from __future__ import annotations

from rules_engine.bankout.teaching.advice import ADVICE, ADVICE_NOTE
from rules_engine.bankout.teaching.lesson import LESSON
from rules_engine.bankout.teaching.positions import POSITIONS
from rules_engine.bankout.teaching.table_cards import GOAL, INTRODUCTION, TABLE_CARDS, TOKENS
from rules_engine.play.teaching import Teaching

TEACHING = Teaching(
    goal=GOAL,
    introduction=INTRODUCTION,
    cards=TABLE_CARDS,
    lesson=LESSON,
    positions=POSITIONS,
    advice=ADVICE,
    advice_note=ADVICE_NOTE,
    tokens=TOKENS,
)
