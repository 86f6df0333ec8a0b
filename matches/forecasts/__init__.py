"""Who makes the cut, while a Swiss stage is under way: made by a worker, shown to those whom the event lets see it."""
