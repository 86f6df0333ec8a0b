"""What each act of a turn is worth."""
