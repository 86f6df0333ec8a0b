"""The life of an event beyond its play: copied, kept as a template, archived, deleted."""
