"""Explanations: why a message got its route, and what would have changed that. Nothing here runs while routing."""
