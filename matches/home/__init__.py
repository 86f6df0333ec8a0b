"""The first page: what the tool is, and what is going on today."""
