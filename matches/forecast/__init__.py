"""Who reaches the cut of a Swiss stage: what points alone prove, and chances from simulated remainders. Pure.

Needs numpy, so a web process never imports ``simulation``: chances are computed by a worker, or by the command.
"""
