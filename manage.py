#!/usr/bin/env python
"""Django's command line for the tournament."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
    from django.core.management import execute_from_command_line

    from matches.jobs.data_lock import DataInUseError

    try:
        execute_from_command_line(sys.argv)
    except DataInUseError as error:
        sys.exit(f"{error} Try again when that has finished.")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
