"""The planner: how long matches, rounds and an event will take, before an organiser chooses."""
