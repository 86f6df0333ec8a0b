"""Analysis of Bankout records: decisions found in a record, and matches played on from each of their acts."""
