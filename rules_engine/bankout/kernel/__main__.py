"""``python -m rules_engine.bankout.kernel``: compile the kernel, unless that is done already."""

from __future__ import annotations

import sys
import time

from rules_engine.bankout.kernel import compiling


def main() -> int:
    """Compile by playing one match."""
    if not compiling.COMPILED:
        print("numba is not installed: script/setup compiled", file=sys.stderr)
        return 1
    if not compiling.ready():
        from rules_engine.bankout.kernel.plays import Run
        from rules_engine.bankout.ruleset import BankoutRuleSet

        start = time.monotonic()
        Run(BankoutRuleSet(), ("steady", "steady")).warm_up()
        print(f"Compiled in {time.monotonic() - start:.0f} seconds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
