"""Wiring only: settings, addresses, servers, the task queue."""

import gc

# What a process loads at its start stays until its end. Looking through all of it after every 700 new objects, as
# Python does, is a fifth of the CPU of a start.
gc.set_threshold(50_000, 20, 20)
