"""A second referee, written from bankout.md and record.md alone: plain, slow, on strings, sharing no code.

Random and damaged records are judged by both (``test_two_referees``). Where they differ, one of them is wrong. Readings
are not compared. When a rule text changes, this is changed from the text, never from the first referee's code.
"""
