"""``python -m matches.forecast``: see ``matches.tournament_files.forecast_command``."""

import sys

from matches.tournament_files.forecast_command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
