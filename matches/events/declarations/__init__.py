"""The settings of an event, each declared once, and what an event has chosen for them."""
