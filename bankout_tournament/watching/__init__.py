"""What a machine that watches this one reads: health, metrics, and logs with a number for each request."""
