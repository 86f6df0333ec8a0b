"""Two rounds of a simulated match (seed 33, *bold* against *bold*), before what is shown of Rounds 2 and 3."""

from __future__ import annotations

HEAD = '[game "bankout"] [edition "guide"] [format "bankout"] [jokers "on"]\n\n'

ROUND_1 = """\
Round 1, B first
B: 5 10 7 K 2 A 9 5 2 K 3 9 >K
A: Q 8 K Q -Q J A #
B: 5 4 J 10 9 6 5 4 4 7 >K
A: 3 9 8 8 10 6 2 A 7 4 7 6 A 6 Q -Q 3 2 J *Q >K
B: Q K 8 10 3 J 6 3 8 5 Q -Q 10 >K
A: Q 5 4 7 10 8 2 K 2 K -K 6 6 2 7 9 A 3 Q -Q 4 J *Q 6 9 10 A >K
B: 4 9 2 9 3 5 8 J B
A: 3 K A 8 7 5 >K
B: A 7 J *Q 10 4 3 Q Q 9 2 8 K -Q 10 A 3 J *Q K 3 7 9 5 4 4 5 2 10 9 5 A >K
A: 5 8 4 4 J A #
B: 7 8 7 Q 2 7 9 J K -K 10 >K
A: 8 J Q 3 2 A #
B: 6 10 6 K 6 6 K -K 6 6 10 9 7 3 10 8 9 6 5 2 10 K -K 7 4 3 5 2 3 A 7 >K
"""

ROUND_2 = """\

Round 2, A first
A: 7 K 3 Q Q -Q 4 2 7 5 A A 6 7 8 7 5 2 10 >K
B: 6 10 4 5 9 8 K 5 2 8 9 10 10 A >K
A: X=swap
B: Q J 3 Q 3 8 2 J J >Q 3 4 6 J >Q 9 B
A: K A 4 K -K 9 6 9 8 7 Q -Q 10 6 7 8 4 7 A >K
B: 9 J 3 4 K 10 X=swap
A: K 5 5 A 4 10 10 Q -Q 7 2 Q -Q 2 8 A J *Q >K
B: 9 6 9 6 3 2 3 J 8 5 4 2 6 K J 5 3 >K
A: 4 5 A 8 7 2 5 7 8 A B
B: A X=queen K 6 3 5 3 9 Q -K 9 A 5 3 2 10 8 K -K J *Q 10 7 4 3 6 J 10 Q J 4 4 K -K 10 J >Q 2 Q 9 Q -Q 7 8 6 6 9 2 >K
A: 7 3 4 5 A K X=swap
B: 2 6 2 J 4 Q 9 6 3 8 A #
A: 5 A 7 5 10 7 Q 4 8 10 9 K -K 2 J *Q 2 7 3 6 4 >K
"""

TO_ROUND_2 = HEAD + ROUND_1 + "\nRound 2, A first"
TO_ROUND_3 = HEAD + ROUND_1 + ROUND_2 + "\nRound 3, B first"
