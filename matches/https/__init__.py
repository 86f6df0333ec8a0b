"""HTTPS in the hall: the machine's own certificate authority, and the page that leads a device to trust it."""
