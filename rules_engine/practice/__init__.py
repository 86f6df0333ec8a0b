"""A practice match against the machines."""
