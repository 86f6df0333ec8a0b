"""Django's SQLite backend, told how many parameters today's SQLite takes."""
