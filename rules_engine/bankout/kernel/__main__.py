"""``python -m rules_engine.bankout.kernel``: compile the kernel, unless that is done already."""

from __future__ import annotations

import sys
import time

from rules_engine.bankout.kernel import on_disk


def main() -> int:
    """Compile by calling each door."""
    if not on_disk.installed():
        print("numba is not installed: script/setup compiled", file=sys.stderr)
        return 1
    if not on_disk.ready():
        from rules_engine.bankout.analysis.rollouts import Rollouts
        from rules_engine.bankout.kernel.plays import Run
        from rules_engine.bankout.kernel.traces import traces
        from rules_engine.bankout.ruleset import BankoutRuleSet

        start = time.monotonic()
        Run(BankoutRuleSet(), ("steady", "steady")).warm_up()
        Rollouts(BankoutRuleSet(), 2).warm_up()
        traces(BankoutRuleSet(), "steady", 0, 0, 1)
        print(f"Compiled in {time.monotonic() - start:.0f} seconds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
