"""The rules of a game: its options, its rule book, what a rule set says."""
