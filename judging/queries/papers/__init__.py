"""From the database to the values that ``judging.paper`` prints."""
