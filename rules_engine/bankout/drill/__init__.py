"""The drill of Bankout: decisions taken from matches, and what each act of one is worth."""
