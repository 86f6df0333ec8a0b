"""Turns on record: tapped in at the table or read in from a sheet, judged by the referee, and made a result."""
