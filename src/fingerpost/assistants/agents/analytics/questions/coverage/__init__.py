"""Checks that each word of a question which says something has its part in the request."""
