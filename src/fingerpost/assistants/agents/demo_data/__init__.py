"""Data to try the agents assistant on: a generator of an online store with nine tables."""
