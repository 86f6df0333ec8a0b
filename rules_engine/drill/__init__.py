"""Positions to decide, and what each act of one is worth."""
