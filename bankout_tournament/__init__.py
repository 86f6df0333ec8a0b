"""Wiring only: settings, addresses, servers, the task queue."""

import gc

# What a process loads at its start stays until its end. Looking for garbage among it as often as Python does, first
# after 700 new objects, is a sixth of the CPU of a start.
gc.set_threshold(50_000, 20, 20)
