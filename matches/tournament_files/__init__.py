"""Developer tools: commands that pair and rank finished tournaments from JSON files. Pure.

``swiss_file`` reads a file, ``table_of_file`` computes its standings; ``pairing_command`` and ``standings_command``
are ``python -m matches.pairing`` and ``python -m matches.standings``.
"""
