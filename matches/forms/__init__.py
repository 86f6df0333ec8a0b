"""The forms of the tournament pages, by subject. They read what was typed; the services decide."""
