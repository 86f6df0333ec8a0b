"""``python -m matches.pairing``: see ``matches.tournament_files.pairing_command``."""

import sys

from matches.tournament_files.pairing_command import main

if __name__ == "__main__":
    sys.exit(main())
