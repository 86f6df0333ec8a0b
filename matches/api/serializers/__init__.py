"""The shapes of what the API takes and answers. What they mean is decided by the services."""
