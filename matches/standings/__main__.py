"""``python -m matches.standings``: see ``matches.tournament_files.standings_command``."""

import sys

from matches.tournament_files.standings_command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
