"""The judges' pages without a network: what a device keeps of an event, and the pages that stand in for others."""
